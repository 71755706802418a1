#include "../core/decompositions.hpp"
#include <didact/hypotheses/density.hpp>

#include <cmath>
#include <numbers>

namespace didact {
namespace {

const double log_two_pi = std::log(2 * std::numbers::pi);

double log_multivariate_gaussian(const Density& density, const Vector& x) {
  const Cholesky factor(density.spread);
  const Vector z = factor.half_solve(x - density.at);
  return -0.5 * (z.squaredNorm() + factor.log_det() + static_cast<double>(x.size()) * log_two_pi);
}

/// y log a, with 0 log 0 = 0.
double times_log(double y, double a) {
  return y == 0 ? 0 : y * std::log(a);
}

}  // namespace

double Density::log_at(const Vector& x) const {
  const double value = x[0];
  switch (family) {
    case Family::gaussian: {
      const double z = value - at[0];
      return -0.5 * (z * z / spread(0, 0) + std::log(spread(0, 0)) + log_two_pi);
    }
    case Family::multivariate_gaussian:
      return log_multivariate_gaussian(*this, x);
    case Family::exponential:
      return value >= 0 ? std::log(at[0]) - at[0] * value : -infinity;
    case Family::uniform:
      return value >= at[0] && value <= at[1] ? -std::log(at[1] - at[0]) : -infinity;
    case Family::poisson:
      return value >= 0 ? times_log(value, at[0]) - at[0] - std::lgamma(value + 1) : -infinity;
    case Family::bernoulli:
      return std::log(value == 1 ? at[0] : 1 - at[0]);
    case Family::categorical:
      return std::log(at[static_cast<Index>(value) - 1]);
  }
  return -infinity;
}

double Density::log_ratio_at(const Vector& x, const Density& other) const {
  if (family != Family::gaussian || other.family != Family::gaussian) return log_at(x) - other.log_at(x);
  // By differences: far out both logarithms are large, and nearly the same.
  const double variance = spread(0, 0), others = other.spread(0, 0), z = x[0] - other.at[0];
  const double from_mean = (at[0] - other.at[0]) * (z + (x[0] - at[0])) / variance;
  const double from_variance = z * z * (variance - others) / (variance * others) - std::log(variance / others);
  return 0.5 * (from_mean + from_variance);
}

Vector Density::sample(Random& random) const {
  const auto one = [](double value) { return Vector::Constant(1, value); };
  switch (family) {
    case Family::gaussian:
      return one(at[0] + std::sqrt(spread(0, 0)) * random.normal());
    case Family::multivariate_gaussian: {
      Vector z(at.size());
      for (double& value : z) value = random.normal();
      return at + Cholesky(spread).L_times(z);
    }
    case Family::exponential:
      return one(random.exponential() / at[0]);
    case Family::uniform:
      return one(at[0] + (at[1] - at[0]) * random.uniform());
    case Family::poisson:
      return one(random.poisson(at[0]));
    case Family::bernoulli:
      return one(random.uniform() < at[0] ? 1 : 0);
    case Family::categorical:
      break;
  }
  return one(static_cast<double>(random.one_of({at.data(), static_cast<std::size_t>(at.size())}) + 1));
}

ItemDomain Density::domain() const {
  switch (family) {
    case Family::exponential:
      return {.range = {{0, infinity}}};
    case Family::poisson:
      return {.range = {{0, infinity}}, .integers = true};
    case Family::bernoulli:
      return {.range = {{0, 1}}, .integers = true};
    case Family::categorical:
      return {.range = {{1, static_cast<double>(at.size())}}, .integers = true, .labels = true};
    case Family::multivariate_gaussian:
      return {.range = std::vector<Interval>(static_cast<std::size_t>(at.size()))};
    case Family::gaussian:
    case Family::uniform:
      break;
  }
  return {.range = {{}}};
}

Quadratic quadratic_of(const Density& density) {
  const double a = density.at[0];
  switch (density.family) {
    case Density::Family::multivariate_gaussian:  // of one dimension
    case Density::Family::gaussian: {
      const double precision = 1 / density.spread(0, 0);
      return {-0.5 * (a * a * precision + std::log(density.spread(0, 0)) + log_two_pi), a * precision,
              -0.5 * precision};
    }
    case Density::Family::exponential:
      return {std::log(a), -a, 0, 0, infinity};
    case Density::Family::uniform:
      return {-std::log(density.at[1] - a), 0, 0, a, density.at[1]};
    case Density::Family::poisson:
      return a > 0 ? Quadratic{-a, std::log(a), 0, 0, infinity} : Quadratic{0, 0, 0, 0, 0};
    default:
      return {};
  }
}

Density gaussian_density(double mean, double variance) {
  return {Density::Family::gaussian, Vector::Constant(1, mean), Matrix::Constant(1, 1, variance)};
}
Density multivariate_gaussian_density(Vector mean, Matrix covariance) {
  return {Density::Family::multivariate_gaussian, std::move(mean), std::move(covariance)};
}
Density exponential_density(double rate) {
  return {Density::Family::exponential, Vector::Constant(1, rate), {}};
}
Density uniform_density(double low, double high) {
  return {Density::Family::uniform, Eigen::Vector2d(low, high), {}};
}
Density poisson_density(double rate) {
  return {Density::Family::poisson, Vector::Constant(1, rate), {}};
}
Density bernoulli_density(double p) {
  return {Density::Family::bernoulli, Vector::Constant(1, p), {}};
}
Density categorical_density(Vector pi) {
  return {Density::Family::categorical, std::move(pi), {}};
}

}  // namespace didact
