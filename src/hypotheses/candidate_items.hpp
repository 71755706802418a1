#pragma once
// The items that a search looks at, as the hypotheses see them.

#include "evidence.hpp"
#include "likelihoods.hpp"

#include <optional>

namespace didact::hypotheses {

/// The belief before, as logarithms of its ratios to the target's.
Vector log_ratios(const HypothesesProblem& problem);

/// The range of items that is searched, and whether it is only as far as one looks.
struct Searched {
  std::vector<Interval> range;
  std::vector<Interval> cut;  ///< finite where an infinite end was cut off
};
Searched searched_range(const HypothesesProblem& problem);

/// Whether some item lies at an end that was cut off.
bool touches(const ItemSet& items, const std::vector<Interval>& cut);

/// These rows, but for those that the target cannot have made; `kept` says which they are.
EvidenceItems finite_items(const HypothesesProblem& problem, const Table& rows, std::vector<Index>& kept);

/// A row that every set must have and the target cannot have made.
std::optional<Index> impossible_row(const HypothesesProblem& problem);

}  // namespace didact::hypotheses
