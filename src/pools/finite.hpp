#pragma once
// Finitely many items: a table's columns, a pool, whole numbers.

#include "mixture.hpp"
#include <didact/core/stop.hpp>

#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace didact::pools {

/// How often some items may be shown, where that is not as often as any other.
struct Box {
  Index item;
  double low, high;
};
using Boxes = std::vector<Box>;

/// How much of each of some items.
using Amounts = std::vector<std::pair<Index, double>>;

/// Counts of the items that are shown.
using Counts = std::vector<std::pair<Index, Index>>;

/// Finitely many items, and a convex function of the sum of their statistics.
class FiniteItems {
 public:
  virtual ~FiniteItems() = default;

  virtual const ConvexFunction& function() const = 0;
  virtual Vector statistic(Index item) const = 0;
  /// What each item costs, and what it does along this gradient.
  virtual Vector reduced(const Vector& gradient) const = 0;
  /// Which of these items is best to show next at this sum: exactly, or nearly so where that would take too long. All
  /// items where none are named; -1 where none may be shown.
  virtual Index best_next(const Vector& sum, std::span<const Index> among,
                          const std::function<bool(Index)>& may_show) const = 0;
  /// How much work it is to look at all of them once.
  virtual double work() const = 0;

  Vector costs;      ///< of each item, beyond what every item costs
  Vector low, high;  ///< how often each may be shown

  Index size() const { return costs.size(); }
  double least() const { return low.sum(); }
  double most() const { return high.sum(); }
  Column column(Index item, const Boxes& boxes) const;
  /// loss + what the items cost
  double inner(const Counts& counts) const;
};

/// The tangent at one relaxed solution bounds sets of every size: by what the cheapest items along it come to. [POOL.2]
class Tangent {
 public:
  Tangent() = default;
  /// `up_to` is the largest size that is likely to be asked about; beyond, the bound is weaker.
  Tangent(double intercept, const Vector& reduced, const Vector& low, const Vector& high, double up_to);

  /// No set of n has a smaller inner value.
  double bound(double n) const;

 private:
  double intercept_ = -infinity, least_ = 0;  ///< at the least size there is
  std::vector<double> sizes_, sums_;          ///< sizes at which another item begins, and what it costs until there
  double beyond_ = 0;                         ///< what any further item costs
};

/// The relaxed problem at size n, solved over all items by adding columns as they are needed.
struct RelaxedFinite {
  double bound = -infinity;  ///< no z does better
  double value = infinity;   ///< of z
  double slope = 0;          ///< by n
  Tangent tangent;           ///< without boxes: where the bound was best
  Vector gradient;           ///< of the function at z
  Amounts z;
};

/// `warm` are items to begin with. Stops as soon as the bound is above `cutoff`, or within `tolerance` of the value.
RelaxedFinite relax(const FiniteItems& items, double n, const Boxes& boxes, const Amounts& warm, double cutoff,
                    double tolerance, const Stop& stop);

/// The same for large n: columns are whole sets, each the best along one tangent, beginning with this one (if any).
RelaxedFinite relax_by_fillings(const FiniteItems& items, double n, Vector slope, double cutoff, double tolerance,
                                const Stop& stop);

}  // namespace didact::pools
