#pragma once
// Rows (x, y) of a pool: the loss is convex in their counts.   [POOL]

#include <didact/regression/regression_problem.hpp>
#include <didact/solvers/conjugate.hpp>

namespace didact::regression {

solvers::FoundRows search_pool(const RegressionProblem& problem, const solvers::Sizes& sizes, const Options& options,
                               const Stop& stop);

}  // namespace didact::regression
