#pragma once
// Learners judged by the expected squared distance to the target. That is not convex in n, so no bound reaches from one
// size to others; but it is never below 0, and items have a price: few enough sizes are left to solve them all.   [SQ]

#include <didact/solvers/search_sizes.hpp>

namespace didact::solvers {

/// What is known of sizes that have not been looked at.
struct SquaredOutlook {
  double per_item = 0;  ///< each item costs at least this, whatever depends on the size alone aside
  /// No set of n or more items has a lower loss, or its items cost `most` or more; empty: 0.
  std::function<double(double n, double most)> least;
  std::optional<double> limit;  ///< what more and more free items approach and no set of n ≥ 1 attains
  bool cost_settles = true;     ///< beyond n = 1 no cost of the size can fall again
  double most_sizes = 1e6;      ///< so many are solved one by one; of the others there is only a bound
};

/// A Normal belief about a mean, and what it learns from.
struct NormalMean {
  double mean = 0;
  double variance = 1;
  double item_variance = 1;
};

/// The least E (mean - target)² after n or more items of a range. With e = σ²/(σ² + nσ0²) it is σ0² e + (d + e m)²,
/// where d > 0 is how far the range is from the target, and d + m how far the prior.   [SQ.7]
double least_squared_distance(const NormalMean& prior, double target, const Interval& range, double n);

/// Why no set of an allowed size has a finite loss.
inline constexpr const char* no_squared_distance =
    "too few items are allowed for the belief to have a squared distance at all";

/// Every size that can still win, from the smallest on.   [SQ.7]
SizeSearch search_squared_sizes(const SizedProblem& problem, const SquaredOutlook& outlook, const Sizes& sizes,
                                double untaught, double gap, const Stop& stop);

}  // namespace didact::solvers
