#include "apart.hpp"

#include "likelihoods.hpp"
#include <didact/search/pool_search.hpp>
#include <didact/search/range_search.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace didact::hypotheses {
namespace {

/// The greatest distance that two items can have.
double diameter(const HypothesesProblem& problem, const std::vector<Interval>& range) {
  if (problem.pool) return problem.pool->diameter();
  double square = 0;
  for (const auto& [low, high] : range) square += (high - low) * (high - low);
  return std::sqrt(square);
}

/// The same without the closeness effort, of these sizes; each item may cost more for it.
Lesson without_closeness(HypothesesProblem problem, Index least, Index most, const Options& options,
                         double per_item = 0) {
  problem.effort.closeness = 0;
  problem.effort.per_item += per_item;
  problem.min_size = std::max(problem.min_size, least);
  if (!problem.max_size || *problem.max_size > most) problem.max_size = most;
  return teach(problem, options);
}

ItemSet set_of(const Matrix& rows) {
  return {rows, std::vector<Index>(static_cast<std::size_t>(rows.rows()), 1)};
}

/// The best set that a search finds, whatever its bound.
std::pair<ItemSet, std::vector<Index>> searched(const HypothesesProblem& problem, const std::vector<Interval>& range,
                                                const Options& options, const Stop& stop, double& bound) {
  constexpr double unanswered = std::numeric_limits<double>::quiet_NaN();
  search::SearchProblem common{problem.effort, problem.min_size,       problem.max_size, 0,
                               options.seed,   options.gap.value_or(0)};
  if (problem.limits.max_items) {
    common.max_size = std::min(common.max_size.value_or(*problem.limits.max_items), *problem.limits.max_items);
  }
  auto loss_of = [&](const ItemSet& items) { return stop ? unanswered : judged(problem, belief(problem, items)); };
  if (const auto rows = candidates(problem, range)) {
    search::PoolSearchProblem pool{common, problem.pool.value_or(Pool{*rows, {}, {}, !problem.items.distinct, {}, {}})};
    const auto found = search::search_pool(pool, [&](const std::vector<search::RowSet>& sets) {
      std::vector<double> losses;
      for (const search::RowSet& set : sets) losses.push_back(loss_of(set_of(rows->chosen(set))));
      return losses;
    });
    bound = found.bound;
    return {set_of(rows->chosen(found.set)), found.set};
  }
  const auto found = search::search_range({common, range}, [&](const std::vector<Matrix>& sets) {
    std::vector<double> losses;
    for (const Matrix& set : sets) losses.push_back(loss_of(set_of(set)));
    return losses;
  });
  bound = found.bound;
  return {set_of(found.set), {}};
}

void take(const HypothesesProblem& problem, ItemSet items, std::vector<Index> rows, Lesson& lesson) {
  const Evaluation worth = evaluate(problem, items);
  if (!worth.violates.empty() || !(worth.impedance < lesson.impedance)) return;
  lesson.take(worth);
  lesson.items = std::move(items);
  lesson.rows = std::move(rows);
}

}  // namespace

Lesson teach_apart(const HypothesesProblem& problem, const Options& options) {
  const auto started = std::chrono::steady_clock::now();
  const Stop stop(problem.limits.seconds, options.interrupt);
  const std::vector<Interval> range = problem.domain().range;
  const bool bounded =
      std::all_of(range.begin(), range.end(), [](const Interval& i) { return i.high - i.low < infinity; });
  if (!bounded && !problem.pool) {
    throw std::invalid_argument("a closeness effort needs a finite items.range or a pool here");
  }
  // None or one item has nothing to be close to; two or more cost at least what the farthest two do.
  const Index most = problem.max_size.value_or(std::numeric_limits<Index>::max());
  Lesson lesson;
  double bound = infinity;
  if (problem.min_size <= 1) {
    lesson = without_closeness(problem, 0, std::min<Index>(1, most), options);
    bound = lesson.lower_bound;
    if (lesson.status == Status::unteachable) return lesson;
  }
  const Index largest = problem.limits.max_items ? std::min(most, *problem.limits.max_items) : most;
  if (largest >= 2) {
    // n items on a line of length L are at most L/(n-1) apart: c (n-1)/L, which is linear in n; elsewhere at most L.
    const double apart = problem.effort.closeness / diameter(problem, range);
    const bool line = range.size() == 1;
    const Lesson free = without_closeness(problem, 2, most, options, line ? apart : 0);
    double found_bound = -infinity;
    auto [items, rows] = searched(problem, range, options, stop, found_bound);
    take(problem, std::move(items), problem.pool ? std::move(rows) : std::vector<Index>{}, lesson);
    if (free.has_items) take(problem, free.items, free.rows, lesson);
    bound = std::min(bound, std::max(free.lower_bound + (line ? -apart : apart), found_bound));
    lesson.loss_before = free.loss_before;
  }
  lesson.relaxed.reset();
  lesson.settle(std::min(bound, lesson.impedance), options.gap.value_or(0), stop.reason());
  lesson.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return lesson;
}

}  // namespace didact::hypotheses
