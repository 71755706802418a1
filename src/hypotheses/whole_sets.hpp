#pragma once
// Sets of whole items from a continuous range, near what the relaxed problem says of their size.

#include "continuous_relaxation.hpp"

namespace didact::hypotheses {

class WholeSets {
 public:
  WholeSets(const ContinuousItems& items, const Objective& objective, const Stop& stop)
      : items_(items), objective_(objective), stop_(stop) {}

  /// Sets of one item n times: something to show when there was no time for more.
  void begin(Index n);
  /// Sets of n from the relaxed one, and from some of the items that were ever met.
  void attempt(const RelaxedContinuous& at, const std::vector<Vector>& met, Index n);
  /// Whole numbers with evidence linear in them: a set is its (n, Σx), and convex in the sum. What the best set of n
  /// numbers, of the piece that this one is in, comes to.
  double attempt_sums(const Vector& near, Index n);
  void offer(const std::vector<Group>& groups, Index n);

  const ItemSet& best() const { return best_; }
  double total() const { return total_; }

 private:
  bool best_of_all(const EvidenceItems& candidates, Index n);
  void improve(const EvidenceItems& candidates, const Amounts& amounts, Index n);
  EvidenceItems some_items(const RelaxedContinuous& at, const std::vector<Vector>& met, Amounts& amounts);

  const ContinuousItems& items_;
  const Objective& objective_;
  const Stop& stop_;
  std::vector<Vector> some_;
  ItemSet best_{Matrix(0, 1), {}};
  double total_ = infinity;
};

}  // namespace didact::hypotheses
