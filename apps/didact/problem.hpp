#pragma once
// The problem that a command is given.

#include "commands.hpp"
#include "services/lesson.hpp"

namespace didact::app {

/// The problem in the file; throws InvalidProblem.
std::shared_ptr<const io::Problem> read_problem(const Arguments& arguments);

/// A model by the name given on the command line.
const io::Model& named_model(const std::string& name);

}  // namespace didact::app
