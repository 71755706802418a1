#include "../core/decompositions.hpp"
#include "regression_sums.hpp"
#include <didact/learners/linear_regression.hpp>

#include <cmath>
#include <numbers>

namespace didact {

Vector LinearRegression::T(const Vector& row) const {
  const Vector x = row.head(mean.size());
  return packed(x * x.transpose(), x * row[mean.size()]);
}

double LinearRegression::A0(const Vector& lambda1, double) const {
  const RegressionSums lambda = unpacked(lambda1, mean.size());
  const Cholesky precision(lambda.S / variance);
  if (!precision.succeeded()) return infinity;
  const Vector h = lambda.u / variance;
  return 0.5 * h.dot(precision.solve(h)) - 0.5 * precision.log_det();
}

Prior LinearRegression::prior() const {
  const Cholesky factor(covariance);
  return {packed(variance * factor.inverse(), variance * factor.solve(mean)),
          0};  // y² and the noise are no part of the likelihood of w: A(θ) = 0
}

NaturalTarget LinearRegression::natural(const Target& target) const {
  const Vector& w = target.weights;
  return {packed(-0.5 / variance * w * w.transpose(), w / variance), 0,
          -0.5 * static_cast<double>(w.size()) * std::log(2 * std::numbers::pi)};
}

Vector LinearRegression::sample(const Target& target, Random& random) const {
  Vector row(mean.size() + 1);
  for (double& x : row.head(mean.size())) x = random.normal();
  row[mean.size()] = target.weights.dot(row.head(mean.size())) + std::sqrt(variance) * random.normal();
  return row;
}

/// x small and y large make x y anything at no x xᵀ: only without such a pull does the square decide.
Extreme LinearRegression::extreme(const Vector& a) const {
  const Index D = mean.size();
  const RegressionSums along = unpacked(a, D);
  if (!along.u.isZero(0)) return extreme_ray(packed(Matrix::Zero(D, D), -along.u.normalized()));
  const Spectrum spectrum(along.S);
  const Vector v = spectrum.eigenvectors().col(0);
  const Vector square = packed(v * v.transpose(), Vector::Zero(D));
  return spectrum.eigenvalues()[0] < 0 ? extreme_ray(square) : extreme_point(Vector::Zero(a.size()));
}

/// [REG.1]
double LinearRegression::loss(const Target& target, double, const Vector& s) const {
  const Index D = mean.size();
  const RegressionSums sums = unpacked(s, D);
  const Cholesky prior_factor(covariance);
  const Vector pull = prior_factor.solve(target.weights - mean) + (sums.S * target.weights - sums.u) / variance;
  const Cholesky precision(prior_factor.inverse() + sums.S / variance);
  return 0.5 * static_cast<double>(D) * std::log(2 * std::numbers::pi) - 0.5 * precision.log_det() +
         0.5 * pull.dot(precision.solve(pull));
}

LinearRegression LinearRegression::after(double, const Vector& s) const {
  const Index D = mean.size();
  const RegressionSums sums = unpacked(s, D);
  const Cholesky prior_factor(covariance);
  const Cholesky precision(prior_factor.inverse() + sums.S / variance);
  const Matrix next = precision.inverse();
  return {variance, mean + precision.solve(sums.u - sums.S * mean) / variance, 0.5 * (next + next.transpose())};
}

LinearRegression::Target LinearRegression::from_natural(const Vector& theta) const {
  return {variance * theta.tail(mean.size())};
}

NaturalTarget LinearRegression::mean_natural(const LinearRegression& belief) const {
  NaturalTarget natural_mean = natural({belief.mean});
  natural_mean.theta -= packed(0.5 / variance * belief.covariance, Vector::Zero(mean.size()));
  return natural_mean;
}

LinearRegression::Target LinearRegression::maximum_likelihood(double, const Vector& s) const {
  const RegressionSums sums = unpacked(s, mean.size());
  return {least_squares(sums.S, sums.u)};
}

LinearRegression::Target LinearRegression::maximum_likelihood(const ItemSet& items) const {
  return {least_squares(items).weights};
}

}  // namespace didact
