#include "finite.hpp"

#include "pricing.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace didact::pools {

Column FiniteItems::column(Index item, const Boxes& boxes) const {
  Column column{statistic(item), costs[item], low[item], high[item], item};
  for (const Box& box : boxes) {
    if (box.item == item) column.low = box.low, column.high = box.high;
  }
  return column;
}

double FiniteItems::inner(const Counts& counts) const {
  Vector sum = function().origin();
  double cost = 0;
  for (const auto& [item, count] : counts) {
    sum += static_cast<double>(count) * statistic(item);
    cost += static_cast<double>(count) * costs[item];
  }
  return function()(sum) + cost;
}

Tangent::Tangent(double intercept, const Vector& reduced, const Vector& low, const Vector& high, double up_to)
    : intercept_(intercept + reduced.dot(low)), least_(low.sum()) {
  std::vector<Index> order;
  for (Index i = 0; i < reduced.size(); ++i) {
    if (high[i] > low[i]) order.push_back(i);
  }
  const auto some = std::min(order.size(), static_cast<std::size_t>(std::min(up_to, 1e9)) + 1);
  const auto less = [&](Index a, Index b) { return reduced[a] < reduced[b]; };
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(some), order.end(), less);
  double size = least_, sum = intercept_;
  for (std::size_t k = 0; k < some; ++k) {
    sizes_.push_back(size);
    sums_.push_back(sum);
    beyond_ = reduced[order[k]];
    const double room = high[order[k]] - low[order[k]];
    if (room == infinity) return;
    size += room;
    sum += room * beyond_;
  }
  sizes_.push_back(size);
  sums_.push_back(sum);
}

double Tangent::bound(double n) const {
  if (n < least_) return infinity;
  if (sizes_.empty()) return n > least_ ? infinity : intercept_;
  const auto k = static_cast<std::size_t>(std::upper_bound(sizes_.begin(), sizes_.end(), n) - sizes_.begin()) - 1;
  if (k + 1 == sizes_.size()) return sums_[k] + (n - sizes_[k]) * beyond_;
  return sums_[k] + (n - sizes_[k]) / (sizes_[k + 1] - sizes_[k]) * (sums_[k + 1] - sums_[k]);
}

RelaxedFinite relax(const FiniteItems& items, double n, const Boxes& boxes, const Amounts& warm, double cutoff,
                    double tolerance, const Stop& stop) {
  RelaxedFinite result;
  Pricing pricing(items, boxes);
  const ConvexFunction& f = items.function();
  Mixture mixture(f);
  for (const auto& [item, z] : warm) mixture.add(pricing.column(item), z);
  for (Index item = 0; item < items.size(); ++item) {
    if (pricing.low()[item] > 0 && !mixture.has(item)) mixture.add(pricing.column(item));
  }
  Vector slope, best_reduced;
  double best_intercept = -infinity;
  f.value(f.origin(), slope);
  // A tangent there must be, wherever it is: without one nothing is known.
  for (int round = 0; round < 400 && !(best_reduced.size() > 0 && stop); ++round) {
    const bool solved = mixture.columns() > 0 && mixture.solve(n, stop);
    if (solved) slope = mixture.slope();
    const Vector reduced = items.reduced(slope);
    const double fill = pricing.fill(reduced, n);
    if (fill == infinity) return {infinity};  // there is no room for n
    if (solved) {
      const double bound = mixture.intercept() - f.slack() + fill;
      if (bound > result.bound) {
        result.bound = bound;
        best_intercept = mixture.intercept() - f.slack();
        best_reduced = reduced;
      }
      result.value = mixture.value();
      if (result.bound > cutoff || result.value - result.bound <= tolerance * std::max(1.0, std::abs(result.value)))
        break;
      if (mixture.columns() > 160 + 2 * static_cast<Index>(std::min(n, 1e6))) mixture.prune();
    }
    const std::size_t at_once = std::max<std::size_t>(8, static_cast<std::size_t>(mixture.columns()) / 4);
    std::size_t added = 0;
    double room = solved ? 0 : n;
    for (const Index item : pricing.cheapest()) {
      if (solved && added >= at_once) break;
      if (!solved && added >= at_once && room <= 0) break;
      if (solved && reduced[item] >= mixture.dearest()) break;
      if (mixture.has(item)) continue;
      const Column column = pricing.column(item);
      if (column.high <= column.low) continue;
      mixture.add(column);
      room -= column.high - column.low;
      ++added;
    }
    if (solved && added == 0) break;  // rounding: no column is better any more
    if (!solved && added == 0) return {infinity};
  }
  result.slope = mixture.multiplier();
  result.gradient = slope;
  if (boxes.empty() && best_reduced.size() > 0) {
    result.tangent = Tangent(best_intercept, best_reduced, items.low, items.high, 2 * n + 1000);
  }
  for (Index j = 0; j < mixture.columns(); ++j) {
    if (mixture.z()[j] > 0) result.z.emplace_back(mixture.item(j), mixture.z()[j]);
  }
  return result;
}

}  // namespace didact::pools
