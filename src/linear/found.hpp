#pragma once
// What a search hands back: a set, and how good any set can be.

#include <didact/linear/linear_problem.hpp>

namespace didact::linear {

struct Found {
  std::optional<ItemSet> items;
  std::vector<Index> rows;  ///< of a pool
  double bound = -infinity;
  std::optional<Direction> direction;  ///< where the infimum is not attained
  std::optional<Index> proven_up_to;
};

}  // namespace didact::linear
