#pragma once
// Sets of documents, sequences and labelled rows, by no code of the engine's.

#include <didact/core/listed.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace didact::testing {

using Row = std::vector<double>;

/// The textbook's posterior density, from the counts of a Dirichlet.
inline double dirichlet(const Row& beta, const Row& counts, const Row& pi) {
  double total = 0, sum = 0;
  for (std::size_t k = 0; k < beta.size(); ++k) {
    const double alpha = beta[k] + counts[k];
    total += alpha;
    sum += std::lgamma(alpha);
    if (alpha != 1) sum -= (alpha - 1) * std::log(pi[k]);
  }
  return sum - std::lgamma(total);
}

template <class Item>
std::vector<Item> expanded(const Listed<Item>& list) {
  std::vector<Item> all;
  for (std::size_t i = 0; i < list.items.size(); ++i) all.insert(all.end(), list.copies[i], list.items[i]);
  return all;
}

/// The least impedance of all multisets of up to `most` of these items, from the `first` of them on.
template <class Problem, class Item, class Impedance>
double least(const Problem& problem, const std::vector<Item>& kinds, std::size_t first, std::size_t most,
             std::vector<Item>& set, const Impedance& impedance) {
  const bool allowed = static_cast<Index>(set.size()) >= problem.min_size;
  double best = allowed ? impedance(problem, set) : infinity;
  for (std::size_t i = first; i < kinds.size() && set.size() < most; ++i) {
    set.push_back(kinds[i]);
    best = std::min(best, least(problem, kinds, i, most, set, impedance));
    set.pop_back();
  }
  return best;
}

}  // namespace didact::testing
