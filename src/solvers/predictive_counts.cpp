#include "solvers/predictive_counts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>

namespace didact::solvers {

PredictiveCounts::PredictiveCounts(Settings settings)
    : settings_(std::move(settings)), least_cost_(*std::min_element(settings_.cost.begin(), settings_.cost.end())) {}

/// What one more item of a category changes, beyond what the cheapest costs; the more there are, the less it helps. The
/// cost that all have is left out: beside it the changes of large counts would round to nothing.
double PredictiveCounts::one_more(std::size_t k, double count) const {
  double change = settings_.cost[k] - least_cost_;
  if (settings_.pi[k] == 0) return change;
  for (std::size_t j = 0; j < settings_.beta.size(); ++j) {
    if (settings_.weights[j] == 0) continue;
    change -= settings_.weights[j] * settings_.pi[k] * std::log1p(1 / (settings_.beta[j][k] + count));
  }
  return change;
}

/// How many items of a category change less than this.
double PredictiveCounts::count_below(std::size_t k, double level) const {
  const double most = std::min(settings_.most[k], largest_size);
  double low = 0, high = 1;
  if (most < 1 || !(one_more(k, 0) < level)) return 0;
  while (high < most && one_more(k, high) < level) low = high, high *= 2;
  high = std::min(high, most);
  while (high - low > 1) {
    const double middle = std::floor(std::midpoint(low, high));
    (one_more(k, middle) < level ? low : high) = middle;
  }
  return low + (low + 1 <= most && one_more(k, low) < level ? 1 : 0);
}

/// The n smallest changes: all below a level, then the next of some categories.
Vector PredictiveCounts::best_counts(double n) const {
  const std::size_t K = settings_.pi.size();
  auto counts_below = [&](double level) {
    Vector counts(static_cast<Index>(K));
    for (std::size_t k = 0; k < K; ++k) counts[static_cast<Index>(k)] = count_below(k, level);
    return counts;
  };
  double low = infinity, high = *std::max_element(settings_.cost.begin(), settings_.cost.end()) - least_cost_;
  for (std::size_t k = 0; k < K; ++k) low = std::min(low, one_more(k, 0));
  Vector counts = Vector::Zero(static_cast<Index>(K));
  for (int halving = 0; halving < 200 && low < high; ++halving) {
    const double level = std::midpoint(low, high);
    if (level == low || level == high) break;
    Vector here = counts_below(level);
    const double sum = here.sum();
    if (sum <= n) counts = std::move(here);
    if (sum == n) break;
    (sum < n ? low : high) = level;
    if (n - counts.sum() <= static_cast<double>(K) && sum < n) break;  // the rest one by one
  }
  using Next = std::pair<double, std::size_t>;
  std::priority_queue<Next, std::vector<Next>, std::greater<>> next;
  auto offer = [&](std::size_t k) {
    const double count = counts[static_cast<Index>(k)];
    if (count < settings_.most[k]) next.emplace(one_more(k, count), k);
  };
  for (std::size_t k = 0; k < K; ++k) offer(k);
  for (double left = n - counts.sum(); left > 0 && !next.empty();) {
    const std::size_t k = next.top().second;
    double& count = counts[static_cast<Index>(k)];
    const bool all_alike = settings_.pi[k] == 0;  // each changes the same
    const double more = all_alike ? std::min(left, settings_.most[k] - count) : 1;
    next.pop();
    count += more;
    left -= more;
    offer(k);
  }
  return counts;
}

double PredictiveCounts::impedance(double n, const Vector& counts) const {
  double result = counts.dot(Vector::Map(settings_.cost.data(), counts.size()));
  for (std::size_t j = 0; j < settings_.beta.size(); ++j) {
    if (settings_.weights[j] == 0) continue;
    const std::vector<double>& beta = settings_.beta[j];
    const double N = std::accumulate(beta.begin(), beta.end(), n);
    double loss = 0;
    for (std::size_t k = 0; k < beta.size(); ++k) {
      const double p = settings_.pi[k];
      if (p > 0) loss += p * std::log(p * (N / (beta[k] + counts[static_cast<Index>(k)])));
    }
    result += settings_.weights[j] * loss;
  }
  return result;
}

double PredictiveCounts::largest() const {
  return std::accumulate(settings_.most.begin(), settings_.most.end(), 0.0);
}

/// No real counts are asked for between two sizes.
Relaxed PredictiveCounts::relaxed(double n) const {
  const double whole = std::max(1.0, std::round(n));
  const Vector counts = best_counts(whole);
  return {n, counts, impedance(whole, counts)};
}

AtSize PredictiveCounts::solve(Index n, const Stop&) const {
  const double size = static_cast<double>(n);
  const Vector counts = best_counts(size);
  const double value = impedance(size, counts);
  AtSize at{counts, value, value};
  at.items = items_of(counts);
  if (settings_.sum_statistic) {
    at.s = Vector::Constant(1, counts.dot(Vector::Map(settings_.items.data(), counts.size())));
  }
  return at;
}

ItemSet PredictiveCounts::items_of(const Vector& counts) const {
  std::vector<double> values;
  ItemSet set;
  for (Index k = 0; k < counts.size(); ++k) {
    if (counts[k] == 0) continue;
    values.push_back(settings_.items[static_cast<std::size_t>(k)]);
    set.copies.push_back(static_cast<Index>(counts[k]));
  }
  set.rows = Vector::Map(values.data(), static_cast<Index>(values.size()));
  return set;
}

ItemSet PredictiveCounts::unpack(Index n, const Vector& s, Style, Random&) const {
  if (!settings_.sum_statistic) return items_of(s);
  return items_of(Vector{{static_cast<double>(n) - s[0], s[0]}});  // of 0 and 1
}

}  // namespace didact::solvers
