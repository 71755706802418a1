#pragma once
// Random sets for a program to judge.

#include "io/program_problem.hpp"
#include <didact/simulation/population.hpp>

namespace didact::io {

std::unique_ptr<Population> program_population(ProgramProblem problem);

}  // namespace didact::io
