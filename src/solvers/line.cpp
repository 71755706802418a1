#include "solvers/line.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace didact::solvers {
namespace {

/// Distinct real items that should coincide are set this far apart, relative to their size.
constexpr double finest_spacing = 0x1p-40;

ItemSet rows_of(const std::vector<double>& values) {
  return {Vector::Map(values.data(), static_cast<Index>(values.size())), std::vector<Index>(values.size(), 1)};
}

ItemSet two_values(double low_value, Index low_copies, double high_value, Index high_copies) {
  ItemSet set;
  if (high_copies == 0) {
    set.rows = Matrix::Constant(1, 1, low_value);
    set.copies = {low_copies};
  } else {
    set.rows.resize(2, 1);
    set.rows << low_value, high_value;
    set.copies = {low_copies, high_copies};
  }
  return set;
}

}  // namespace

double Line::spread(double n) const {
  return integers_ && distinct_ && n > 1 ? 0.5 * n * (n - 1) : 0;
}

double Line::least_sum(double n) const {
  return range_.low == -infinity ? -infinity : n * range_.low + spread(n);
}

double Line::greatest_sum(double n) const {
  return range_.high == infinity ? infinity : n * range_.high - spread(n);
}

double Line::count() const {
  if (!distinct_) return infinity;
  if (integers_) return range_.high - range_.low + 1;
  return range_.high > range_.low ? infinity : 1;
}

double Line::least_squares(double n, double s) const {
  const bool whole = integers_ && n == std::floor(n) && s == std::floor(s) && n > 0;
  if (!whole) return s * s / n;
  // s - spread dealt over n items: `more` of them get one more; distinct items then stand one above the other.
  const double rest = s - spread(n);
  const double base = std::floor(rest / n);
  const double more = rest - base * n;
  if (!distinct_) return base * base * (n - more) + (base + 1) * (base + 1) * more;
  // Items base + j for j < n - more, base + j + 1 for the others.
  auto sum_of_squares = [](double first, double count) {  // Σ (first + j)², j < count
    return count * first * first + first * count * (count - 1) + (count - 1) * count * (2 * count - 1) / 6;
  };
  return sum_of_squares(base, n - more) + sum_of_squares(base + n - more + 1, more);
}

double Line::least_squares_bound(double n, double s) const {
  // Distinct whole items have at least the scatter of neighbours, n (n² - 1)/12.
  return s * s / n + (integers_ && distinct_ && n > 1 ? n * (n - 1) * (n + 1) / 12 : 0);
}

Interval Line::neighbours_around(double n, double s) const {
  const double below = n * std::floor((s - spread(n)) / n) + spread(n);
  return {std::max(below, least_sum(n)), std::min(below + n, greatest_sum(n))};
}

bool Line::attains(Index n, double s, bool even) const {
  if (integers_ || !distinct_ || n <= 1) return true;
  const double size = static_cast<double>(n);
  return !even && s > least_sum(size) && s < greatest_sum(size);
}

ItemSet Line::even(Index n, double s) const {
  const double size = static_cast<double>(n);
  if (!integers_) {
    const double value = std::clamp(s / size, range_.low, range_.high);
    if (!distinct_ || n == 1) return two_values(value, n, value, 0);
    std::vector<double> values(n);
    const double room = std::min({1.0, value - range_.low, range_.high - value});
    double step = finest_spacing * std::max(1.0, std::abs(value)) * 2;
    if (room > 0) step = std::min(step, 2 * room / size);
    const double centre = room > 0 ? value : std::clamp(value, range_.low + step * size, range_.high - step * size);
    for (Index i = 0; i < n; ++i) values[i] = centre + step * (static_cast<double>(i) - 0.5 * (size - 1));
    return rows_of(values);
  }
  const double rest = s - spread(size);
  const double base = std::floor(rest / size);
  const Index more = static_cast<Index>(rest - base * size);
  if (!distinct_) return two_values(base, n - more, base + 1, more);
  std::vector<double> values(n);
  for (Index i = 0; i < n; ++i) values[i] = base + static_cast<double>(i) + (i >= n - more ? 1 : 0);
  return rows_of(values);
}

