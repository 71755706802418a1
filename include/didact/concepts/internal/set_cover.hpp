#pragma once
// The cheapest items that together cover every element: exact, with a lower bound that holds whenever the search stops.

#include <didact/concepts/internal/bits.hpp>
#include <didact/core/stop.hpp>

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace didact::concepts {

/// Which item covers which element, as bits.
struct CoverProblem {
  CoverProblem() = default;
  CoverProblem(std::size_t element_count, std::size_t item_count);

  std::size_t elements = 0;
  std::size_t items = 0;
  std::size_t words = 0;      ///< of one column
  std::vector<Word> columns;  ///< item after item: the elements it covers
  std::vector<double> costs;  ///< one for each item, positive; empty: each costs 1

  std::span<const Word> column(std::size_t item) const { return {columns.data() + item * words, words}; }
  std::span<Word> column(std::size_t item) { return {columns.data() + item * words, words}; }
  double cost(std::size_t item) const { return costs.empty() ? 1 : costs[item]; }
};

struct Cover {
  bool exists = true;              ///< false: some element is in no item
  std::vector<std::size_t> items;  ///< a cover, in rising order
  double cost = 0;                 ///< of these items: the upper bound
  double lower = 0;                ///< no cover costs less
  bool optimal = false;  ///< proven: the two are equal, for costs that are no whole numbers within 1e-9 relative
  StopReason stopped = StopReason::none;
  std::int64_t nodes = 0;  ///< of the search tree
};

struct CoverLimits {
  Stop stop;
  double most = std::numeric_limits<double>::infinity();  ///< once no cover can cost this little, the search ends
};

/// The cheapest cover, or the best found and a bound within the limits. Deterministic but for the moment of stopping.
Cover minimum_cover(const CoverProblem& problem, const CoverLimits& limits = {});

}  // namespace didact::concepts
