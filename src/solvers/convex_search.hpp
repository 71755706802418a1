#pragma once
// Searches along a line, for convex functions and monotone ones.

#include <didact/core/types.hpp>

#include <boost/math/tools/minima.hpp>
#include <boost/math/tools/toms748_solve.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>

namespace didact::solvers {

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
  const double first = std::clamp(start, low, high);
  double middle = first;
  double middle_value = f(middle);
  double left = low, right = middle;
  bool falls_to_the_right = false;
  // Where f is so large that a step changes it by its last digits only, it may still fall. How many digits that are is
  // a matter of how large f is there: it may fall from 1e14 to 1.
  auto rounding_of = [](double value) {
    return 64 * std::numeric_limits<double>::epsilon() * std::min(std::abs(value), 1e300);
  };
  const double start_value = middle_value, rounding = rounding_of(start_value);
  for (double step = std::max(1.0, 0.5 * (middle - low)); right < high; step *= 2) {
    right = std::min(high, middle + step);
    if (high - right <= 1e-6 * step) right = high;  // no last step so short that rounding decides where f falls
    const double value = f(right);
    if (!(value < infinity && value <= middle_value + rounding_of(middle_value))) break;
    left = middle;
    middle = right;
    middle_value = value;
    falls_to_the_right = true;
    const bool fell = !(middle_value >= start_value - rounding);
    if (middle >= largest_size && high == infinity && fell) return {middle, -infinity, true};
    if (middle >= largest_size && high == infinity) break;
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
  const bool level = falls_to_the_right && !(best.value < start_value - rounding);  // and nothing is gained far out
  return level ? Minimum{first, start_value, false} : best;
}

/// Where the slope of f is 0 near a minimum that values alone find to half of their digits: Newton's steps, slopes by
/// five points `h` apart. Where f is not smooth those steps are long, and the minimum stays where it was.
template <class Function>
Minimum polished_minimum(Function f, Minimum minimum, double low, double high, double h) {
  double x = minimum.at;
  for (int step = 0; step < 2; ++step) {
    if (!(x - 2 * h > low && x + 2 * h < high)) return minimum;
    const double centre = f(x), a = f(x - h), b = f(x + h), c = f(x - 2 * h), d = f(x + 2 * h);
    const double slope = (8 * (b - a) - (d - c)) / (12 * h);
    const double curvature = (16 * (a + b) - (c + d) - 30 * centre) / (12 * h * h);
    const double by = slope / curvature;
    if (!(curvature > 0 && std::abs(by) <= 0.01 * h)) return minimum;
    x -= by;
  }
  const double value = f(x);
  const bool as_low = value <= minimum.value + 1e-14 * std::max(1.0, std::abs(minimum.value));
  return as_low ? Minimum{x, value, false} : minimum;
}

/// The minimum of a unimodal f on [low, high] from a start where it is finite; both ends may be infinite. A kink is
/// found to the last digit, where parabolas alone would leave half of them.
template <class Function>
Minimum minimise_unimodal(Function f, double low, double high, double start, double step, bool kinks) {
  double middle = std::clamp(start, low, high), value = f(middle);
  double left = std::max(low, middle - step), right = std::min(high, middle + step);
  const double apart = 0.01 * step;
  const double direction = f(right) < value ? 1 : -1;
  for (int doubling = 0; doubling < 200; ++doubling, step *= 2) {
    const double next = direction > 0 ? right : left;
    const double there = f(next);
    if (next == middle || !(there < value)) break;
    (direction > 0 ? left : right) = middle;
    middle = next, value = there;
    (direction > 0 ? right : left) = std::clamp(middle + direction * 2 * step, low, high);
  }
  std::uintmax_t evaluations = 200;
  const auto [at, best] = boost::math::tools::brent_find_minima(f, left, std::max(left, right), 27, evaluations);
  Minimum minimum{middle, value, false};
  auto consider = [&](double x, double there) {
    if (there < minimum.value) minimum = {x, there, false};
    return there;
  };
  consider(at, best);
  consider(left, f(left));
  consider(right, f(right));
  if (!kinks) return polished_minimum(f, minimum, low, high, apart);
  constexpr double section = 0.6180339887498949;
  const double width = 1e-7 * (1 + std::abs(minimum.at));
  double a = std::max(left, minimum.at - width), b = std::min(right, minimum.at + width);
  double x = b - section * (b - a), y = a + section * (b - a), fx = consider(x, f(x)), fy = consider(y, f(y));
  for (int shrinking = 0; shrinking < 42 && a < x && y < b; ++shrinking) {
    if (fx < fy) {
      b = y, y = x, fy = fx, x = b - section * (b - a);
      fx = consider(x, f(x));
    } else {
      a = x, x = y, fx = fy, y = a + section * (b - a);
      fy = consider(y, f(y));
    }
  }
  return polished_minimum(f, minimum, low, high, apart);
}

/// Brings an upper end above 0 of an increasing function's root down by powers of two, where the root is far below it
/// in magnitude: bisection by differences would need as many steps as there are powers.
template <class Function>
void lower_by_magnitude(Function f, double& low, double& at_low, double& high, double& at_high) {
  constexpr int far = 30, smallest = -1074;
  if (!(low >= 0) || !(low < std::ldexp(high, -far)) || !(f(std::ldexp(high, -far)) > 0)) return;
  int below = low > 0 ? std::ilogb(low) + 1 : smallest, above = std::ilogb(high) - far + 1;
  while (above - below > 1) {
    const int middle = std::midpoint(below, above);
    const double at = std::ldexp(1.0, middle), value = f(at);
    if (value < 0) {
      below = middle, low = at, at_low = value;
    } else {
      above = middle, high = at, at_high = value;
    }
  }
}

/// The root in [low, high] of an increasing function, or the end nearest to it.
template <class Function>
double root_of_increasing(Function f, double low, double high) {
  double at_low = f(low);
  if (!(at_low < 0)) return low;
  double at_high = f(high);
  if (!(at_high > 0)) return high;
  lower_by_magnitude(f, low, at_low, high, at_high);
  if (at_high == 0) return high;
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

}  // namespace didact::solvers
