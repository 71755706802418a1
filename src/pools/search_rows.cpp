#include "search_pooled.hpp"
#include "solvers/conjugate_problem.hpp"
#include "solvers/every_size.hpp"
#include <didact/search/pool_search.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

namespace didact::solvers {
namespace {

Vector row_costs(const ConjugateProblem& problem) {
  const Pool& pool = *problem.pool;
  Vector costs = Vector::Zero(pool.size());
  for (Index i = 0; i < pool.size(); ++i) {
    costs[i] = pool.cost(i);
    costs[i] += effort_of_item(problem.shown_effort, pool.rows.row(i));
    if (!problem.effort.per_category.empty()) {
      costs[i] += problem.effort.per_category[static_cast<std::size_t>(pool.rows(i, 0)) - 1];
    }
  }
  return costs;
}

void check_rows(const ConjugateProblem& problem) {
  const Pool& pool = *problem.pool;
  if (pool.rows.cols() != problem.domain.dimension()) {
    throw std::invalid_argument("the rows of the pool must have " + std::to_string(problem.domain.dimension()) +
                                " numbers");
  }
  for (Index i = 0; i < pool.size(); ++i) {
    if (!problem.shown.contains(pool.rows.row(i)))
      throw std::invalid_argument("row " + std::to_string(i + 1) + " of the pool is no item");
  }
}

/// The rows that a search looks at: equal items are not allowed, or cost infinitely much by their closeness.
ConjugateProblem searched(const ConjugateProblem& problem, bool different) {
  ConjugateProblem part = decisive_part(problem);
  if (different) part.pool = std::make_shared<const Pool>(different_rows(*part.pool));
  return part;
}

ItemSet solved_items(const ConjugateProblem& pooled, const search::RowSet& rows) {
  return {pooled.frame.solved(pooled.pool->rows.chosen(rows)), std::vector<Index>(rows.size(), 1)};
}

/// Any loss, any effort: sets are grown and exchanged, and all are tried where they are few.
search::Found<search::RowSet> search_any(const ConjugateProblem& problem, const ConjugateProblem& pooled, double gap,
                                         std::uint64_t seed, const Stop& stop) {
  const Sizes sizes = allowed_sizes(problem);
  search::PoolSearchProblem any;
  any.effort = problem.shown_effort;
  any.min_size = problem.min_size;
  if (sizes.high < infinity) any.max_size = static_cast<Index>(sizes.high);
  any.seed = seed;
  any.gap = gap;
  any.pool = *pooled.pool;
  Index asked = 0;
  const auto loss = [&](const search::RowSet& rows) {
    // Nothing taught and one set that is allowed are an answer, however little time there is.
    if (++asked > 2 && stop) return std::numeric_limits<double>::quiet_NaN();
    return judged_loss(problem, solved_items(pooled, rows));
  };
  return search::search_pool(any, [&](const std::vector<search::RowSet>& sets) {
    std::vector<double> losses;
    for (const search::RowSet& rows : sets) losses.push_back(loss(rows));
    return losses;
  });
}

/// None or one item has nothing to be close to; two or more cost at least what the farthest two do, and n on a line of
/// length L at least c (n - 1) / L.
FoundRows search_apart(const ConjugateProblem& problem, const ConjugateProblem& pooled,
                       const pools::ConjugateItems& items, pools::Objective objective, const Options& options,
                       const Stop& stop) {
  pools::require_a_size(items, objective);
  const double gap = options.gap.value_or(0);
  const double apart = problem.shown_effort.closeness / pooled.pool->diameter();
  const bool line = pooled.pool->rows.cols() == 1;
  FoundRows best;
  best.bound = infinity;
  double best_total = infinity;
  const auto consider = [&](const FoundRows& found) {
    const ItemSet set = solved_items(pooled, found.rows);
    double total = judged_loss(problem, set) + effort_of_items(problem.effort, set);
    for (const Index row : found.rows) total += pooled.pool->cost(row);
    if (total < best_total) best.rows = found.rows, best_total = total;
  };
  const Index high = objective.high;
  if (objective.low <= 1 && items.least() <= 1) {
    objective.high = std::min<Index>(1, high);
    const FoundRows few = pools::search_pooled(items, objective, gap, stop, options.progress);
    best.bound = few.bound;
    consider(few);
  }
  if (high >= 2 && items.most() >= 2) {
    objective.low = std::max<Index>(objective.low, 2);
    objective.high = high;
    objective.of_size = [&problem, slope = line ? apart : 0](double n) {
      return problem.effort.at_size(n) + slope * n;
    };
    objective.per_item += line ? apart : 0;
    const FoundRows many = pools::search_pooled(items, objective, gap, stop, options.progress);
    const search::Found<search::RowSet> any = search_any(problem, pooled, gap, options.seed, stop);
    best.bound = std::min(best.bound, std::max(many.bound + (line ? -apart : apart), any.bound));
    if (!many.unbounded) consider(many);
    if (any.any) consider({any.set, any.bound, 0, {}, false, {}});
  }
  best.bound = std::min(best.bound, best_total);
  return best;
}

FoundRows unteachable(std::string why) {
  FoundRows found;
  found.bound = infinity;
  found.unteachable = std::move(why);
  return found;
}

/// What the target leaves of the rows that must be there, or of those that a set of the least size needs.
std::string why_unteachable(const pools::ConjugateItems& items, const Pool& pool, double least_size) {
  if (const auto row = items.impossible_row()) {
    return "items.must_include: the target cannot have made row " + std::to_string(*row + 1);
  }
  const Index rows = pool.size() - static_cast<Index>(pool.must_exclude.size());
  const double allowed = pool.repeat && rows > 0 ? infinity : static_cast<double>(rows);
  if (items.most() >= least_size || allowed < least_size) return {};
  return "size: the target can have made only " + std::to_string(static_cast<Index>(items.most())) +
         " of the rows that may be used";
}

/// Some set with a finite loss, which takes a number of items and no more: by doubling. None if there is none.
std::optional<search::RowSet> any_finite(const ConjugateProblem& problem, const ConjugateProblem& pooled) {
  const double rows = static_cast<double>(pooled.pool->size() - static_cast<Index>(pooled.pool->must_exclude.size()));
  const Sizes sizes = allowed_sizes(problem);
  const double most = std::min(sizes.high, pooled.pool->repeat ? std::max(rows, 1e3) : rows);
  for (double n = std::max(1.0, sizes.low);; n = std::min(2 * n, most)) {
    search::RowSet set = pools::rows_in_haste(problem, static_cast<Index>(n), problem.domain.distinct).rows;
    if (judged_loss(problem, solved_items(pooled, set)) < infinity) return set;
    if (n >= most) return {};
  }
}

/// Not convex: the best set of any items in the box around the pool is a bound.
FoundRows search_by_distance(const ConjugateProblem& problem, const ConjugateProblem& pooled, const Options& options,
                             const Stop& stop) {
  const double gap = options.gap.value_or(0);
  const ProblemBySize box =
      problem_by_size(problem, narrowed(problem.domain, {.range = box_around(*problem.pool, problem.frame)}));
  box.sized->end_at(stop);
  const search::Found<search::RowSet> any = search_any(problem, pooled, gap, options.seed, stop);
  const double before = judged_loss(problem, {Matrix(0, problem.domain.dimension()), {}});
  const SizeSearch free = search_every_size(*box.sized, box.outlook, allowed_sizes(problem), before, gap, stop);
  const double bound = std::max(any.bound, free.bound);
  if (bound == infinity) return unteachable(no_distance(problem));
  if (any.impedance < infinity || !stop) return {any.set, std::min(bound, any.impedance), gap, {}, false, {}};
  const std::optional<search::RowSet> set = any_finite(problem, pooled);
  if (!set) return unteachable(no_distance(problem));
  return {*set, bound, gap, {}, false, {}};
}

}  // namespace

FoundRows search_rows(const ConjugateProblem& problem, const Options& options, const Stop& stop) {
  const Sizes sizes = allowed_sizes(problem);
  const bool different = problem.domain.distinct || problem.effort.closeness > 0;
  check_rows(problem);
  const ConjugateProblem pooled = searched(problem, different);
  if (problem.loss != Loss::kl) return search_by_distance(problem, pooled, options, stop);
  const pools::ConjugateItems items(pooled, row_costs(problem), stop);
  if (items.stopped()) return pools::rows_in_haste(decisive_part(problem), problem.min_size, different);
  if (std::string why = why_unteachable(items, *pooled.pool, sizes.low); !why.empty()) {
    return unteachable(std::move(why));
  }
  const pools::Objective objective =
      pools::objective_of(problem.effort, problem.min_size, sizes.high, options.near_size);
  if (problem.effort.closeness > 0) return search_apart(problem, pooled, items, objective, options, stop);
  return pools::search_pooled(items, objective, options.gap, stop, options.progress);
}

}  // namespace didact::solvers
