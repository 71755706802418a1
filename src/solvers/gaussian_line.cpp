#include "solvers/gaussian_line.hpp"

#include "solvers/convex_search.hpp"
#include <didact/core/beyond_reach.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <queue>

namespace didact::solvers {
namespace {

/// How much scatter rounding may add to what a range has room for, relative; and what is none, beside the variance.
constexpr double rounding = 1e-14, coincident = 1e-12;

/// Splits between the two ends are tried one by one; items are listed one by one.
constexpr Index most_at_the_ends = 4'000'000, most_listed = 20'000'000;

/// A size of whole items is given up after this many steps, and its gap stays open.
constexpr long steps_of_a_size = 4'000'000;

void refuse_more_than(Index most, Index n) {
  if (n <= most) return;
  throw BeyondReach("items", "the best lesson within this range has " + std::to_string(n) + " items, more than the " +
                                 std::to_string(most) + " that can be placed in it; set limits.max_items");
}

/// Real roots of a y³ + b y² + c y + d, a ≠ 0.
std::vector<double> cubic_roots(double a, double b, double c, double d) {
  const double p = b / (3 * a), q = c / (3 * a);
  const double r = p * p * p - (b * c / (a * a) - 3 * d / a) / 6;  // (2p³ - …)/2
  const double h = p * p - q;
  std::vector<double> roots;
  if (h > 0 && r * r < h * h * h) {
    const double angle = std::acos(std::clamp(-r / std::sqrt(h * h * h), -1.0, 1.0)) / 3;
    for (int k = 0; k < 3; ++k) {
      roots.push_back(2 * std::sqrt(h) * std::cos(angle - 2 * std::numbers::pi * k / 3) - p);
    }
  } else {
    const double root = std::sqrt(std::max(0.0, r * r - h * h * h));
    roots.push_back(std::cbrt(-r + root) + std::cbrt(-r - root) - p);
  }
  for (double& y : roots) {
    for (int step = 0; step < 4; ++step) {
      const double slope = (3 * a * y + 2 * b) * y + c;
      if (slope != 0) y -= (((a * y + b) * y + c) * y + d) / slope;
    }
  }
  return roots;
}

}  // namespace

GaussianLine::GaussianLine(const MomentsProblem& problem)
    : problem_(problem),
      prior_(problem.settings().learners[0]),
      mu_(problem.settings().mu[0]),
      variance_(problem.settings().sigma(0, 0)),
      magnitude_(problem.settings().magnitude),
      range_(problem.settings().domain.range[0]),
      line_(problem.settings().domain) {}

double GaussianLine::value(double n, double s, double S) const {
  return problem_.impedance(n, Vector::Constant(1, s), Matrix::Constant(1, 1, S));
}

double GaussianLine::best_scatter(double n, double mean) const {
  const double kappa = prior_.kappa, d = mean - prior_.mean[0];
  const double without = prior_.scale(0, 0) + kappa * (n / (kappa + n)) * d * d;
  return std::max(0.0, (prior_.nu + n) / (1 / variance_ + 2 * magnitude_) - without);
}

double GaussianLine::best_squares(double n, double s) const {
  return s * s / n + best_scatter(n, s / n);
}

GaussianLine::Extreme GaussianLine::extreme(double n, double s) const {
  if (range_.low == -infinity) return {0, n - 1, s - (n - 1) * range_.high};
  if (range_.high == infinity) return {n - 1, 0, s - (n - 1) * range_.low};
  if (!(range_.high > range_.low)) return {n - 1, 0, range_.low};
  const double above = std::floor((s - n * range_.low) / (range_.high - range_.low));
  const double k = std::clamp(above, 0.0, n - 1);
  return {n - 1 - k, k, std::clamp(s - k * range_.high - (n - k - 1) * range_.low, range_.low, range_.high)};
}

double GaussianLine::greatest_squares(double n, double s) const {
  const Extreme items = extreme(n, s);
  auto squares = [](double count, double x) { return count == 0 ? 0 : count * x * x; };
  return squares(items.at_low, range_.low) + squares(items.at_high, range_.high) + squares(1, items.between);
}

double GaussianLine::greatest_scatter(Index n, double mean) const {
  const double size = static_cast<double>(n);
  const Extreme items = extreme(size, size * mean);
  auto squares = [&](double count, double x) { return count == 0 ? 0 : count * (x - mean) * (x - mean); };
  return squares(items.at_low, range_.low) + squares(items.at_high, range_.high) + squares(1, items.between);
}

AtSize GaussianLine::result(Index n, double s, double S) const {
  Vector statistic(2);
  statistic << s, S;
  const double impedance = value(static_cast<double>(n), s, S);
  return {statistic, impedance, impedance};
}

/// With the best scatter at each mean what is left is convex in the mean: kept in the range, the best mean without one
/// is the best there is. If the range has no room for that scatter, the way to it from any set that it has room for
/// leads downwards across the edge.
AtSize GaussianLine::solve_real(Index n, const Stop& stop) const {
  const double size = static_cast<double>(n);
  if (n > 1) {
    const double mean = std::clamp(problem_.best_mean(size), range_.low, range_.high);
    const double scatter = best_scatter(size, mean);
    if (scatter <= greatest_scatter(n, mean) * (1 + rounding)) {
      AtSize inside = result(n, size * mean, scatter + size * mean * mean);
      inside.attained = !line_.distinct() || scatter > coincident * size;
      return inside;
    }
  }
  return best_on_edge(n, stop);
}

AtSize GaussianLine::best_on_edge(Index n, const Stop& stop) const {
  refuse_more_than(most_at_the_ends, n);
  const double size = static_cast<double>(n);
  const double kappa = prior_.kappa + size, nu = prior_.nu + size;
  const double pull = prior_.kappa * (prior_.mean[0] - mu_);
  AtSize best;
  const bool low_only = range_.high == infinity, high_only = range_.low == -infinity;
  for (Index k = 0; k < n; ++k) {
    if (low_only && k > 0) break;
    if (stop && best.impedance < infinity) {
      const double relaxed = problem_.relaxed(size).impedance;
      best.bound = problem_.deadline ? -infinity : std::min(best.impedance, relaxed);
      return best;
    }
    const double at_high = high_only ? size - 1 : static_cast<double>(k);
    const double at_low = size - 1 - at_high;
    auto times = [](double count, double x) { return count == 0 ? 0 : count * x; };
    const double sum = times(at_high, range_.high) + times(at_low, range_.low);
    const double squares = times(at_high, range_.high * range_.high) + times(at_low, range_.low * range_.low);
    // With y = t - μ*: Λ = a2 y² + a1 y + a0, the rest of the impedance has slope b1 y + b0.   [LINE.2]
    const double u = sum - (size - 1) * mu_ + pull;
    const double Q = squares - 2 * mu_ * sum + (size - 1) * mu_ * mu_;
    const double K = prior_.scale(0, 0) + pull * pull / prior_.kappa + Q;
    const double a2 = 1 - 1 / kappa, a1 = -2 * u / kappa, a0 = K - u * u / kappa;
    const double b1 = 1 / variance_ + 2 * magnitude_, b0 = 2 * magnitude_ * mu_;
    std::vector<double> candidates =
        cubic_roots(b1 * a2, b1 * a1 + b0 * a2, b1 * a0 + b0 * a1 - nu * a2, b0 * a0 - 0.5 * nu * a1);
    for (double& y : candidates) y = std::clamp(y + mu_, range_.low, range_.high);
    if (std::isfinite(range_.low)) candidates.push_back(range_.low);
    if (std::isfinite(range_.high)) candidates.push_back(range_.high);
    for (const double t : candidates) {
      if (!(value(size, sum + t, squares + t * t) < best.impedance)) continue;
      best = result(n, sum + t, squares + t * t);
      const bool alone = (at_low == 0 || t > range_.low) && (at_high == 0 || t < range_.high);
      best.attained = !line_.distinct() || (at_low <= 1 && at_high <= 1 && alone);
    }
    if (high_only) break;
  }
  return best;
}

ItemSet GaussianLine::items(Index n, const Vector& s, Style style, Random& random) const {
  refuse_more_than(most_listed, n);
  const double size = static_cast<double>(n), mean = s[0] / size;
  const double difference = s[1] - s[0] * mean, scatter = difference > rounding * s[1] ? difference : 0;
  auto set_of = [&](const std::vector<double>& values) {
    return ItemSet{Vector::Map(values.data(), n), std::vector<Index>(n, 1)};
  };
  if (n == 1 || scatter == 0) return {Matrix::Constant(1, 1, mean), {n}};
  if (style == Style::natural) {
    const int attempts = n > 10000 ? 2 : 32;  // of many items drawn some almost always fall outside
    for (int attempt = 0; attempt < attempts; ++attempt) {
      ItemSet set{items_with_moments(n, s.head(1) / size, Matrix::Constant(1, 1, scatter), style, random),
                  std::vector<Index>(n, 1)};
      if (violation(problem_.settings().domain, set).empty()) return set;
    }
  }
  // Any items in the range with sum s and more scatter than needed, drawn together about their mean.
  const Extreme extremes = extreme(size, s[0]);
  std::vector<double> values(static_cast<std::size_t>(n), range_.low);
  std::fill_n(values.begin(), static_cast<Index>(extremes.at_high), range_.high);
  values[static_cast<std::size_t>(extremes.at_high)] = extremes.between;
  const double most = greatest_scatter(n, mean);
  const double factor = std::min(1.0, std::sqrt(scatter / most));
  for (double& x : values) x = std::clamp(mean + factor * (x - mean), range_.low, range_.high);
  return set_of(values);
}

Relaxed GaussianLine::relaxed_apart(double n) const {
  const double least = std::max(0.0, n * (n * n - 1) / 12);
  auto squares = [&](double mean) { return n * mean * mean + std::max(best_scatter(n, mean), least); };
  const double start = problem_.best_mean(n);
  const Minimum at = minimise_unimodal([&](double mean) { return value(n, n * mean, squares(mean)); }, range_.low,
                                       range_.high, start, 1e-3 * (1 + std::abs(start)), true);
  Vector statistic(2);
  statistic << n * at.at, squares(at.at);
  return {n, statistic, at.value};
}

AtSize GaussianLine::solve_whole(Index n, const Stop& stop) const {
  const double size = static_cast<double>(n);
  struct Entry {
    double value, s, S;
    int direction;  // along S for a lattice point; along s for a frontier
    bool frontier;
    bool operator<(const Entry& other) const { return value > other.value; }
  };
  std::priority_queue<Entry> queue;
  const double low = line_.least_sum(size), high = line_.greatest_sum(size);
  auto least = [&](double s) { return line_.least_squares(size, s); };
  auto greatest = [&](double s) {
    if (std::isfinite(range_.low) || std::isfinite(range_.high)) return std::floor(greatest_squares(size, s) + 1e-9);
    return infinity;
  };
  auto push_point = [&](double s, double S, int direction) {
    if (S >= least(s) && S <= greatest(s)) queue.push({value(size, s, S), s, S, direction, false});
  };
  // A frontier stands for all sums beyond: its value is over a convex region of (s, S), which theirs lie above.
  const double spread = line_.distinct() ? size * (size * size - 1) / 12 : 0;  // of n consecutive integers
  auto push_frontier = [&](double s, int direction) {
    if (s < low || s > high) return;
    const double best = best_squares(size, s), bottom = s * s / size + spread;
    const bool closed = std::isfinite(range_.low) && std::isfinite(range_.high);
    const double top = closed ? (range_.low + range_.high) * s - size * range_.low * range_.high : infinity;
    const double bound = value(size, s, std::clamp(best, bottom, std::max(bottom, top)));
    queue.push({bound, s, std::clamp(best, least(s), std::max(least(s), greatest(s))), direction, true});
  };
  const AtSize real = solve_real(n, stop);
  const double start = std::clamp(std::round(real.s[0]), low, high);
  push_frontier(start, 1);
  push_frontier(start - 1, -1);

  AtSize best;
  double undecided = infinity;
  long budget = steps_of_a_size;
  for (int visits = 0; !queue.empty() && visits < 20000 && budget > 0 && !stop; ++visits) {
    const Entry entry = queue.top();
    queue.pop();
    if (entry.frontier) {
      // Σx² and Σx have the same parity.
      double below = std::floor(entry.S);
      if (std::fmod(std::abs(below - entry.s), 2) != 0) below -= 1;
      push_point(entry.s, below, -1);
      push_point(entry.s, below + 2, 1);
      push_frontier(entry.s + entry.direction, entry.direction);
      continue;
    }
    bool complete = true;
    std::vector<double> items;
    if (!line_.distinct()) items = spread_integers(n, entry.s, entry.S, range_);
    if (items.empty())
      items = integers_with_moments(n, entry.s, entry.S, range_, line_.distinct(), complete, stop, &budget);
    if (!items.empty()) {
      best = result(n, entry.s, entry.S);
      best.items = ItemSet{Vector::Map(items.data(), n), std::vector<Index>(n, 1)};
      best.bound = std::min(best.impedance, undecided);
      return best;
    }
    if (!complete) undecided = std::min(undecided, entry.value);
    push_point(entry.s, entry.S + 2 * entry.direction, entry.direction);
  }
  // A frontier bounds what is beyond it only if it began at the best real sum.
  const double bound = stop ? real.bound : std::min(undecided, queue.empty() ? infinity : queue.top().value);
  const ItemSet even = line_.even(n, start);
  best = result(n, start, least(start));
  best.bound = std::min(bound, best.impedance);
  best.items = even;
  return best;
}

}  // namespace didact::solvers
