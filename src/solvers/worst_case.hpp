#pragma once
// The worst of several learners by duality: max over weights of min over sets of the weighted mean.   [WORST]

#include <didact/core/stop.hpp>
#include <didact/core/types.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace didact::solvers {

/// What one weighting of the learners leads to: the best set for it and each learner's impedance there.
template <class Solution>
struct Weighing {
  Solution solution;
  std::vector<double> impedances;
};

/// What maximising over the weights showed.
template <class Solution>
struct WorstCase {
  double bound = -infinity;  ///< no set has a lower worst case
  double best = infinity;    ///< worst case of `solution`
  Solution solution;
  std::vector<double> weights;
  Solution left, right;  ///< minimisers on either side of the last balance, where they differ
  bool has_sides = false;

  bool closed(double tolerance) const {
    return best < infinity && best - bound <= tolerance * std::max(1.0, std::abs(best));
  }
};

/// Moves weight from the learner that is best off to the one that is worst off until the two balance, and again; each
/// move is a bisection, since the minimisers' balance is monotone along it. `minimise(weights)` solves the weighted
/// problem exactly. Whatever it was stopped at, the bound is one.
template <class Solution, class Minimise>
WorstCase<Solution> solve_worst_case(std::size_t learners, Minimise minimise, double tolerance = 1e-12,
                                     const Stop& stop = {}) {
  WorstCase<Solution> result;
  result.weights.assign(learners, 1.0 / static_cast<double>(learners));
  auto weigh = [&](const std::vector<double>& weights) {
    Weighing<Solution> weighing = minimise(weights);
    double mean = 0;
    for (std::size_t j = 0; j < learners; ++j) {
      if (weights[j] > 0) mean += weights[j] * weighing.impedances[j];
    }
    if (mean > result.bound) {
      result.bound = mean;
      result.weights = weights;
    }
    const double worst = *std::max_element(weighing.impedances.begin(), weighing.impedances.end());
    if (worst < result.best) {
      result.best = worst;
      result.solution = weighing.solution;
    }
    return weighing;
  };

  for (int round = 0; round < 60 && !result.closed(tolerance); ++round) {
    const double bound_before = result.bound;
    const std::vector<double> base = result.weights;
    const std::vector<double> now = weigh(base).impedances;
    const std::size_t to = std::max_element(now.begin(), now.end()) - now.begin();
    std::size_t from = to;
    for (std::size_t j = 0; j < learners; ++j) {
      if (base[j] > 0 && (from == to || now[j] < now[from])) from = j;
    }
    if (from == to || stop) break;
    double low = 0, high = base[from];
    for (int step = 0; step < 60 && high - low > 1e-15 && !result.closed(tolerance) && !stop; ++step) {
      const double move = step == 0 ? high : std::midpoint(low, high);
      std::vector<double> weights = base;
      weights[from] -= move;
      weights[to] += move;
      Weighing<Solution> weighing = weigh(weights);
      const bool too_far = weighing.impedances[to] < weighing.impedances[from];
      (too_far ? result.right : result.left) = std::move(weighing.solution);
      (too_far ? high : low) = move;
      result.has_sides |= too_far;
      if (!too_far && step == 0) break;
    }
    if (round > 0 && result.bound - bound_before <= 1e-13 * std::max(1.0, std::abs(bound_before))) break;
  }
  return result;
}

}  // namespace didact::solvers
