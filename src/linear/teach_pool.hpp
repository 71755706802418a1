#pragma once
// Teaching with rows of a pool: every set where they are few, else growth and swaps, with a bound for each size.

#include "found.hpp"
#include <didact/core/stop.hpp>

namespace didact::linear {

Found teach_pool(const LinearProblem& problem, const Options& options, const Stop& stop);

}  // namespace didact::linear
