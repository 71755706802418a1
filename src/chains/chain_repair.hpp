#pragma once
#include "chain_rows.hpp"

namespace didact::chains {

/// Counts near these that leave no state more often than they enter it: where one is, a transition out of it is
/// dropped, or it is started or entered once more, whichever costs least, until none is. The box's counts must be free.
Rows repaired(const ChainRows& model, const Box& box, Rows rows);

}  // namespace didact::chains
