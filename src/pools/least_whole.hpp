#pragma once
// The least value of a convex function over whole numbers.

#include <algorithm>
#include <cmath>

namespace didact::pools {

struct LeastWhole {
  double at, value;
};

/// By thirds: values a third of the way apart are compared, so that slopes too small for neighbours to show still
/// count.
template <class Function>
LeastWhole least_whole(Function f, double low, double high) {
  while (high - low > 3) {
    const double third = std::floor((high - low) / 3), left = low + third, right = high - third;
    (f(left) <= f(right) ? high : low) = f(left) <= f(right) ? right : left;
  }
  LeastWhole least{low, f(low)};
  for (double n = low + 1; n <= high; ++n) {
    if (const double value = f(n); value < least.value) least = {n, value};
  }
  return least;
}

}  // namespace didact::pools
