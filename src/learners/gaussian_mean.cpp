#include "too_far.hpp"
#include <didact/core/special.hpp>
#include <didact/learners/gaussian_mean.hpp>

#include <cmath>
#include <numbers>

namespace didact {

double GaussianMean::A0(const Vector& lambda1, double lambda2) const {
  return lambda2 > 0 ? lambda1[0] * lambda1[0] / (2 * variance * lambda2) - 0.5 * std::log(variance * lambda2)
                     : infinity;
}

NaturalTarget GaussianMean::natural(const Target& target) const {
  // θ = μ/σ², A(θ) = μ²/(2σ²); A0 above normalises in θ without its √(2π), and dθ = dμ/σ².
  return {Vector::Constant(1, target.mean / variance), target.mean * target.mean / (2 * variance),
          -0.5 * std::log(2 * std::numbers::pi) - std::log(variance)};
}

Vector GaussianMean::sample(const Target& target, Random& random) const {
  return Vector::Constant(1, target.mean + std::sqrt(variance) * random.normal());
}

Extreme GaussianMean::extreme(const Vector& a) const {
  return extreme_ray(Vector::Constant(1, a[0] >= 0 ? -1.0 : 1.0));
}

double GaussianMean::loss(const Target& target, double n, double s) const {
  const double precision = 1 / prior_variance + n / variance;
  const double missing = value(exact_product(n, target.mean) + (-s));  // n μ* - s, exactly
  const double pull = (target.mean - prior_mean) / prior_variance + missing / variance;
  const double z = pull / std::sqrt(precision);  // its square may be a number where that of the pull is none
  return 0.5 * std::log(2 * std::numbers::pi / precision) + 0.5 * z * z;
}

Slopes GaussianMean::slopes(const Target& target, double n, double s) const {
  const double precision = 1 / prior_variance + n / variance;
  const double missing = value(exact_product(n, target.mean) + (-s));
  const double miss = ((target.mean - prior_mean) / prior_variance + missing / variance) / precision;  // μ* - μn
  return {(-1 / precision + miss * (2 * target.mean - miss)) / (2 * variance), -miss / variance};
}

GaussianMean GaussianMean::after(double n, const Vector& s) const {
  const double precision = 1 / prior_variance + n / variance;
  return {variance, (prior_mean / prior_variance + s[0] / variance) / precision, 1 / precision};
}

NaturalTarget GaussianMean::mean_natural(const GaussianMean& belief) const {
  NaturalTarget mean = natural({belief.prior_mean});
  mean.A += belief.prior_variance / (2 * variance);
  return mean;
}

BeliefAsPoint<GaussianMean::Target> GaussianMean::as_point(const std::vector<Weighted<Target>>& points) const {
  const double origin = points[0].value.mean;  // distances between points keep digits that their squares lose
  double mean = 0, square = 0;
  for (const auto& [weight, point] : points) mean += weight * (point.mean - origin);
  for (const auto& [weight, point] : points) {
    const double off = point.mean - origin - mean;
    square += weight * off * off;
  }
  return {{origin + mean}, square / (2 * variance), square / (2 * prior_variance)};
}

BeliefAsPoint<GaussianMean::Target> GaussianMean::as_point(const GaussianMean& belief) const {
  const double square = belief.prior_variance;
  return {{belief.prior_mean}, square / (2 * variance), square / (2 * prior_variance)};
}

double GaussianMean::squared_loss(const Target& target) const {
  return prior_variance + (prior_mean - target.mean) * (prior_mean - target.mean);
}

double GaussianMean::squared_slope(const Target& target, double n, double s) const {
  // Of an item's share of the posterior mean, squared: the variance does not depend on s.
  const double share = prior_variance / (variance + n * prior_variance);
  return 2 * share * ((variance * (prior_mean - target.mean) / prior_variance) + (s - n * target.mean)) * share;
}

std::vector<Mistake> GaussianMean::beyond_reach(const Target& target) const {
  TooFar distances;
  const double sd = std::sqrt(variance);
  distances.far("mean", "of the belief from the learner's mean",
                std::abs(target.mean - prior_mean) / std::sqrt(prior_variance));
  distances.far("mean", "of the items from 0", std::abs(target.mean) / sd);
  distances.count("mean", "the prior's variance is worth as many items as", variance / prior_variance);
  return std::move(distances).found();
}

}  // namespace didact
