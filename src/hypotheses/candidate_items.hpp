#pragma once
// The items that a search looks at, as the hypotheses see them.

#include "evidence.hpp"
#include "likelihoods.hpp"
#include <didact/core/stop.hpp>

#include <optional>

namespace didact::hypotheses {

/// The belief before, as logarithms of its ratios to the target's.
Vector log_ratios(const HypothesesProblem& problem);

/// These rows, but for those that the target cannot have made, and, when stopped, those that there was no time to look
/// at; `kept` says which they are.
EvidenceItems finite_items(const HypothesesProblem& problem, const Table& rows, const Stop& stop,
                           std::vector<Index>& kept);

/// A row that every set must have and the target cannot have made.
std::optional<Index> impossible_row(const HypothesesProblem& problem);

}  // namespace didact::hypotheses
