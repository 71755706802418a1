#include "core/gamma_number.hpp"
#include "too_far.hpp"
#include <didact/learners/gamma.hpp>
#include <didact/learners/internal/densities.hpp>

#include <cmath>

namespace didact {
namespace {

/// θ = -rate, A(θ) = -k log rate, h0 = 1/rate: then λ1 = rate and k λ2 = shape of the belief, k the items' shape.
NaturalTarget gamma_natural(double rate, double log_rate, double k) {
  return {Vector::Constant(1, -rate), -k * log_rate, -log_rate};
}

}  // namespace

double Gamma::A0(const Vector& lambda1, double lambda2) const {
  const double a = item_shape * lambda2;
  return lambda1[0] > 0 ? log_gamma(a) - a * std::log(lambda1[0]) : infinity;
}

NaturalTarget Gamma::natural(const Target& target) const {
  return gamma_natural(target.rate, std::log(target.rate), item_shape);
}

NaturalTarget Gamma::natural_less(const Target& target, const Target& from) const {
  return gamma_natural(target.rate - from.rate, log_ratio(target.rate, from.rate), item_shape);
}

Vector Gamma::sample(const Target& target, Random& random) const {
  return Vector::Constant(1, gamma_number(item_shape, random) / target.rate);
}

Extreme Gamma::extreme(const Vector& a) const {
  return a[0] >= 0 ? extreme_point(Vector::Zero(1)) : extreme_ray(Vector::Ones(1));
}

double Gamma::loss(const Target& target, double n, double s) const {
  const double grown = item_shape * n;
  Twofold a = exact_sum(shape, grown);
  a.low += std::fma(item_shape, n, -grown);
  return gamma_loss(a, exact_sum(rate, s), target.rate);
}

Slopes Gamma::slopes(const Target& target, double n, double s) const {
  const double a = shape + item_shape * n, b = rate + s;
  return {item_shape * (digamma(a) - log_product(b, target.rate)), target.rate - a / b};
}

NaturalTarget Gamma::mean_natural(const Gamma& belief) const {
  return gamma_natural(belief.shape / belief.rate, digamma(belief.shape) - std::log(belief.rate), item_shape);
}

double Gamma::squared_loss(const Target& target) const {
  return gamma_squared_distance(shape, rate, target.rate);
}

double Gamma::squared_slope(const Target& target, double n, double s) const {
  const double a = shape + item_shape * n, b = rate + s;
  return 2 * a * (target.rate - (a + 1) / b) / (b * b);
}

std::vector<Mistake> Gamma::beyond_reach(const Target& target) const {
  TooFar distances;
  distances.count("rate", "beside it the prior's rate is worth as many items as", rate * target.rate / item_shape);
  distances.count("rate", "the prior's shape is worth as many items as", shape / item_shape);
  // 2^52 items together still are a number, and one item has all of its digits.
  const double mean = item_shape / target.rate;
  if (!(mean >= 1e-290 && mean <= 1e290)) {
    return {{"rate", "its items, about shape/rate, must lie between 1e-290 and 1e290"}};
  }
  return std::move(distances).found();
}

}  // namespace didact
