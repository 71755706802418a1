#pragma once
// Hypotheses as they are written: named densities, or a table of likelihoods.

#include "io/files.hpp"
#include "io/node.hpp"
#include <didact/hypotheses/hypotheses_problem.hpp>

namespace didact::io {

/// Reads learner.hypotheses or learner.table, and learner.prior. `items` gets the names of a table's columns.
void read_hypotheses(const Node& learner, const Context& context, HypothesesProblem& problem,
                     std::vector<std::string>& items);

}  // namespace didact::io
