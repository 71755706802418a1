#include "truth.hpp"

#include <Eigen/Dense>
#include <boost/math/quadrature/exp_sinh.hpp>
#include <boost/math/quadrature/sinh_sinh.hpp>
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <boost/math/special_functions/gamma.hpp>

namespace didact::testing {
namespace {

Real log_gamma_of(Real x) {
  return boost::math::lgamma(x);
}

/// (a - 1) log x, with 0 · log 0 = 0.
Real power_term(Real exponent, Real x) {
  return exponent == 0 ? Real{0} : exponent * std::log(x);
}

}  // namespace

double beta_density_loss(Real a, Real b, Real p) {
  return static_cast<double>(log_gamma_of(a) + log_gamma_of(b) - log_gamma_of(a + b) - power_term(a - 1, p) -
                             power_term(b - 1, 1 - p));
}

double gamma_density_loss(Real shape, Real rate, Real x) {
  return static_cast<double>(log_gamma_of(shape) - shape * std::log(rate) - power_term(shape - 1, x) + rate * x);
}

namespace {

Real normal_loss(const RealVector& mean, const RealMatrix& covariance, const RealVector& x) {
  const Eigen::FullPivLU<RealMatrix> lu(covariance);
  const RealVector d = x - mean;
  const Real log_det = std::log(std::abs(lu.determinant()));
  const Real dimension = static_cast<Real>(x.size());
  return (dimension * std::log(2 * std::numbers::pi_v<Real>) + log_det + d.dot(lu.solve(d))) / 2;
}

}  // namespace

double normal_density_loss(const RealVector& mean, const RealMatrix& covariance, const RealVector& x) {
  return static_cast<double>(normal_loss(mean, covariance, x));
}

double inverse_wishart_density_loss(Real nu, const RealMatrix& scale, const RealMatrix& sigma) {
  const Eigen::FullPivLU<RealMatrix> lu(sigma);
  const Real D = static_cast<Real>(sigma.rows());
  Real log_multigamma = D * (D - 1) / 4 * std::log(std::numbers::pi_v<Real>);
  for (Index i = 0; i < sigma.rows(); ++i) log_multigamma += log_gamma_of((nu - static_cast<Real>(i)) / 2);
  return static_cast<double>(nu * D / 2 * std::log(Real{2}) + log_multigamma -
                             nu / 2 * std::log(std::abs(scale.determinant())) +
                             (nu + D + 1) / 2 * std::log(std::abs(lu.determinant())) + lu.solve(scale).trace() / 2);
}

double true_loss(const Bernoulli& learner, const Bernoulli::Target& target, const Matrix& items) {
  Real ones = 0, zeros = 0;
  for (Index i = 0; i < items.rows(); ++i) (items(i, 0) == 1 ? ones : zeros) += 1;
  return beta_density_loss(learner.alpha + ones, learner.beta + zeros, target.p);
}

double true_loss(const Geometric& learner, const Geometric::Target& target, const Matrix& items) {
  Real failures = 0;
  for (Index i = 0; i < items.rows(); ++i) failures += items(i, 0);
  return beta_density_loss(learner.alpha + static_cast<Real>(items.rows()), learner.beta + failures, target.p);
}

double true_loss(const Categorical& learner, const Categorical::Target& target, const Matrix& items) {
  std::vector<Real> alpha(learner.beta.begin(), learner.beta.end());
  for (Index i = 0; i < items.rows(); ++i) alpha[static_cast<std::size_t>(items(i, 0)) - 1] += 1;
  Real total = 0, loss = 0;
  for (std::size_t k = 0; k < alpha.size(); ++k) {
    total += alpha[k];
    loss += log_gamma_of(alpha[k]) - power_term(alpha[k] - 1, target.pi[k]);
  }
  return static_cast<double>(loss - log_gamma_of(total));
}

double true_loss(const Poisson& learner, const Poisson::Target& target, const Matrix& items) {
  Real events = 0;
  for (Index i = 0; i < items.rows(); ++i) events += items(i, 0);
  return gamma_density_loss(learner.shape + events, learner.rate + static_cast<Real>(items.rows()), target.rate);
}

double true_loss(const Exponential& learner, const Exponential::Target& target, const Matrix& items) {
  Real waited = 0;
  for (Index i = 0; i < items.rows(); ++i) waited += items(i, 0);
  return gamma_density_loss(learner.shape + static_cast<Real>(items.rows()), learner.rate + waited, target.rate);
}

/// Kalman's update, one item after the other.
double true_loss(const MultivariateGaussianMean& learner, const MultivariateGaussianMean::Target& target,
                 const Matrix& items) {
  RealVector mean = learner.prior_mean.cast<Real>();
  RealMatrix covariance = learner.prior_covariance.cast<Real>();
  const RealMatrix noise = learner.covariance.cast<Real>();
  for (Index i = 0; i < items.rows(); ++i) {
    const RealMatrix gain = covariance * (covariance + noise).inverse();
    mean += gain * (items.row(i).transpose().cast<Real>() - mean);
    covariance -= (gain * covariance).eval();
  }
  return normal_density_loss(mean, covariance, target.mean.cast<Real>());
}

double true_loss(const GaussianMean& learner, const GaussianMean::Target& target, const Matrix& items) {
  return true_loss(
      MultivariateGaussianMean{Matrix::Constant(1, 1, learner.variance), Vector::Constant(1, learner.prior_mean),
                               Matrix::Constant(1, 1, learner.prior_variance)},
      MultivariateGaussianMean::Target{Vector::Constant(1, target.mean)}, items);
}

/// The rank-one update of each item, one after the other.
double true_loss(const MultivariateGaussian& learner, const MultivariateGaussian::Target& target, const Matrix& items) {
  RealVector mean = learner.mean.cast<Real>();
  RealMatrix scale = learner.scale.cast<Real>();
  Real kappa = learner.kappa, nu = learner.nu;
  for (Index i = 0; i < items.rows(); ++i) {
    const RealVector d = items.row(i).transpose().cast<Real>() - mean;
    scale += (kappa / (kappa + 1)) * d * d.transpose();
    kappa += 1;
    nu += 1;
    mean += d / kappa;
  }
  const RealMatrix sigma = target.covariance.cast<Real>();
  return normal_density_loss(mean, sigma / kappa, target.mean.cast<Real>()) +
         inverse_wishart_density_loss(nu, scale, sigma);
}

/// The same in one dimension: an inverse-Wishart of nu = 2 shape and scale 2 scale is an inverse-gamma.
double true_loss(const Gaussian& learner, const Gaussian::Target& target, const Matrix& items) {
  Real mean = learner.mean, kappa = learner.kappa, shape = learner.shape, scale = learner.scale;
  for (Index i = 0; i < items.rows(); ++i) {
    const Real d = items(i, 0) - mean;
    scale += kappa / (kappa + 1) * d * d / 2;
    kappa += 1;
    shape += Real{0.5};
    mean += d / kappa;
  }
  const Real variance = target.variance, off = target.mean - mean;
  return static_cast<double>(log_gamma_of(shape) - shape * std::log(scale) + (shape + 1) * std::log(variance) +
                             scale / variance + std::log(2 * std::numbers::pi_v<Real> * variance / kappa) / 2 +
                             kappa * off * off / (2 * variance));
}

/// Bayes' rule by determinants: the belief at w* is prior times likelihood over the evidence, the joint density of all
/// y.
double true_loss(const LinearRegression& learner, const LinearRegression::Target& target, const Matrix& items) {
  const RealVector mean = learner.mean.cast<Real>(), w = target.weights.cast<Real>();
  const RealMatrix covariance = learner.covariance.cast<Real>(), rows = items.cast<Real>();
  const Index D = mean.size(), n = items.rows();
  const Real prior = normal_loss(mean, covariance, w);
  if (n == 0) return static_cast<double>(prior);
  const RealMatrix x = rows.leftCols(D);
  const RealMatrix noise = Real{learner.variance} * RealMatrix::Identity(n, n);
  const Real likelihood = normal_loss(x * w, noise, rows.col(D));
  return static_cast<double>(prior + likelihood -
                             normal_loss(x * mean, noise + x * covariance * x.transpose(), rows.col(D)));
}

/// The same; given σ² all of it is Normal, and the evidence over σ² is a multivariate t.
double true_loss(const LinearRegressionUnknownVariance& learner, const LinearRegressionUnknownVariance::Target& target,
                 const Matrix& items) {
  const RealVector mean = learner.mean.cast<Real>();
  const RealMatrix covariance = learner.covariance.cast<Real>(), rows = items.cast<Real>();
  const Index D = mean.size(), n = items.rows();
  const Real variance = target.variance, a = learner.shape, b = learner.scale;
  const Real inverse_gamma = log_gamma_of(a) - a * std::log(b) + (a + 1) * std::log(variance) + b / variance;
  const Real prior = inverse_gamma + normal_loss(mean, variance * covariance, target.weights.cast<Real>());
  if (n == 0) return static_cast<double>(prior);
  const RealMatrix x = rows.leftCols(D), width = RealMatrix::Identity(n, n) + x * covariance * x.transpose();
  const RealVector error = rows.col(D) - x * mean;
  const Real likelihood =
      normal_loss(x * target.weights.cast<Real>(), variance * RealMatrix::Identity(n, n), rows.col(D));
  const Eigen::FullPivLU<RealMatrix> lu(width);
  const Real half = static_cast<Real>(n) / 2;
  const Real evidence = log_gamma_of(a) - log_gamma_of(a + half) - a * std::log(b) +
                        half * std::log(2 * std::numbers::pi_v<Real>) + std::log(std::abs(lu.determinant())) / 2 +
                        (a + half) * std::log(b + error.dot(lu.solve(error)) / 2);
  return static_cast<double>(prior + likelihood - evidence);
}

double over_unit_interval(const Integrand& f) {
  static boost::math::quadrature::tanh_sinh<double> rule;
  return rule.integrate(f, 0.0, 1.0, 1e-12);
}

double over_half_line(const Integrand& f) {
  static boost::math::quadrature::exp_sinh<double> rule;
  return rule.integrate(f, 1e-12);
}

double over_line(const Integrand& f) {
  static boost::math::quadrature::sinh_sinh<double> rule;
  return rule.integrate(f, 1e-12);
}

/// The loss is linear in log π, whose means are those of the Beta marginals.
double belief_loss(const Categorical& learner, const Categorical& belief, const Matrix& items) {
  double total = 0;
  for (const double b : belief.beta) total += b;
  double loss = true_loss(learner, Categorical::Target{std::vector<double>(learner.beta.size(), 1.0)}, items);
  for (std::size_t k = 0; k < learner.beta.size(); ++k) {
    const Bernoulli marginal{belief.beta[k], total - belief.beta[k]};
    double alpha = learner.beta[k];
    for (Index i = 0; i < items.rows(); ++i) alpha += items(i, 0) == static_cast<double>(k + 1);
    loss -= (alpha - 1) * expectation(marginal, [](const Bernoulli::Target& t) { return std::log(t.p); });
  }
  return loss;
}

/// The loss is quadratic in μ: 2D points at the belief's standard deviations carry its mean exactly.
double belief_loss(const MultivariateGaussianMean& learner, const MultivariateGaussianMean& belief,
                   const Matrix& items) {
  const Index D = belief.prior_mean.size();
  const Matrix root = std::sqrt(static_cast<double>(D)) * Matrix(belief.prior_covariance.llt().matrixL());
  double mean = 0;
  for (Index i = 0; i < D; ++i) {
    for (const double sign : {-1.0, 1.0}) {
      const Vector point = belief.prior_mean + sign * root.col(i);
      mean += true_loss(learner, {point}, items) / static_cast<double>(2 * D);
    }
  }
  return mean;
}

/// The loss at (μ, Σ) is linear in Σ⁻¹ and log |Σ| once μ is integrated out: E Σ⁻¹ = νΛ⁻¹, E log |Σ| by the chi-squares
/// of Bartlett's decomposition, each mean logarithm by quadrature.
double belief_loss(const MultivariateGaussian& learner, const MultivariateGaussian& belief, const Matrix& items) {
  const Index D = belief.mean.size();
  const double d = static_cast<double>(D), n = static_cast<double>(items.rows());
  const Matrix precision = belief.nu * belief.scale.inverse();
  double log_det = std::log(belief.scale.determinant());
  for (Index i = 0; i < D; ++i) {
    const Poisson chi_square{(belief.nu - static_cast<double>(i)) / 2, 0.5};  // only its Gamma is of interest
    log_det -= expectation(chi_square, [](const Poisson::Target& t) { return std::log(t.rate); });
  }
  // true_loss at Σ0 = (E Σ⁻¹)⁻¹ has every trace right; only its log |Σ0| must become E log |Σ|.
  const Matrix sigma0 = precision.inverse();
  const double kappa = learner.kappa + n, nu = learner.nu + n;
  return true_loss(learner, {belief.mean, sigma0}, items) +
         0.5 * (nu + d + 2) * (log_det - std::log(sigma0.determinant())) + 0.5 * kappa * d / belief.kappa;
}

/// The mean of what is quadratic in w, by 2D points at the deviations of w.
template <class Function>
double over_weights(const Vector& mean, const Matrix& covariance, Function f) {
  const Index D = mean.size();
  const Matrix root = std::sqrt(static_cast<double>(D)) * Matrix(covariance.llt().matrixL());
  double sum = 0;
  for (Index i = 0; i < D; ++i) sum += f(mean + root.col(i)) + f(mean - root.col(i));
  return sum / static_cast<double>(2 * D);
}

double belief_loss(const LinearRegression& learner, const LinearRegression& belief, const Matrix& items) {
  return over_weights(belief.mean, belief.covariance,
                      [&](const Vector& w) { return true_loss(learner, LinearRegression::Target{w}, items); });
}

double belief_loss(const LinearRegressionUnknownVariance& learner, const LinearRegressionUnknownVariance& belief,
                   const Matrix& items) {
  return over_half_line([&](double precision) {
    const double weight = std::exp(-gamma_density_loss(belief.shape, belief.scale, precision));
    if (!(weight > 0)) return 0.0;
    const double variance = 1 / precision;
    return weight * over_weights(belief.mean, variance * belief.covariance, [&](const Vector& w) {
             return true_loss(learner, LinearRegressionUnknownVariance::Target{w, variance}, items);
           });
  });
}

}  // namespace didact::testing
