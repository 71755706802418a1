#pragma once
// The relaxed problem: how much of each item to show, when parts of items may be shown.   [HYP.1]
//
//   min  log Σ_h r_h exp(Σ_j z_j d_hj) + Σ_j c_j z_j    over  low_j ≤ z_j ≤ high_j,  Σ z_j = n.
//
// Its dual is max over distributions w of -KL(w | r) + min over z of Σ_j (c_j + Σ_h w_h d_hj) z_j: any w bounds it.

#include <didact/core/types.hpp>

#include <vector>

namespace didact::hypotheses {

/// One item as the hypotheses see it.
struct Column {
  Vector d;         ///< log p(x | h) - log p(x | target)
  double cost = 0;  ///< of showing it, beyond what every item costs
  double low = 0, high = infinity;
  Index item = -1;  ///< whose column it is, for the caller
};

/// A few columns, solved to the end.
class Mixture {
 public:
  explicit Mixture(const Vector& log_ratios) : log_r_(log_ratios), D_(log_ratios.size(), 0) {}

  void add(const Column& column, double z = 0);
  Index columns() const { return static_cast<Index>(items_.size()); }
  Index item(Index j) const { return items_[static_cast<std::size_t>(j)]; }
  bool has(Index item) const;

  /// From the present z, made to fit. False if the bounds leave no room for n.
  bool solve(double n);

  const Vector& z() const { return z_; }
  const Vector& w() const { return w_; }
  double value() const { return value_; }
  double entropy() const { return entropy_; }        ///< -KL(w | r)
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

  Vector log_r_;
  Matrix D_;
  Vector costs_, low_, high_, z_;
  std::vector<Index> items_;
  Vector w_, gradient_;
  double value_ = infinity, entropy_ = -infinity, multiplier_ = 0, dearest_ = infinity;
};

/// log Σ exp(a), and the distribution that goes with it.
double log_sum_exp(const Vector& a, Vector* weights = nullptr);

}  // namespace didact::hypotheses
