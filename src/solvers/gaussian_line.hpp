#pragma once
// One-dimensional Gaussian learners whose items are kept in a range, or whole: exact where the hull is not.   [LINE]

#include "solvers/line.hpp"
#include "solvers/moments_problem.hpp"

namespace didact::solvers {

class GaussianLine {
 public:
  explicit GaussianLine(const MomentsProblem& problem);

  /// Real items in [low, high]. Σx² can be anything from s²/n to its greatest at Σx = s, where all items but one are at
  /// the ends: the best point inside, or on that edge for each number of items at the upper end.
  AtSize solve_real(Index n, const Stop& stop) const;

  /// Whole items: (s, S) in the order of their impedance until one of them is the sum and the squares of n integers.
  AtSize solve_whole(Index n, const Stop& stop) const;

  /// A bound on n distinct whole items, convex in n: their scatter is at least that of n neighbours.
  Relaxed relaxed_apart(double n) const;

  ItemSet items(Index n, const Vector& s, Style style, Random& random) const;

 private:
  double value(double n, double s, double S) const;
  double best_scatter(double n, double mean) const;  ///< with the least impedance at this mean, whatever the range
  double best_squares(double n, double s) const;
  double greatest_squares(double n, double s) const;
  double greatest_scatter(Index n, double mean) const;
  /// n items with sum s and the greatest Σx²: all at the ends, but one.
  struct Extreme {
    double at_low, at_high;  ///< how many
    double between;
  };
  Extreme extreme(double n, double s) const;
  AtSize best_on_edge(Index n, const Stop& stop) const;
  AtSize result(Index n, double s, double S) const;

  const MomentsProblem& problem_;
  const NormalInverseWishart& prior_;
  double mu_, variance_, magnitude_;
  Interval range_;
  Line line_;
};

/// n integers in the range with this sum and these squares (distinct if asked), none if there are none; `complete` is
/// false if the search gave up. It takes its steps from `budget`, if there is one.
std::vector<double> integers_with_moments(Index n, double s, double S, Interval range, bool distinct, bool& complete,
                                          const Stop& stop = {}, long* budget = nullptr);

/// The same without a search, for many items that may be equal: two that are equal, moved apart by d to either side,
/// add 2d² to the squares of items as even as can be. Empty where that does not lead there.
std::vector<double> spread_integers(Index n, double s, double S, Interval range);

}  // namespace didact::solvers
