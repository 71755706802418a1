#pragma once
// Teaching dimensions of a class: of every concept, the largest, the average, and the recursive one with its plan.

#include <didact/concepts/teaching_set.hpp>

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace didact::concepts {

/// What is known about a number.
struct Bounds {
  double lower = 0;
  double upper = 0;
};

/// How far a run has come: `done` of `total` concepts taught, or left behind by the plan.
struct DimensionProgress {
  std::string_view stage;
  std::size_t done = 0;
  std::size_t total = 0;
};

struct DimensionOptions {
  std::optional<double> seconds;                 ///< for all of it
  const std::atomic<bool>* interrupt = nullptr;  ///< asks to stop
  bool recursive = true;
  std::function<void(const DimensionProgress&)> progress;
  std::function<void(std::size_t target, const Cover& set)> taught;  ///< each concept, as soon as it is known
};

/// The concepts that a learner of the plan masters next: those with the smallest teaching dimension among what is left.
struct PlanLayer {
  Bounds dimension;
  std::vector<std::size_t> concepts;
  std::vector<std::vector<std::size_t>> items;  ///< a teaching set of each, among this layer and all later ones
};

struct RecursiveDimension {
  Bounds dimension;
  std::vector<PlanLayer> plan;
};

struct ClassDimension {
  std::vector<Cover> concepts;  ///< of the first concepts, all of them unless the run was stopped
  Bounds dimension;
  Bounds average;
  std::optional<RecursiveDimension> recursive;  ///< without a plan if some concept was not reached
  StopReason stopped = StopReason::none;
};

/// All of it, within the options. Throws std::invalid_argument if two concepts are equal.
ClassDimension class_dimension(const ConceptClass& concepts, const DimensionOptions& options = {});

/// The same from teaching sets that were found elsewhere, of the first concepts or of all of them.
ClassDimension class_dimension(const ConceptClass& concepts, std::vector<Cover> sets, const DimensionOptions& options);

/// The recursive dimension alone. `known` may hold teaching sets in the whole class, one for each concept, or be empty.
RecursiveDimension recursive_dimension(const ConceptClass& concepts, const DimensionOptions& options = {},
                                       const std::vector<Cover>& known = {});

/// What is wrong with a plan, found label by label: empty if nothing is.
std::string fault_of_plan(const ConceptClass& concepts, const RecursiveDimension& recursive);

}  // namespace didact::concepts
