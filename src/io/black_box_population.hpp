#pragma once
// Random sets for a learner that can only be asked.

#include "io/black_box_learner.hpp"
#include "io/black_box_problem.hpp"
#include <didact/simulation/population.hpp>

namespace didact::io {

/// `place` is where a problem names the learner.
std::unique_ptr<Population> black_box_population(BlackBoxProblem problem, std::unique_ptr<BlackBoxLearner> learner,
                                                 std::string place);

}  // namespace didact::io
