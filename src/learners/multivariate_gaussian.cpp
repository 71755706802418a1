#include "../core/decompositions.hpp"
#include "too_far.hpp"
#include <didact/core/special.hpp>
#include <didact/learners/multivariate_gaussian.hpp>

#include <cmath>
#include <numbers>

namespace didact {
namespace {

/// (a, B) as one vector, B row by row; and back, B made symmetric.
Vector packed_moments(const Vector& a, const Matrix& B) {
  const Index D = a.size();
  Vector v(D + D * D);
  v.head(D) = a;
  for (Index i = 0; i < D; ++i) v.segment(D + i * D, D) = B.row(i).transpose();
  return v;
}

Matrix square_part(const Vector& v, Index D) {
  const Matrix B = Matrix::Map(v.data() + D, D, D);
  return 0.5 * (B + B.transpose());
}

/// [NIW.3] A(θ) and the powers of |Σ| that λ2 = κ leaves to h0.
NaturalTarget natural_from(const MultivariateGaussian& learner, const Vector& precision_mean, const Matrix& precision,
                           double mean_square, double log_det_sigma) {
  const double D = static_cast<double>(learner.mean.size());
  return {packed_moments(precision_mean, -0.5 * precision), 0.5 * (mean_square + log_det_sigma),
          -0.5 * (learner.nu + D + 2 - learner.kappa) * log_det_sigma};
}

BeliefAsPoint<MultivariateGaussian::Target> as_point_of(const MultivariateGaussian& learner,
                                                        const CentredBelief& belief) {
  return {{belief.mean, belief.covariance}, belief.per_item(), belief.once(learner.normal_inverse_wishart())};
}

}  // namespace

std::vector<Mistake> MultivariateGaussian::mistakes() const {
  const double D = static_cast<double>(mean.size());
  if (nu > D - 1) return {};
  return {{"nu", "must be > D - 1"}};
}

Vector MultivariateGaussian::T(const Vector& x) const {
  return packed_moments(x, x * x.transpose());
}

Vector MultivariateGaussian::summed(const ItemSet& items) const {
  const Vector copies = Eigen::Map<const Eigen::Matrix<Index, Eigen::Dynamic, 1>>(
                            items.copies.data(), static_cast<Index>(items.copies.size()))
                            .cast<double>();
  if (items.rows.rows() == 0) return Vector::Zero(mean.size() + mean.size() * mean.size());
  const Matrix scaled = copies.asDiagonal() * items.rows;
  return packed_moments(scaled.colwise().sum().transpose(), items.rows.transpose() * scaled);
}

double MultivariateGaussian::A0(const Vector& lambda1, double lambda2) const {
  const Index D = mean.size();
  const double d = static_cast<double>(D);
  const double nu_n = nu + lambda2 - kappa;
  if (!(lambda2 > 0 && nu_n > d - 1)) return infinity;
  const Vector u = lambda1.head(D);
  const Cholesky factor(square_part(lambda1, D) - u * u.transpose() / lambda2);
  if (!factor.succeeded()) return infinity;
  double sum = 0;
  for (Index i = 0; i < D; ++i) sum += log_gamma(0.5 * (nu_n - static_cast<double>(i)));
  return sum + 0.5 * nu_n * (d * std::log(2.0) - factor.log_det()) + 0.25 * d * (d - 1) * std::log(std::numbers::pi) +
         0.5 * d * std::log(2 * std::numbers::pi / lambda2);
}

Prior MultivariateGaussian::prior() const {
  return {packed_moments(kappa * mean, scale + kappa * mean * mean.transpose()), kappa};
}

NaturalTarget MultivariateGaussian::natural(const Target& target) const {
  const Cholesky factor(target.covariance);
  const Vector precision_mean = factor.solve(target.mean);
  const Matrix precision = factor.inverse();
  return natural_from(*this, precision_mean, precision, target.mean.dot(precision_mean), factor.log_det());
}

Vector MultivariateGaussian::sample(const Target& target, Random& random) const {
  const Vector z = Vector::NullaryExpr(target.mean.size(), [&] { return random.normal(); });
  return target.mean + Cholesky(target.covariance).L_times(z);
}

Extreme MultivariateGaussian::extreme(const Vector& a) const {
  const Index D = mean.size();
  const Spectrum spectrum(square_part(a, D));
  if (spectrum.eigenvalues()[0] > 0) {
    const Matrix& V = spectrum.eigenvectors();
    const Vector x = -0.5 * V * (V.transpose() * a.head(D)).cwiseQuotient(spectrum.eigenvalues());
    return extreme_point(T(x));
  }
  const Vector v = spectrum.eigenvectors().col(0);
  return extreme_ray(packed_moments(Vector::Zero(D), v * v.transpose()));
}

double MultivariateGaussian::loss(const Target& target, double n, const Vector& s) const {
  const Index D = mean.size();
  return normal_inverse_wishart_loss(normal_inverse_wishart(), target.mean, target.covariance,
                                     centred_moments(n, s.head(D), square_part(s, D)));
}

double MultivariateGaussian::loss(const Target& target, const ItemSet& items) const {
  return normal_inverse_wishart_loss(normal_inverse_wishart(), target.mean, target.covariance, centred_moments(items));
}

MultivariateGaussian MultivariateGaussian::after(double n, const Vector& s) const {
  const Index D = mean.size();
  return with(normal_inverse_wishart().after(centred_moments(n, s.head(D), square_part(s, D))));
}

MultivariateGaussian MultivariateGaussian::after(const ItemSet& items) const {
  return with(normal_inverse_wishart().after(centred_moments(items)));
}

MultivariateGaussian::Target MultivariateGaussian::from_natural(const Vector& theta) const {
  const Index D = mean.size();
  const Cholesky precision(-2 * square_part(theta, D));
  const Matrix covariance = precision.inverse();
  return {precision.solve(theta.head(D)), 0.5 * (covariance + covariance.transpose())};
}

NaturalTarget MultivariateGaussian::mean_natural(const MultivariateGaussian& belief) const {
  const Index D = mean.size();
  const Cholesky factor(belief.scale);
  const Matrix precision = belief.nu * factor.inverse();
  double mean_log_det = factor.log_det() - static_cast<double>(D) * std::log(2.0);
  for (Index i = 0; i < D; ++i) mean_log_det -= digamma(0.5 * (belief.nu - static_cast<double>(i)));
  return natural_from(*this, precision * belief.mean, precision,
                      static_cast<double>(D) / belief.kappa + belief.mean.dot(precision * belief.mean), mean_log_det);
}

BeliefAsPoint<MultivariateGaussian::Target> MultivariateGaussian::as_point(
    const std::vector<Weighted<Target>>& points) const {
  std::vector<Weighted<Normal>> normals;
  for (const auto& [weight, point] : points) normals.push_back({weight, {point.mean, point.covariance}});
  return as_point_of(*this, centred_belief(normals));
}

BeliefAsPoint<MultivariateGaussian::Target> MultivariateGaussian::as_point(const MultivariateGaussian& belief) const {
  return as_point_of(*this, centred_belief(belief.normal_inverse_wishart()));
}

MultivariateGaussian::Target MultivariateGaussian::maximum_likelihood(double n, const Vector& s) const {
  const Index D = mean.size();
  const Vector m = s.head(D) / n;
  return {m, square_part(s, D) / n - m * m.transpose()};
}

MultivariateGaussian::Target MultivariateGaussian::maximum_likelihood(const ItemSet& items) const {
  const CentredMoments moments = centred_moments(items);
  return {moments.mean, moments.scatter / moments.n};
}

MultivariateGaussian::Target MultivariateGaussian::expected() const {
  const double excess = nu - static_cast<double>(mean.size()) - 1;
  return {mean, excess > 0 ? Matrix(scale / excess) : Matrix::Constant(scale.rows(), scale.cols(), infinity)};
}

std::vector<Mistake> MultivariateGaussian::beyond_reach(const Target& target) const {
  TooFar distances;
  distances.far("mean", "of the belief from the learner's mean",
                distance(target.covariance, target.mean - mean) * std::sqrt(kappa));
  distances.far("mean", "of the items from 0", distance(target.covariance, target.mean));
  return std::move(distances).found();
}

std::vector<Mistake> MultivariateGaussian::beyond_counting(const Target& target) const {
  TooFar distances;
  const Vector ratio = scale.diagonal().cwiseQuotient(target.covariance.diagonal());
  distances.count("covariance", "beside it the prior's scale is worth as many items as", ratio.maxCoeff());
  return std::move(distances).found();
}

}  // namespace didact
