#pragma once
// Items ever farther from each other that teach the same: an effort on closeness then has an infimum but no minimum.

#include <didact/linear/linear_problem.hpp>

namespace didact::linear {

/// n items that teach this state to a learner that has seen nothing, no two of them nearer than about `far`. Nothing
/// where no such set is known, or where a range does not let items go as far as one likes.   [LIN.9]
std::optional<ItemSet> spread_items(const LinearProblem& problem, const LinearState& state, Index n, double far);

}  // namespace didact::linear
