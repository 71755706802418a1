#include "search_pooled.hpp"
#include <didact/search/pool_search.hpp>
#include <didact/solvers/conjugate.hpp>
#include <didact/solvers/squared.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

namespace didact::solvers {
namespace {

Vector row_costs(const solvers::ConjugateView& view) {
  const Pool& pool = *view.pooled->pool;
  Vector costs = Vector::Zero(pool.size());
  for (Index i = 0; i < pool.size(); ++i) {
    costs[i] = pool.cost(i);
    costs[i] += effort_of_item(view.shown_effort, pool.rows.row(i));
    if (!view.effort.per_category.empty()) {
      costs[i] += view.effort.per_category[static_cast<std::size_t>(pool.rows(i, 0)) - 1];
    }
  }
  return costs;
}

void check_rows(const solvers::ConjugateView& view) {
  const Pool& pool = *view.pooled->pool;
  if (pool.rows.cols() != view.domain.dimension()) {
    throw std::invalid_argument("the rows of the pool must have " + std::to_string(view.domain.dimension()) +
                                " numbers");
  }
  for (Index i = 0; i < pool.size(); ++i) {
    if (!view.shown.contains(pool.rows.row(i)))
      throw std::invalid_argument("row " + std::to_string(i + 1) + " of the pool is no item");
  }
}

/// The rows that a search looks at: equal items are not allowed, or cost infinitely much by their closeness.
PooledProblem searched(const solvers::ConjugateView& view, bool different) {
  PooledProblem pooled = *view.pooled;
  if (different) {
    pooled.pool = std::make_shared<const Pool>(different_rows(*pooled.pool));
  }
  return pooled;
}

ItemSet solved_items(const PooledProblem& pooled, const search::RowSet& rows) {
  return {pooled.frame.solved(pooled.pool->rows.chosen(rows)), std::vector<Index>(rows.size(), 1)};
}

/// Any loss, any effort: sets are grown and exchanged, and all are tried where they are few.
search::Found<search::RowSet> search_any(const solvers::ConjugateView& view, const PooledProblem& pooled, double gap,
                                         std::uint64_t seed, const Stop& stop) {
  search::PoolSearchProblem problem;
  problem.effort = view.shown_effort;
  problem.min_size = static_cast<Index>(view.sizes.low);
  if (view.sizes.high < infinity) problem.max_size = static_cast<Index>(view.sizes.high);
  problem.seed = seed;
  problem.gap = gap;
  problem.pool = *pooled.pool;
  Index asked = 0;
  const auto loss_of = [&](const search::RowSet& rows) {
    // Nothing taught and one set that is allowed are an answer, however little time there is.
    if (++asked > 2 && stop) return std::numeric_limits<double>::quiet_NaN();
    const ItemSet items = solved_items(pooled, rows);
    return judged(view.judge, view.weights, [&](std::size_t j) { return view.loss(j, items); });
  };
  return search::search_pool(problem, [&](const std::vector<search::RowSet>& sets) {
    std::vector<double> losses;
    for (const search::RowSet& rows : sets) losses.push_back(loss_of(rows));
    return losses;
  });
}

/// None or one item has nothing to be close to; two or more cost at least what the farthest two do, and n on a line of
/// length L at least c (n - 1) / L.
FoundRows search_apart(const solvers::ConjugateView& view, const PooledProblem& pooled,
                       const pools::ConjugateItems& items, pools::Objective objective, const Options& options,
                       const Stop& stop) {
  pools::require_a_size(items, objective);
  const double gap = options.gap.value_or(0);
  const double apart = view.shown_effort.closeness / pooled.pool->diameter();
  const bool line = pooled.pool->rows.cols() == 1;
  FoundRows best;
  best.bound = infinity;
  double best_total = infinity;
  const auto consider = [&](const FoundRows& found) {
    const ItemSet set = solved_items(pooled, found.rows);
    double total = judged(view.judge, view.weights, [&](std::size_t j) { return view.loss(j, set); });
    total += effort_of_items(view.effort, set);
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
    objective.of_size = [&view, slope = line ? apart : 0](double n) { return view.effort.at_size(n) + slope * n; };
    objective.per_item += line ? apart : 0;
    const FoundRows many = pools::search_pooled(items, objective, gap, stop, options.progress);
    const search::Found<search::RowSet> any = search_any(view, pooled, gap, options.seed, stop);
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

/// Some set with a finite squared loss, which takes a number of items and no more: by doubling. None if there is none.
std::optional<search::RowSet> any_finite(const solvers::ConjugateView& view, const PooledProblem& pooled) {
  const double rows = static_cast<double>(pooled.pool->size() - static_cast<Index>(pooled.pool->must_exclude.size()));
  const double most = std::min(view.sizes.high, pooled.pool->repeat ? std::max(rows, 1e3) : rows);
  for (double n = std::max(1.0, view.sizes.low);; n = std::min(2 * n, most)) {
    search::RowSet set = pools::rows_in_haste(*view.pooled, static_cast<Index>(n), view.domain.distinct).rows;
    const ItemSet items = solved_items(pooled, set);
    const double loss = judged(view.judge, view.weights, [&](std::size_t j) { return view.loss(j, items); });
    if (loss < infinity) return set;
    if (n >= most) return {};
  }
}

/// Not convex: the best set of any items in the box around the pool is a bound.
FoundRows search_squared(const solvers::ConjugateView& view, const PooledProblem& pooled, const Options& options,
                         double before, const Stop& stop) {
  const double gap = options.gap.value_or(0);
  view.sized->end_at(stop);
  const search::Found<search::RowSet> any = search_any(view, pooled, gap, options.seed, stop);
  const solvers::SizeSearch free = search_squared_sizes(*view.sized, *view.outlook, view.sizes, before, gap, stop);
  const double bound = std::max(any.bound, free.bound);
  if (bound == infinity) return unteachable(no_squared_distance);
  if (any.impedance < infinity || !stop) return {any.set, std::min(bound, any.impedance), gap, {}, false, {}};
  const std::optional<search::RowSet> set = any_finite(view, pooled);
  if (!set) return unteachable(no_squared_distance);
  return {*set, bound, gap, {}, false, {}};
}

}  // namespace

FoundRows search_rows(const solvers::ConjugateView& view, const Options& options, const Stop& stop) {
  const auto least = static_cast<Index>(view.sizes.low);
  const bool different = view.domain.distinct || view.effort.closeness > 0;
  check_rows(view);
  const PooledProblem pooled = searched(view, different);
  if (view.outlook) {
    const ItemSet nothing{Matrix(0, view.domain.dimension()), {}};
    const double before = judged(view.judge, view.weights, [&](std::size_t j) { return view.loss(j, nothing); });
    return search_squared(view, pooled, options, before, stop);
  }
  const pools::ConjugateItems items(pooled, row_costs(view), stop);
  if (items.stopped()) return pools::rows_in_haste(*view.pooled, least, different);
  if (std::string why = why_unteachable(items, *pooled.pool, view.sizes.low); !why.empty()) {
    return unteachable(std::move(why));
  }
  const pools::Objective objective = pools::objective_of(view.effort, least, view.sizes.high, options.near_size);
  if (view.effort.closeness > 0) return search_apart(view, pooled, items, objective, options, stop);
  return pools::search_pooled(items, objective, options.gap, stop, options.progress);
}

}  // namespace didact::solvers
