#pragma once
#include "io/model.hpp"

#include <memory>

namespace didact::io {

std::unique_ptr<const Model> gaussian_naive_bayes_model();

}  // namespace didact::io
