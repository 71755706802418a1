#include "report/densities.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace didact::report {
namespace {

using io::Json;

constexpr double far = 4;  // standard deviations

double at(const Json& object, const std::string& key) {
  if (!object.is_object() || !object.contains(key) || !object[key].is_number()) return std::nan("");
  return object[key].get<double>();
}

std::optional<Density1> gaussian(double mean, double variance) {
  if (!std::isfinite(mean) || !std::isfinite(variance) || !(variance > 0)) return {};
  const double deviation = std::sqrt(variance), peak = 1 / (deviation * std::sqrt(2 * std::numbers::pi));
  const auto value = [=](double x) {
    const double z = (x - mean) / deviation;
    return peak * std::exp(-0.5 * z * z);
  };
  return Density1{value, {mean - far * deviation, mean + far * deviation}};
}

std::optional<Density1> gamma(double shape, double rate) {
  if (!std::isfinite(shape) || !(shape > 0) || !(rate > 0) || !std::isfinite(rate)) return {};
  const double constant = shape * std::log(rate) - std::lgamma(shape);
  const auto value = [=](double x) {
    return x > 0                  ? std::exp(constant + (shape - 1) * std::log(x) - rate * x)
           : shape == 1 && x == 0 ? rate
                                  : std::nan("");
  };
  const double mean = shape / rate, deviation = std::sqrt(shape) / rate;
  return Density1{value, {std::max(0.0, mean - far * deviation), mean + far * deviation}, 0};
}

std::optional<Density1> inverse_gamma(double shape, double scale) {
  const auto inverse = gamma(shape, scale);
  if (!inverse) return {};
  const auto value = [=](double x) { return x > 0 ? inverse->value(1 / x) / (x * x) : std::nan(""); };
  const double mode = scale / (shape + 1), slow = shape > 2.5 ? 1 : 2;  // the tail is heavy where the shape is small
  const double deviation = mode / std::sqrt(shape);
  return Density1{value, {std::max(0.0, mode - far * deviation), mode + slow * 1.5 * far * deviation}, 0};
}

std::optional<Density1> beta(double a, double b) {
  if (!(a > 0) || !(b > 0) || !std::isfinite(a) || !std::isfinite(b)) return {};
  const double constant = std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b);
  const auto value = [=](double x) {
    if (x < 0 || x > 1) return 0.0;
    if ((x == 0 && a < 1) || (x == 1 && b < 1)) return std::nan("");  // infinite there
    const double low = a == 1 ? 0 : (a - 1) * std::log(x), high = b == 1 ? 0 : (b - 1) * std::log1p(-x);
    return std::exp(constant + low + high);
  };
  return Density1{value, {0, 1}, 0};
}

/// Student's t with this many degrees of freedom, moved and scaled.
std::optional<Density1> student(double degrees, double centre, double square_of_scale) {
  if (!(degrees > 0) || !(square_of_scale > 0) || !std::isfinite(degrees) || !std::isfinite(centre)) return {};
  const double scale = std::sqrt(square_of_scale);
  const double constant = std::lgamma((degrees + 1) / 2) - std::lgamma(degrees / 2) -
                          0.5 * std::log(degrees * std::numbers::pi) - std::log(scale);
  const auto value = [=](double x) {
    const double z = (x - centre) / scale;
    return std::exp(constant - (degrees + 1) / 2 * std::log1p(z * z / degrees));
  };
  return Density1{value, {centre - far * scale, centre + far * scale}};
}

std::optional<Density1> poisson(double rate) {
  if (!std::isfinite(rate) || rate < 0) return {};
  const auto value = [=](double k) {
    if (rate == 0) return k == 0 ? 1.0 : 0.0;
    return std::exp(k * std::log(rate) - rate - std::lgamma(k + 1));
  };
  const double spread = far * std::sqrt(rate);
  return Density1{value, {std::floor(std::max(0.0, rate - spread)), std::ceil(rate + spread + 1)}, 0};
}

std::optional<Density1> geometric(double p) {
  if (!(p > 0 && p <= 1)) return {};
  const auto value = [=](double k) { return p == 1 ? (k == 0 ? 1.0 : 0.0) : p * std::exp(k * std::log1p(-p)); };
  const double mean = (1 - p) / p;
  return Density1{value, {0, std::ceil(std::max(3.0, 4 * mean))}, 0};
}

std::optional<Density1> exponential(double rate) {
  if (!(rate > 0) || !std::isfinite(rate)) return {};
  return Density1{[=](double x) { return x >= 0 ? rate * std::exp(-rate * x) : 0.0; }, {0, 5 / rate}, 0};
}

}  // namespace

std::optional<Density1> item_density(std::string_view model, const Json& parameters, double known_variance) {
  if (model == "poisson") return poisson(at(parameters, "rate"));
  if (model == "geometric") return geometric(at(parameters, "p"));
  if (model == "exponential") return exponential(at(parameters, "rate"));
  if (model == "gaussian-mean") return gaussian(at(parameters, "mean"), known_variance);
  if (model == "gaussian") return gaussian(at(parameters, "mean"), at(parameters, "variance"));
  return {};
}

std::optional<Density1> belief_density(std::string_view model, std::string_view parameter, const Json& belief) {
  if ((model == "geometric" || model == "bernoulli") && parameter == "p") {
    return beta(at(belief, "alpha"), at(belief, "beta"));
  }
  if ((model == "poisson" || model == "exponential") && parameter == "rate") {
    return gamma(at(belief, "shape"), at(belief, "rate"));
  }
  if (model == "gaussian-mean" && parameter == "mean") return gaussian(at(belief, "mean"), at(belief, "variance"));
  if (model != "gaussian") return {};
  const double shape = at(belief, "shape"), scale = at(belief, "scale");
  if (parameter == "mean") return student(2 * shape, at(belief, "mean"), scale / (shape * at(belief, "kappa")));
  if (parameter == "variance") return inverse_gamma(shape, scale);
  return {};
}

}  // namespace didact::report
