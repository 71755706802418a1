#include "../core/decompositions.hpp"
#include "too_far.hpp"
#include <didact/core/special.hpp>
#include <didact/learners/multivariate_gaussian_mean.hpp>

#include <cmath>
#include <numbers>

namespace didact {

double MultivariateGaussianMean::A0(const Vector& lambda1, double lambda2) const {
  // The prior's own covariance stays in h0; λ2 counts items only.   [MGM.1]
  const Matrix W = Cholesky(covariance).inverse();
  const Cholesky precision(Cholesky(prior_covariance).inverse() + lambda2 * W);
  if (!precision.succeeded()) return infinity;
  const Vector h = W * lambda1;
  return 0.5 * h.dot(precision.solve(h)) - 0.5 * precision.log_det();
}

Prior MultivariateGaussianMean::prior() const {
  return {covariance * Cholesky(prior_covariance).solve(prior_mean), 0};
}

NaturalTarget MultivariateGaussianMean::natural(const Target& target) const {
  const Vector theta = Cholesky(covariance).solve(target.mean);
  const double D = static_cast<double>(target.mean.size());
  return {
      theta, 0.5 * theta.dot(target.mean),
      -0.5 * target.mean.dot(Cholesky(prior_covariance).solve(target.mean)) - 0.5 * D * std::log(2 * std::numbers::pi)};
}

Vector MultivariateGaussianMean::sample(const Target& target, Random& random) const {
  const Vector z = Vector::NullaryExpr(target.mean.size(), [&] { return random.normal(); });
  return target.mean + Cholesky(covariance).L_times(z);
}

Extreme MultivariateGaussianMean::extreme(const Vector& a) const {
  return extreme_ray(-a.normalized());
}

double MultivariateGaussianMean::loss(const Target& target, double n, const Vector& s) const {
  Vector missing(s.size());
  for (Index i = 0; i < s.size(); ++i) missing[i] = value(exact_product(n, target.mean[i]) + (-s[i]));
  const Cholesky prior_factor(prior_covariance), items(covariance);
  const Vector pull = prior_factor.solve(target.mean - prior_mean) + items.solve(missing);
  const Cholesky precision(prior_factor.inverse() + n * items.inverse());
  return 0.5 * static_cast<double>(s.size()) * std::log(2 * std::numbers::pi) - 0.5 * precision.log_det() +
         0.5 * pull.dot(precision.solve(pull));
}

MultivariateGaussianMean MultivariateGaussianMean::after(double n, const Vector& s) const {
  const Cholesky prior_factor(prior_covariance), items(covariance);
  const Cholesky precision(prior_factor.inverse() + n * items.inverse());
  const Vector h = prior_factor.solve(prior_mean) + items.solve(s);
  const Matrix next = precision.inverse();
  return {covariance, precision.solve(h), 0.5 * (next + next.transpose())};
}

NaturalTarget MultivariateGaussianMean::mean_natural(const MultivariateGaussianMean& belief) const {
  NaturalTarget mean = natural({belief.prior_mean});
  mean.A += 0.5 * Cholesky(covariance).solve(belief.prior_covariance).trace();
  mean.log_h0 -= 0.5 * Cholesky(prior_covariance).solve(belief.prior_covariance).trace();
  return mean;
}

BeliefAsPoint<MultivariateGaussianMean::Target> MultivariateGaussianMean::as_point(
    const std::vector<Weighted<Target>>& points) const {
  const Vector origin = points[0].value.mean;  // distances between points keep digits that their squares lose
  Vector mean = Vector::Zero(origin.size());
  for (const auto& [weight, point] : points) mean += weight * (point.mean - origin);
  BeliefAsPoint<Target> result{{origin + mean}};
  const Cholesky items(covariance), prior_factor(prior_covariance);
  for (const auto& [weight, point] : points) {
    const Vector off = point.mean - origin - mean;
    result.per_item += 0.5 * weight * items.half_solve(off).squaredNorm();
    result.once += 0.5 * weight * prior_factor.half_solve(off).squaredNorm();
  }
  return result;
}

BeliefAsPoint<MultivariateGaussianMean::Target> MultivariateGaussianMean::as_point(
    const MultivariateGaussianMean& belief) const {
  return {{belief.prior_mean},
          0.5 * Cholesky(covariance).solve(belief.prior_covariance).trace(),
          0.5 * Cholesky(prior_covariance).solve(belief.prior_covariance).trace()};
}

double MultivariateGaussianMean::squared_loss(const Target& target) const {
  return prior_covariance.trace() + (prior_mean - target.mean).squaredNorm();
}

std::vector<Mistake> MultivariateGaussianMean::beyond_reach(const Target& target) const {
  TooFar distances;
  distances.far("mean", "of the belief from the learner's mean", distance(prior_covariance, target.mean - prior_mean));
  distances.far("mean", "of the items from 0", distance(covariance, target.mean));
  const Vector ratio = covariance.diagonal().cwiseQuotient(prior_covariance.diagonal());
  distances.count("mean", "the prior's covariance is worth as many items as", ratio.maxCoeff());
  return std::move(distances).found();
}

}  // namespace didact
