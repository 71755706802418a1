#pragma once
// The JSON Schema (draft 7) of a problem file, made from what the models say about themselves.

#include "io/description.hpp"
#include "io/json.hpp"

#include <vector>

namespace didact::io {

Json problem_schema(const std::vector<const Description*>& models);

}  // namespace didact::io
