#pragma once
// Rows (x, y) of a pool: the loss is convex in their counts.   [POOL]

#include "solvers/conjugate_problem.hpp"
#include <didact/regression/regression_problem.hpp>

namespace didact::regression {

solvers::FoundRows search_pool(const RegressionProblem& problem, const solvers::Sizes& sizes, const Options& options,
                               const Stop& stop);

}  // namespace didact::regression
