#pragma once
// Learners that fit a line or a plane and hold no belief: ridge regression, logistic regression and the support vector
// machine. Each minimises Σ ℓ(w·x + b, y) + λ/2 ‖w‖² over its items; the bias b is not penalised.   [LIN]

#include <didact/core/items.hpp>

namespace didact {

enum class LinearKind {
  ridge,     ///< ℓ = (f - y)²/2
  logistic,  ///< ℓ = log(1 + exp(-y f)), y = ±1
  svm,       ///< ℓ = max(0, 1 - y f), y = ±1
};

/// What a learner has settled on: it predicts f = w·x + b.
struct LinearState {
  Vector weights;
  double bias = 0;
};

struct LinearLearner {
  LinearKind kind = LinearKind::ridge;
  double lambda = 1;
  bool bias = false;

  /// The minimiser for these items (x, y), one a row. Where it is not one point: no items leave w = 0 and b = 0; an svm
  /// takes the b closest to 0; a logistic learner with a bias that has seen one label only, for which no b is best,
  /// stays at w = 0 and b = 0.
  LinearState after(const ItemSet& items) const;
};

/// The mean over these items of (f - y)², of log(1 + exp(-y f)), or of max(0, 1 - y f).
double linear_risk(LinearKind kind, const LinearState& state, const ItemSet& items);

}  // namespace didact
