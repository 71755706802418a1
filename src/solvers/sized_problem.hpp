#pragma once
// A teaching problem as the search over sizes sees it: what can be reached with n items, and a bound on it.

#include <didact/core/items.hpp>
#include <didact/core/lesson.hpp>
#include <didact/core/random.hpp>
#include <didact/core/stop.hpp>

#include <functional>
#include <optional>
#include <string_view>

namespace didact::solvers {

/// A relaxed optimum: n real, s anywhere in the closed cone of the items' statistics.
struct Relaxed {
  double n = 0;
  Vector s;
  double impedance = infinity;
  bool complete = true;  ///< false: it was stopped, and `impedance` is a bound, which may be -infinity
  bool unbounded() const { return complete && impedance == -infinity; }
};

/// The best set known of one size.
struct AtSize {
  Vector s;
  double impedance = infinity;
  double bound = -infinity;                           ///< no set of this size has a lower impedance
  bool attained = true;                               ///< false: `impedance` is approached, never reached
  std::optional<ItemSet> items;                       ///< where the search found items, not just their statistic
  Direction approached_by = Direction::closer_items;  ///< how, if it is not attained
};

/// The best size within some interval, and a bound for all of it.
struct BestSize {
  Index n = 0;
  AtSize at;
  double bound = infinity;
};

/// A cost that depends on the size alone.
using SizeCost = std::function<double(double n)>;

class SizedProblem {
 public:
  virtual ~SizedProblem() = default;

  /// g(n) = min over s, for real n > 0: convex, and a bound on every set of n items.   [SIZE.1]
  virtual Relaxed relaxed(double n) const = 0;

  /// g(n) alone, where that is cheaper.
  virtual double bound(double n) const { return relaxed(n).impedance; }

  /// Where relax() begins to look.
  double start_size = 10;

  /// When relaxed problems are to end: somewhat later than the search, since a bound mostly takes moments, and an
  /// answer says little without one. What relaxed() and bound() return once it has passed means nothing.
  Stop deadline;
  virtual void end_at(const Stop& stop) { deadline = stop.later(more_for_bounds); }
  static constexpr double more_for_bounds = 0.05;  ///< seconds

  /// The minimum over real sizes in [low, high] of g(n) + cost(n), both convex; or, stopped, what those that were
  /// looked at say of all of them.
  virtual Relaxed relax(double low, double high, const SizeCost& cost) const;

  /// The best statistic that n real items can have.
  virtual AtSize solve(Index n, const Stop& stop) const = 0;

  /// The best size in [low, high] when g(n) + cost(n) is convex: every size whose bound is below the best found.
  /// [SIZE.2]
  virtual BestSize best_size(Index low, Index high, const Relaxed& relaxed, const SizeCost& cost,
                             const Stop& stop) const;

  /// Items with this statistic, exactly.
  virtual ItemSet unpack(Index n, const Vector& s, Style style, Random& random) const = 0;

  /// Whether solve() mostly closes the gap at a size. Where it does not, only sizes near the best one are searched.
  virtual bool proves() const { return true; }

  /// Up to which size g can be told from its rounding. If it still falls there, it is taken to fall for ever.
  virtual double trusted() const { return largest_size; }

  /// No more items than this exist (distinct items of a small domain).
  virtual double largest() const { return infinity; }

 protected:
  /// A bound on a size that was computed just now: none if it was stopped on the way.
  double unless_stopped(double bound) const { return deadline ? -infinity : bound; }

  /// An interval of sizes around the relaxed optimum outside which the bound is not below the incumbent; it may be
  /// somewhat too wide, never too narrow.
  std::pair<Index, Index> sizes_that_can_win(Index low, Index high, const Relaxed& relaxed, const SizeCost& cost,
                                             double incumbent) const;
};

}  // namespace didact::solvers
