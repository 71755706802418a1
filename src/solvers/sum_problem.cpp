#include "solvers/sum_problem.hpp"

#include "solvers/convex_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <queue>

namespace didact::solvers {

double SumProblem::loss(double n, double s) const {
  return settings_.per_item * n + settings_.per_sum * s +
         judged(settings_.judge, settings_.weights, [&](std::size_t j) { return settings_.losses[j].value(n, s); });
}

double SumProblem::loss_slope(double n, double s) const {
  const std::vector<double> active = active_weights(settings_.judge, settings_.weights,
                                                    [&](std::size_t j) { return settings_.losses[j].value(n, s); });
  double slope = settings_.per_sum;
  for (std::size_t j = 0; j < active.size(); ++j) {
    if (active[j] > 0) slope += active[j] * settings_.losses[j].slopes(n, s).by_s;
  }
  return slope;
}

double SumProblem::impedance(double n, double s) const {
  return loss(n, s) + (settings_.magnitude > 0 ? settings_.magnitude * line_.least_squares(n, s) : 0);
}

double SumProblem::relaxed_slope(double n, double s) const {
  return loss_slope(n, s) + 2 * settings_.magnitude * s / n;
}

double SumProblem::best_sum(double n) const {
  const double low = line_.least_sum(n), high = line_.greatest_sum(n);
  const double s = minimiser_by_slope([&](double x) { return relaxed_slope(n, x); }, low, high, settings_.start * n);
  constexpr double told_by_slope = 1e10;  // of a larger sum the value knows more digits than its slope
  if (std::abs(s) < told_by_slope || s == low || s == high) return s;
  const double width = 1e-12 * std::abs(s);
  auto value = [&](double shift) {
    const double x = std::clamp(s + shift * width, low, high);
    return loss(n, x) + (settings_.magnitude > 0 ? settings_.magnitude * line_.least_squares_bound(n, x) : 0);
  };
  return std::clamp(s + minimise_unimodal(value, -1, 1, 0, 0.25, false).at * width, low, high);
}

/// How far below its value at a sum that was rounded the minimum may be: by the tangent there.
double SumProblem::lost_by_rounding(double n, double s) const {
  if (s <= line_.least_sum(n) || s >= line_.greatest_sum(n)) return 0;
  return std::abs(relaxed_slope(n, s) * s) * std::numeric_limits<double>::epsilon();
}

Relaxed SumProblem::relaxed(double n) const {
  if (line_.least_sum(n) > line_.greatest_sum(n)) return {n, {}, infinity};
  const double s = best_sum(n);
  if (!settings_.one_minimum) return {n, Vector::Constant(1, s), settings_.per_item * n};
  const double squares = settings_.magnitude > 0 ? settings_.magnitude * line_.least_squares_bound(n, s) : 0;
  return {n, Vector::Constant(1, s), loss(n, s) + squares};
}

/// Convex in whole s too, unless distinct items are charged for their squares: from the relaxed optimum, double the
/// step while it pays, then halve it.
double SumProblem::best_whole_sum(Index n) const {
  const double size = static_cast<double>(n);
  const double low = line_.least_sum(size), high = line_.greatest_sum(size);
  double best = std::clamp(std::round(best_sum(size)), low, high);
  double best_value = impedance(size, best);
  for (const double direction : {1.0, -1.0}) {
    for (double step = 1; step >= 1;) {
      const double next = best + direction * step;
      const double value = next >= low && next <= high ? impedance(size, next) : infinity;
      if (value < best_value) {
        best = next;
        best_value = value;
        step *= 2;
      } else {
        step /= 2;
      }
    }
  }
  return best;
}

/// Distinct items charged for their squares. The convex bound on Σx² is exact at the sums of n neighbours, so the best
/// sum lies between the two next to the real optimum. In between Σx² is concave: an interval is bounded by its chord,
/// and split where that bound is least.   [SUM.3]
AtSize SumProblem::best_distinct_sum(Index n, const Stop& stop) const {
  const double size = static_cast<double>(n);
  struct Part {
    double low, high, split, bound;
    bool operator<(const Part& other) const { return bound > other.bound; }  // least bound first
  };
  std::priority_queue<Part> open;
  double best = 0, best_value = infinity;
  auto consider = [&](double s) {
    const double value = impedance(size, s);
    if (value < best_value) best = s, best_value = value;
  };
  auto add = [&](double low, double high) {
    const double at_low = line_.least_squares(size, low);
    const double chord = settings_.magnitude * (line_.least_squares(size, high) - at_low) / (high - low);
    auto bound = [&](double s) { return loss(size, s) + settings_.magnitude * at_low + chord * (s - low); };
    const double real =
        minimiser_by_slope([&](double s) { return loss_slope(size, s) + chord; }, low, high, std::midpoint(low, high));
    const double below = std::floor(real), above = std::ceil(real);
    const double split = bound(below) <= bound(above) ? below : above;
    if (split == low || split == high) return;  // the chord is exact there, and both ends were considered
    consider(split);
    open.push({low, high, split, bound(split)});
  };
  const auto [low, high] = line_.neighbours_around(size, best_sum(size));
  consider(low);
  consider(high);
  if (high > low) add(low, high);
  while (!open.empty() && open.top().bound < best_value && !stop) {
    const Part part = open.top();
    open.pop();
    add(part.low, part.split);
    add(part.split, part.high);
  }
  const double bound = open.empty() ? best_value : std::min(best_value, open.top().bound);
  return {Vector::Constant(1, best), best_value, bound};
}

AtSize SumProblem::solve(Index n, const Stop& stop) const {
  if (line_.integers() && line_.distinct() && settings_.magnitude > 0) return best_distinct_sum(n, stop);
  const double size = static_cast<double>(n);
  const double s = line_.integers() ? best_whole_sum(n) : best_sum(size);
  const double value = impedance(size, s);
  const bool counted = line_.integers() && std::abs(s) <= 2 * largest_size;  // every whole number has a double
  const double lost = counted ? 0 : lost_by_rounding(size, s);
  const double bound = settings_.one_minimum ? value - lost : settings_.per_item * size;
  return {Vector::Constant(1, s), value, bound, line_.attains(n, s, settings_.magnitude > 0)};
}

ItemSet SumProblem::unpack(Index n, const Vector& s, Style style, Random& random) const {
  const bool must_be_even =
      settings_.magnitude > 0 || !line_.attains(n, s[0], false) || static_cast<double>(n) > most_natural_numbers;
  ItemSet items = style == Style::plain || must_be_even ? line_.even(n, s[0])
                                                        : line_.near(n, s[0], [&] { return settings_.sample(random); });
  if (settings_.item_of) items.rows = items.rows.unaryExpr(settings_.item_of);
  return items;
}

}  // namespace didact::solvers
