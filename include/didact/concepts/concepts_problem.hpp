#pragma once
// A learner that keeps to the concepts which agree with every item it was shown, as a teaching problem.

#include <didact/concepts/teach_concept.hpp>
#include <didact/core/lesson.hpp>
#include <didact/core/problem.hpp>
#include <didact/solvers/teach.hpp>

namespace didact {

/// Items are rows (x, y): the item's number from 1, and the target's label of it, 0 or 1.
struct ConceptsProblem {
  ConceptClass concepts;
  std::size_t target = 0;
  ItemSet seen;  ///< what the learner was shown before
  ConceptEffort effort;
  std::optional<Index> max_size;
  Limits limits;

  double most() const;  ///< how many items a set may have
};

/// The concepts that agree with all of these items.
std::vector<std::size_t> consistent(const ConceptClass& concepts, const ItemSet& items);

Lesson teach(const ConceptsProblem& problem, const Options& options = {});
Evaluation evaluate(const ConceptsProblem& problem, const ItemSet& items);

}  // namespace didact
