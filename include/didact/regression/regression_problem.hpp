#pragma once
// Teaching a Bayesian linear regression: which x to show (an optimal design), and which y.   [REG]

#include <didact/core/lesson.hpp>
#include <didact/core/pool.hpp>
#include <didact/core/problem.hpp>
#include <didact/learners/linear_regression.hpp>

#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace didact {

struct RegressionProblem {
  std::variant<LinearRegression, LinearRegressionUnknownVariance> learner;
  NaturalTarget target;              ///< the learner's natural(target), or its mean_natural(belief)
  Effort effort;                     ///< per_item, fixed, of_size, magnitude (of x)
  std::vector<Interval> range;       ///< of x: none, or a finite one for each coordinate
  std::optional<Interval> y_range;   ///< of y
  std::shared_ptr<const Pool> pool;  ///< only these rows (x, y)
  Index min_size = 0;
  std::optional<Index> max_size;
  Limits limits;

  Index dimension() const;
  /// -log density of the target, or its mean over the teacher's belief, after these rows (x, y).
  double loss_of(const ItemSet& items) const;
  /// The same by another road: rotations of the rows, some at a time, where the loss above has sums of squares.
  double loss_stepwise(const ItemSet& items) const;
};

/// The natural form of weighted targets: their mean.
template <class L>
NaturalTarget mean_of_targets(const L& learner, const std::vector<Weighted<typename L::Target>>& targets) {
  NaturalTarget mean;
  for (const auto& [weight, target] : targets) {
    const NaturalTarget one = learner.natural(target);
    mean.theta = mean.theta.size() == 0 ? Vector(weight * one.theta) : Vector(mean.theta + weight * one.theta);
    mean.A += weight * one.A;
    mean.log_h0 += weight * one.log_h0;
  }
  return mean;
}

Lesson teach(const RegressionProblem& problem, const Options& options = {});
Evaluation evaluate(const RegressionProblem& problem, const ItemSet& items);

/// n rows (x, y) with these Σ x xᵀ and Σ x y, and Σ y² where it is given too. Throws std::invalid_argument where there
/// are none.
ItemSet unpack_regression(Index dimension, Index n, const Vector& s, Style style = Style::natural,
                          std::uint64_t seed = 1);

}  // namespace didact
