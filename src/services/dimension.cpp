#include "services/dimension.hpp"

#include "io/errors.hpp"
#include "runs/dimension_task.hpp"
#include <didact/concepts/named_classes.hpp>

#include <algorithm>
#include <thread>

namespace didact::services {

ConceptClass known_class(const std::string& name, const std::string& path) {
  try {
    return concepts::named_class(name);
  } catch (const std::invalid_argument& error) {
    throw io::InvalidProblem(io::Error{path, error.what()});
  }
}

/// Half of the time is for the concepts, each with its share of what is left; the other half is for the plan.
std::optional<concepts::ClassDimension> dimension(const ConceptClass& concepts, const DimensionRequest& request,
                                                  const Workforce& workforce) {
  try {
    require_distinct(concepts);
  } catch (const std::invalid_argument& error) {
    throw io::InvalidProblem(io::Error{"", error.what()});
  }
  const auto workers =
      static_cast<double>(workforce.executor.processes()) * std::max(1u, std::thread::hardware_concurrency());
  std::optional<double> half;
  if (request.seconds) half = *request.seconds / 2;
  const runs::DimensionTask task(concepts, half, workers);
  const auto ledger = run(task, workforce);
  if (!ledger) return {};
  std::vector<concepts::Cover> sets;
  for (const auto& [target, set] : dynamic_cast<const runs::CoversPortion&>(ledger->portion()).covers()) {
    if (target != static_cast<Index>(sets.size())) break;  // those after a gap are not told
    sets.push_back(set);
  }
  concepts::DimensionOptions options;
  options.seconds = half;
  options.interrupt = request.interrupt;
  options.progress = request.progress;
  options.recursive = request.recursive;
  concepts::ClassDimension found = concepts::class_dimension(concepts, std::move(sets), options);
  if (found.concepts.size() < concepts.size()) found.stopped = StopReason::time;
  if (!ledger->complete()) found.stopped = StopReason::interrupted;
  return found;
}

}  // namespace didact::services