namespace {

/// Moves values towards the sum s within the range, by equal shares of what is left to move.
void shift_to_sum(std::vector<double>& values, double s, Interval range) {
  for (int pass = 0; pass < 200; ++pass) {
    double sum = 0, carry = 0;
    for (const double v : values) {
      const double term = v - carry, next = sum + term;
      carry = (next - sum) - term;
      sum = next;
    }
    const double missing = s - sum;
    if (std::abs(missing) <= 4e-16 * std::max(1.0, std::abs(s))) return;
    double free = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
      free += missing > 0 ? values[i] < range.high : values[i] > range.low;
    if (free == 0) return;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const bool moves = missing > 0 ? values[i] < range.high : values[i] > range.low;
      if (moves) values[i] = std::clamp(values[i] + missing / free, range.low, range.high);
    }
  }
}

/// The same in whole steps; in sorted order distinct values keep their distance. False if the sum cannot be met.
bool step_to_sum(std::vector<double>& values, double s, Interval range, bool distinct) {
  const Index n = static_cast<Index>(values.size());
  std::sort(values.begin(), values.end());
  const double gap = distinct ? 1 : 0;
  for (Index i = 0; i < n; ++i) {
    values[i] = std::max(values[i], i == 0 ? range.low : values[i - 1] + gap);
  }
  for (Index i = n - 1; i >= 0; --i) {
    values[i] = std::min(values[i], i == n - 1 ? range.high : values[i + 1] - gap);
  }
  double missing = s - std::accumulate(values.begin(), values.end(), 0.0);
  for (Index movable = n; movable > 0 && missing != 0;) {  // numbers too large to be moved by 1 end it too
    const double share = std::max(1.0, std::floor(std::abs(missing) / static_cast<double>(movable)));
    movable = 0;
    for (Index k = 0; k < n && missing != 0; ++k) {
      // Outermost first, so that an inner item never runs into its neighbour.
      const Index i = missing > 0 ? n - 1 - k : k;
      const double room = missing > 0 ? (i == n - 1 ? range.high : values[i + 1] - gap) - values[i]
                                      : values[i] - (i == 0 ? range.low : values[i - 1] + gap);
      const double move = std::min({share, room, std::abs(missing)});
      const double before = values[i];
      values[i] += missing > 0 ? move : -move;
      missing -= values[i] - before;
      movable += values[i] != before;
    }
  }
  return missing == 0;
}

}  // namespace

ItemSet Line::near(Index n, double s, const std::function<double()>& sample) const {
  std::vector<double> values(n);
  Index misses_left = std::max<Index>(10'000, 4 * n);  // of a range that the target hardly meets
  auto inside = [&] {
    for (int attempt = 0; attempt < 100 && misses_left > 0; ++attempt, --misses_left) {
      const double x = sample();
      if (x >= range_.low && x <= range_.high) return x;
    }
    return std::clamp(sample(), range_.low, range_.high);
  };
  for (double& v : values) v = inside();
  if (integers_) {  // the target may draw real numbers
    for (double& v : values) v = std::round(v);
    return step_to_sum(values, s, range_, distinct_) ? rows_of(values) : even(n, s);
  }
  const double size = static_cast<double>(n);
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / size;
  const bool half_line = range_.low == 0 && range_.high == infinity && mean > 0;
  if (half_line) {  // a shift would leave the domain
    for (double& v : values) v *= s / (mean * size);
  } else if (distinct_) {  // drawn together about their new mean, until all fit: no two can meet at an end
    const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
    double factor = 1;
    if (*least < mean) factor = std::min(factor, (s / size - range_.low) / (mean - *least));
    if (*greatest > mean) factor = std::min(factor, (range_.high - s / size) / (*greatest - mean));
    for (double& v : values) v = s / size + factor * (v - mean);
  }
  shift_to_sum(values, s, range_);
  return rows_of(values);
}

}  // namespace didact::solvers
