#pragma once
// Items that must not be too close: a search, with the bound of the problem in which they may be.

#include <didact/hypotheses/hypotheses_problem.hpp>

namespace didact::hypotheses {

/// For a closeness effort. Throws std::invalid_argument where items have no finite range and no pool.
Lesson teach_apart(const HypothesesProblem& problem, const Options& options);

}  // namespace didact::hypotheses
