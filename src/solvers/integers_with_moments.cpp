#include <didact/core/random.hpp>
#include <didact/solvers/gaussian_line.hpp>

#include <algorithm>
#include <cmath>

namespace didact::solvers {
namespace {

/// n times the sum of squares about their mean of n consecutive integers: no n distinct ones have less.
double least_scatter(double n) {
  return n * n * (n * n - 1) / 12;
}

/// Depth-first, greatest item first: at each level the rest must still be able to have its sum and its squares.
class Search {
 public:
  Search(Interval range, bool distinct, long budget, const Stop& stop)
      : range_(range), gap_(distinct ? 1 : 0), budget_(budget), stop_(stop) {}

  bool run(Index n, double s, double S, double cap, std::vector<double>& items) {
    constexpr long between_looks = 1024;
    if (budget_-- <= 0 || (budget_ % between_looks == 0 && stop_)) {
      complete_ = false;
      return false;
    }
    const double size = static_cast<double>(n);
    if (n == 0) return s == 0 && S == 0;
    if (n == 1) {
      if (s * s != S || s > cap || s < range_.low || s > range_.high) return false;
      items.push_back(s);
      return true;
    }
    const double scatter = size * S - s * s;
    if (scatter < gap_ * least_scatter(size)) return false;
    // The others need scatter of their own: (n-1)(S - x²) - (s-x)² ≥ their least.
    const double room = (size - 1) * scatter - gap_ * size * least_scatter(size - 1);
    const double top = std::min({cap, range_.high, std::floor((s + std::sqrt(room)) / size + 1e-9)});
    const double bottom = std::max(range_.low + gap_ * (size - 1), std::ceil(s / size + gap_ * (size - 1) / 2 - 1e-12));
    for (double x = top; x >= bottom; --x) {
      items.push_back(x);
      if (run(n - 1, s - x, S - x * x, x - gap_, items)) return true;
      items.pop_back();
      if (!complete_) return false;
    }
    return false;
  }
  bool complete() const { return complete_; }

 private:
  Interval range_;
  double gap_;
  long budget_;
  const Stop& stop_;
  bool complete_ = true;
};

}  // namespace

std::vector<double> integers_with_moments(Index n, double s, double S, Interval range, bool distinct, bool& complete,
                                          const Stop& stop) {
  constexpr Index small = 9;
  std::vector<double> items;
  complete = true;
  if (n <= small || distinct) {
    Search search(range, distinct, 200000, stop);
    const bool found = search.run(n, s, S, infinity, items);
    complete = search.complete() || found;
    return found ? items : std::vector<double>{};
  }
  // Many items: most are drawn around the mean with the right spread, the last few make up the rest exactly.
  const double size = static_cast<double>(n), mean = s / size;
  const double deviation = std::sqrt(std::max(0.0, S / size - mean * mean));
  Random random(5);
  for (int attempt = 0; attempt < 200 && !stop; ++attempt) {
    items.clear();
    double rest_s = s, rest_S = S;
    const double shrink = attempt % 4 == 3 ? 0 : 1 - 0.02 * (attempt % 10);
    for (Index i = 0; i < n - small; ++i) {
      const double x = std::clamp(std::round(mean + shrink * deviation * random.normal()), range.low, range.high);
      items.push_back(x);
      rest_s -= x;
      rest_S -= x * x;
    }
    if (static_cast<double>(small) * rest_S < rest_s * rest_s) continue;
    Search search(range, false, 20000, stop);
    std::vector<double> last;
    if (search.run(small, rest_s, rest_S, infinity, last)) {
      items.insert(items.end(), last.begin(), last.end());
      return items;
    }
  }
  complete = false;
  return {};
}

}  // namespace didact::solvers
