#include "too_far.hpp"
#include <didact/learners/exponential.hpp>
#include <didact/learners/internal/densities.hpp>

#include <cmath>

namespace didact {

double Exponential::A0(const Vector& lambda1, double lambda2) const {
  return lambda1[0] > 0 ? log_gamma(lambda2) - lambda2 * std::log(lambda1[0]) : infinity;
}

NaturalTarget Exponential::natural(const Target& target) const {
  // θ = -rate, A(θ) = -log rate, h0 = 1/rate: then λ1 = rate and λ2 = shape of the Gamma.
  const double log_rate = std::log(target.rate);
  return {Vector::Constant(1, -target.rate), -log_rate, -log_rate};
}

NaturalTarget Exponential::natural_less(const Target& target, const Target& from) const {
  const double log_rate = log_ratio(target.rate, from.rate);
  return {Vector::Constant(1, from.rate - target.rate), -log_rate, -log_rate};
}

Vector Exponential::sample(const Target& target, Random& random) const {
  return Vector::Constant(1, random.exponential() / target.rate);
}

Extreme Exponential::extreme(const Vector& a) const {
  return a[0] >= 0 ? extreme_point(Vector::Zero(1)) : extreme_ray(Vector::Ones(1));
}

double Exponential::loss(const Target& target, double n, double s) const {
  return gamma_loss(exact_sum(shape, n), exact_sum(rate, s), target.rate);
}

Slopes Exponential::slopes(const Target& target, double n, double s) const {
  const double a = shape + n, b = rate + s;
  return {digamma(a) - log_product(b, target.rate), target.rate - a / b};
}

NaturalTarget Exponential::mean_natural(const Exponential& belief) const {
  const double log_rate = digamma(belief.shape) - std::log(belief.rate);
  return {Vector::Constant(1, -belief.shape / belief.rate), -log_rate, -log_rate};
}

double Exponential::squared_loss(const Target& target) const {
  return gamma_squared_distance(shape, rate, target.rate);
}

double Exponential::squared_slope(const Target& target, double n, double s) const {
  const double a = shape + n, b = rate + s;
  return 2 * a * (target.rate - (a + 1) / b) / (b * b);
}

std::vector<Mistake> Exponential::beyond_reach(const Target& target) const {
  TooFar distances;
  distances.count("rate", "beside it the prior's rate is worth as many items as", rate * target.rate);
  constexpr double least = 1e-290;  // 2^52 items together still are a number
  if (target.rate < least) {
    return {{"rate", "must be at least 1e-290, or the sum of 2^52 items is beyond the largest number"}};
  }
  return std::move(distances).found();
}

}  // namespace didact
