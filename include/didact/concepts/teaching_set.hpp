#pragma once
// The fewest (or cheapest) labelled items that only one concept of a class is consistent with.

#include <didact/concepts/concept_class.hpp>
#include <didact/concepts/internal/set_cover.hpp>

#include <span>
#include <string>
#include <vector>

namespace didact::concepts {

/// The cover problem behind a teaching set: an item covers the concepts that label it unlike the target. Its elements
/// are the members of `among` other than the target, in rising order.
CoverProblem separating_items(const ConceptClass& concepts, std::size_t target, std::span<const Word> among,
                              std::span<const double> item_costs = {});

/// The target's minimum teaching set in the class, or in the part `among` of it. `Cover::exists` is false if another
/// concept is equal to the target.
Cover minimum_teaching_set(const ConceptClass& concepts, std::size_t target, const CoverLimits& limits = {},
                           std::span<const double> item_costs = {});
Cover minimum_teaching_set_among(const ConceptClass& concepts, std::size_t target, std::span<const Word> among,
                                 const CoverLimits& limits = {}, std::span<const double> item_costs = {});

/// What is wrong with items said to teach the target among some concepts: a concept that they leave consistent, an item
/// that is none or comes twice. Empty if nothing is. Shares no code with the search.
std::string fault_of_teaching_set(const ConceptClass& concepts, std::size_t target, std::span<const std::size_t> items,
                                  std::span<const Word> among);

}  // namespace didact::concepts
