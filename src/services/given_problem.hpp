#pragma once
// The problem that a face of didact was given, ready to be worked on.

#include "io/registry.hpp"

namespace didact::services {

struct GivenProblem {
  io::Json json;
  io::Context context;
  const io::Model* model;
};

/// Finds the model; throws InvalidProblem if there is none.
GivenProblem given_problem(io::Json json, io::Context context);
GivenProblem given_problem(const std::string& text, io::Context context);

/// Throws std::logic_error where the set refutes what was proven.
report::Verdict evaluate(const GivenProblem& given, const io::GivenSet& set, const Options& options);

/// A mistake in an option is told as the command line spells it, "--size"; other faces drop the dashes.
[[noreturn]] void refuse(std::string path, std::string message);

}  // namespace didact::services
