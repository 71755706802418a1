#pragma once
// Random classes, and answers by trying everything.

#include <didact/concepts/dimension.hpp>
#include <didact/concepts/teach_concept.hpp>
#include <didact/core/random.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace didact::concepts {

/// Labels 1 with probability `density`; concepts that came before are drawn again. There must be room for so many.
inline ConceptClass random_class(Random& random, std::size_t concepts, std::size_t items, double density) {
  std::vector<std::vector<int>> labels;
  while (labels.size() < concepts) {
    std::vector<int> row(items);
    for (int& label : row) label = random.uniform() < density;
    if (std::find(labels.begin(), labels.end(), row) == labels.end()) labels.push_back(row);
  }
  return ConceptClass(labels);
}

inline CoverProblem random_cover(Random& random, std::size_t elements, std::size_t items, double density) {
  CoverProblem problem(elements, items);
  for (std::size_t i = 0; i < items; ++i) {
    for (std::size_t e = 0; e < elements; ++e) {
      if (random.uniform() < density) set_bit(problem.column(i), e);
    }
  }
  return problem;
}

/// Every subset of items, as bits; there are few.
template <class Visit>
void for_each_subset(std::size_t items, Visit visit) {
  for (std::size_t set = 0; set < (std::size_t{1} << items); ++set) {
    std::vector<std::size_t> list;
    for (std::size_t i = 0; i < items; ++i) {
      if ((set >> i) & 1) list.push_back(i);
    }
    visit(list);
  }
}

inline bool covers(const CoverProblem& problem, const std::vector<std::size_t>& items) {
  for (std::size_t e = 0; e < problem.elements; ++e) {
    bool covered = false;
    for (const std::size_t item : items) covered = covered || has_bit(problem.column(item), e);
    if (!covered) return false;
  }
  return true;
}

/// The cheapest cover's cost; infinite if there is none.
inline double cheapest_cover(const CoverProblem& problem) {
  double best = std::numeric_limits<double>::infinity();
  for_each_subset(problem.items, [&](const std::vector<std::size_t>& items) {
    double cost = 0;
    for (const std::size_t item : items) cost += problem.cost(item);
    if (cost < best && covers(problem, items)) best = cost;
  });
  return best;
}

/// The fewest items that only the target fits, among some concepts.
inline double smallest_teaching_set(const ConceptClass& concepts, std::size_t target, const std::vector<bool>& among) {
  double best = std::numeric_limits<double>::infinity();
  for_each_subset(concepts.items(), [&](const std::vector<std::size_t>& items) {
    if (static_cast<double>(items.size()) >= best) return;
    for (std::size_t c = 0; c < concepts.size(); ++c) {
      if (c == target || !among[c]) continue;
      bool apart = false;
      for (const std::size_t item : items) apart = apart || concepts.label(c, item) != concepts.label(target, item);
      if (!apart) return;
    }
    best = static_cast<double>(items.size());
  });
  return best;
}

}  // namespace didact::concepts
