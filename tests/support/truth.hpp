#pragma once
// The loss again, from textbook posteriors and the items one by one: no code and no formula in common with the engine.

#include <didact/didact.hpp>

#include <cmath>
#include <functional>
#include <numbers>

namespace didact::testing {

using Real = long double;
using RealVector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using RealMatrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

// -log densities, normalised, as the problem format defines them.
double beta_density_loss(Real a, Real b, Real p);
double gamma_density_loss(Real shape, Real rate, Real x);
double normal_density_loss(const RealVector& mean, const RealMatrix& covariance, const RealVector& x);
double inverse_wishart_density_loss(Real nu, const RealMatrix& scale, const RealMatrix& sigma);

// The loss of each learner after these items (one a row).
double true_loss(const Bernoulli& learner, const Bernoulli::Target& target, const Matrix& items);
double true_loss(const Geometric& learner, const Geometric::Target& target, const Matrix& items);
double true_loss(const Categorical& learner, const Categorical::Target& target, const Matrix& items);
double true_loss(const Poisson& learner, const Poisson::Target& target, const Matrix& items);
double true_loss(const Exponential& learner, const Exponential::Target& target, const Matrix& items);
double true_loss(const MultivariateGaussianMean& learner, const MultivariateGaussianMean::Target& target,
                 const Matrix& items);
double true_loss(const GaussianMean& learner, const GaussianMean::Target& target, const Matrix& items);
double true_loss(const MultivariateGaussian& learner, const MultivariateGaussian::Target& target, const Matrix& items);
double true_loss(const Gaussian& learner, const Gaussian::Target& target, const Matrix& items);
double true_loss(const LinearRegression& learner, const LinearRegression::Target& target, const Matrix& items);
double true_loss(const LinearRegressionUnknownVariance& learner, const LinearRegressionUnknownVariance::Target& target,
                 const Matrix& items);

// E f(target) when the target is drawn from a belief, by quadrature.

using Integrand = std::function<double(double)>;
double over_unit_interval(const Integrand& f);
double over_half_line(const Integrand& f);
double over_line(const Integrand& f);

template <class Function>
double expectation(const Bernoulli& belief, Function f) {
  return over_unit_interval(
      [&](double p) { return std::exp(-beta_density_loss(belief.alpha, belief.beta, p)) * f(Bernoulli::Target{p}); });
}

template <class Function>
double expectation(const Geometric& belief, Function f) {
  return over_unit_interval(
      [&](double p) { return std::exp(-beta_density_loss(belief.alpha, belief.beta, p)) * f(Geometric::Target{p}); });
}

template <class Function>
double expectation(const Poisson& belief, Function f) {
  return over_half_line([&](double rate) {
    const double weight = std::exp(-gamma_density_loss(belief.shape, belief.rate, rate));
    return weight > 0 ? weight * f(Poisson::Target{rate}) : 0.0;
  });
}

template <class Function>
double expectation(const Exponential& belief, Function f) {
  return over_half_line([&](double rate) {
    const double weight = std::exp(-gamma_density_loss(belief.shape, belief.rate, rate));
    return weight > 0 ? weight * f(Exponential::Target{rate}) : 0.0;
  });
}

template <class Function>
double expectation(const GaussianMean& belief, Function f) {
  const double deviation = std::sqrt(belief.prior_variance);
  return over_line([&](double z) {
    const double weight = std::exp(-0.5 * z * z) / std::sqrt(2 * std::numbers::pi);
    return weight > 0 ? weight * f(GaussianMean::Target{belief.prior_mean + deviation * z}) : 0.0;
  });
}

/// μ given σ² by the three-point Gauss-Hermite rule, exact here: the loss is quadratic in μ.
template <class Function>
double expectation(const Gaussian& belief, Function f) {
  return over_half_line([&](double precision) {
    const double weight = std::exp(-gamma_density_loss(belief.shape, belief.scale, precision));
    if (!(weight > 0)) return 0.0;
    const double variance = 1 / precision, step = std::sqrt(3 * variance / belief.kappa);
    const double mean = f(Gaussian::Target{belief.mean - step, variance}) / 6 +
                        f(Gaussian::Target{belief.mean, variance}) * 2 / 3 +
                        f(Gaussian::Target{belief.mean + step, variance}) / 6;
    return weight * mean;
  });
}

template <class L>
concept HasExpectation = requires(const L& belief, double (*f)(const typename L::Target&)) {
  { expectation(belief, f) } -> std::convertible_to<double>;
};

/// The learner's mean loss under a belief.
template <HasExpectation L>
double belief_loss(const L& learner, const L& belief, const Matrix& items) {
  return expectation(belief, [&](const typename L::Target& target) { return true_loss(learner, target, items); });
}

// Where the loss depends on the target in a simple way, so does its mean.
double belief_loss(const Categorical& learner, const Categorical& belief, const Matrix& items);
double belief_loss(const MultivariateGaussianMean& learner, const MultivariateGaussianMean& belief,
                   const Matrix& items);
double belief_loss(const MultivariateGaussian& learner, const MultivariateGaussian& belief, const Matrix& items);
double belief_loss(const LinearRegression& learner, const LinearRegression& belief, const Matrix& items);
double belief_loss(const LinearRegressionUnknownVariance& learner, const LinearRegressionUnknownVariance& belief,
                   const Matrix& items);

}  // namespace didact::testing
