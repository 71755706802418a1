#include "solvers/tilted_target.hpp"

#include "../core/decompositions.hpp"

namespace didact::solvers {

TiltedTarget tilted(const NormalInverseWishart& prior, const Vector& mu, const Matrix& sigma, const Vector& linear,
                    const Vector& square) {
  if (linear.isZero(0) && square.isZero(0)) return {mu, sigma, 0, 0};
  const Index D = mu.size();
  const Cholesky factor(sigma);
  const Matrix P = factor.inverse();
  Matrix tilted_P = P;
  tilted_P.diagonal() += 2 * square;
  const Cholesky tilted_factor(tilted_P);
  TiltedTarget result;
  result.sigma = tilted_factor.inverse();
  result.sigma = 0.5 * (result.sigma + result.sigma.transpose()).eval();
  result.mu = tilted_factor.solve(P * mu - linear);

  // Each item costs ½(x-μ*)ᵀP(x-μ*) + bᵀx + Σ w x² = ½(x-μ')ᵀP'(x-μ') + k; the prior's own terms are put back.
  const double k = 0.5 * (mu.dot(P * mu) - result.mu.dot(tilted_P * result.mu));
  const double log_ratio = factor.log_det() + tilted_factor.log_det();  // log |Σ*| - log |Σ'|
  const Vector d = prior.mean - mu, tilted_d = prior.mean - result.mu;
  const double prior_before = 0.5 * (P * prior.scale).trace() + 0.5 * prior.kappa * d.dot(P * d);
  const double prior_after =
      0.5 * (tilted_P * prior.scale).trace() + 0.5 * prior.kappa * tilted_d.dot(tilted_P * tilted_d);
  result.per_item = k + 0.5 * log_ratio;
  result.constant = prior_before - prior_after + 0.5 * (prior.nu + static_cast<double>(D) + 2) * log_ratio;
  return result;
}

}  // namespace didact::solvers
