#include "../core/decompositions.hpp"
#include "regression_sums.hpp"
#include <didact/learners/internal/densities.hpp>
#include <didact/learners/linear_regression.hpp>

#include <cmath>
#include <numbers>

namespace didact {
namespace {

using Regression = LinearRegressionUnknownVariance;

const double log_two_pi = std::log(2 * std::numbers::pi);

/// From E 1/σ², E w/σ², E w wᵀ/σ² and E log σ²: λ2 = 2 shape, and the other powers of σ² are h0's.   [REG.2]
NaturalTarget natural_from(double precision, const Vector& weights, const Matrix& squares, double log_variance) {
  const double D = static_cast<double>(weights.size());
  return {packed(-0.5 * squares, weights, -0.5 * precision), 0.5 * log_variance,
          -(1 + 0.5 * D) * log_variance - 0.5 * D * log_two_pi};
}

}  // namespace

Vector Regression::T(const Vector& row) const {
  const Vector x = row.head(mean.size());
  const double y = row[mean.size()];
  return packed(x * x.transpose(), x * y, y * y);
}

double Regression::A0(const Vector& lambda1, double lambda2) const {
  const RegressionSums lambda = unpacked(lambda1, mean.size());
  const Cholesky factor(lambda.S);
  if (!factor.succeeded() || !(lambda2 > 0)) return infinity;
  const double b = 0.5 * (lambda.t - lambda.u.dot(factor.solve(lambda.u)));
  if (!(b > 0)) return infinity;
  return log_gamma(0.5 * lambda2) - 0.5 * lambda2 * std::log(b) - 0.5 * factor.log_det();
}

Prior Regression::prior() const {
  const Cholesky factor(covariance);
  const Vector pull = factor.solve(mean);
  return {packed(factor.inverse(), pull, 2 * scale + mean.dot(pull)), 2 * shape};
}

NaturalTarget Regression::natural(const Target& target) const {
  const double precision = 1 / target.variance;
  return natural_from(precision, precision * target.weights, precision * target.weights * target.weights.transpose(),
                      std::log(target.variance));
}

Vector Regression::sample(const Target& target, Random& random) const {
  Vector row(mean.size() + 1);
  for (double& x : row.head(mean.size())) x = random.normal();
  row[mean.size()] = target.weights.dot(row.head(mean.size())) + std::sqrt(target.variance) * random.normal();
  return row;
}

/// ⟨a, T⟩ is a square of the whole row (x, y).
Extreme Regression::extreme(const Vector& a) const {
  const Index D = mean.size();
  const RegressionSums along = unpacked(a, D);
  Matrix square(D + 1, D + 1);
  square << along.S, 0.5 * along.u, 0.5 * along.u.transpose(), along.t;
  const Spectrum spectrum(square);
  if (spectrum.eigenvalues()[0] < 0) return extreme_ray(T(spectrum.eigenvectors().col(0)));
  return extreme_point(Vector::Zero(a.size()));
}

/// [REG.2]
double Regression::loss(const Target& target, double n, const Vector& s) const {
  const Index D = mean.size();
  const RegressionSums sums = unpacked(s, D);
  const Vector& w = target.weights;
  const Cholesky prior_factor(covariance);
  const Vector off = w - mean, prior_pull = prior_factor.solve(off);
  const Vector left = sums.S * w - sums.u, pull = prior_pull + left;
  const Cholesky factor(prior_factor.inverse() + sums.S);
  const double miss = 0.5 * pull.dot(factor.solve(pull));
  const double squares = sums.t - w.dot(sums.u) + w.dot(left);  // Σ (y - w·x)²
  const double b = scale + 0.5 * (off.dot(prior_pull) + squares) - miss;
  return gamma_loss(exact_sum(shape, 0.5 * n), {b, 0}, 1 / target.variance) + 2 * std::log(target.variance) +
         0.5 * static_cast<double>(D) * (log_two_pi + std::log(target.variance)) - 0.5 * factor.log_det() +
         miss / target.variance;
}

Regression Regression::after(double n, const Vector& s) const {
  const Index D = mean.size();
  const RegressionSums sums = unpacked(s, D);
  const Cholesky prior_factor(covariance);
  const Cholesky factor(prior_factor.inverse() + sums.S);
  // About the prior's mean, where the squares keep the digits of what is left.
  const Vector left = sums.u - sums.S * mean, step = factor.solve(left);
  const double squares = sums.t - mean.dot(sums.u) - mean.dot(left);
  const Matrix next = factor.inverse();
  return {mean + step, 0.5 * (next + next.transpose()), shape + 0.5 * n, scale + 0.5 * (squares - left.dot(step))};
}

Regression::Target Regression::from_natural(const Vector& theta) const {
  const RegressionSums parts = unpacked(theta, mean.size());
  return {parts.u / (-2 * parts.t), 1 / (-2 * parts.t)};
}

NaturalTarget Regression::mean_natural(const Regression& belief) const {
  const double precision = belief.shape / belief.scale;
  return natural_from(precision, precision * belief.mean,
                      precision * belief.mean * belief.mean.transpose() + belief.covariance,
                      std::log(belief.scale) - digamma(belief.shape));
}

Regression::Target Regression::maximum_likelihood(double n, const Vector& s) const {
  const RegressionSums sums = unpacked(s, mean.size());
  const Vector w = least_squares(sums.S, sums.u);
  return {w, (sums.t - w.dot(sums.u)) / n};
}

Regression::Target Regression::maximum_likelihood(const ItemSet& items) const {
  const LeastSquares fit = least_squares(items);
  return {fit.weights, fit.variance};
}

Regression::Target Regression::expected() const {
  return {mean, shape > 1 ? scale / (shape - 1) : infinity};
}

}  // namespace didact
