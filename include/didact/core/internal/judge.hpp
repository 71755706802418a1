#pragma once
// Several learners judged as one: by the weighted mean of their losses, or by the worst of them.

#include <didact/core/types.hpp>

#include <algorithm>
#include <vector>

namespace didact {

enum class Judge { expected, worst };

/// Combines value(j) over members with these weights.
template <class Value>
double judged(Judge judge, const std::vector<double>& weights, Value value) {
  if (weights.size() == 1) return value(0);
  double result = judge == Judge::worst ? -infinity : 0;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (judge == Judge::worst) {
      result = std::max(result, value(j));
    } else if (weights[j] > 0) {
      result += weights[j] * value(j);
    }
  }
  return result;
}

/// The weights with which the members' slopes combine: their own, or all on the worst (a subgradient).
template <class Value>
std::vector<double> active_weights(Judge judge, const std::vector<double>& weights, Value value) {
  if (judge == Judge::expected || weights.size() == 1) return weights;
  std::vector<double> active(weights.size(), 0.0);
  std::size_t top = 0;
  double top_value = -infinity;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    const double v = value(j);
    if (v > top_value) {
      top = j;
      top_value = v;
    }
  }
  active[top] = 1;
  return active;
}

}  // namespace didact
