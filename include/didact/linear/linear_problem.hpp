#pragma once
// Teaching a linear learner.   [LIN]

#include <didact/core/lesson.hpp>
#include <didact/core/pool.hpp>
#include <didact/core/problem.hpp>
#include <didact/linear/linear_learner.hpp>
#include <didact/solvers/teach.hpp>

namespace didact {

enum class LinearLoss {
  parameters,  ///< ‖w - w*‖² + (b - b*)²
  risk,        ///< the mean of the learner's own kind of loss on the test items
};

/// Efforts: per_item, fixed, of_size, magnitude, closeness.
struct LinearProblem : Terms {
  LinearLearner learner;
  ItemSet seen;        ///< what it trained on before, and trains on still: (x, y) a row
  LinearState target;  ///< of the loss `parameters`
  ItemSet test;        ///< of the loss `risk`
  LinearLoss loss = LinearLoss::parameters;
  Index dimension = 1;
  std::vector<Interval> range;      ///< of x: none, or one for each coordinate
  std::optional<Interval> y_range;  ///< of y
  std::optional<Pool> pool;         ///< only these rows (x, y)

  double most() const;  ///< items in a set
  bool labels_are_signs() const { return learner.kind != LinearKind::ridge; }
  /// What the learner is after these items and those that it has seen, trained from nothing.
  LinearState state_after(const ItemSet& items) const;
  double loss_of(const LinearState& state) const;
};

Lesson teach(const LinearProblem& problem, const Options& options = {});
Evaluation evaluate(const LinearProblem& problem, const ItemSet& items);

}  // namespace didact
