#pragma once
// The best places for n items beside a threshold.   [THR.2]

#include <didact/threshold/threshold.hpp>

#include <optional>
#include <vector>

namespace didact {

/// The loss of an interval that reaches `below` θ* on one side and `above` it on the other.
double interval_loss(ThresholdLoss kind, double below, double above);

/// Items this much closer than the resolution, as a share of it, still keep it.
inline constexpr double resolution_slack = 1e-9;

/// A set of a given size, by its items from left to right.
struct PlacedItems {
  std::vector<double> x;
  double value = infinity;    ///< loss + closeness
  double infimum = infinity;  ///< what sets of this size approach, or are
};

class ThresholdSets {
 public:
  explicit ThresholdSets(const ThresholdProblem& problem);

  /// The best set of n; its infimum is infinite if none fits.
  PlacedItems best_of(Index n) const;

 private:
  /// k items below θ*, m from it on, all a distance δ apart or more, the inner two u below and v above it. Either may
  /// be farther out than what the learner holds possible.
  struct Sides {
    double k, m;
  };
  struct Inner {
    double u = 0, v = 0, loss = infinity;
  };
  double least_u() const { return std::max(0.0, theta_ - range_.high); }
  double least_v() const { return std::max(0.0, range_.low - theta_); }
  double room_below(Sides s, double delta) const { return theta_ - range_.low - std::max(0.0, s.k - 1) * delta; }
  double room_above(Sides s, double delta) const { return range_.high - theta_ - std::max(0.0, s.m - 1) * delta; }
  double widest(Sides s) const;
  bool fits(Sides s) const;
  double finest(Sides s) const;
  Inner inner(Sides s, double delta) const;
  double best_delta(Sides s, double finest) const;
  std::vector<double> placed(Sides s, double delta, const Inner& inner) const;
  double value_of(const std::vector<double>& x) const;
  std::vector<double> candidates_below(double n) const;

  const ThresholdProblem& p_;
  Interval range_;
  double theta_, u0_, v0_;  ///< as the learner is
};

}  // namespace didact
