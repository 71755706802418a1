#include <didact/learners/internal/curves.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace didact {
namespace {

constexpr double far = 4;  // standard deviations

}  // namespace

std::optional<Curve> gaussian_curve(double mean, double variance) {
  if (!std::isfinite(mean) || !std::isfinite(variance) || !(variance > 0)) return {};
  const double deviation = std::sqrt(variance), peak = 1 / (deviation * std::sqrt(2 * std::numbers::pi));
  const auto value = [=](double x) {
    const double z = (x - mean) / deviation;
    return peak * std::exp(-0.5 * z * z);
  };
  return Curve{value, {mean - far * deviation, mean + far * deviation}};
}

std::optional<Curve> gamma_curve(double shape, double rate) {
  if (!std::isfinite(shape) || !(shape > 0) || !(rate > 0) || !std::isfinite(rate)) return {};
  const double constant = shape * std::log(rate) - std::lgamma(shape);
  const auto value = [=](double x) {
    return x > 0                  ? std::exp(constant + (shape - 1) * std::log(x) - rate * x)
           : shape == 1 && x == 0 ? rate
                                  : std::nan("");
  };
  const double mean = shape / rate, deviation = std::sqrt(shape) / rate;
  return Curve{value, {std::max(0.0, mean - far * deviation), mean + far * deviation}, 0};
}

std::optional<Curve> inverse_gamma_curve(double shape, double scale) {
  const auto inverse = gamma_curve(shape, scale);
  if (!inverse) return {};
  const auto value = [=](double x) { return x > 0 ? inverse->value(1 / x) / (x * x) : std::nan(""); };
  const double mode = scale / (shape + 1), slow = shape > 2.5 ? 1 : 2;  // the tail is heavy where the shape is small
  const double deviation = mode / std::sqrt(shape);
  return Curve{value, {std::max(0.0, mode - far * deviation), mode + slow * 1.5 * far * deviation}, 0};
}

std::optional<Curve> beta_curve(double a, double b) {
  if (!(a > 0) || !(b > 0) || !std::isfinite(a) || !std::isfinite(b)) return {};
  const double constant = std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b);
  const auto value = [=](double x) {
    if (x < 0 || x > 1) return 0.0;
    if ((x == 0 && a < 1) || (x == 1 && b < 1)) return std::nan("");  // infinite there
    const double low = a == 1 ? 0 : (a - 1) * std::log(x), high = b == 1 ? 0 : (b - 1) * std::log1p(-x);
    return std::exp(constant + low + high);
  };
  return Curve{value, {0, 1}, 0};
}

/// Student's t with this many degrees of freedom, moved and scaled.
std::optional<Curve> student_curve(double degrees, double centre, double square_of_scale) {
  if (!(degrees > 0) || !(square_of_scale > 0) || !std::isfinite(degrees) || !std::isfinite(centre)) return {};
  const double scale = std::sqrt(square_of_scale);
  const double constant = std::lgamma((degrees + 1) / 2) - std::lgamma(degrees / 2) -
                          0.5 * std::log(degrees * std::numbers::pi) - std::log(scale);
  const auto value = [=](double x) {
    const double z = (x - centre) / scale;
    return std::exp(constant - (degrees + 1) / 2 * std::log1p(z * z / degrees));
  };
  return Curve{value, {centre - far * scale, centre + far * scale}};
}

std::optional<Curve> poisson_curve(double rate) {
  if (!std::isfinite(rate) || rate < 0) return {};
  const auto value = [=](double k) {
    if (rate == 0) return k == 0 ? 1.0 : 0.0;
    return std::exp(k * std::log(rate) - rate - std::lgamma(k + 1));
  };
  const double spread = far * std::sqrt(rate);
  return Curve{value, {std::floor(std::max(0.0, rate - spread)), std::ceil(rate + spread + 1)}, 0};
}

std::optional<Curve> geometric_curve(double p) {
  if (!(p > 0 && p <= 1)) return {};
  const auto value = [=](double k) { return p == 1 ? (k == 0 ? 1.0 : 0.0) : p * std::exp(k * std::log1p(-p)); };
  const double mean = (1 - p) / p;
  return Curve{value, {0, std::ceil(std::max(3.0, 4 * mean))}, 0};
}

std::optional<Curve> exponential_curve(double rate) {
  if (!(rate > 0) || !std::isfinite(rate)) return {};
  return Curve{[=](double x) { return x >= 0 ? rate * std::exp(-rate * x) : 0.0; }, {0, 5 / rate}, 0};
}

}  // namespace didact
