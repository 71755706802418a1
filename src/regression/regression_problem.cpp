#include "../learners/regression_sums.hpp"
#include <didact/core/special.hpp>
#include <didact/regression/regression_problem.hpp>

#include <cmath>
#include <numbers>

namespace didact {
namespace {

const double log_two_pi = std::log(2 * std::numbers::pi);

/// What the mean over a belief adds to the loss at the point that it leads to; nothing for a point.
template <class L>
double beyond_point(const L& learner, const NaturalTarget& mean, const typename L::Target& point, double n,
                    const Vector& s) {
  const NaturalTarget natural = learner.natural(point);
  const Prior prior = learner.prior();
  const Vector off = mean.theta - natural.theta;
  if (off.lpNorm<Eigen::Infinity>() <= 1e-12 * mean.theta.lpNorm<Eigen::Infinity>()) return 0;
  return -off.dot(prior.lambda1 + s) + (mean.A - natural.A) * (prior.lambda2 + n) - (mean.log_h0 - natural.log_h0);
}

template <class L>
double loss_at(const L& learner, const NaturalTarget& target, const ItemSet& items) {
  const double n = static_cast<double>(items.size());
  const Vector s = summed_statistic(learner, items);
  const typename L::Target point = learner.from_natural(target.theta);
  return learner.loss(point, n, s) + beyond_point(learner, target, point, n, s);
}

/// A covariance and what one row after the other leaves of it: Kalman's gain, in units of the noise.
struct Filter {
  Vector mean;
  Matrix covariance;   ///< over the variance of the noise
  double squares = 0;  ///< Σ (y - prediction)²/(its own variance over that of the noise)

  void see(const Vector& x, double y, double copies) {
    const Vector toward = covariance * x;
    const double width = 1 / copies + x.dot(toward), error = y - x.dot(mean);
    mean += toward * (error / width);
    covariance -= toward * toward.transpose() / width;
    squares += error * error / width;
  }
};

Filter filtered(const Vector& mean, const Matrix& covariance, const ItemSet& items) {
  Filter filter{mean, covariance};
  const Index D = mean.size();
  for (Index row = 0; row < items.rows.rows(); ++row) {
    filter.see(items.rows.row(row).head(D).transpose(), items.rows(row, D),
               static_cast<double>(items.copies[static_cast<std::size_t>(row)]));
  }
  return filter;
}

/// E (w - mean)ᵀ C⁻¹ (w - mean)/σ² and the rest of a normal-inverse-gamma's -log density, from the target's means.
double normal_part(const Filter& filter, const Matrix& squares, const Vector& weights, double precision) {
  const Eigen::LLT<Matrix> factor(filter.covariance);
  const Matrix cross = weights * filter.mean.transpose();
  const Matrix about = squares - cross - cross.transpose() + precision * filter.mean * filter.mean.transpose();
  return 0.5 * (static_cast<double>(weights.size()) * log_two_pi + log_det(factor) + factor.solve(about).trace());
}

}  // namespace

Index RegressionProblem::dimension() const {
  return std::visit([](const auto& one) { return one.dimension(); }, learner);
}

double RegressionProblem::loss_of(const ItemSet& items) const {
  return std::visit([&](const auto& one) { return loss_at(one, target, items); }, learner);
}

double RegressionProblem::loss_stepwise(const ItemSet& items) const {
  const Index D = dimension();
  const RegressionSums means = unpacked(target.theta, D);
  if (const auto* known = std::get_if<LinearRegression>(&learner)) {
    const Filter filter = filtered(known->mean, known->covariance / known->variance, items);
    return normal_part(filter, -2 * means.S, means.u, 1 / known->variance) +
           0.5 * static_cast<double>(D) * std::log(known->variance);
  }
  const auto& prior = std::get<LinearRegressionUnknownVariance>(learner);
  const Filter filter = filtered(prior.mean, prior.covariance, items);
  // Equal rows differ from their mean by nothing: only the predictions' errors add to the scale.
  const double shape = prior.shape + 0.5 * static_cast<double>(items.size());
  const double scale = prior.scale + 0.5 * filter.squares;
  const double precision = -2 * means.t, log_variance = 2 * target.A;
  return normal_part(filter, -2 * means.S, means.u, precision) + 0.5 * static_cast<double>(D) * log_variance +
         log_gamma(shape) - shape * std::log(scale) + (shape + 1) * log_variance + scale * precision;
}

}  // namespace didact
