#pragma once
// The best counts with given totals of all rows: a transport with convex costs, solved exactly.   [MC.4]

#include "chain_rows.hpp"

namespace didact::chains {

struct Flow {
  Rows rows;
  double work = 0;          ///< numbers looked at
  double value = infinity;  ///< infinite: no counts in the box have these totals and can be walked from state to state
};

/// Every state is entered (as a start or by a transition) at least as often as it is left. That walks also reach
/// every state from a start is not looked at.
Flow best_flow(const ChainRows& model, const Box& box, const std::vector<Index>& totals);

}  // namespace didact::chains
