#include "finite_search.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace didact::hypotheses {
namespace {

class Rounding {
 public:
  Rounding(const FiniteItems& items, const Stop& stop) : items_(items), stop_(stop), a_(items.log_ratios) {}

  void show(Index item, Index times) {
    if (times == 0) return;
    counts_[item] += times;
    if (counts_[item] == 0) counts_.erase(item);
    a_ += static_cast<double>(times) * items_.d.col(item);
    size_ += times;
    cost_ += static_cast<double>(times) * items_.costs[item];
  }
  Index size() const { return size_; }
  double value() const { return log_sum_exp(a_) + cost_; }

  bool room(Index item) const {
    const auto it = counts_.find(item);
    return static_cast<double>(it == counts_.end() ? 0 : it->second) < items_.high[item];
  }
  bool removable(Index item) const { return static_cast<double>(counts_.at(item)) > items_.low[item]; }

  /// The item that is best to show next, or -1 if none may be.
  Index best_next() const {
    Vector w;
    const double loss = log_sum_exp(a_, &w);
    const Vector values = items_.with_one_more(w, loss + cost_);
    Index best = -1;
    for (Index i = 0; i < items_.size(); ++i) {
      if ((best < 0 || values[i] < values[best]) && room(i)) best = i;
    }
    return best;
  }

  /// One item for another, as long as it helps.
  void exchange() {
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
        if (value() < before - 1e-13 * std::max(1.0, std::abs(before))) {
          better = true;
        } else {
          show(other, -1);
          show(item, 1);
        }
        if (stop_) return;
      }
    }
  }

  Counts counts() const { return {counts_.begin(), counts_.end()}; }

 private:
  const FiniteItems& items_;
  const Stop& stop_;
  std::map<Index, Index> counts_;
  Vector a_;
  double cost_ = 0;
  Index size_ = 0;
};

}  // namespace

Counts grown(const FiniteItems& items, const Objective& objective, Index most, const Stop& stop) {
  Rounding rounding(items, stop);
  for (Index item = 0; item < items.size(); ++item) {
    if (items.low[item] > 0) rounding.show(item, static_cast<Index>(items.low[item]));
  }
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
  rounding.exchange();
  return rounding.counts();
}

Counts rounded(const FiniteItems& items, const std::vector<std::pair<Index, double>>& z, Index n, const Stop& stop) {
  Rounding rounding(items, stop);
  for (Index item = 0; item < items.size(); ++item) {
    if (items.low[item] > 0) rounding.show(item, static_cast<Index>(items.low[item]));
  }
  for (const auto& [item, amount] : z) {
    const Index left = std::max<Index>(0, n - rounding.size());
    const auto more = static_cast<Index>(std::floor(amount + 1e-9) - items.low[item]);
    rounding.show(item, std::clamp<Index>(more, 0, left));
  }
  while (rounding.size() < n) {
    const Index next = rounding.best_next();
    if (next < 0) return {};
    rounding.show(next, 1);
  }
  rounding.exchange();
  return rounding.counts();
}

}  // namespace didact::hypotheses
