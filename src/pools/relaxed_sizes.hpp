#pragma once
// The relaxed problem size by size, and what its solutions say about all sizes at once.   [POOL.2]

#include "finite.hpp"
#include "least_whole.hpp"
#include "sizes.hpp"

namespace didact::pools {

/// More items than this are not all looked at for every step of a search.
inline constexpr Index many_items = 20000;

class RelaxedSizes {
 public:
  /// Sizes from `low` to `high`; relaxed problems are solved as far as a search that ends at `gap` needs.
  RelaxedSizes(const FiniteItems& items, const Objective& objective, Index low, Index high, double gap,
               const Stop& stop);

  /// At one size, from where it was last solved.
  RelaxedFinite at(double n, double cutoff = infinity);
  /// A node of a search below that size.
  RelaxedFinite within(Index n, const Boxes& boxes, const Amounts& warm, double cutoff);

  struct Best {
    double n = 0;
    RelaxedFinite at;
    double least = -infinity;  ///< no set is better, of whatever size
  };
  /// The best real size up to `end`. The cost of the size must be convex.
  Best best(double end);

  /// No set of n is better, by all that is known.
  double bound(Index n) const;
  /// No set is, whatever its size. The cost of the size must be convex, as the tangents are.
  double least_of_all() const { return least_within(first_, high_).value; }
  /// Nor of these sizes: where the bound is least. There must be such sizes.
  LeastWhole least_within(Index low, Index high) const;

 private:
  double best_size(double begin, double end);
  double nearly_best_size(double low, double high);
  /// Told to stop it is 0, so that whoever looks for its root ends where it is.
  double slope(double n) { return stop_ ? 0 : at(n).slope + objective_.per_item; }
  double least_near(const RelaxedFinite& best, double n);
  void learn(const RelaxedFinite& found);
  double total(const RelaxedFinite& found, double n) const { return objective_.total(found.value, n); }

  const FiniteItems& items_;
  const Objective& objective_;
  Index first_, high_;
  double gap_, tolerance_;
  const Stop& stop_;
  Amounts warm_;
  Vector slope_;           ///< the gradient at the last relaxed solution
  double last_total_ = 0;  ///< what it was worth
  std::vector<Tangent> cuts_;
};

}  // namespace didact::pools
