#pragma once
// Where descents over the items begin.

#include <didact/core/random.hpp>
#include <didact/linear/linear_problem.hpp>

namespace didact::linear {

/// Sets of n items, all of them allowed. Large sets are made of a few different items, each shown many times.
std::vector<ItemSet> starts(const LinearProblem& problem, const LinearState& best, Index n, Random& random);

/// A set with each item moved to the nearest that is allowed.
ItemSet clipped(const LinearProblem& problem, ItemSet items);

/// Which of -1 and 1 may be labels.
std::vector<double> allowed_labels(const LinearProblem& problem);

}  // namespace didact::linear
