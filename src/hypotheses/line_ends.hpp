#pragma once
// The ends of the line, where items may go without a range to hold them.   [HYP.4]

#include "evidence.hpp"
#include "likelihoods.hpp"
#include <didact/core/stop.hpp>

#include <optional>

namespace didact::hypotheses {

/// Ends that were computed are a little farther out than need be.
inline constexpr double reach_slack = 1 + 1e-9;

/// What a best set cannot exceed: a set of `size` at most, with this inner value at most.
struct Budget {
  double inner = infinity, size = 1;
};

/// A hypothesis as its logarithm beside the target's goes, where items are numbers.
struct Rival {
  std::size_t index;
  Quadratic ratio;   ///< with its own support
  double log_ratio;  ///< before any item

  bool covers(double end) const { return end > 0 ? ratio.high == infinity : ratio.low == -infinity; }
  /// How it goes when one item goes there: 1 up, -1 down, 0 stays (or is ruled out).
  int towards(double end) const {
    if (!covers(end)) return 0;
    const double leading = ratio.c2 != 0 ? ratio.c2 : ratio.c1 * end;
    return leading > 0 ? 1 : leading < 0 ? -1 : 0;
  }
};

/// `end` is -1 or 1.
class Ends {
 public:
  Ends(const HypothesesProblem& problem, const Objective& objective, Interval range, const Stop& stop);

  /// Items ever farther out rule out whatever they change at all.
  bool good(double end) const;
  /// What sets come down to whose farthest item is at such an end: what it leaves, and the cheapest size.
  double infimum(double end) const;
  /// Two items that go out on opposite sides, their sum kept, rule out the narrower rivals, and only them.
  bool good_in_pairs() const;
  std::vector<std::size_t> left_by_pairs() const;
  /// Some best set, if any, has no item beyond this. A rival that grows with items there bounds them: with the others
  /// as much against it as they can be, log ratio + q(x) + (n - 1) least q ≤ the best inner value. Where only sums
  /// matter all items may be equal, or whole numbers within 1 of it: log ratio + n q(x) ≤ that.
  std::optional<double> reach(double end, const Budget& budget) const;

 private:
  bool open(double end) const { return end > 0 ? range_.high == infinity : range_.low == -infinity; }
  bool only_sums() const;
  double least_cost() const;
  double least(const Rival& r, double end) const;

  const HypothesesProblem& problem_;
  const Objective& objective_;
  Interval range_;
  const Stop& stop_;
  std::vector<Rival> rivals_;
  double first_edge_, last_edge_;  ///< the rivals' supports end between these
};

}  // namespace didact::hypotheses
