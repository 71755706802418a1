#include "search_pooled.hpp"

#include "finite_search.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace didact::pools {

void require_a_size(const ConjugateItems& items, const Objective& objective) {
  const double most = std::min(items.most(), static_cast<double>(objective.high));
  if (std::max(items.least(), static_cast<double>(objective.low)) <= most) return;
  throw std::invalid_argument("no set is large enough: at most " + std::to_string(static_cast<Index>(most)) +
                              " items can be shown");
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
