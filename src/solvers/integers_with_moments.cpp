#include "solvers/gaussian_line.hpp"
#include <didact/core/random.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace didact::solvers {
namespace {

/// n times the sum of squares about their mean of n consecutive integers: no n distinct ones have less.
double least_scatter(double n) {
  return n * n * (n * n - 1) / 12;
}

/// Above, sums of squares are no longer every integer.
constexpr double exact = 9007199254740992.0;  // 2^53

/// Depth-first, greatest item first: at each level the rest must still be able to have its sum and its squares. The
/// levels are listed, not nested: there is one for each item.
class Search {
 public:
  Search(Interval range, bool distinct, long most_steps, long& budget, const Stop& stop)
      : range_(range), gap_(distinct ? 1 : 0), steps_(most_steps), budget_(budget), stop_(stop) {}

  bool run(Index n, double s, double S, std::vector<double>& items) {
    if (n == 0) return s == 0 && S == 0;
    if (n == 1) return is_last(s, S, infinity, items);
    complete_ = S < exact;
    if (!complete_ || n > std::min(steps_, budget_)) return complete_ = false;
    levels_.assign(1, level(static_cast<double>(n), s, S, infinity));
    while (!levels_.empty()) {
      if (levels_.back().x < levels_.back().bottom) {
        levels_.pop_back();
        if (!items.empty()) items.pop_back();
        continue;
      }
      if (out_of_steps()) return complete_ = false;
      const Level at = levels_.back();
      const double x = levels_.back().x--, s_left = at.s - x, S_left = at.S - x * x;
      items.push_back(x);
      if (at.size > 2) {
        levels_.push_back(level(at.size - 1, s_left, S_left, x - gap_));
      } else if (is_last(s_left, S_left, x - gap_, items)) {
        return true;
      } else {
        items.pop_back();
      }
    }
    return false;
  }
  bool complete() const { return complete_; }

 private:
  /// The greatest of `size` items is `x` or any below it down to `bottom`.
  struct Level {
    double size, s, S, x, bottom;
  };

  Level level(double size, double s, double S, double cap) const {
    constexpr double last_digits = 8 * std::numeric_limits<double>::epsilon();
    const double scatter = size * S - s * s, slack = size * S < exact ? 0 : last_digits * size * S;
    const Level none{size, s, S, 0, 1};
    if (scatter + slack < gap_ * least_scatter(size)) return none;
    // The others need scatter of their own: (n-1)(S - x²) - (s-x)² ≥ their least.
    const double room = (size - 1) * (scatter + 2 * slack) - gap_ * size * least_scatter(size - 1);
    if (room < 0) return none;
    const double top = std::min({cap, range_.high, std::floor((s + std::sqrt(room)) / size + 1e-9)});
    const double bottom = std::max(range_.low + gap_ * (size - 1), std::ceil(s / size + gap_ * (size - 1) / 2 - 1e-12));
    return {size, s, S, top, bottom};
  }

  bool is_last(double s, double S, double cap, std::vector<double>& items) const {
    if (s * s != S || s > cap || s < range_.low || s > range_.high) return false;
    items.push_back(s);
    return true;
  }

  bool out_of_steps() {
    constexpr long between_looks = 1024;
    --budget_;
    return steps_-- <= 0 || budget_ < 0 || (steps_ % between_looks == 0 && stop_);
  }

  Interval range_;
  double gap_;
  long steps_;
  long& budget_;
  const Stop& stop_;
  std::vector<Level> levels_;
  bool complete_ = true;
};

}  // namespace

std::vector<double> integers_with_moments(Index n, double s, double S, Interval range, bool distinct, bool& complete,
                                          const Stop& stop, long* shared_budget) {
  constexpr Index small = 9;
  std::vector<double> items;
  complete = true;
  long own_budget = std::numeric_limits<long>::max();
  long& budget = shared_budget ? *shared_budget : own_budget;
  if (n <= small || distinct) {
    Search search(range, distinct, 200000, budget, stop);
    const bool found = search.run(n, s, S, items);
    complete = search.complete() || found;
    return found ? items : std::vector<double>{};
  }
  // Many items: most are drawn around the mean with the right spread, the last few make up the rest exactly.
  const double size = static_cast<double>(n), mean = s / size;
  const double deviation = std::sqrt(std::max(0.0, S / size - mean * mean));
  Random random(5);
  for (int attempt = 0; attempt < 200 && budget > 0 && !stop; ++attempt) {
    items.clear();
    budget -= n;
    double rest_s = s, rest_S = S;
    const double shrink = attempt % 4 == 3 ? 0 : 1 - 0.02 * (attempt % 10);
    for (Index i = 0; i < n - small; ++i) {
      const double x = std::clamp(std::round(mean + shrink * deviation * random.normal()), range.low, range.high);
      items.push_back(x);
      rest_s -= x;
      rest_S -= x * x;
    }
    if (static_cast<double>(small) * rest_S < rest_s * rest_s) continue;
    Search search(range, false, 20000, budget, stop);
    std::vector<double> last;
    if (search.run(small, rest_s, rest_S, last)) {
      items.insert(items.end(), last.begin(), last.end());
      return items;
    }
  }
  complete = false;
  return {};
}

std::vector<double> spread_integers(Index n, double s, double S, Interval range) {
  const double size = static_cast<double>(n), base = std::floor(s / size), upper = s - size * base;
  double rest = 0.5 * (S - (size - upper) * base * base - upper * (base + 1) * (base + 1));
  if (!(S < exact) || rest < 0 || rest != std::floor(rest)) return {};
  struct Equal {
    double value, count;
  };
  Equal groups[] = {{base, size - upper}, {base + 1, upper}};
  std::vector<double> items;
  while (rest > 0) {
    double widest = 0;
    Equal* group = nullptr;
    for (Equal& one : groups) {
      const double room = std::min(range.high - one.value, one.value - range.low);
      const double reach = std::min(std::floor(std::sqrt(rest)), std::floor(room));
      if (one.count >= 2 && reach > widest) widest = reach, group = &one;
    }
    if (!group) return {};
    group->count -= 2;
    items.push_back(group->value - widest);
    items.push_back(group->value + widest);
    rest -= widest * widest;
  }
  for (const auto& [value, count] : groups) {
    if (count > 0 && (value < range.low || value > range.high)) return {};
    items.insert(items.end(), static_cast<std::size_t>(count), value);
  }
  return items;
}

}  // namespace didact::solvers
