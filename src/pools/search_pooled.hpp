#pragma once
// The best rows of a pool where the loss is convex in the counts.   [POOL.1]

#include "conjugate_items.hpp"
#include "sizes.hpp"
#include <didact/solvers/conjugate.hpp>

namespace didact::pools {

/// Pools of many rows are solved to 1 % where no gap is asked for.
double default_gap(const FiniteItems& items);

/// Throws std::invalid_argument where no allowed set is large enough.
detail::FoundRows search_pooled(const ConjugateItems& items, const Objective& objective, double gap, const Stop& stop,
                                const ProgressReport& progress);

}  // namespace didact::pools
