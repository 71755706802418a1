#include "apart.hpp"

#include "likelihoods.hpp"
#include "remaining.hpp"
#include <didact/search/pool_search.hpp>
#include <didact/search/range_search.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
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

/// Where the target can have made items.
std::vector<Interval> range_of_target(const HypothesesProblem& problem) {
  std::vector<Interval> range = problem.domain().range;
  if (problem.pool || problem.densities.empty() || range.size() > 1) return range;
  const Quadratic own = quadratic_of(problem.densities[problem.target]);
  return {{std::max(range[0].low, own.low), std::min(range[0].high, own.high)}};
}

/// n rows that the target can have made, no two at one place, those of every set among them; none if there are not.
std::optional<std::vector<Index>> rows_apart(const HypothesesProblem& problem, const Table& rows, Index n) {
  std::vector<Index> chosen;
  std::set<std::vector<double>> places;
  const auto add = [&](Index row) {
    const Vector x = rows.row(row);
    if (log_likelihoods(problem, x)[static_cast<Index>(problem.target)] == -infinity) return false;
    if (!places.emplace(x.begin(), x.end()).second) return false;
    chosen.push_back(row);
    return true;
  };
  std::vector<char> passed(static_cast<std::size_t>(rows.rows()), 0);
  if (problem.pool) {
    passed = problem.pool->marked(problem.pool->must_exclude);
    for (const Index row : problem.pool->must_include) {
      if (!add(row)) return {};
      passed[static_cast<std::size_t>(row)] = 1;
    }
  }
  for (Index row = 0; row < rows.rows() && static_cast<Index>(chosen.size()) < n; ++row) {
    if (!passed[static_cast<std::size_t>(row)]) add(row);
  }
  if (static_cast<Index>(chosen.size()) < n) return {};
  std::ranges::sort(chosen);
  return chosen;
}

/// The smallest set of two or more whose impedance is finite, which is something to show when there was no time for
/// more; none if two items of every set are at one place, or cannot be the target's.
std::optional<std::pair<ItemSet, std::vector<Index>>> any_set(const HypothesesProblem& problem,
                                                              const std::vector<Interval>& range) {
  const Index n = std::max<Index>(2, problem.min_size);
  if (std::ranges::any_of(range, [](const Interval& i) { return i.low > i.high; })) return {};
  if (const auto rows = candidates(problem, range)) {
    const auto chosen = rows_apart(problem, *rows, n);
    if (!chosen) return {};
    return std::pair{set_of(rows->chosen(*chosen)), *chosen};
  }
  if (std::ranges::all_of(range, [](const Interval& i) { return i.low == i.high; })) return {};
  Matrix rows(n, static_cast<Index>(range.size()));
  for (Index j = 0; j < rows.cols(); ++j) {
    const auto [low, high] = range[static_cast<std::size_t>(j)];
    rows.col(j) = Vector::LinSpaced(n, low, high);
  }
  return std::pair{set_of(rows), std::vector<Index>{}};
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
  const std::vector<Interval> range = range_of_target(problem);
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
  auto any = largest >= 2 ? any_set(problem, range) : std::nullopt;
  if (!any && problem.min_size > 1) {
    lesson.loss_before = loss_of(problem, nothing_shown);
    lesson.cannot_be_taught("effort.closeness: two items of every set are at one place, or cannot be the target's");
    return lesson;
  }
  if (any) {
    const double farthest = diameter(problem, range);
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
      take(problem, std::move(any->first), problem.pool ? std::move(any->second) : std::vector<Index>{}, lesson);
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
