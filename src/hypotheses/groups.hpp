#pragma once
// Sets of items from a continuous range: each item with how often it is shown.

#include "continuous.hpp"

#include <vector>

namespace didact::hypotheses {

/// An item, shown some (real or whole) number of times.
struct Group {
  Vector x;
  double times;
};

/// loss + what the items cost; `weights` gets the belief.
double inner_value(const ContinuousItems& items, const std::vector<Group>& groups, Vector* weights = nullptr);

/// Whole numbers of times that sum to n, near the given ones.
std::vector<Group> whole(std::vector<Group> groups, Index n);

/// The same items, so that one of each may move by itself; or each of them.
std::vector<Group> split(const std::vector<Group>& groups, bool wholly);

/// The items where they are best, their numbers kept.
std::vector<Group> moved(const ContinuousItems& items, const Stop& stop, std::vector<Group> groups);

}  // namespace didact::hypotheses
