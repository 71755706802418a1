#pragma once
// Searches along a line, for convex functions and monotone ones.

#include <didact/core/types.hpp>

#include <boost/math/tools/minima.hpp>
#include <boost/math/tools/toms748_solve.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

namespace didact {

struct Minimum {
  double at = 0;
  double value = infinity;
  bool unbounded = false;  ///< still falling at the far end of an infinite interval
};

/// The minimum of a convex f on [low, high]; high may be infinite, low is finite. The bracket is found by steps that
/// grow, to the right by doubling, to the left by halving the distance to `low`: f may be dear or wild far from its
/// minimum.
template <class Function>
Minimum minimise_convex(Function f, double low, double high, double start) {
  double middle = std::clamp(start, low, high);
  double middle_value = f(middle);
  double left = low, right = middle;
  bool falls_to_the_right = false;
  for (double step = std::max(1.0, 0.5 * (middle - low)); right < high; step *= 2) {
    right = std::min(high, middle + step);
    const double value = f(right);
    if (!(value < middle_value)) break;
    left = middle;
    middle = right;
    middle_value = value;
    falls_to_the_right = true;
    if (middle >= largest_size && high == infinity) return {middle, -infinity, true};
  }
  for (int halving = 0; !falls_to_the_right && halving < 60 && middle > low; ++halving) {
    left = std::midpoint(low, middle);
    const double value = f(left);
    if (!(value < middle_value)) break;
    right = middle;
    middle = left;
    middle_value = value;
    left = low;
  }
  std::uintmax_t evaluations = 200;
  const auto [at, value] = boost::math::tools::brent_find_minima(f, left, std::max(right, left), 27, evaluations);
  Minimum best{at, value, false};
  if (middle_value < best.value) best = {middle, middle_value, false};
  for (const double end : {left, right}) {
    if (end != low && end != high) continue;
    const double end_value = f(end);
    if (end_value < best.value) best = {end, end_value, false};
  }
  return best;
}

/// The root in [low, high] of an increasing function, or the end nearest to it.
template <class Function>
double root_of_increasing(Function f, double low, double high) {
  const double at_low = f(low);
  if (!(at_low < 0)) return low;
  const double at_high = f(high);
  if (!(at_high > 0)) return high;
  std::uintmax_t evaluations = 300;
  const auto bracket = boost::math::tools::toms748_solve(f, low, high, at_low, at_high,
                                                         boost::math::tools::eps_tolerance<double>(52), evaluations);
  return std::midpoint(bracket.first, bracket.second);
}

/// The minimiser on [low, high] of a convex function of known derivative; the ends may be infinite.
template <class Derivative>
double minimiser_by_slope(Derivative slope, double low, double high, double start) {
  const double middle = std::clamp(start, low, high);
  double step = std::max(1.0, std::abs(middle)) * 0.125;
  double left = middle, right = middle;
  if (slope(middle) > 0) {
    do {
      right = left;
      left = std::max(low, left - step);
      step *= 4;
    } while (left > low && slope(left) > 0 && step < 1e300);
  } else {
    do {
      left = right;
      right = std::min(high, right + step);
      step *= 4;
    } while (right < high && slope(right) < 0 && step < 1e300);
  }
  return root_of_increasing(slope, left, right);
}

}  // namespace didact
