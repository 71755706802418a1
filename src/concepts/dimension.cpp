#include "text.hpp"
#include <didact/concepts/dimension.hpp>

#include <chrono>
#include <stdexcept>

namespace didact::concepts {
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

/// What holds of every concept: each item of a smallest set tells the target from some concept that the others leave.
Bounds bounds_of_any(const ConceptClass& concepts) {
  const double others = static_cast<double>(concepts.size()) - 1;
  return {std::min(1.0, others), std::min(others, static_cast<double>(concepts.items()))};
}

void sum_up(const ConceptClass& concepts, ClassDimension& result) {
  const double count = static_cast<double>(concepts.size());
  const auto include = [&](const Bounds& bounds) {
    result.dimension.lower = std::max(result.dimension.lower, bounds.lower);
    result.dimension.upper = std::max(result.dimension.upper, bounds.upper);
    result.average.lower += bounds.lower;
    result.average.upper += bounds.upper;
  };
  for (const Cover& set : result.concepts) {
    include({set.lower, set.cost});
    if (set.stopped != StopReason::none && result.stopped == StopReason::none) result.stopped = set.stopped;
  }
  for (std::size_t c = result.concepts.size(); c < concepts.size(); ++c) include(bounds_of_any(concepts));
  result.average.lower /= count;  // of sums that are whole: an average that is whole is so exactly
  result.average.upper /= count;
}

void teach_all(const ConceptClass& concepts, const DimensionOptions& options, ClassDimension& result) {
  const Clock::time_point start = Clock::now();
  const Stop whole(options.seconds, options.interrupt);
  for (std::size_t target = 0; target < concepts.size(); ++target) {
    if (whole) {  // even a quick answer for each of many concepts would take long
      result.stopped = whole.reason();
      return;
    }
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
  ClassDimension taught;
  DimensionOptions part = options;
  if (options.seconds && options.recursive) part.seconds = *options.seconds / 2;
  teach_all(concepts, part, taught);
  part = options;
  if (options.seconds) part.seconds = std::max(0.0, *options.seconds - seconds_since(start));
  ClassDimension result = class_dimension(concepts, std::move(taught.concepts), part);
  if (taught.stopped != StopReason::none) result.stopped = taught.stopped;
  return result;
}

ClassDimension class_dimension(const ConceptClass& concepts, std::vector<Cover> sets, const DimensionOptions& options) {
  require_distinct(concepts);
  ClassDimension result;
  result.concepts = std::move(sets);
  sum_up(concepts, result);
  if (!options.recursive) return result;
  if (result.concepts.size() < concepts.size()) {
    result.recursive = {bounds_of_any(concepts), {}};
    return result;
  }
  result.recursive = recursive_dimension(concepts, options, result.concepts);
  const std::string fault = fault_of_plan(concepts, *result.recursive);
  if (!fault.empty()) throw std::logic_error(joined({"the teaching plan: ", fault}));
  const Bounds& bounds = result.recursive->dimension;
  if (bounds.lower < bounds.upper && result.stopped == StopReason::none) {
    result.stopped = options.interrupt && *options.interrupt ? StopReason::interrupted : StopReason::time;
  }
  return result;
}

}  // namespace didact::concepts
