#include "search_pooled.hpp"

#include "finite_search.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace didact::pools {

void require_a_size(const ConjugateItems& items, const Objective& objective) {
  const double most = std::min(items.most(), static_cast<double>(objective.high));
  if (std::max(items.least(), static_cast<double>(objective.low)) <= most) return;
  throw std::invalid_argument("no set is large enough: at most " + std::to_string(static_cast<Index>(most)) +
                              " items can be shown");
}

solvers::FoundRows rows_in_haste(const solvers::ConjugateProblem& problem, Index least, bool different) {
  const Pool& pool = *problem.pool;
  std::vector<char> passed = pool.marked(pool.must_exclude);
  solvers::FoundRows found;
  found.rows = pool.must_include;
  for (const Index row : found.rows) passed[static_cast<std::size_t>(row)] = !pool.repeat || different;
  const auto is_shown = [&](Index row) {
    return std::any_of(found.rows.begin(), found.rows.end(),
                       [&](Index shown) { return pool.rows.row(shown) == pool.rows.row(row); });
  };
  const auto may_be_shown = [&, rules_out = solvers::rules_items_out(problem)](Index row) {
    if (!rules_out) return true;
    const Vector x = problem.frame.solved(Matrix(pool.rows.row(row))).transpose();
    return solvers::is_possible(problem, problem.family().T(x));
  };
  for (Index row = 0; row < pool.size() && static_cast<Index>(found.rows.size()) < least; ++row) {
    if (passed[static_cast<std::size_t>(row)] || !may_be_shown(row) || (different && is_shown(row))) continue;
    const Index lack = least - static_cast<Index>(found.rows.size());
    found.rows.insert(found.rows.end(), static_cast<std::size_t>(pool.repeat && !different ? lack : 1), row);
  }
  std::sort(found.rows.begin(), found.rows.end());
  return found;
}

solvers::FoundRows search_pooled(const ConjugateItems& items, const Objective& objective, std::optional<double> gap,
                                 const Stop& stop, const ProgressReport& progress) {
  constexpr Index large_pool = 2000;
  constexpr double usual = 0.01;
  const Enough enough{gap.value_or(items.size() > large_pool ? usual : 0), gap.value_or(usual)};
  require_a_size(items, objective);
  const FiniteResult result = search(items, objective, enough, stop, progress);
  solvers::FoundRows found{items.rows_of(result.counts), result.bound, result.enough, {}, result.unbounded, {}};
  if (result.relaxed_sum.size() > 0 && result.relaxed_total < infinity) {
    const Index dimension = result.relaxed_sum.size() - 1;
    found.relaxed = RelaxedOptimum{result.relaxed_n, result.relaxed_sum.tail(dimension), result.relaxed_total};
  }
  return found;
}

}  // namespace didact::pools
