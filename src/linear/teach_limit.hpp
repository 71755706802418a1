#pragma once
// Efforts on items that can be made as small as one likes, so that the impedance has an infimum but no minimum. [LIN.9]

#include "found.hpp"
#include <didact/core/stop.hpp>

namespace didact::linear {

/// Whether the problem is one of these.
bool has_vanishing_effort(const LinearProblem& problem, const Stop& stop);

Found teach_limit(const LinearProblem& problem, const Stop& stop);

}  // namespace didact::linear
