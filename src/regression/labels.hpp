#pragma once
// The best y for given x. With e = y - w*·x only Σ x̃e and Σ e² count, and what they can be depends on the spectrum of
// the design alone: one equation in one unknown.   [REG.4]

#include "form.hpp"

namespace didact::regression {

/// What the best labels do in each direction of the design's spectrum.
struct SpectralLabels {
  double loss = 0;    ///< the labels' part of the loss
  double weight = 1;  ///< ρ = a σ²/b: 1 where the noise is taught exactly
  Vector errors;      ///< e along each direction of a positive eigenvalue
  Vector misses;      ///< k = (I + S)⁻¹(d + Σ x̃e)
  Vector along;       ///< S⁻¹ Σ x̃e, finite where there is no item too
  bool edge = false;  ///< some direction without items would be worth any first one: no slope there
  double spare = 0;   ///< Σ e² beyond these, orthogonal to all x
};

/// `spectrum` are the eigenvalues of S, `off` is d in its basis. `spare_room` says whether some e is orthogonal to all
/// x: more items than directions. Known noise: directions of (nearly) no items are left where the prior has them.
SpectralLabels best_labels(const Form& form, double n, const Vector& spectrum, const Vector& off, bool spare_room);

/// The labels' part for any S, room to spare, and its derivative by S: convex, and falling in S.   [REG.6]
struct LabelTerm {
  double loss = 0;
  Matrix slope;
  Vector pull;         ///< Σ x̃e
  double squares = 0;  ///< Σ e²
  bool smooth = true;  ///< false: S lacks a direction, and the slope towards it is steeper than any
};
LabelTerm label_term(const Form& form, double n, const Matrix& S);

/// Labels for a design: rows x̃ with how often each is there. e is the same for equal rows, but for `spare`.
struct DesignLabels {
  Vector errors;  ///< e of each row
  double spare = 0;
  double loss = 0;
};
DesignLabels label_design(const Form& form, const Matrix& rows, const Vector& copies);

/// Where eigenvalues are this small beside the largest, their direction has no items.
inline constexpr double no_direction = 1e-13;

}  // namespace didact::regression
