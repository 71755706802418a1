#pragma once
// The best labelled items for a learner that keeps to the concepts consistent with them, when items cost effort:
//   min over D of  log(prior mass of the concepts consistent with D / prior of the target)  +  effort(D).

#include <didact/concepts/concept_class.hpp>
#include <didact/core/stop.hpp>

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace didact::concepts {

/// per_item · n + the items' own costs + fixed (if n > 0) + of_size(n). All are ≥ 0, and of_size never falls.
struct ConceptEffort {
  double per_item = 0;
  std::vector<double> item_costs;  ///< empty: none
  double fixed = 0;
  std::function<double(std::size_t)> of_size;

  double of(std::span<const std::size_t> items) const;
};

struct TeachConceptOptions {
  Stop stop;
  std::size_t max_items = std::numeric_limits<std::size_t>::max();
};

struct ConceptLesson {
  std::vector<std::size_t> items;  ///< in rising order; their labels are the target's
  double loss = 0;                 ///< -log of the target's posterior probability
  double effort = 0;
  double lower_bound = 0;      ///< no set has a lower impedance
  double loss_before = 0;      ///< untaught
  std::size_t consistent = 1;  ///< concepts that the items leave, the target among them
  StopReason stopped = StopReason::none;
  std::int64_t nodes = 0;

  double impedance() const { return loss + effort; }
  bool is_optimal() const { return impedance() - lower_bound <= 1e-9 * std::max(1.0, impedance()); }
};

/// Exact, or the best found with a bound when `stop` says so. Concepts equal to the target are allowed: they stay.
ConceptLesson teach_concept(const ConceptClass& concepts, std::size_t target, const ConceptEffort& effort,
                            const TeachConceptOptions& options = {});

/// -log p(target given these items), looked at label by label.
double concept_loss(const ConceptClass& concepts, std::size_t target, std::span<const std::size_t> items);

}  // namespace didact::concepts
