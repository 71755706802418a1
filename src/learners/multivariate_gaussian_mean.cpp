#include <didact/core/special.hpp>
#include <didact/learners/multivariate_gaussian_mean.hpp>

#include <Eigen/Cholesky>

#include <cmath>
#include <numbers>

namespace didact {
namespace {

Matrix inverse(const Matrix& m) {
  return m.llt().solve(Matrix::Identity(m.rows(), m.cols()));
}

}  // namespace

double MultivariateGaussianMean::A0(const Vector& lambda1, double lambda2) const {
  // The prior's own covariance stays in h0; λ2 counts items only.   [MGM.1]
  const Matrix W = inverse(covariance);
  const Eigen::LLT<Matrix> precision(Matrix(inverse(prior_covariance) + lambda2 * W));
  if (precision.info() != Eigen::Success) return infinity;
  const Vector h = W * lambda1;
  return 0.5 * h.dot(precision.solve(h)) - 0.5 * log_det(precision);
}

Prior MultivariateGaussianMean::prior() const {
  return {covariance * prior_covariance.llt().solve(prior_mean), 0};
}

NaturalTarget MultivariateGaussianMean::natural(const Target& target) const {
  const Vector theta = covariance.llt().solve(target.mean);
  const double D = static_cast<double>(target.mean.size());
  return {theta, 0.5 * theta.dot(target.mean),
          -0.5 * target.mean.dot(prior_covariance.llt().solve(target.mean)) - 0.5 * D * std::log(2 * std::numbers::pi)};
}

Vector MultivariateGaussianMean::sample(const Target& target, Random& random) const {
  const Vector z = Vector::NullaryExpr(target.mean.size(), [&] { return random.normal(); });
  return target.mean + covariance.llt().matrixL() * z;
}

Extreme MultivariateGaussianMean::extreme(const Vector& a) const {
  return extreme_ray(-a.normalized());
}

double MultivariateGaussianMean::loss(const Target& target, double n, const Vector& s) const {
  Vector missing(s.size());
  for (Index i = 0; i < s.size(); ++i) missing[i] = value(exact_product(n, target.mean[i]) + (-s[i]));
  const Vector pull = prior_covariance.llt().solve(target.mean - prior_mean) + covariance.llt().solve(missing);
  const Eigen::LLT<Matrix> precision(Matrix(inverse(prior_covariance) + n * inverse(covariance)));
  return 0.5 * static_cast<double>(s.size()) * std::log(2 * std::numbers::pi) - 0.5 * log_det(precision) +
         0.5 * pull.dot(precision.solve(pull));
}

MultivariateGaussianMean MultivariateGaussianMean::after(double n, const Vector& s) const {
  const Eigen::LLT<Matrix> precision(Matrix(inverse(prior_covariance) + n * inverse(covariance)));
  const Vector h = prior_covariance.llt().solve(prior_mean) + covariance.llt().solve(s);
  const Matrix next = precision.solve(Matrix::Identity(s.size(), s.size()));
  return {covariance, precision.solve(h), 0.5 * (next + next.transpose())};
}

NaturalTarget MultivariateGaussianMean::mean_natural(const MultivariateGaussianMean& belief) const {
  NaturalTarget mean = natural({belief.prior_mean});
  mean.A += 0.5 * covariance.llt().solve(belief.prior_covariance).trace();
  mean.log_h0 -= 0.5 * prior_covariance.llt().solve(belief.prior_covariance).trace();
  return mean;
}

double MultivariateGaussianMean::squared_loss(const Target& target) const {
  return prior_covariance.trace() + (prior_mean - target.mean).squaredNorm();
}

}  // namespace didact
