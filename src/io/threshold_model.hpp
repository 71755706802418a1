#pragma once
#include "io/model.hpp"

#include <memory>

namespace didact::io {

std::unique_ptr<const Model> threshold_model();

}  // namespace didact::io
