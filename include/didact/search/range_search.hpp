#pragma once
// The best points of a box for a learner of which only the loss is known.

#include <didact/core/items.hpp>
#include <didact/search/oracle.hpp>

namespace didact::search {

struct RangeSearchProblem : SearchProblem {
  std::vector<Interval> range;  ///< one for each coordinate, all finite
};

/// Size by size: the points of the last size and one more, moved together by an evolution strategy, until more of them
/// no longer pay. Sets have one item a row, in ascending order.   [SEARCH.3]
Found<Matrix> search_range(const RangeSearchProblem& problem, const LossOracle<Matrix>& losses);

}  // namespace didact::search
