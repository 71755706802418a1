#pragma once
// Learners judged by a distance: the expected square of it, or how far their prediction is off. It is not convex in n,
// so that no bound reaches from one size to others; but it is never below 0, and items have a price: few enough sizes
// are left to solve them all.   [SQ]

#include "solvers/search_sizes.hpp"

namespace didact::solvers {

/// What is known of sizes that have not been looked at.
struct Outlook {
  double per_item = 0;  ///< each item costs at least this, whatever depends on the size alone aside
  /// No set of n or more items has a lower loss, or its items cost `most` or more; empty: 0.
  std::function<double(double n, double most)> least;
  std::optional<double> limit;  ///< what more and more free items approach and no set of n ≥ 1 attains
  bool cost_settles = true;     ///< beyond n = 1 no cost of the size can fall again
  double most_sizes = 1e6;      ///< so many are solved one by one; of the others there is only a bound
};

/// Every size that can still win, from the smallest on.   [SQ.7]
SizeSearch search_every_size(const SizedProblem& problem, const Outlook& outlook, const Sizes& sizes, double untaught,
                             double gap, const Stop& stop);

}  // namespace didact::solvers
