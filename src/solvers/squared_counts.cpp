#include "solvers/squared_counts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace didact::solvers {

/// The j-th further item of category k changes the impedance by 2·curvature·(start_k + j), j = 0, 1, …
struct SquaredCounts::Parabolas {
  double curvature = 0;
  std::vector<double> start;
  std::vector<std::size_t> order;  ///< of the categories, by start

  double level(double n) const;
};

SquaredCounts::Parabolas SquaredCounts::parabolas(double n) const {
  const std::size_t K = settings_.pi.size();
  Parabolas result;
  // The cost that all have changes no order, and beside it large sizes would round to nothing.
  const double least = *std::min_element(settings_.cost.begin(), settings_.cost.end());
  std::vector<double> linear;
  for (const double cost : settings_.cost) linear.push_back(cost - least);
  for (std::size_t j = 0; j < settings_.beta.size(); ++j) {
    const std::vector<double>& beta = settings_.beta[j];
    const double N = std::accumulate(beta.begin(), beta.end(), n), share = settings_.weights[j] / (N * (N + 1));
    result.curvature += share;
    for (std::size_t k = 0; k < K; ++k) linear[k] += share * (2 * beta[k] + 1 - 2 * settings_.pi[k] * (N + 1));
  }
  for (const double l : linear) result.start.push_back(0.5 * (1 + l / result.curvature));
  result.order.resize(K);
  std::iota(result.order.begin(), result.order.end(), std::size_t{0});
  std::sort(result.order.begin(), result.order.end(),
            [&](std::size_t a, std::size_t b) { return result.start[a] < result.start[b]; });
  return result;
}

/// Where Σ max(0, level - start_k) = n: real counts have that marginal.
double SquaredCounts::Parabolas::level(double n) const {
  double sum = 0;
  for (std::size_t m = 0; m < order.size(); ++m) {
    sum += start[order[m]];
    const double level = (n + sum) / static_cast<double>(m + 1);
    if (m + 1 == order.size() || level <= start[order[m + 1]]) return level;
  }
  return infinity;
}

double SquaredCounts::impedance(double n, const Vector& counts) const {
  double result = 0;
  for (std::size_t j = 0; j < settings_.beta.size(); ++j) {
    if (settings_.weights[j] == 0) continue;
    const std::vector<double>& beta = settings_.beta[j];
    const double N = std::accumulate(beta.begin(), beta.end(), n);
    double loss = 0;
    for (std::size_t k = 0; k < beta.size(); ++k) {
      const double mean = (beta[k] + counts[static_cast<Index>(k)]) / N, bias = mean - settings_.pi[k];
      loss += mean * (1 - mean) / (N + 1) + bias * bias;
    }
    result += settings_.weights[j] * loss;
  }
  return result + counts.dot(Vector::Map(settings_.cost.data(), counts.size()));
}

/// Real counts; where each category may come once only, whole ones are as good a bound.
Relaxed SquaredCounts::relaxed(double n) const {
  const Parabolas p = parabolas(n);
  const double level = p.level(n);
  Vector s(static_cast<Index>(p.start.size()));
  for (Index k = 0; k < s.size(); ++k) s[k] = std::max(0.0, level - p.start[static_cast<std::size_t>(k)]);
  return {n, s, impedance(n, s)};
}

/// The n smallest marginals: all that are a step below the level, then the next of some categories.
AtSize SquaredCounts::solve(Index n, const Stop&) const {
  const double size = static_cast<double>(n);
  Parabolas p = parabolas(size);
  Vector counts = Vector::Zero(static_cast<Index>(p.start.size()));
  double left = size;
  if (settings_.most == infinity) {
    const double level = p.level(size);
    for (std::size_t k = 0; k < p.start.size(); ++k) {
      const double all = std::clamp(std::floor(level - p.start[k]), 0.0, left);  // rounding takes no more than n
      counts[static_cast<Index>(k)] = all;
      p.start[k] += all;
      left -= all;
    }
    std::sort(p.order.begin(), p.order.end(), [&](std::size_t a, std::size_t b) { return p.start[a] < p.start[b]; });
  }
  for (std::size_t i = 0; left > 0; i = (i + 1) % p.order.size(), --left) counts[static_cast<Index>(p.order[i])] += 1;
  const double value = impedance(size, counts);
  return {counts, value, value};
}

ItemSet SquaredCounts::unpack(Index, const Vector& s, Style, Random&) const {
  std::vector<double> values;
  ItemSet set;
  for (Index k = 0; k < s.size(); ++k) {
    if (s[k] == 0) continue;
    values.push_back(static_cast<double>(k + 1));
    set.copies.push_back(static_cast<Index>(s[k]));
  }
  set.rows = Vector::Map(values.data(), static_cast<Index>(values.size()));
  return set;
}

}  // namespace didact::solvers
