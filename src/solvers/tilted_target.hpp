#pragma once
// Efforts that are linear in (n, Σx, Σxxᵀ) only move the Gaussian target: they are absorbed, not optimised over. [TILT]

#include <didact/learners/internal/densities.hpp>

namespace didact::solvers {

/// loss(μ*, Σ*) + bᵀΣx + Σ_i w_i Σx_i²  =  loss(μ', Σ') + per_item·n + constant.
struct TiltedTarget {
  Vector mu;
  Matrix sigma;
  double per_item = 0;
  double constant = 0;
};

TiltedTarget tilted(const NormalInverseWishart& prior, const Vector& mu, const Matrix& sigma, const Vector& linear,
                    const Vector& square);

}  // namespace didact::solvers
