#pragma once
#include "io/model.hpp"
#include <didact/learners/threshold.hpp>

#include <memory>

namespace didact::io {

std::unique_ptr<const Model> threshold_model();

/// Throws InvalidProblem.
ThresholdProblem read_threshold(const Json& problem, const Context& context);

}  // namespace didact::io
