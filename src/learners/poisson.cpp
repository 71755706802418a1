#include "too_far.hpp"
#include <didact/learners/internal/densities.hpp>
#include <didact/learners/poisson.hpp>

#include <cmath>

namespace didact {

double Poisson::A0(const Vector& lambda1, double lambda2) const {
  return lambda2 > 0 ? log_gamma(lambda1[0]) - lambda1[0] * std::log(lambda2) : infinity;
}

NaturalTarget Poisson::natural(const Target& target) const {
  // θ = log rate, A(θ) = rate, h0 = 1/rate: then λ1 = shape and λ2 = rate of the Gamma.
  const double theta = std::log(target.rate);
  return {Vector::Constant(1, theta), target.rate, -theta};
}

NaturalTarget Poisson::natural_less(const Target& target, const Target& from) const {
  const double theta = log_ratio(target.rate, from.rate);
  return {Vector::Constant(1, theta), target.rate - from.rate, -theta};
}

Vector Poisson::sample(const Target& target, Random& random) const {
  return Vector::Constant(1, random.poisson(target.rate));
}

Extreme Poisson::extreme(const Vector& a) const {
  return a[0] >= 0 ? extreme_point(Vector::Zero(1)) : extreme_ray(Vector::Ones(1));
}

double Poisson::loss(const Target& target, double n, double s) const {
  return gamma_loss(exact_sum(shape, s), exact_sum(rate, n), target.rate);
}

Slopes Poisson::slopes(const Target& target, double n, double s) const {
  const double a = shape + s, b = rate + n;
  return {target.rate - a / b, digamma(a) - log_product(b, target.rate)};
}

Standing Poisson::standing(const Target& target) const {
  if (target.rate > 0 || shape == 1) return {};
  if (shape > 1)
    return {Standing::ruled_out, "target.rate is 0, but the learner already believes in events (shape > 1)"};
  return {Standing::infinite, "target.rate is 0, where the belief's density is infinite already (shape < 1)"};
}

Poisson::Target Poisson::from_natural(const Vector& theta) const {
  const double mean = std::exp(theta[0]);
  return {std::isfinite(theta[0]) ? std::clamp(mean, least_positive, 1 / least_positive) : mean};
}

NaturalTarget Poisson::mean_natural(const Poisson& belief) const {
  const double theta = digamma(belief.shape) - std::log(belief.rate);
  return {Vector::Constant(1, theta), belief.shape / belief.rate, -theta};
}

double Poisson::squared_loss(const Target& target) const {
  return gamma_squared_distance(shape, rate, target.rate);
}

double Poisson::squared_slope(const Target& target, double n, double s) const {
  const double b = rate + n;
  return 2 * ((shape + s + 0.5) / b - target.rate) / b;
}

std::vector<Mistake> Poisson::beyond_reach(const Target& target) const {
  TooFar distances;
  distances.count("rate", "expects items of about", target.rate);
  if (target.rate <= largest_size) {
    distances.count("rate", "to outweigh the prior's rate takes a sum of about", rate * target.rate);
  }
  return std::move(distances).found();
}

}  // namespace didact
