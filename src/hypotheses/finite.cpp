#include "finite.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace didact::hypotheses {
namespace {

constexpr double proof_tolerance = 1e-11;

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
      value += taken * reduced[item];
      left -= taken;
    }
    cheapest_.resize(std::max(sorted, used));
    return left > 1e-9 * std::max(1.0, n) ? infinity : value;
  }

  const std::vector<Index>& cheapest() const { return cheapest_; }
  Column column(Index item) const { return {items_.d.col(item), items_.costs[item], low_[item], high_[item], item}; }
  const Vector& low() const { return low_; }

 private:
  const FiniteItems& items_;
  Vector low_, high_;
  std::vector<Index> cheapest_;
};

}  // namespace

void FiniteItems::prepare() {
  tops = d.colwise().maxCoeff();
  ratios = (d.rowwise() - tops.transpose()).array().exp();
}

Vector FiniteItems::with_one_more(const Vector& belief, double inner) const {
  const Eigen::ArrayXd sums = ratios.transpose() * belief;
  const Eigen::ArrayXd values = sums.log() + tops.array() + costs.array() + inner;
  return (sums > 0).select(values, infinity);  // too small to be told: such an item is not looked at
}

Column FiniteItems::column(Index item, const Boxes& boxes) const {
  Column column{d.col(item), costs[item], low[item], high[item], item};
  for (const Box& box : boxes) {
    if (box.item == item) column.low = box.low, column.high = box.high;
  }
  return column;
}

double FiniteItems::inner(const Counts& counts) const {
  Vector a = log_ratios;
  double cost = 0;
  for (const auto& [item, count] : counts) {
    a += static_cast<double>(count) * d.col(item);
    cost += static_cast<double>(count) * costs[item];
  }
  return log_sum_exp(a) + cost;
}

RelaxedFinite relax(const FiniteItems& items, double n, const Boxes& boxes,
                    const std::vector<std::pair<Index, double>>& warm, double cutoff) {
  RelaxedFinite result;
  Pricing pricing(items, boxes);
  Mixture mixture(items.log_ratios);
  for (const auto& [item, z] : warm) mixture.add(pricing.column(item), z);
  for (Index item = 0; item < items.size(); ++item) {
    if (pricing.low()[item] > 0 && !mixture.has(item)) mixture.add(pricing.column(item));
  }
  Vector w;
  log_sum_exp(items.log_ratios, &w);
  for (int round = 0; round < 400; ++round) {
    const bool solved = mixture.columns() > 0 && mixture.solve(n);
    if (solved) w = mixture.w();
    const Vector reduced = items.costs + items.d.transpose() * w;
    const double fill = pricing.fill(reduced, n);
    if (fill == infinity) return {infinity};  // there is no room for n
    if (solved) {
      const double bound = mixture.entropy() + fill;
      if (bound > result.bound) {
        result.bound = bound;
        result.intercept = mixture.entropy();
        result.least_reduced = reduced.minCoeff();
      }
      result.value = mixture.value();
      if (result.bound > cutoff ||
          result.value - result.bound <= proof_tolerance * std::max(1.0, std::abs(result.value)))
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
  for (Index j = 0; j < mixture.columns(); ++j) {
    if (mixture.z()[j] > 0) result.z.emplace_back(mixture.item(j), mixture.z()[j]);
  }
  return result;
}

}  // namespace didact::hypotheses
