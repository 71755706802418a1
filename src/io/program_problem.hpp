#pragma once
// A problem for a learner that is a program: what the file says about it.

#include "io/black_box_problem.hpp"
#include "programs/workers.hpp"

namespace didact::io {

struct ProgramProblem {
  programs::Workers::Settings workers;
  BlackBoxProblem black_box;
};

Description described_program();

/// Of use only if no errors were added.
ProgramProblem read_program_problem(const Json& json, const Description& model, const Context& context, Errors& errors);

/// An item as the program sees it: [x1, …], or {"x": [x1, …], "y": …} with a label.
Json item_for_program(const Vector& row, bool labelled);

}  // namespace didact::io
