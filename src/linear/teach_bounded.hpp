#pragma once
// Teaching where items have a range or a price, or where the learner has seen something: descents from many starts, and
// a bound that holds whatever they find.

#include "found.hpp"
#include <didact/core/stop.hpp>

namespace didact::linear {

Found teach_bounded(const LinearProblem& problem, const Options& options, const Stop& stop);

}  // namespace didact::linear
