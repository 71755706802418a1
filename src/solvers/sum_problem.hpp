#pragma once
// Learners that see a set only through its size and the sum of a number T(x) an item.   [SUM]

#include "solvers/line.hpp"
#include "solvers/sized_problem.hpp"
#include <didact/core/internal/judge.hpp>
#include <didact/core/learner.hpp>

namespace didact::solvers {

/// One learner's loss, convex in (n, s), with its slopes.
struct SumLoss {
  std::function<double(double n, double s)> value;
  std::function<Slopes(double n, double s)> slopes;
};

class SumProblem final : public SizedProblem {
 public:
  struct Settings {
    std::vector<SumLoss> losses;
    std::vector<double> weights;
    Judge judge = Judge::expected;
    ItemDomain domain;  ///< of T(x)
    double per_item = 0;
    double magnitude = 0;
    double per_sum = 0;
    bool one_minimum = true;                ///< false: all that is known of other sums is that no loss is below 0
    double start = 0;                       ///< a likely item, to start searches from
    std::function<double(Random&)> sample;  ///< T of an item as the target would draw it
    std::function<double(double)> item_of;  ///< the item whose T this is; none: T(x) = x
  };
  explicit SumProblem(Settings settings) : settings_(std::move(settings)), line_(settings_.domain) {}

  Relaxed relaxed(double n) const override;
  AtSize solve(Index n, const Stop& stop) const override;
  ItemSet unpack(Index n, const Vector& s, Style style, Random& random) const override;
  double largest() const override { return line_.count(); }

 private:
  double loss(double n, double s) const;
  double loss_slope(double n, double s) const;
  double impedance(double n, double s) const;
  double relaxed_slope(double n, double s) const;
  double lost_by_rounding(double n, double s) const;
  double best_sum(double n) const;
  double best_whole_sum(Index n) const;
  AtSize best_distinct_sum(Index n, const Stop& stop) const;

  Settings settings_;
  Line line_;
};

}  // namespace didact::solvers
