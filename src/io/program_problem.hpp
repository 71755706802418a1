#pragma once
// A problem for a learner that is a program: what the file says about it.

#include "io/description.hpp"
#include "io/files.hpp"
#include "io/items.hpp"
#include "programs/workers.hpp"
#include <didact/core/pool.hpp>
#include <didact/core/problem.hpp>

#include <optional>

namespace didact::io {

struct ProgramProblem {
  programs::Workers::Settings workers;
  std::optional<Pool> pool;
  std::vector<Interval> range;  ///< one for each coordinate, if there is no pool
  Effort effort;
  Index min_size = 0;
  std::optional<Index> max_size;
  std::optional<double> seconds;
  ItemKind kind;
};

Description described_program();

/// Of use only if no errors were added.
ProgramProblem read_program_problem(const Json& json, const Description& model, const Context& context, Errors& errors);

/// An item as the program sees it: [x1, …], or {"x": [x1, …], "y": …} with a label.
Json item_for_program(const Vector& row, bool labelled);

}  // namespace didact::io
