#pragma once
// Items on a line, known by their sum: which sums n items can have, how evenly, and which items have them.

#include <didact/core/items.hpp>
#include <didact/core/random.hpp>

#include <functional>

namespace didact::solvers {

class Line {
 public:
  explicit Line(const ItemDomain& domain)
      : range_(domain.range[0]), integers_(domain.integers), distinct_(domain.distinct) {}

  /// The sums that n items can have; for real n, convex bounds on them.
  double least_sum(double n) const;
  double greatest_sum(double n) const;

  /// How many items there are.
  double count() const;

  bool integers() const { return integers_; }
  bool distinct() const { return distinct_; }

  /// The least Σx² of n items with sum s; for real n or s, a bound on it. Convex in s, unless the items are whole and
  /// distinct: then concave between the sums of n neighbours, where a block of items is moved on one by one.
  double least_squares(double n, double s) const;

  /// A bound on it that is convex in (n, s), and exact for n neighbours.
  double least_squares_bound(double n, double s) const;

  /// The sums of n neighbouring whole items on either side of s.
  Interval neighbours_around(double n, double s) const;

  /// Whether some n items really have this sum with the least Σx² (if `even`) or any (if not).
  bool attains(Index n, double s, bool even) const;

  /// Items as equal as can be: two values at most, or neighbours where they must differ.
  ItemSet even(Index n, double s) const;

  /// Items that stay near `sample` but have the sum s.
  ItemSet near(Index n, double s, const std::function<double()>& sample) const;

 private:
  double spread(double n) const;  ///< Σ 0..n-1, what distinct integers need beyond n equal ones

  Interval range_;
  bool integers_;
  bool distinct_;
};

}  // namespace didact::solvers
