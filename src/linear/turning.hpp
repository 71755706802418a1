#pragma once
// Sets that turn a learner which has seen something to a state of one's own choice: poisoning.   [LIN.8]

#include <didact/linear/linear_problem.hpp>

namespace didact::linear {

/// n items after which the conditions of the optimum hold at this state, or nothing where this way of making them
/// fails.
std::optional<ItemSet> items_turning(const LinearProblem& problem, const LinearState& state, Index n);

}  // namespace didact::linear
