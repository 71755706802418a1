#pragma once
// The relaxed problem: how much of each item to show, when parts of items may be shown.   [POOL.1]
//
//   min  f(a₀ + Σ_j z_j d_j) + Σ_j c_j z_j    over  low_j ≤ z_j ≤ high_j,  Σ z_j = n.
//
// f lies above its tangents: with g the gradient at any a, f(a) - gᵀ(a - a₀) + min over z of Σ_j (c_j + gᵀd_j) z_j
// bounds it.

#include "convex_function.hpp"
#include <didact/core/stop.hpp>

#include <unordered_set>
#include <vector>

namespace didact::pools {

/// One item as the learner sees it.
struct Column {
  Vector d;         ///< its statistic
  double cost = 0;  ///< of showing it, beyond what every item costs
  double low = 0, high = infinity;
  Index item = -1;  ///< whose column it is, for the caller
};

/// A few columns, solved to the end.
class Mixture {
 public:
  explicit Mixture(const ConvexFunction& f) : f_(f), D_(f.origin().size(), 0) {}

  void add(const Column& column, double z = 0);
  Index columns() const { return static_cast<Index>(items_.size()); }
  Index item(Index j) const { return items_[static_cast<std::size_t>(j)]; }
  bool has(Index item) const { return known_.contains(item); }

  /// From the present z, made to fit; as far as `stop` lets it. False if the bounds leave no room for n.
  bool solve(double n, const Stop& stop = {});

  const Vector& z() const { return z_; }
  const Vector& slope() const { return slope_; }  ///< the gradient of f at the sum
  double value() const { return value_; }
  double intercept() const { return intercept_; }    ///< of the tangent there, where nothing is shown
  double multiplier() const { return multiplier_; }  ///< dvalue/dn
  double dearest() const { return dearest_; }        ///< the slope of what is shown and least worth it
  /// Forgets columns that are not used.
  void prune();

 private:
  bool repair(double n);
  void snap(double n);
  void evaluate();
  struct Ends {
    Index enters, leaves;
  };
  Ends extremes() const;
  double restricted_gap(double n) const;
  Vector newton_direction(const std::vector<Index>& free) const;
  Vector direction(Ends ends, double n) const;
  double longest_step(const Vector& p) const;
  double best_step(const Vector& p, double most) const;

  const ConvexFunction& f_;
  Matrix D_;
  Vector costs_, low_, high_, z_;
  std::vector<Index> items_;
  std::unordered_set<Index> known_;
  Vector sum_, slope_, gradient_;  ///< gradient_ is by z
  double value_ = infinity, intercept_ = -infinity, multiplier_ = 0, dearest_ = infinity;
};

}  // namespace didact::pools
