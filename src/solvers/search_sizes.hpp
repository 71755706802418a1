#pragma once
// Exactness over n: the relaxed optimum, then every integer size that can still win.   [SIZE]

#include "solvers/sized_problem.hpp"
#include <didact/core/problem.hpp>

namespace didact::solvers {

/// Which sizes are allowed, and what a size costs beyond what the problem itself counts.
struct Sizes {
  double low = 0;
  double high = infinity;
  SizeCost cost;            ///< empty: none
  bool convex_cost = true;  ///< false: `high` must be finite, and every size up to it is considered
};

/// The sizes that the terms of a problem allow.
Sizes allowed_sizes(const Terms& terms);

struct SizeSearch {
  Relaxed relaxed;
  Index n = 0;
  AtSize best;              ///< with the size's cost included
  double bound = infinity;  ///< over all allowed sizes
  StopReason stopped = StopReason::none;
};

/// Where a search found no end of ever larger sizes though each item has a price, there is one, at a size that cannot
/// be counted: throws BeyondReach.
void refuse_uncountable(const Effort& effort);

/// `untaught` is the loss of the empty set. Stops where the gap is at most `gap`, relative to max(1, |impedance|).
SizeSearch search_sizes(const SizedProblem& problem, const Sizes& sizes, double untaught, double gap, const Stop& stop);

}  // namespace didact::solvers
