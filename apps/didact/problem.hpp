#pragma once
// The problem that a command is given.

#include "commands.hpp"
#include "services/given_problem.hpp"

namespace didact::app {

using services::GivenProblem;

/// Reads the file and finds its model; throws InvalidProblem.
GivenProblem read_problem(const Arguments& arguments);

/// A model by the name given on the command line.
const io::Model& named_model(const std::string& name);

}  // namespace didact::app
