#pragma once
// Random linear problems, and searches that know nothing of the theory.

#include <didact/core/random.hpp>
#include <didact/linear/linear_problem.hpp>

#include <cmath>

namespace didact {

inline ItemSet no_items(Index D) {
  return {Matrix(0, D + 1), {}};
}

inline LinearProblem linear_problem(LinearKind kind, double lambda, const std::vector<double>& weights,
                                    std::optional<double> bias = {}) {
  LinearProblem problem;
  problem.dimension = static_cast<Index>(weights.size());
  problem.learner = {kind, lambda, bias.has_value()};
  problem.target.weights = Vector::Map(weights.data(), problem.dimension);
  problem.target.bias = bias.value_or(0);
  problem.seen = no_items(problem.dimension);
  return problem;
}

inline ItemSet random_items(LinearKind kind, Index D, Index n, double scale, Random& random) {
  ItemSet items{Matrix(n, D + 1), std::vector<Index>(static_cast<std::size_t>(n), 1)};
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < D; ++j) items.rows(i, j) = scale * random.normal();
    items.rows(i, D) = kind == LinearKind::ridge ? 3 * random.normal() : random.uniform() < 0.5 ? 1 : -1;
  }
  return items;
}

/// A random walk over sets of n items that keeps what is better, from several starts.
inline double blind_search(const LinearProblem& problem, Index n, int starts, int steps, Random& random) {
  double best = infinity;
  const Index D = problem.dimension;
  for (int start = 0; start < starts; ++start) {
    ItemSet at = random_items(problem.learner.kind, D, n, 1, random);
    double value = evaluate(problem, at).impedance, reach = 1;
    for (int step = 0; step < steps && n > 0; ++step) {
      ItemSet next = at;
      const Index i = static_cast<Index>(random.uniform() * static_cast<double>(n));
      for (Index j = 0; j < D; ++j) next.rows(i, j) += reach * random.normal();
      if (!problem.labels_are_signs()) next.rows(i, D) += reach * random.normal();
      for (Index j = 0; j < D && !problem.range.empty(); ++j) {
        const Interval allowed = problem.range[static_cast<std::size_t>(j)];
        next.rows(i, j) = std::clamp(next.rows(i, j), allowed.low, allowed.high);
      }
      if (problem.y_range && !problem.labels_are_signs()) {
        next.rows(i, D) = std::clamp(next.rows(i, D), problem.y_range->low, problem.y_range->high);
      }
      const double there = evaluate(problem, next).impedance;
      const bool better = there < value || !(value < infinity);
      if (better) at = next, value = there;
      reach = std::clamp(reach * (better ? 1.5 : 0.95), 1e-7, 3.0);
    }
    best = std::min(best, value);
  }
  return best;
}

}  // namespace didact
