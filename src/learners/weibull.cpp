#include "too_far.hpp"
#include <didact/learners/internal/densities.hpp>
#include <didact/learners/weibull.hpp>

namespace didact {
namespace {

/// θ = -rate, A(θ) = -log rate, h0 = 1/rate: then λ1 = rate and λ2 = shape of the Gamma.
NaturalTarget weibull_natural(double rate, double log_rate) {
  return {Vector::Constant(1, -rate), -log_rate, -log_rate};
}

}  // namespace

double Weibull::A0(const Vector& lambda1, double lambda2) const {
  return lambda1[0] > 0 ? log_gamma(lambda2) - lambda2 * std::log(lambda1[0]) : infinity;
}

NaturalTarget Weibull::natural(const Target& target) const {
  return weibull_natural(target.rate, std::log(target.rate));
}

NaturalTarget Weibull::natural_less(const Target& target, const Target& from) const {
  return weibull_natural(target.rate - from.rate, log_ratio(target.rate, from.rate));
}

Vector Weibull::sample(const Target& target, Random& random) const {
  return Vector::Constant(1, item_of(random.exponential() / target.rate));
}

Extreme Weibull::extreme(const Vector& a) const {
  return a[0] >= 0 ? extreme_point(Vector::Zero(1)) : extreme_ray(Vector::Ones(1));
}

double Weibull::loss(const Target& target, double n, double s) const {
  return gamma_loss(exact_sum(shape, n), exact_sum(rate, s), target.rate);
}

Slopes Weibull::slopes(const Target& target, double n, double s) const {
  const double a = shape + n, b = rate + s;
  return {digamma(a) - log_product(b, target.rate), target.rate - a / b};
}

NaturalTarget Weibull::mean_natural(const Weibull& belief) const {
  return weibull_natural(belief.shape / belief.rate, digamma(belief.shape) - std::log(belief.rate));
}

double Weibull::squared_loss(const Target& target) const {
  return gamma_squared_distance(shape, rate, target.rate);
}

double Weibull::squared_slope(const Target& target, double n, double s) const {
  const double a = shape + n, b = rate + s;
  return 2 * a * (target.rate - (a + 1) / b) / (b * b);
}

std::optional<Curve> Weibull::item_curve(const Target& target) const {
  const double k = item_shape, rate_of = target.rate;
  const double far = item_of(5 / rate_of);  // all but e⁻⁵ of the items are below
  if (!(k > 0) || !(rate_of > 0) || !std::isfinite(k) || !std::isfinite(far) || !(far > 0)) return {};
  auto density = [k, rate_of](double x) {
    if (x < 0) return 0.0;
    if (x == 0) return k == 1 ? rate_of : k > 1 ? 0.0 : std::nan("");
    return k * rate_of * std::pow(x, k - 1) * std::exp(-rate_of * std::pow(x, k));
  };
  return Curve{density, {0, far}, 0};
}

std::vector<Mistake> Weibull::beyond_reach(const Target& target) const {
  TooFar distances;
  distances.count("rate", "beside it the prior's rate is worth as many items as", rate * target.rate);
  constexpr double farthest = 290 * 2.302585092994046;  // log 1e290
  if (std::abs(std::log(target.rate)) > farthest || std::abs(std::log(target.rate)) / item_shape > farthest) {
    return {{"rate", "its items, about rate^(-1/shape), and their powers must lie between 1e-290 and 1e290"}};
  }
  return std::move(distances).found();
}

}  // namespace didact
