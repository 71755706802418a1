#pragma once
// The normal-inverse-Wishart learner for n items, solved by eigenvalues: no semidefinite program is needed.   [NIW]

#include <didact/core/stop.hpp>
#include <didact/learners/internal/densities.hpp>

namespace didact::solvers {

/// Item mean and scatter Σ(x - m)(x - m)ᵀ, with the loss they lead to.
struct Moments {
  double value = infinity;
  Vector mean;
  Matrix scatter;
};

/// One learner and one target, in coordinates where the target is N(0, I) and the prior's scale is diagonal.
class SpectralNiw {
 public:
  SpectralNiw(const NormalInverseWishart& prior, const Vector& mu, const Matrix& sigma);

  Index dimension() const { return e_.size(); }

  /// g(n): any scatter ⪰ 0. Convex in n > 0.   [NIW.4]
  double value(double n, const Stop& stop = {}) const;
  Moments best(double n, const Stop& stop = {}) const;
  /// A convex function below g(n), and whether it is g(n): every eigenvalue at its best.
  double floor(double n) const { return floor(state(n)); }
  bool reaches_floor(double n) const { return all_can_be_lifted(state(n)); }

  /// n ≤ D items: the scatter has rank n - 1 at most. Exact for n = 1, the best of many starts else.   [NIW.5]
  Moments best_limited(Index n, const Stop& stop = {}) const;
  /// What no n ≤ D items can beat; nothing of the kind if it was stopped.
  double limited_bound(Index n, const Stop& stop = {}) const;

 private:
  struct State {  // at size n
    double n, kappa, nu, rho;
  };
  State state(double n) const { return {n, kappa_ + n, nu_ + n, kappa_ * (kappa_ + n) / n}; }
  double floor(const State& at) const;
  bool all_can_be_lifted(const State& at) const;
  double partial(const State& at, Index liftable, const Vector& u, Vector& gradient) const;
  Vector best_posterior_mean(const State& at, Index liftable, const Stop& stop = {}) const;
  Vector best_single(const State& at) const;
  Moments moments(const State& at, Index liftable, const Vector& u) const;

  double kappa_, nu_, log_det_sigma_;
  Vector mu_;
  Matrix basis_;  ///< x = μ* + basis · x̃
  Vector e_;      ///< eigenvalues of the prior's scale, ascending
  Vector z_;      ///< the prior's mean
};

}  // namespace didact::solvers
