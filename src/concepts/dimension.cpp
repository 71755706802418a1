#include "text.hpp"
#include <didact/concepts/dimension.hpp>

#include <chrono>
#include <stdexcept>

namespace didact {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// An equal share of the time that is left, for each of those still to come.
Stop share_of_time(const DimensionOptions& options, Clock::time_point start, std::size_t to_come) {
  if (!options.seconds) return Stop({}, options.interrupt);
  const double left = std::max(0.0, *options.seconds - seconds_since(start));
  return Stop(left / static_cast<double>(to_come), options.interrupt);
}

/// No claim leaves unless it holds label by label.
void require_taught(const ConceptClass& concepts, std::size_t target, const Cover& set) {
  const std::string fault = fault_of_teaching_set(concepts, target, set.items, all_bits(concepts.size()));
  if (!fault.empty())
    throw std::logic_error(joined({"the teaching set found for \"", concepts.name(target), "\": ", fault}));
}

void sum_up(ClassDimension& result) {
  for (const Cover& set : result.concepts) {
    result.dimension.lower = std::max(result.dimension.lower, set.lower);
    result.dimension.upper = std::max(result.dimension.upper, set.cost);
    result.average.lower += set.lower / static_cast<double>(result.concepts.size());
    result.average.upper += set.cost / static_cast<double>(result.concepts.size());
    if (set.stopped != StopReason::none) result.stopped = set.stopped;
  }
}

void teach_all(const ConceptClass& concepts, const DimensionOptions& options, ClassDimension& result) {
  const Clock::time_point start = Clock::now();
  for (std::size_t target = 0; target < concepts.size(); ++target) {
    const CoverLimits limits{share_of_time(options, start, concepts.size() - target)};
    result.concepts.push_back(minimum_teaching_set(concepts, target, limits));
    require_taught(concepts, target, result.concepts.back());
    if (options.taught) options.taught(target, result.concepts.back());
    if (options.progress) options.progress({"concepts", target + 1, concepts.size()});
  }
}

}  // namespace

ClassDimension class_dimension(const ConceptClass& concepts, const DimensionOptions& options) {
  require_distinct(concepts);
  const Clock::time_point start = Clock::now();
  ClassDimension result;
  DimensionOptions part = options;
  if (options.seconds && options.recursive) part.seconds = *options.seconds / 2;
  teach_all(concepts, part, result);
  sum_up(result);
  if (!options.recursive) return result;
  if (options.seconds) part.seconds = std::max(0.0, *options.seconds - seconds_since(start));
  result.recursive = recursive_dimension(concepts, part, result.concepts);
  const std::string fault = fault_of_plan(concepts, *result.recursive);
  if (!fault.empty()) throw std::logic_error(joined({"the teaching plan: ", fault}));
  const Bounds& bounds = result.recursive->dimension;
  if (bounds.lower < bounds.upper && result.stopped == StopReason::none) {
    result.stopped = options.interrupt && *options.interrupt ? StopReason::interrupted : StopReason::time;
  }
  return result;
}

}  // namespace didact
