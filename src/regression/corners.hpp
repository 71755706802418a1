#pragma once
// Items in a box at no cost of their size: the more they say the better, so all of them stand in corners. What counts
// is how many stand in each.   [REG.9]

#include "labels.hpp"
#include <didact/core/stop.hpp>

namespace didact::regression {

/// More corners than these are not listed.
inline constexpr Index most_corners = 4096;

/// The corners of a box, whitened, one a row; of x and -x one only, for they say the same.
Matrix corners_of(const Form& form, const std::vector<Interval>& range);
double count_corners(const std::vector<Interval>& range);

/// Bounds on how many items stand in each corner.
struct Counts {
  Vector low;
  Vector high;
};

struct RelaxedCounts {
  Vector counts;
  Matrix S;
  double value = infinity;
  double bound = -infinity;
};

/// n real items over the corners: the minimum of design and labels, by moving weight from the worst to the best corner.
/// The bound is one however early that ends.
RelaxedCounts relax_counts(const Form& form, const Matrix& corners, double n, const Counts& limits, Vector start,
                           const Stop& stop, int most_steps = 3000);

/// The same over all of a box in which squares cost, so that the best items need not stand in corners: points join
/// until no item would help. `points` are those known, and `shares` of n where they start; both grow.   [REG.11]
RelaxedCounts relax_hull(const Form& form, const std::vector<Interval>& range, double n, Matrix& points, Vector& shares,
                         const Stop& stop);

/// More coordinates than these that vary have too many faces to look at.
inline constexpr Index most_faced = 6;

/// All shares in corners that together span what the box spans: where a relaxation can start.
Vector spread_shares(const Matrix& corners);

struct WholeCounts {
  Vector counts;
  double value = infinity;  ///< of design and labels, with room for these
  double bound = -infinity;
};

/// n whole items: rounded, exchanged, and by branch and bound up to `most_nodes`.
WholeCounts whole_counts(const Form& form, const Matrix& corners, Index n, const RelaxedCounts& relaxed,
                         Index most_nodes, const Stop& stop);

}  // namespace didact::regression
