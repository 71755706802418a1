#pragma once
// Items found directly, where no exact method places them: descent over the items inside their box, then whole steps.

#include "solvers/moments_problem.hpp"

namespace didact::solvers {

/// The best n items found in the domain, with the bound of the relaxed problem.
AtSize search_items(const MomentsProblem& problem, Index n, const Relaxed& relaxed, const Stop& stop);

}  // namespace didact::solvers
