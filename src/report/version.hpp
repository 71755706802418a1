#pragma once

#include "io/json.hpp"

namespace didact::report {

/// An answer, with the version of the program that gave it.
io::Json with_version(io::Json answer);

}  // namespace didact::report
