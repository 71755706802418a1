#include "apart.hpp"

#include "likelihoods.hpp"
#include "remaining.hpp"
#include <didact/search/pool_search.hpp>
#include <didact/search/range_search.hpp>

#include <algorithm>
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
Lesson without_closeness(HypothesesProblem problem, Index least, Index most, const Options& options, const Clock& clock,
                         double per_item = 0) {
  problem.effort.closeness = 0;
  problem.effort.per_item += per_item;
  problem.min_size = std::max(problem.min_size, least);
  if (!problem.max_size || *problem.max_size > most) problem.max_size = most;
  return teach(problem, clock.left_of(options, problem.limits));
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
  auto loss_after = [&](const ItemSet& items) { return stop ? unanswered : loss_of(problem, items); };
  if (const auto rows = candidates(problem, range)) {
    search::PoolSearchProblem pool{common, problem.pool.value_or(Pool{*rows, {}, {}, !problem.items.distinct, {}, {}})};
    const auto found = search::search_pool(pool, [&](const std::vector<search::RowSet>& sets) {
      std::vector<double> losses;
      for (const search::RowSet& set : sets) losses.push_back(loss_after(set_of(rows->chosen(set))));
      return losses;
    });
    bound = found.bound;
    return {set_of(rows->chosen(found.set)), found.set};
  }
  const auto found = search::search_range({common, range}, [&](const std::vector<Matrix>& sets) {
    std::vector<double> losses;
    for (const Matrix& set : sets) losses.push_back(loss_after(set_of(set)));
    return losses;
  });
  bound = found.bound;
  return {set_of(found.set), {}};
}

/// The smallest set there may be, its items apart: something to show when there was no time for more.
std::pair<ItemSet, std::vector<Index>> any_set(const HypothesesProblem& problem, const std::vector<Interval>& range) {
  const Index n = std::max<Index>(2, problem.min_size);
  if (const auto rows = candidates(problem, range)) {
    std::vector<Index> chosen;
    if (problem.pool) chosen = problem.pool->must_include;
    const std::vector<Index> out = problem.pool ? problem.pool->must_exclude : std::vector<Index>{};
    for (Index row = 0; row < rows->rows() && static_cast<Index>(chosen.size()) < n; ++row) {
      const auto is_in = [row](const std::vector<Index>& list) { return std::ranges::find(list, row) != list.end(); };
      if (!is_in(chosen) && !is_in(out)) chosen.push_back(row);
    }
    std::ranges::sort(chosen);
    return {set_of(rows->chosen(chosen)), chosen};
  }
  Matrix rows(n, static_cast<Index>(range.size()));
  for (Index j = 0; j < rows.cols(); ++j) {
    const auto [low, high] = range[static_cast<std::size_t>(j)];
    rows.col(j) = Vector::LinSpaced(n, low, high);
  }
  return {set_of(rows), {}};
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
  const Clock clock;
  const Stop stop = stop_for(problem.limits, options);
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
    lesson = without_closeness(problem, 0, std::min<Index>(1, most), options, clock);
    bound = lesson.lower_bound;
    if (lesson.status == Status::unteachable) return lesson;
  }
  const Index largest = problem.limits.max_items ? std::min(most, *problem.limits.max_items) : most;
  const double farthest = diameter(problem, range);
  if (largest >= 2 && farthest > 0) {
    // n items on a line of length L are at most L/(n-1) apart: c (n-1)/L, which is linear in n; elsewhere at most L.
    const double apart = problem.effort.closeness / farthest;
    const bool line = range.size() == 1;
    const Lesson free = without_closeness(problem, 2, most, options, clock, line ? apart : 0);
    if (free.status == Status::unteachable && problem.min_size > 1) return free;
    double found_bound = -infinity;
    auto [items, rows] = searched(problem, range, options, stop, found_bound);
    take(problem, std::move(items), problem.pool ? std::move(rows) : std::vector<Index>{}, lesson);
    if (free.has_items) take(problem, free.items, free.rows, lesson);
    if (!lesson.has_items) {
      auto [any, its_rows] = any_set(problem, range);
      take(problem, std::move(any), problem.pool ? std::move(its_rows) : std::vector<Index>{}, lesson);
    }
    bound = std::min(bound, std::max(free.lower_bound + (line ? -apart : apart), found_bound));
    lesson.loss_before = free.loss_before;
  }
  lesson.relaxed.reset();
  lesson.settle(std::min(bound, lesson.impedance), options.gap.value_or(0), stop.reason());
  lesson.seconds = clock.seconds();
  return lesson;
}

}  // namespace didact::hypotheses
