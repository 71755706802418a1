#pragma once
// A problem file to start from, with comments.

#include "io/description.hpp"

#include <string>

namespace didact::io {

/// The example of a model. Each line that is commented out is valid as it stands once it is not.
std::string problem_template(const Description& model);

/// The same without comments and optional keys.
Json problem_example(const Description& model);

}  // namespace didact::io
