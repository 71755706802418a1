#include "core/evaluating.hpp"
#include "threshold_sets.hpp"
#include <didact/core/beyond_reach.hpp>
#include <didact/core/stop.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace didact {
namespace {

/// Efforts of any shape are looked at for every size up to here, unless max_items says otherwise.
constexpr Index sizes_of_any_cost = 1'000'000;

double closeness_cost(double c, const std::vector<double>& x) {
  return c > 0 && x.size() > 1 ? c / least_distance(Vector::Map(x.data(), static_cast<Index>(x.size()))) : 0;
}

Index most_items(const ThresholdProblem& problem) {
  Index most = problem.max_size.value_or(largest_size);
  if (problem.limits.max_items) most = std::min(most, *problem.limits.max_items);
  if (problem.effort.of_size) return std::min(most, std::max(sizes_of_any_cost, problem.min_size));
  // Beyond two items, and beyond the least number asked for, one more only costs: effort grows and room shrinks.
  return std::min(most, std::max<Index>(2, problem.min_size));
}

/// The best set of all sizes.
struct Compared {
  PlacedItems best;
  double total = infinity, bound = infinity;
  StopReason stopped = StopReason::none;
};

/// From two items on the best of n grows with n: without the outermost the rest is no worse off. So what the last one
/// came to that was looked at bounds those that follow.
Compared compared(const ThresholdProblem& problem, const Stop& stop) {
  const ThresholdSets sets(problem);
  const Index last = most_items(problem);
  Compared found;
  double known = -infinity;
  for (Index n = problem.min_size; n <= last && known < infinity; ++n) {
    const double size = static_cast<double>(n), cost = problem.effort.at_size(size);
    const bool any = found.total < infinity;
    if (any && n > 2 && stop) {
      found.bound = std::min(found.bound, known + problem.effort.per_item * size);
      found.stopped = stop.reason();
      break;
    }
    if (any && n > 2 && known + cost >= std::min(found.total, found.bound)) continue;
    PlacedItems placed = sets.best_of(n);
    if (n >= 2) known = placed.infimum;
    found.bound = std::min(found.bound, placed.infimum + cost);
    if (!(placed.value + cost < found.total)) continue;
    found.total = placed.value + cost;
    found.best = std::move(placed);
  }
  return found;
}

}  // namespace

Threshold Threshold::after(const ItemSet& items) const {
  Threshold next = *this;
  for (Index i = 0; i < items.rows.rows(); ++i) {
    if (items.rows(i, 1) > 0) {
      next.high = std::min(next.high, items.rows(i, 0));
    } else {
      next.low = std::max(next.low, items.rows(i, 0));
    }
  }
  return next;
}

double Threshold::loss(double theta, ThresholdLoss kind) const {
  if (!holds(theta)) return infinity;
  return interval_loss(kind, theta - low, high - theta);
}

Lesson teach(const ThresholdProblem& problem, const Options& options) {
  const Stopwatch clock;
  Lesson lesson;
  lesson.seed = options.seed;
  lesson.loss_before = problem.learner.loss(problem.theta, problem.loss);
  if (!problem.learner.holds(problem.theta)) {
    lesson.cannot_be_taught("target.theta: what the learner has seen rules it out");
    return lesson;
  }
  constexpr Index most_listed = 1'000'000;
  if (problem.min_size > most_listed) {
    throw BeyondReach("size", "must be at most " + std::to_string(most_listed) + ": items are listed one by one");
  }
  const Stop stop = stop_for(problem.limits, options);
  const Compared found = compared(problem, stop);
  if (found.total == infinity) throw std::invalid_argument("no set of this size fits into the range");
  if (problem.effort.of_size) lesson.proven_up_to = most_items(problem);
  const Index n = static_cast<Index>(found.best.x.size());
  lesson.items = {Matrix(n, 2), std::vector<Index>(n, 1)};
  for (Index i = 0; i < n; ++i) {
    lesson.items.rows(i, 0) = found.best.x[i];
    lesson.items.rows(i, 1) = found.best.x[i] >= problem.theta ? 1 : -1;
  }
  lesson.take(evaluate(problem, lesson.items));
  lesson.settle(found.bound, options.gap.value_or(0), found.stopped);
  // An infimum that no doubles reach.
  const bool closing =
      problem.resolution == 0 && problem.effort.closeness == 0 && n >= 2 && found.best.infimum < found.best.value;
  if (lesson.loss_before == -infinity) {
    lesson.has_nothing_to_teach("target.theta: the learner has no doubt about it");
  } else if (found.bound == -infinity || (closing && lesson.status == Status::optimal)) {
    lesson.has_no_best(Direction::closer_items, found.bound);
  }
  lesson.seconds = clock.seconds();
  return lesson;
}

Evaluation evaluate(const ThresholdProblem& problem, const ItemSet& items) {
  Evaluation result;
  const Matrix rows = items.expanded();
  result.n = rows.rows();
  std::vector<double> x;
  for (Index i = 0; i < rows.rows(); ++i) {
    x.push_back(rows(i, 0));
    if (rows(i, 0) < problem.range.low || rows(i, 0) > problem.range.high) {
      if (result.violates.empty()) result.violates_at = i + 1;
      result.violates = "item " + std::to_string(*result.violates_at) + " is outside the range";
    }
  }
  const bool apart = x.size() < 2 || least_distance(Vector::Map(x.data(), static_cast<Index>(x.size()))) >=
                                         problem.resolution * (1 - resolution_slack);
  if (result.violates.empty() && !apart) result.violates = "two items are closer than the resolution";
  check_size(problem, result);
  result.loss = problem.learner.after(items).loss(problem.theta, problem.loss);
  finish(result, [&] {
    return problem.effort.at_size(static_cast<double>(result.n)) + closeness_cost(problem.effort.closeness, x);
  });
  return result;
}

}  // namespace didact
