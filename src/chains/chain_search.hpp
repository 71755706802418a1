#pragma once
// Counts that can be walked: bounds by prices on entering and leaving states, branching on the rows' totals.   [MC.5]

#include "chain_flow.hpp"
#include <didact/core/stop.hpp>

#include <functional>

namespace didact::chains {

struct SearchResult {
  Rows rows;
  double value = infinity;
  double bound = -infinity;  ///< no counts in the box that can be walked have less
  StopReason stopped = StopReason::none;
};

/// What may be searched, given that something as good as this is known: outside, all is worse.
using Limit = std::function<Box(double known)>;

/// `first` are counts in the box that can be walked. Stops where the gap is at most `gap`, relative to max(1, |value|).
SearchResult search_chain(const ChainRows& model, const Rows& first, const Limit& limit, double gap, const Stop& stop);

}  // namespace didact::chains
