#pragma once
// Random sets of several learners side by side: one of each part, and their impedances added.

#include <didact/simulation/population.hpp>

namespace didact::io {

struct PartPopulation {
  std::unique_ptr<Population> population;
  Index best_size = 0;  ///< of a set of n items a part has its share in these
};
std::unique_ptr<Population> product_population(std::vector<PartPopulation> parts);

}  // namespace didact::io
