#pragma once
// One item's part in what a linear learner minimises, as a function of its prediction f.

#include <didact/linear/linear_learner.hpp>

namespace didact::linear {

struct Pointwise {
  double value = 0;
  double slope = 0;      ///< dℓ/df
  double curvature = 0;  ///< d²ℓ/df²
};

/// The hinge has no curvature: for `smoothing` μ > 0 the barrier's soft hinge stands for it, which is
/// min over ξ > 0 of ξ - μ log ξ - μ log(y f - 1 + ξ).   [SVM.2]
Pointwise pointwise(LinearKind kind, double f, double y, double smoothing);

/// How much of a soft hinge's weight rests on an item at distance v = y f - 1 from the margin, in (0, 1), and 1 minus
/// it.
struct Share {
  double a, rest;
};
Share soft_share(double v, double smoothing);

/// x with a 1 behind it where there is a bias.
Matrix with_bias_column(const Matrix& items, bool bias);
Vector as_vector(const LinearState& state, bool bias);
LinearState as_state(const Vector& theta, bool bias);

/// A set as the solvers want it.
struct Samples {
  Matrix X;  ///< x, and a 1 where there is a bias
  Vector y;
  Vector count;

  Samples(const ItemSet& items, bool bias);
  Samples(const Matrix& rows, Vector counts, bool bias);
};

/// What makes an svm smooth. Where many b are best, a touch of a penalty finds the one closest to 0.
struct Softness {
  double smoothing = 0;
  double bias_penalty = 0;
};

/// The minimiser by Newton's method, from `start`.   [LIN.1]
Vector minimise_newton(LinearKind kind, const Samples& samples, double lambda, bool bias, Softness soft, Vector start);

Vector solve_ridge(const Samples& samples, double lambda, bool bias);
/// w and b of the exact hinge; samples hold both labels where there is a bias.
Vector solve_svm(const Samples& samples, double lambda, bool bias);

/// The second derivative of what is minimised.
Matrix hessian(LinearKind kind, const Samples& samples, double lambda, bool bias, Softness soft, const Vector& theta);

}  // namespace didact::linear
