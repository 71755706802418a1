#pragma once
// What the cheapest items along a tangent come to.   [POOL.1]

#include "finite.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace didact::pools {

/// The items in the order of their reduced costs, as far as they are needed to fill n.
class Pricing {
 public:
  Pricing(const FiniteItems& items, const Boxes& boxes) : items_(items), low_(items.low), high_(items.high) {
    for (const Box& box : boxes) {
      low_[box.item] = box.low;
      high_[box.item] = box.high;
    }
  }

  /// min over z of Σ reduced · z; `cheapest` then holds the items it uses, and a few more.
  double fill(const Vector& reduced, double n) {
    double value = reduced.dot(low_), left = n - low_.sum();
    taken_.clear();
    cheapest_.resize(static_cast<std::size_t>(reduced.size()));
    std::iota(cheapest_.begin(), cheapest_.end(), Index{0});
    auto less = [&](Index a, Index b) { return reduced[a] < reduced[b]; };
    std::size_t sorted = 0, used = 0;
    while (left > 1e-12 * std::max(1.0, n) && used < cheapest_.size()) {
      if (used == sorted) {  // sort a little more
        const std::size_t more = std::min(cheapest_.size(), std::max<std::size_t>(32, 4 * sorted));
        std::partial_sort(cheapest_.begin() + static_cast<std::ptrdiff_t>(sorted),
                          cheapest_.begin() + static_cast<std::ptrdiff_t>(more), cheapest_.end(), less);
        sorted = more;
      }
      const Index item = cheapest_[used++];
      const double taken = std::min(left, high_[item] - low_[item]);
      if (taken > 0) taken_.emplace_back(item, taken);
      value += taken * reduced[item];
      left -= taken;
    }
    cheapest_.resize(std::max(sorted, used));
    return left > 1e-9 * std::max(1.0, n) ? infinity : value;
  }

  const std::vector<Index>& cheapest() const { return cheapest_; }
  /// What was filled in beyond the least that must be there, in this order.
  const Amounts& taken() const { return taken_; }
  Column column(Index item) const {
    return {items_.statistic(item), items_.costs[item], low_[item], high_[item], item};
  }
  const Vector& low() const { return low_; }

 private:
  const FiniteItems& items_;
  Vector low_, high_;
  std::vector<Index> cheapest_;
  Amounts taken_;
};

}  // namespace didact::pools
