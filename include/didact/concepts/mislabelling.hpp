#pragma once
// How often a learner that keeps to the consistent concepts is wrong about an item, and the items that make it least
// so:
//   min over D of  E_c[share of the items that c labels unlike the target]  +  effort(D),   c consistent with D.

#include <didact/concepts/teach_concept.hpp>

namespace didact::concepts {

/// The share of all items that a concept labels unlike another.
double disagreement(const ConceptClass& concepts, std::size_t a, std::size_t b);

/// The expected share, under the learner's belief after these items, label by label.
double mislabelling(const ConceptClass& concepts, std::size_t target, std::span<const std::size_t> items);

/// Exact, or the best found with a bound. The lesson's losses are this one.
ConceptLesson teach_labels(const ConceptClass& concepts, std::size_t target, const ConceptEffort& effort,
                           const TeachConceptOptions& options = {});

}  // namespace didact::concepts
