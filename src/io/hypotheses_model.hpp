#pragma once
// The model `hypotheses`.

#include "io/model.hpp"

#include <memory>

namespace didact::io {

std::unique_ptr<const Model> hypotheses_model();

}  // namespace didact::io
