#pragma once
// Teaching with any item at all: the sizes' own bests are attained, so that only the size is left to choose.

#include "found.hpp"
#include <didact/core/stop.hpp>

namespace didact::linear {

/// Whether nothing but the size has a price (or a magnitude where its least is known) and nothing bounds the items.
bool is_free(const LinearProblem& problem);

Found teach_free(const LinearProblem& problem, const Stop& stop);

}  // namespace didact::linear
