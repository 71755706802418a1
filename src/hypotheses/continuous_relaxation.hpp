#pragma once
// The relaxed problem over a continuous range, size after size, by column generation.

#include "groups.hpp"

#include <utility>
#include <vector>

namespace didact::hypotheses {

struct RelaxedContinuous {
  double bound = -infinity, value = infinity, slope = 0;
  double intercept = -infinity, least_reduced = 0;  ///< at any size m the value is at least intercept + m · least
  std::vector<Group> groups;
};

class ContinuousRelaxation {
 public:
  ContinuousRelaxation(const ContinuousItems& items, const Stop& stop)
      : items_(items), stop_(stop), evidence_(items.log_ratios()), mixture_(evidence_) {}

  /// The mixture of a few items, and the item that would improve it most, until none does or the bound is above
  /// `cutoff`. Stopped earlier it has the bound that is proven by then, and no groups if there was no time for any.
  RelaxedContinuous at(double n, double cutoff = infinity);
  /// What is known of any size by now; the loss is never negative.
  double bound(double n) const;
  /// No n items have an inner value below intercept + slope n.
  void cut(double intercept, double slope) { cuts_.emplace_back(intercept, slope); }
  /// All items that were ever worth a look.
  const std::vector<Vector>& met() const { return points_; }

 private:
  bool add(const Vector& x);

  const ContinuousItems& items_;
  const Stop& stop_;
  Evidence evidence_;
  Mixture mixture_;
  std::vector<Vector> points_;
  std::vector<std::pair<double, double>> cuts_;  ///< intercepts and slopes
};

}  // namespace didact::hypotheses
