#pragma once
// How many items each concept of a class needs.

#include "services/workforce.hpp"
#include <didact/concepts/dimension.hpp>

namespace didact::services {

/// A class by its name, such as "intervals:8"; throws InvalidProblem at `path`.
ConceptClass known_class(const std::string& name, const std::string& path);

struct DimensionRequest {
  std::optional<double> seconds;
  bool recursive = true;
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(const concepts::DimensionProgress&)> progress;  ///< of the plan
};

/// Throws InvalidProblem. Nothing in processes that do not report.
std::optional<concepts::ClassDimension> dimension(const ConceptClass& concepts, const DimensionRequest& request,
                                                  const Workforce& workforce);

}  // namespace didact::services
