#pragma once
// Learners that know they are being taught, over finitely many items.

#include <didact/core/stop.hpp>
#include <didact/hypotheses/hypotheses_problem.hpp>

namespace didact::hypotheses {

/// What such a learner believes after a set; NaN if it is none that it expects.
Vector anticipating_belief(const HypothesesProblem& problem, const ItemSet& items);

/// The best set for it, by looking at all, and the best for a naive learner beside it.
void teach_anticipating(const HypothesesProblem& problem, const Options& options, const Stop& stop, Lesson& lesson);

}  // namespace didact::hypotheses
