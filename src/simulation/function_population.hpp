#pragma once
// A population made of functions.

#include "simulation/row_sets.hpp"
#include <didact/core/random.hpp>

namespace didact::simulation {

struct PopulationFunctions {
  std::string description;
  std::function<double(Index n, Draws& draws)> impedance;
  std::function<std::optional<EnumeratedSets>(Index n, Index most)> all = {};
};
std::unique_ptr<Population> population_of(PopulationFunctions functions);

/// Rows of a pool, which must outlive it; what they cost by themselves is added here.
std::unique_ptr<Population> population_of_rows(std::shared_ptr<const Pool> pool,
                                               std::function<double(const ItemSet& items)> impedance);

/// A random set may have a size that a lesson may not.
template <class Problem>
std::shared_ptr<Problem> of_any_size(const Problem& problem) {
  auto copy = std::make_shared<Problem>(problem);
  copy->min_size = 0;
  copy->max_size.reset();
  copy->limits.max_items.reset();
  return copy;
}

/// Rows that stand for themselves.
ItemSet set_of(Matrix rows);

}  // namespace didact::simulation
