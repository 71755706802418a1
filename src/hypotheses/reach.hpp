#pragma once
// How far out items can be worth showing, where no range says so.   [HYP.4]

#include "evidence.hpp"
#include "likelihoods.hpp"
#include <didact/core/stop.hpp>

#include <optional>

namespace didact::hypotheses {

/// The range of items that is searched: finite, and what is known of the rest.
struct Searched {
  std::vector<Interval> range;
  bool cut = false;               ///< an end was set by the search itself
  bool complete = true;           ///< no item outside is in a best set
  std::optional<double> infimum;  ///< of sets with items, where one of them does ever better the farther it is out
  std::vector<std::size_t> left;  ///< or two, in opposite directions: the hypotheses that these leave, target included
};
Searched searched_range(const HypothesesProblem& problem, const Objective& objective, const Stop& stop);

/// Vectors, of whose far ends nothing was known: whether some item of a set can go on from where it is, for the better
/// and without end.
bool runs_away(const HypothesesProblem& problem, const Searched& searched, const ItemSet& items);

/// Whether a best set of those searched is the best of all: the evidence is linear, so all is convex, and it has no
/// item at an end.
bool stays_inside(const HypothesesProblem& problem, const Searched& searched, const ItemSet& items);

}  // namespace didact::hypotheses
