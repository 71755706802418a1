#pragma once
// A small quasi-Newton method for smooth functions of few variables, with optional bounds.

#include <didact/core/stop.hpp>
#include <didact/core/types.hpp>

#include <functional>

namespace didact::solvers {

/// f(x), writing its gradient; +infinity outside its domain.
using SmoothFunction = std::function<double(const Vector& x, Vector& gradient)>;

struct Descent {
  Vector x;
  double value = infinity;
  Vector gradient;
};

/// BFGS with a backtracking Armijo search and projection on low ≤ x ≤ high (empty: no bounds).
Descent minimise_smooth(const SmoothFunction& f, Vector start, const Vector& low = {}, const Vector& high = {},
                        int iterations = 500, double gradient_tolerance = 1e-12, const Stop& stop = {});

/// Newton's method on the gradient alone: a descent ends where the value no longer tells better from worse, at half the
/// digits; the gradient tells on. Small problems only: the second derivatives are differences of gradients.
Descent polished(const SmoothFunction& f, Descent at);

}  // namespace didact::solvers
