#pragma once

#include "io/model.hpp"

#include <memory>

namespace didact::io {

/// linear-regression, with the noise known or learned.
std::unique_ptr<const Model> regression_model();

}  // namespace didact::io
