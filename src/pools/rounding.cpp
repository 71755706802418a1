#include "finite_search.hpp"
#include "relaxed_sizes.hpp"
#include <didact/core/random.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace didact::pools {
namespace {

class Rounding {
 public:
  Rounding(const FiniteItems& items, std::span<const Index> among, const Stop& stop)
      : items_(items), among_(among), stop_(stop), a_(items.function().origin()) {}

  void show(Index item, Index times) {
    if (times == 0) return;
    counts_[item] += times;
    if (counts_[item] == 0) counts_.erase(item);
    a_ += static_cast<double>(times) * items_.statistic(item);
    size_ += times;
    cost_ += static_cast<double>(times) * items_.costs[item];
  }
  void show_musts() {
    for (Index item = 0; item < items_.size(); ++item) {
      if (items_.low[item] > 0) show(item, static_cast<Index>(items_.low[item]));
    }
  }
  /// Of what is shown in part so many, spread evenly over all of it, as long as there are many items to go: the last
  /// are chosen with more care.
  void show_parts(const Amounts& z, Index until) {
    const auto part = [](double amount) { return std::max(0.0, amount - std::floor(amount + 1e-9)); };
    double parts = 0, passed = 0.5;
    for (const auto& [item, amount] : z) parts += part(amount);
    const double share = parts > 0 ? static_cast<double>(until - size_) / parts : 0;
    for (const auto& [item, amount] : z) {
      passed += share * part(amount);
      if (passed < 1 || size_ >= until) continue;
      passed -= 1;
      if (room(item)) show(item, 1);
    }
  }
  /// In haste: what is shown most of what it is not shown whole.
  void show_largest_parts(Amounts z, Index until) {
    const auto part = [](const auto& shown) { return shown.second - std::floor(shown.second + 1e-9); };
    std::stable_sort(z.begin(), z.end(), [&](const auto& a, const auto& b) { return part(a) > part(b); });
    for (const auto& [item, amount] : z) {
      if (size_ < until && room(item)) show(item, 1);
    }
  }
  Index size() const { return size_; }
  double value() const { return items_.function()(a_) + cost_; }

  bool room(Index item) const {
    const auto it = counts_.find(item);
    return static_cast<double>(it == counts_.end() ? 0 : it->second) < items_.high[item];
  }
  bool removable(Index item) const { return static_cast<double>(counts_.at(item)) > items_.low[item]; }

  /// The item that is best to show next, or -1 if none may be.
  Index best_next() const {
    return items_.best_next(a_, among_, [this](Index item) { return room(item); });
  }

  /// Any item that may be shown, or -1.
  Index any_next() {
    const Index count = among_.empty() ? items_.size() : static_cast<Index>(among_.size());
    for (; full_ < count; ++full_) {
      const Index item = among_.empty() ? full_ : among_[static_cast<std::size_t>(full_)];
      if (room(item)) return item;
    }
    return -1;
  }

  /// One item for another, as long as it helps and more is wanted.
  void exchange(double enough = -infinity) {
    bool better = true;
    while (better && !stop_) {
      better = false;
      std::vector<Index> shown;
      for (const auto& [item, count] : counts_) shown.push_back(item);
      for (const Index item : shown) {
        if (!counts_.contains(item) || !removable(item)) continue;
        const double before = value();
        show(item, -1);
        const Index other = best_next();
        show(other, 1);
        if (improves(value(), before, 1e-13)) {
          better = true;
        } else {
          show(other, -1);
          show(item, 1);
        }
        if (stop_ || (better && value() <= enough)) return;
      }
    }
  }

  Counts counts() const { return {counts_.begin(), counts_.end()}; }

 private:
  const FiniteItems& items_;
  std::span<const Index> among_;
  const Stop& stop_;
  std::map<Index, Index> counts_;
  Vector a_;
  double cost_ = 0;
  Index size_ = 0;
  Index full_ = 0;  ///< of so many items there is no more to show
};

}  // namespace

Counts grown(const FiniteItems& items, const Objective& objective, Index most, const Stop& stop,
             std::span<const Index> among) {
  Rounding rounding(items, among, stop);
  rounding.show_musts();
  double best = infinity;
  while (rounding.size() < most && !stop) {
    const Index next = rounding.best_next();
    if (next < 0) break;
    rounding.show(next, 1);
    const double total = objective.total(rounding.value(), static_cast<double>(rounding.size()));
    if (rounding.size() > objective.low && !(total < best)) {
      rounding.show(next, -1);
      break;
    }
    best = total;
  }
  if (among.empty()) rounding.exchange();
  return rounding.counts();
}

std::vector<Index> some_items(const FiniteItems& items, Index count) {
  Random random(1);
  const double size = static_cast<double>(items.size());
  std::vector<Index> some;
  for (Index i = 0; i < count; ++i) some.push_back(static_cast<Index>(random.uniform() * size));
  return some;
}

Counts rounded(const FiniteItems& items, const Amounts& z, Index n, const Stop& stop, std::span<const Index> among,
               double enough) {
  Rounding rounding(items, among, stop);
  rounding.show_musts();
  for (const auto& [item, amount] : z) {
    const Index left = std::max<Index>(0, n - rounding.size());
    const auto more = static_cast<Index>(std::floor(amount + 1e-9) - items.low[item]);
    rounding.show(item, std::clamp<Index>(more, 0, left));
  }
  rounding.show_parts(z, n - 2 * items.function().origin().size());
  if (stop) rounding.show_largest_parts(z, n);
  while (rounding.size() < n) {
    const Index next = stop ? rounding.any_next() : rounding.best_next();
    if (next < 0) return {};
    rounding.show(next, 1);
  }
  if (rounding.value() > enough) rounding.exchange(enough);
  return rounding.counts();
}

std::vector<Index> promising_items(const FiniteItems& items, const RelaxedFinite& found) {
  if (items.size() <= many_items || found.z.empty()) return {};
  const std::size_t few = std::min<std::size_t>(static_cast<std::size_t>(items.size()), 4000 + 2 * found.z.size());
  const Vector reduced = items.reduced(found.gradient);
  std::vector<Index> order(static_cast<std::size_t>(items.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(few) - 1, order.end(),
                   [&](Index a, Index b) { return reduced[a] < reduced[b]; });
  order.resize(few);
  for (const auto& [item, amount] : found.z) order.push_back(item);
  for (const Index item : some_items(items, many_items)) order.push_back(item);  // for what exchanges still lack
  std::sort(order.begin(), order.end());
  order.erase(std::unique(order.begin(), order.end()), order.end());
  return order;
}

}  // namespace didact::pools
