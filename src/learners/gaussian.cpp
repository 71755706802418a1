#include "too_far.hpp"
#include <didact/core/special.hpp>
#include <didact/learners/gaussian.hpp>

#include <cmath>
#include <numbers>

namespace didact {
namespace {

/// A(θ) without the items' own √(2π), and log h0: the powers of σ² that λ2 = κ does not account for.   [NIG.1]
NaturalTarget natural_from(const Gaussian& learner, double mean_over_variance, double precision, double mean_square,
                           double log_variance) {
  Vector theta(2);
  theta << mean_over_variance, -0.5 * precision;
  return {theta, 0.5 * (mean_square + log_variance),
          -(learner.shape + 1.5 - 0.5 * learner.kappa) * log_variance - 0.5 * std::log(2 * std::numbers::pi)};
}

BeliefAsPoint<Gaussian::Target> as_point_of(const Gaussian& learner, const CentredBelief& belief) {
  return {{belief.mean[0], belief.covariance(0, 0)}, belief.per_item(), belief.once(learner.normal_inverse_wishart())};
}

}  // namespace

Vector Gaussian::T(const Vector& x) const {
  Vector t(2);
  t << x[0], x[0] * x[0];
  return t;
}

double Gaussian::A0(const Vector& lambda1, double lambda2) const {
  const double a = shape + 0.5 * (lambda2 - kappa);
  const double b = 0.5 * (lambda1[1] - lambda1[0] * lambda1[0] / lambda2);
  if (!(lambda2 > 0 && a > 0 && b > 0)) return infinity;
  return log_gamma(a) - a * std::log(b) - 0.5 * std::log(lambda2);
}

Prior Gaussian::prior() const {
  Vector lambda1(2);
  lambda1 << kappa * mean, 2 * scale + kappa * mean * mean;
  return {lambda1, kappa};
}

NaturalTarget Gaussian::natural(const Target& target) const {
  return natural_from(*this, target.mean / target.variance, 1 / target.variance,
                      target.mean * target.mean / target.variance, std::log(target.variance));
}

Vector Gaussian::sample(const Target& target, Random& random) const {
  return Vector::Constant(1, target.mean + std::sqrt(target.variance) * random.normal());
}

Extreme Gaussian::extreme(const Vector& a) const {
  if (a[1] > 0) return extreme_point(T(Vector::Constant(1, -a[0] / (2 * a[1]))));
  return extreme_ray(Vector::Unit(2, 1));
}

double Gaussian::loss(const Target& target, double n, const Vector& s) const {
  return normal_inverse_wishart_loss(normal_inverse_wishart(), target_mean(target), target_covariance(target),
                                     centred_moments(n, s.head(1), s.tail(1)));
}

double Gaussian::loss(const Target& target, const ItemSet& items) const {
  return normal_inverse_wishart_loss(normal_inverse_wishart(), target_mean(target), target_covariance(target),
                                     centred_moments(items));
}

Gaussian Gaussian::after(double n, const Vector& s) const {
  return with(normal_inverse_wishart().after(centred_moments(n, s.head(1), s.tail(1))));
}

Gaussian Gaussian::after(const ItemSet& items) const {
  return with(normal_inverse_wishart().after(centred_moments(items)));
}

Gaussian Gaussian::with(const NormalInverseWishart& belief) {
  return {belief.mean[0], belief.kappa, belief.nu / 2, belief.scale(0, 0) / 2};
}

NaturalTarget Gaussian::mean_natural(const Gaussian& belief) const {
  const double precision = belief.shape / belief.scale;
  return natural_from(*this, belief.mean * precision, precision,
                      1 / belief.kappa + belief.mean * belief.mean * precision,
                      std::log(belief.scale) - digamma(belief.shape));
}

BeliefAsPoint<Gaussian::Target> Gaussian::as_point(const std::vector<Weighted<Target>>& points) const {
  std::vector<Weighted<Normal>> normals;
  for (const auto& [weight, point] : points)
    normals.push_back({weight, {target_mean(point), target_covariance(point)}});
  return as_point_of(*this, centred_belief(normals));
}

BeliefAsPoint<Gaussian::Target> Gaussian::as_point(const Gaussian& belief) const {
  return as_point_of(*this, centred_belief(belief.normal_inverse_wishart()));
}

Gaussian::Target Gaussian::maximum_likelihood(double n, const Vector& s) const {
  const double m = s[0] / n;
  return {m, s[1] / n - m * m};
}

Gaussian::Target Gaussian::maximum_likelihood(const ItemSet& items) const {
  const CentredMoments moments = centred_moments(items);
  return {moments.mean[0], moments.scatter(0, 0) / moments.n};
}

NormalInverseWishart Gaussian::normal_inverse_wishart() const {
  return {Vector::Constant(1, mean), kappa, 2 * shape, Matrix::Constant(1, 1, 2 * scale)};
}

std::vector<Mistake> Gaussian::beyond_reach(const Target& target) const {
  TooFar distances;
  const double sd = std::sqrt(target.variance);
  distances.far("mean", "of the belief from the learner's mean", std::abs(target.mean - mean) / sd * std::sqrt(kappa));
  distances.far("mean", "of the items from 0", std::abs(target.mean) / sd);
  return std::move(distances).found();
}

std::vector<Mistake> Gaussian::beyond_counting(const Target& target) const {
  TooFar distances;
  distances.count("variance", "beside it the prior's scale is worth as many items as", scale / target.variance);
  return std::move(distances).found();
}

}  // namespace didact
