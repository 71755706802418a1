#pragma once
// Several Gaussian learners at once: no spectral form, so a smooth convex problem in the item mean and scatter. [CLASS]

#include "solvers/moments_problem.hpp"

namespace didact::solvers {

/// The best moments of n items for a class of learners, the scatter of rank `rank` at most; `bound` is what no scatter
/// of any rank can beat, however early it was stopped.
Moments best_for_class(const MomentsProblem::Settings& settings, double n, Index rank, double& bound, const Stop& stop);

}  // namespace didact::solvers
