#pragma once
// The model `program`: a learner in any language.

#include "io/model.hpp"

#include <memory>

namespace didact::io {

std::unique_ptr<const Model> program_model();

}  // namespace didact::io
