#pragma once
// Squares that cost: the best S = Σ x̃x̃ᵀ of all, eigenvalue by eigenvalue.   [REG.7]

#include "labels.hpp"
#include <didact/core/stop.hpp>

namespace didact::regression {

struct BestSquares {
  Matrix S;
  double value = -infinity;  ///< -½ log det(I + S) + tr(cost S); -infinity where S grows for ever
};

/// The minimum over S ⪰ 0 of rank at most `rank`: the eigenvalues of the cheapest directions rise to 1/2q.
BestSquares water_filled(const Matrix& cost, Index rank);

/// The best of all S for n items without a range, the labels' part of the loss included, and a bound.
struct FreeOptimum {
  Matrix S;
  double value = infinity;
  double bound = -infinity;
};
FreeOptimum free_optimum(const Form& form, double n, const Stop& stop);

/// A bound for items in a box, from Σ x_j² ≤ n r_j² alone: multipliers on these only add to the cost.   [REG.8]
BestSquares boxed_bound(const Form& form, double n, const Vector& reach, const Stop& stop);

}  // namespace didact::regression
