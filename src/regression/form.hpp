#pragma once
// A regression problem in the learner's own units. With L Lᵀ the prior's precision (times the noise where that is
// known), items are x̃ = L⁻¹x, the prior's covariance is the identity, and the prior's mean is off by d.   [REG.3]

#include <didact/regression/regression_problem.hpp>

namespace didact::regression {

struct Form {
  bool known_noise = true;
  Matrix root;       ///< L, lower triangular
  Vector weights;    ///< w*
  double noise = 1;  ///< σ²: the learner's, or the target's
  Vector off;        ///< d = Lᵀ(m0 - w*)
  double shape = 0;  ///< of the inverse gamma, where the noise is learned
  double scale = 0;
  Matrix cost;  ///< what the squares cost: tr(cost Σ x̃x̃ᵀ), by their magnitude and by a teacher's doubt
  bool free_direction = false;  ///< squares cost nothing along some direction
  double per_item = 0;
  double constant = 0;

  Index dimension() const { return weights.size(); }
  Matrix whitened(const Matrix& rows) const;  ///< of x, a row each
  Matrix shown(const Matrix& whitened) const;
  bool costs_squares() const { return !cost.isZero(0); }

  /// What y leaves of the loss: `b` is the posterior's scale, `miss` = ½ (w* - m)ᵀ Λ (w* - m).   [REG.4]
  double label_loss(double n, double b, double miss) const;
  double shape_after(double n) const { return shape + 0.5 * n; }

  /// All but the labels' part: constant + per_item n - ½ log det(I + S) + tr(cost S).
  double design_loss(double n, const Matrix& S) const;
};

Form form_of(const RegressionProblem& problem);

/// Statistics of the whitened design and its labels, as the learner's T sums them.
Vector statistic_of(const Form& form, const Matrix& S, const Vector& pull, double squares);

}  // namespace didact::regression
