#pragma once
// Random sets for a learner that can only be asked.

#include "io/asked_learner.hpp"
#include "io/asked_problem.hpp"
#include <didact/simulation/population.hpp>

namespace didact::io {

/// `place` is where a problem names the learner.
std::unique_ptr<Population> asked_population(AskedProblem problem, std::unique_ptr<AskedLearner> learner,
                                             std::string place);

}  // namespace didact::io
