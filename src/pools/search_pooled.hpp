#pragma once
// The best rows of a pool where the loss is convex in the counts.   [POOL.1]

#include "conjugate_items.hpp"
#include "sizes.hpp"
#include "solvers/conjugate_problem.hpp"

namespace didact::pools {

/// Throws std::invalid_argument where no allowed set is large enough.
void require_a_size(const ConjugateItems& items, const Objective& objective);

/// A set of the least size that is allowed, whichever comes first, when there was no time for more. `different`: equal
/// items are not allowed, or not worth it.
solvers::FoundRows rows_in_haste(const solvers::ConjugateProblem& problem, Index least, bool different);

/// Throws likewise. Where no gap is asked for, 1 % is enough of pools
/// of many rows, and of all that take long.
solvers::FoundRows search_pooled(const ConjugateItems& items, const Objective& objective, std::optional<double> gap,
                                 const Stop& stop, const ProgressReport& progress);

}  // namespace didact::pools
