#pragma once
// A learner that keeps to the concepts which agree with every item it was shown, as a teaching problem.

#include <didact/concepts/teach_concept.hpp>
#include <didact/core/lesson.hpp>
#include <didact/core/pool.hpp>
#include <didact/core/problem.hpp>
#include <didact/solvers/teach.hpp>

namespace didact {

enum class ConceptsLoss {
  kl,        ///< -log of what the target is believed in
  zero_one,  ///< the expected share of all items that a concept drawn from the belief labels unlike the target
};

/// Items are rows (x, y): the item's number from 1, and the target's label of it, 0 or 1.
struct ConceptsProblem {
  ConceptClass concepts;
  std::size_t target = 0;
  ItemSet seen;  ///< what the learner was shown before
  ConceptsLoss loss = ConceptsLoss::kl;
  bool anticipates = false;  ///< the learner knows that it is being taught, by sets of min_size to max_size (1) items
  concepts::ConceptEffort effort;
  std::optional<Pool> pool;  ///< rows (x, y) that may be shown, each once; none: all items of the class
  Index min_size = 0;
  std::optional<Index> max_size;
  Limits limits;

  double most() const;  ///< how many items a set may have
};

/// What the learner believes of each concept after these items, on top of what it has seen; all NaN if none agrees, or
/// if it anticipates teaching and this is no set that it expects.
Vector belief(const ConceptsProblem& problem, const ItemSet& items);

/// The concepts that agree with all of these items.
std::vector<std::size_t> consistent(const ConceptClass& concepts, const ItemSet& items);

Lesson teach(const ConceptsProblem& problem, const Options& options = {});
Evaluation evaluate(const ConceptsProblem& problem, const ItemSet& items);

}  // namespace didact
