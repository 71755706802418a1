#include "report/paper_niw.hpp"

#include <didact/core/random.hpp>
#include <didact/core/special.hpp>

#include <Eigen/LU>
#include <boost/math/tools/roots.hpp>

#include <cmath>
#include <numbers>

namespace didact::report::paper {

Problem<MultivariateGaussian> NiwExample::problem(std::optional<Index> size) const {
  const MultivariateGaussian learner{.mean = mu0, .kappa = kappa0, .nu = nu0, .scale = Lambda0};
  const MultivariateGaussian::Target target{.mean = Vector::Zero(D), .covariance = Matrix::Identity(D, D)};
  Problem<MultivariateGaussian> problem;
  problem.learners = {{1, learner}};
  problem.target = target;
  problem.effort = per_item(c);
  problem.min_size = size.value_or(0);
  problem.max_size = size;
  return problem;
}

double NiwExample::impedance(const Sums& sums, LambdaN form) const {
  const auto& [n, s, S] = sums;
  const double kappa_n = kappa0 + n, nu_n = nu0 + n;
  const Eigen::Vector3d mu_n = (kappa0 * mu0 + s) / kappa_n;
  const Eigen::Matrix3d cross = mu0 * s.transpose();
  Eigen::Matrix3d Lambda_n = Lambda0 + S + kappa0 * n / kappa_n * mu0 * mu0.transpose() - s * s.transpose() / kappa_n;
  if (form == LambdaN::printed)
    Lambda_n -= 2 * kappa0 / kappa_n * cross;
  else
    Lambda_n -= kappa0 / kappa_n * (cross + cross.transpose());
  double result = 0.5 * D * std::numbers::ln2 * nu_n - 0.5 * nu_n * std::log(Lambda_n.determinant()) -
                  0.5 * D * std::log(kappa_n) + 0.5 * Lambda_n.trace() + 0.5 * kappa_n * mu_n.squaredNorm() + c * n;
  for (int i = 1; i <= D; ++i) result += log_gamma(0.5 * (nu_n + 1 - i));
  return result;
}

double NiwExample::constants() const {
  return 0.25 * D * (D - 1) * std::log(std::numbers::pi) + 0.5 * D * std::log(2 * std::numbers::pi);
}

Sums NiwExample::best_sums(double n) const {
  // With s = κn μ* - κ0 μ0 = -κ0 μ0 the terms in μ0 of Λn add up to κ0 μ0μ0ᵀ, whatever n is.
  const Eigen::Matrix3d S = (nu0 + n) * Eigen::Matrix3d::Identity() - Lambda0 - kappa0 * mu0 * mu0.transpose();
  return {n, -kappa0 * mu0, S};
}

double NiwExample::best_size() const {
  auto slope = [&](double n) {
    const double nu_n = nu0 + n;
    double sum = 0.5 * D * (std::numbers::ln2 - std::log(nu_n) - 1 / (kappa0 + n)) + c;
    for (int i = 1; i <= D; ++i) sum += 0.5 * digamma(0.5 * (nu_n + 1 - i));
    return sum;
  };
  std::uintmax_t iterations = 100;
  const auto [low, high] =
      boost::math::tools::toms748_solve(slope, 0.1, 1000.0, boost::math::tools::eps_tolerance<double>(50), iterations);
  return 0.5 * (low + high);
}

NiwExample::Sample NiwExample::random_sets(const ReproduceOptions& options) const {
  Random random(options.seed, 6);
  Sample sample;
  for (Index set = 0; set < options.sets; ++set) {
    Sums sums{.n = 4};
    for (int i = 0; i < 4; ++i) {
      const Eigen::Vector3d x = Eigen::Vector3d::NullaryExpr([&](Index) { return random.normal(); });
      sums.s += x;
      sums.S += x * x.transpose();
    }
    sample.printed.push_back(impedance(sums, LambdaN::printed));
    sample.correct.push_back(impedance(sums, LambdaN::correct));
  }
  return sample;
}

}  // namespace didact::report::paper
