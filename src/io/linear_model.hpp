#pragma once

#include "io/model.hpp"
#include <didact/linear/linear_learner.hpp>

#include <memory>

namespace didact::io {

/// ridge, logistic or svm.
std::unique_ptr<const Model> linear_model(LinearKind kind);

}  // namespace didact::io
