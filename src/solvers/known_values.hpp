#pragma once
// What some values of a convex function say of all others.

#include <didact/core/types.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace didact::solvers {

class KnownValues {
 public:
  void add(double x, double value) {
    if (std::isfinite(value)) values_[x] = value;
  }
  bool empty() const { return values_.empty(); }

  /// Where the least is that is known, and what it is.
  std::pair<double, double> least() const {
    return *std::min_element(values_.begin(), values_.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
  }

  /// No value on [low, high] is lower: between two places the secants that reach in from either side are below the
  /// function, and outside of all of them the outermost secants are.   [SIZE.4]
  double lower_bound(double low, double high) const {
    if (low == high && values_.contains(low)) return values_.at(low);
    if (values_.size() < 2) return -infinity;
    const std::vector<Place> at(values_.begin(), values_.end());
    const std::size_t last = at.size() - 1;
    double bound = least().second;
    for (std::size_t i = 0; i < last; ++i) {
      const double falls = i > 0 ? -slope(at[i - 1], at[i], -1) : infinity;
      const double rises = i + 1 < last ? slope(at[i + 1], at[i + 2], 1) : infinity;
      bound = std::min(bound, between(at[i], at[i + 1], falls, rises));
    }
    bound = std::min(bound, beyond(at[0].second, at[0].first - low, slope(at[0], at[1], 1)));
    return std::min(bound, beyond(at[last].second, high - at[last].first, -slope(at[last - 1], at[last], -1)));
  }

 private:
  using Place = std::pair<double, double>;

  /// Of the secant, changed by what rounding may have done to it.
  static double slope(const Place& a, const Place& b, double direction) {
    const double noise = 1e-12 * std::max({1.0, std::abs(a.second), std::abs(b.second)});
    return (b.second - a.second + direction * noise) / (b.first - a.first);
  }

  /// Along a line that falls so fast away from a place, for this long.
  static double beyond(double value, double distance, double falls) {
    return !(distance > 0) || falls <= 0 ? value : value - falls * distance;
  }

  /// The least of the larger of two lines, one falling from the left place and one falling from the right.
  static double between(const Place& a, const Place& b, double from_left, double from_right) {
    const double width = b.first - a.first;
    const double by_left = beyond(a.second, width, from_left), by_right = beyond(b.second, width, from_right);
    if (!(from_left > 0 && from_right > 0 && from_left < infinity && from_right < infinity)) {
      return std::max(by_left, by_right);
    }
    const double crossing = (a.second - b.second + from_right * width) / (from_left + from_right);
    return a.second - from_left * std::clamp(crossing, 0.0, width);
  }

  std::map<double, double> values_;
};

}  // namespace didact::solvers
