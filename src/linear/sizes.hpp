#pragma once
// What is known of each size before any item is placed: the best that a free choice of items can do.   [LIN.5]

#include "best_within.hpp"

namespace didact::linear {

struct SizeBest {
  BestState best;            ///< for an effort on magnitude, the state of the best trade-off
  double value = infinity;   ///< its loss and all of its effort
  double bound = -infinity;  ///< no set of this size has a lower impedance
};

/// Efforts of any shape are looked at for every size up to here, unless max_items says otherwise.
inline constexpr Index sizes_of_any_cost = 1'000'000;

class FreeSizes {
 public:
  FreeSizes(const LinearProblem& problem, const Stop& stop) : p_(problem), stop_(stop), within_(problem, stop) {}

  /// `farthest` is a further bound of ‖w‖, of the range say.
  SizeBest at(Index n, double farthest = infinity) const;
  /// The smallest size from which on the loss can be no lower, where there is one.
  std::optional<Index> enough() const;
  const BestWithin& within() const { return within_; }

 private:
  BestState best_state(Index n, double farthest) const;

  const LinearProblem& p_;
  const Stop& stop_;
  BestWithin within_;
};

}  // namespace didact::linear
