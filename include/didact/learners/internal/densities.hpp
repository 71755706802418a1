#pragma once
// -log densities shared by several learners, in forms that keep 12 digits up to n = 10⁹ ([ACC] in docs/equations.md).

#include <didact/core/items.hpp>
#include <didact/core/learner.hpp>
#include <didact/core/special.hpp>
#include <didact/core/types.hpp>

#include <span>
#include <string>

namespace didact {

/// -log Dirichlet(π; α) with α_k = β_k + s_k, each kept as an exact sum.   [DIR.1]
double dirichlet_loss(std::span<const double> beta, std::span<const double> s, std::span<const Twofold> pi);

/// How a target stands with a Dirichlet(β) belief; both are called by their names in a problem.   [DIR.1]
Standing dirichlet_standing(std::span<const double> beta, std::span<const double> pi, const std::string& target_name,
                            const std::string& prior_name);

/// -log Gamma(rate; a, b), density in the rate, b the rate parameter.   [GAM.1]
double gamma_loss(Twofold a, Twofold b, double rate);

/// E (p - p*)² under Beta(a, b).   [SQ.1]
double beta_squared_distance(double a, double b, double p);

/// E (rate - rate*)² under Gamma(a, b), b the rate parameter.   [SQ.3]
double gamma_squared_distance(double a, double b, double rate);

/// What a normal-inverse-Wishart belief sees of n items, in a form that keeps its digits: their mean and Σ(x-m)(x-m)ᵀ.
struct CentredMoments {
  double n = 0;
  Vector mean;
  Matrix scatter;
  Matrix deviations;  ///< rows √copies (x-m)ᵀ of few items: more digits of a scatter that is nearly singular; or empty
};
CentredMoments centred_moments(double n, const Vector& sum, const Matrix& squares);
CentredMoments centred_moments(const ItemSet& items);

/// A normal-inverse-Wishart belief over (μ, Σ).
struct NormalInverseWishart {
  Vector mean;
  double kappa = 1;
  double nu = 1;
  Matrix scale;

  Index dimension() const { return mean.size(); }
  NormalInverseWishart after(const CentredMoments& items) const;
};

/// A belief over (μ, Σ) by its centre, Σ̄ = (E Σ⁻¹)⁻¹ and μ̄ = Σ̄ E Σ⁻¹μ, and what is around it: no square of a distance
/// from 0 is left in these.   [BELIEF.2]
struct CentredBelief {
  Vector mean;
  Matrix covariance;
  double spread = 0;          ///< E (μ-μ̄)ᵀ Σ⁻¹ (μ-μ̄)
  double log_det_excess = 0;  ///< E log det Σ - log det Σ̄

  /// What it costs a learner beyond its centre.
  double per_item() const { return 0.5 * (spread + log_det_excess); }
  double once(const NormalInverseWishart& learner) const {
    const double D = static_cast<double>(learner.dimension());
    return 0.5 * (learner.kappa * spread + (learner.nu + D + 2) * log_det_excess);
  }
};
struct Normal {
  Vector mean;
  Matrix covariance;
};
CentredBelief centred_belief(const std::vector<Weighted<Normal>>& points);
CentredBelief centred_belief(const NormalInverseWishart& belief);

/// -log NIW(μ*, Σ*) after some items.   [NIW.1]
double normal_inverse_wishart_loss(const NormalInverseWishart& prior, const Vector& mu, const Matrix& sigma,
                                   const CentredMoments& items);

/// E‖μ - μ*‖² + E‖Σ - Σ*‖² (Frobenius) under the belief; infinite unless ν > D + 3.   [SQ.6]
double squared_distance(const NormalInverseWishart& belief, const Vector& mu, const Matrix& sigma);

/// The part of that loss that depends on n alone once every eigenvalue of Σ*⁻¹Λn equals νn and μn = μ*.   [NIW.2]
double normal_inverse_wishart_floor(Index dimension, double kappa_n, double nu_n, double log_det_sigma);

/// A Normal belief about a mean, and the variance of the items that it learns from.
struct NormalMean {
  double mean = 0;
  double variance = 1;
  double item_variance = 1;
};

/// The least E (mean - target)² after n or more items of a range. With e = σ²/(σ² + nσ0²) it is σ0² e + (d + e m)²,
/// where d > 0 is how far the range is from the target, and d + m how far the prior.   [SQ.7]
double least_squared_distance(const NormalMean& prior, double target, const Interval& range, double n);

}  // namespace didact
