#pragma once
// A task done by all there are, with progress, checkpoints and Ctrl-C.

#include "commands.hpp"
#include "services/run.hpp"

namespace didact::app {

/// Those who do the work of this program: its threads, or processes that MPI has started. Told once, at the beginning.
runs::Crew& crew();
void set_crew(runs::Crew& crew);

/// Does a task as the command line asks for. Throws io::InvalidProblem for a checkpoint that does not fit, and what
/// goes wrong in the work. Null in processes that do not report.
std::unique_ptr<runs::Ledger> long_run(const Arguments& arguments, const runs::Task& task);

inline services::Workforce workforce(const Arguments& arguments) {
  return {crew(), [&arguments](const runs::Task& task) { return long_run(arguments, task); }};
}

}  // namespace didact::app
