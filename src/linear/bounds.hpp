#pragma once
// What a range and an effort on the items leave possible.   [LIN.7]

#include "sizes.hpp"

namespace didact::linear {

/// What a coordinate of x may be.
Interval x_interval(const LinearProblem& problem, Index coordinate);

struct ClosestPair {
  Index first = 0, second = 0;
  double distance = infinity;  ///< with fewer than two
};
ClosestPair closest_pair(const Matrix& x);

/// What a set costs, a pool's costs left out.
double items_effort(const LinearProblem& problem, const ItemSet& items);

/// No set of n items has a lower impedance; from `floor` on where the learner has seen something.
class SizeBounds {
 public:
  SizeBounds(const LinearProblem& problem, const Stop& stop) : p_(problem), free_(problem, stop) {}

  double at(Index n) const;
  /// The same for all sizes from n on, for efforts that do not fall with the size.
  double from(Index n) const;
  const FreeSizes& free() const { return free_; }

 private:
  double least_item_effort(Index n) const;
  double farthest(Index n) const;
  double out_of_the_box(Index n) const;

  const LinearProblem& p_;
  FreeSizes free_;
};

}  // namespace didact::linear
