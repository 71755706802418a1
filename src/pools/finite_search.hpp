#pragma once
// The best set of finitely many items: branch and bound over sizes first, then over how often an item is shown.

#include "finite.hpp"
#include "sizes.hpp"
#include <didact/core/problem.hpp>
#include <didact/core/stop.hpp>

#include <optional>

namespace didact::pools {

struct FiniteResult {
  Counts counts;
  double total = infinity;
  double bound = -infinity;
  StopReason stopped = StopReason::none;
  bool unbounded = false;  ///< more items are always better; bound is what they come down to
  double relaxed_n = 0, relaxed_total = infinity;
  Vector relaxed_sum;  ///< of the statistics
  Index nodes = 0;
  double enough = 0;  ///< the gap at which it ended, or would have
};

/// When a search has done enough: at this gap, relative to max(1, |total|), or, when it has taken long, at that one.
struct Enough {
  double gap = 0;
  double later = 0;
};
FiniteResult search(const FiniteItems& items, const Objective& objective, Enough enough, const Stop& stop,
                    const ProgressReport& progress = {});

/// A set grown from nothing, always by the item that helps most, as long as it does; then improved by exchanges. Where
/// items are named it is made of these, and not improved.
Counts grown(const FiniteItems& items, const Objective& objective, Index most, const Stop& stop,
             std::span<const Index> among = {});

/// A set of n near a relaxed one, made of these items (all, if none are named), improved by exchanges until none helps
/// or its inner value is good enough.
Counts rounded(const FiniteItems& items, const Amounts& z, Index n, const Stop& stop, std::span<const Index> among = {},
               double enough = -infinity);

/// Some of very many items, from everywhere.
std::vector<Index> some_items(const FiniteItems& items, Index count);

/// Of very many items, those that a relaxed set uses, those that come nearest to being used, and some others; none
/// named where there are few.
std::vector<Index> promising_items(const FiniteItems& items, const RelaxedFinite& found);

}  // namespace didact::pools
