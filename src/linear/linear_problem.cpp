#include "bounds.hpp"
#include "core/evaluating.hpp"
#include "teach_bounded.hpp"
#include "teach_free.hpp"
#include "teach_limit.hpp"
#include "teach_pool.hpp"
#include <didact/core/beyond_reach.hpp>
#include <didact/linear/linear_problem.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace didact::linear {
namespace {

Found search(const LinearProblem& problem, const Options& options, const Stop& stop) {
  if (problem.pool) return teach_pool(problem, options, stop);
  if (has_vanishing_effort(problem, stop)) return teach_limit(problem, stop);
  if (is_free(problem)) return teach_free(problem, stop);
  return teach_bounded(problem, options, stop);
}

std::string not_allowed(const LinearProblem& problem, Index row, const Matrix& rows) {
  const std::string item = "item " + std::to_string(row + 1);
  const double y = rows(row, problem.dimension);
  for (Index j = 0; j < problem.dimension; ++j) {
    const Interval allowed = x_interval(problem, j);
    if (!(rows(row, j) >= allowed.low && rows(row, j) <= allowed.high)) return item + " is outside the range";
  }
  if (problem.y_range && !(y >= problem.y_range->low && y <= problem.y_range->high)) {
    return item + " has a label outside the range";
  }
  return {};
}

}  // namespace

double items_effort(const LinearProblem& problem, const ItemSet& items) {
  return effort_of_items(problem.effort, ItemSet{items.rows.leftCols(problem.dimension), items.copies});
}

}  // namespace didact::linear

namespace didact {

double LinearProblem::most() const {
  return std::min(max_size ? static_cast<double>(*max_size) : infinity,
                  limits.max_items ? static_cast<double>(*limits.max_items) : infinity);
}

LinearState LinearProblem::state_after(const ItemSet& items) const {
  ItemSet all{Matrix(seen.rows.rows() + items.rows.rows(), dimension + 1), seen.copies};
  if (seen.rows.rows() > 0) all.rows.topRows(seen.rows.rows()) = seen.rows;
  if (items.rows.rows() > 0) all.rows.bottomRows(items.rows.rows()) = items.rows;
  all.copies.insert(all.copies.end(), items.copies.begin(), items.copies.end());
  return learner.after(all);
}

double LinearProblem::loss_of(const LinearState& state) const {
  if (loss == LinearLoss::risk) return linear_risk(learner.kind, state, test);
  return (state.weights - target.weights).squaredNorm() + std::pow(state.bias - target.bias, 2);
}

Lesson teach(const LinearProblem& problem, const Options& options) {
  const Stopwatch clock;
  const Stop stop = stop_for(problem.limits, options);
  if (problem.effort.per_unit > 0)
    throw std::invalid_argument("per_unit is an effort of a pool's rows here: Pool::costs");
  Lesson lesson;
  lesson.seed = options.seed;
  lesson.loss_before = problem.loss_of(problem.state_after({Matrix(0, problem.dimension + 1), {}}));
  if (lesson.loss_before == infinity) {
    throw BeyondReach("target.weights", "their squares are beyond the largest number; choose other units");
  }
  linear::Found found = linear::search(problem, options, stop);
  lesson.proven_up_to = found.proven_up_to;
  lesson.lower_bound = found.bound;
  if (found.items) {
    lesson.take(evaluate(problem, *found.items));
    lesson.items = std::move(*found.items);
    lesson.rows = std::move(found.rows);
  } else if (problem.pool && found.bound == infinity) {
    lesson.cannot_be_taught("every set that is allowed has two items at one place, where closeness has no end");
    return lesson;
  } else if (!found.direction) {
    throw std::invalid_argument("no set of this size is possible");
  }
  if (found.direction) {
    lesson.has_no_best(*found.direction, found.bound);
  } else {
    lesson.settle(found.bound, options.gap.value_or(0), stop.reason());
  }
  lesson.seconds = clock.seconds();
  return lesson;
}

/// The learner is trained anew, from nothing but the items.
Evaluation evaluate(const LinearProblem& problem, const ItemSet& items) {
  Evaluation result;
  result.n = items.size();
  for (Index row = 0; row < items.rows.rows() && result.violates.empty(); ++row) {
    result.violates = linear::not_allowed(problem, row, items.rows);
    if (!result.violates.empty()) result.violates_at = row + 1;
  }
  const double row_costs = cost_of_rows(problem.pool ? &*problem.pool : nullptr, items, result);
  check_size(static_cast<double>(problem.min_size), problem.most(), result);
  result.loss = problem.loss_of(problem.state_after(items));
  finish(result, [&] { return linear::items_effort(problem, items) + row_costs; });
  return result;
}

}  // namespace didact
