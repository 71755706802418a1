#pragma once
// A learner with finitely many hypotheses about the items it is shown, one of which is to be taught.

#include <didact/core/lesson.hpp>
#include <didact/core/pool.hpp>
#include <didact/core/problem.hpp>
#include <didact/hypotheses/density.hpp>
#include <didact/solvers/teach.hpp>

#include <optional>

namespace didact {

enum class HypothesesLoss {
  kl,        ///< -log of what the target is believed in
  zero_one,  ///< the probability that a hypothesis drawn from the belief is not the target
};

/// Efforts: per_item, fixed, of_size, magnitude.
struct HypothesesProblem : Terms {
  std::vector<std::string> names;
  std::vector<Density> densities;  ///< one a hypothesis, or
  Matrix table;                    ///< the probability of each item, a hypothesis a row; items are then 1, 2, …
  bool labels = false;  ///< the table's items are labelled: an entry is the probability of the label given the item
  Vector prior;
  std::size_t target = 0;
  HypothesesLoss loss = HypothesesLoss::kl;
  bool anticipates = false;  ///< the learner knows that it is being taught, by sets of min_size to max_size (1) items
  ItemSet seen;              ///< what the learner was shown before
  ItemRules items;
  std::optional<Pool> pool;

  /// The items that the hypotheses speak of, narrowed by the rules.
  ItemDomain domain() const;
};

/// What is believed of each hypothesis after these items, on top of what was seen. All NaN if none can have made them.
Vector belief(const HypothesesProblem& problem, const ItemSet& items);

Lesson teach(const HypothesesProblem& problem, const Options& options = {});
Evaluation evaluate(const HypothesesProblem& problem, const ItemSet& items);

}  // namespace didact
