#pragma once
// Problems with hypotheses, and what sets are worth by multiplying probabilities.

#include <didact/hypotheses/hypotheses_problem.hpp>

#include <cmath>
#include <functional>
#include <random>

namespace didact::testing {

inline HypothesesProblem problem_of(std::vector<Density> densities, std::size_t target, Effort effort) {
  HypothesesProblem problem;
  for (std::size_t h = 0; h < densities.size(); ++h) problem.names.push_back("h" + std::to_string(h));
  problem.prior = Vector::Constant(static_cast<Index>(densities.size()), 1.0 / static_cast<double>(densities.size()));
  problem.densities = std::move(densities);
  problem.target = target;
  problem.effort = std::move(effort);
  problem.seen = {Matrix(0, 1), {}};
  return problem;
}

inline HypothesesProblem table_problem(Matrix table, std::size_t target, Effort effort) {
  HypothesesProblem problem;
  for (Index h = 0; h < table.rows(); ++h) problem.names.push_back("h" + std::to_string(h));
  problem.prior = Vector::Constant(table.rows(), 1.0 / static_cast<double>(table.rows()));
  problem.table = std::move(table);
  problem.target = target;
  problem.effort = std::move(effort);
  problem.seen = {Matrix(0, 1), {}};
  return problem;
}

/// The impedance of counts of a table's columns, by multiplying.
inline long double true_impedance(const HypothesesProblem& problem, const std::vector<Index>& counts) {
  long double right = 0, all = 0;
  Index n = 0;
  long double cost = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    n += counts[i];
    if (!problem.pool) continue;
    const Vector x = problem.pool->rows.row(static_cast<Index>(i));
    cost += counts[i] * (problem.pool->cost(static_cast<Index>(i)) + problem.effort.magnitude * x.squaredNorm());
  }
  for (std::size_t h = 0; h < problem.names.size(); ++h) {
    long double mass = problem.prior[static_cast<Index>(h)];
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const auto column = static_cast<Index>(i);
      const long double p =
          problem.pool ? std::exp(static_cast<long double>(problem.densities[h].log_at(problem.pool->rows.row(column))))
                       : static_cast<long double>(problem.table(static_cast<Index>(h), column));
      mass *= std::pow(p, static_cast<long double>(counts[i]));
    }
    all += mass;
    if (h == problem.target) right = mass;
  }
  cost += problem.effort.at_size(static_cast<double>(n));
  if (right == 0) return infinity;
  return cost + (problem.loss == HypothesesLoss::kl ? std::log(all / right) : 1 - right / all);
}

/// All counts of at most `most` items, each at most `each` times.
inline void every_count(std::size_t items, Index most, Index each,
                        const std::function<void(const std::vector<Index>&)>& visit) {
  std::vector<Index> counts(items, 0);
  std::function<void(std::size_t, Index)> go = [&](std::size_t i, Index left) {
    if (i == items) return visit(counts);
    for (Index k = 0; k <= std::min(left, each); ++k) {
      counts[i] = k;
      go(i + 1, left - k);
    }
    counts[i] = 0;
  };
  go(0, most);
}

}  // namespace didact::testing
