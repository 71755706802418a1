#pragma once
// Numbers that are no mistake by themselves but cannot be computed with.

#include "io/errors.hpp"
#include "io/json.hpp"

#include <stdexcept>

namespace didact::io {

/// By the path that the error names, or else by that of the number in the problem that is farthest from 1.
InvalidProblem refused(const std::overflow_error& error, const Json& problem);

}  // namespace didact::io
