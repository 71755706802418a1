#pragma once
// The statistic of a set of rows (x, y): S = Σ x xᵀ, u = Σ x y, t = Σ y².

#include <didact/core/items.hpp>

namespace didact {

struct RegressionSums {
  Matrix S;
  Vector u;
  double t = 0;
};

/// As one vector, S row by row; t only where the variance is learned too. And back, S made symmetric.
Vector packed(const Matrix& S, const Vector& u);
Vector packed(const Matrix& S, const Vector& u, double t);
RegressionSums unpacked(const Vector& s, Index dimension);

/// Least squares: the weights that S w = u determines, not finite where it does not.
Vector least_squares(const Matrix& S, const Vector& u);

/// The same from the rows themselves, and the mean square of what they leave.
struct LeastSquares {
  Vector weights;
  double variance = 0;
};
LeastSquares least_squares(const ItemSet& items);

}  // namespace didact
