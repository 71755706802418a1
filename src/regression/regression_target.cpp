#include "../learners/regression_sums.hpp"
#include "scatter.hpp"
#include <didact/core/special.hpp>
#include <didact/regression/regression_problem.hpp>

#include <cmath>

namespace didact {
namespace {

using Known = LinearRegression;
using Unknown = LinearRegressionUnknownVariance;
using regression::Scatter;
using regression::scatter_of;

/// With A = ½ log σ², what E log σ² is beyond log of the point's variance is 2A, and h0 has -(1 + D/2) of it.   [REG.2]
RegressionTarget with_unsure_variance(Vector weights, double variance, Matrix doubt, double A) {
  const double D = static_cast<double>(weights.size());
  return {std::move(weights), variance, std::move(doubt), A, -(2 + D) * A};
}

template <class L>
double mean_beyond(const L& learner, const RegressionTarget& target, double n, const Vector& s) {
  const Prior prior = learner.prior();
  const Matrix squares = unpacked(prior.lambda1 + s, learner.dimension()).S;
  return 0.5 * target.doubt.cwiseProduct(squares).sum() + target.A * (prior.lambda2 + n) - target.log_h0;
}

Matrix no_doubt(const Vector& weights) {
  return Matrix::Zero(weights.size(), weights.size());
}

}  // namespace

RegressionTarget regression_target(const Known& learner, const Known::Target& target) {
  return {target.weights, learner.variance, no_doubt(target.weights)};
}

RegressionTarget regression_target(const Unknown&, const Unknown::Target& target) {
  return {target.weights, target.variance, no_doubt(target.weights)};
}

RegressionTarget regression_target(const Known& learner, const std::vector<Weighted<Known::Target>>& points) {
  Scatter scatter = scatter_of(points, [](const Known::Target& target) { return target.weights; });
  return {std::move(scatter.mean), learner.variance, scatter.covariance / learner.variance};
}

RegressionTarget regression_target(const Unknown&, const std::vector<Weighted<Unknown::Target>>& points) {
  // Precisions over that of one point: equal ones leave exactly no doubt about the variance.
  const double variance = points.front().value.variance;
  double beyond = 0, mean_log = 0;
  for (const auto& [weight, target] : points) {
    const double ratio = variance / target.variance;
    beyond += weight * (ratio - 1);
    mean_log += weight * std::log(ratio);
  }
  const double precision = (1 + beyond) / variance;
  std::vector<Weighted<Unknown::Target>> by_precision = points;
  for (auto& [weight, target] : by_precision) weight /= target.variance * precision;
  Scatter scatter = scatter_of(by_precision, [](const Unknown::Target& target) { return target.weights; });
  return with_unsure_variance(std::move(scatter.mean), 1 / precision, precision * scatter.covariance,
                              0.5 * (std::log1p(beyond) - mean_log));
}

RegressionTarget regression_target(const Known& learner, const Known& belief) {
  return {belief.mean, learner.variance, belief.covariance / learner.variance};
}

RegressionTarget regression_target(const Unknown&, const Unknown& belief) {
  return with_unsure_variance(belief.mean, belief.scale / belief.shape, belief.covariance,
                              0.5 * (std::log(belief.shape) - digamma(belief.shape)));
}

double beyond_point(const Known& learner, const RegressionTarget& target, double n, const Vector& s) {
  return mean_beyond(learner, target, n, s);
}

double beyond_point(const Unknown& learner, const RegressionTarget& target, double n, const Vector& s) {
  return mean_beyond(learner, target, n, s);
}

Known::Target point_of(const Known&, const RegressionTarget& target) {
  return {target.weights};
}

Unknown::Target point_of(const Unknown&, const RegressionTarget& target) {
  return {target.weights, target.variance};
}

}  // namespace didact
