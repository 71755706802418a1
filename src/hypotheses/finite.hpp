#pragma once
// Finitely many items: a table's columns, a pool, whole numbers.

#include "mixture.hpp"

#include <utility>
#include <vector>

namespace didact::hypotheses {

/// How often some items may be shown, where that is not as often as any other.
struct Box {
  Index item;
  double low, high;
};
using Boxes = std::vector<Box>;

/// Counts of the items that are shown.
using Counts = std::vector<std::pair<Index, Index>>;

struct FiniteItems {
  Matrix d;           ///< log p(x | h) - log p(x | target), a hypothesis a row, an item a column
  Vector costs;       ///< of each item, beyond what every item costs
  Vector low, high;   ///< how often each may be shown
  Vector log_ratios;  ///< log p(h) / p(target)

  Matrix ratios;  ///< exp(d), each column divided by its greatest: what one more item does, by a product; see prepare()
  Vector tops;    ///< the logarithms of those greatest

  /// Fills in the ratios.
  void prepare();
  /// What the set would be worth with one more of each item: the present belief and what it is worth are given.
  Vector with_one_more(const Vector& belief, double inner) const;

  Index size() const { return d.cols(); }
  double least() const { return low.sum(); }
  double most() const { return high.sum(); }
  Column column(Index item, const Boxes& boxes) const;
  /// loss + what the items cost
  double inner(const Counts& counts) const;
};

/// The relaxed problem at size n, solved over all items by adding columns as they are needed.
struct RelaxedFinite {
  double bound = -infinity;                         ///< no z does better
  double value = infinity;                          ///< of z
  double slope = 0;                                 ///< by n
  double intercept = -infinity, least_reduced = 0;  ///< at any size m the value is at least intercept + m · least
  std::vector<std::pair<Index, double>> z;
};

/// `warm` are items to begin with. Stops as soon as the bound is above `cutoff`.
RelaxedFinite relax(const FiniteItems& items, double n, const Boxes& boxes,
                    const std::vector<std::pair<Index, double>>& warm, double cutoff);

}  // namespace didact::hypotheses
