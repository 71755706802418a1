#pragma once
// Long work as the command line asks for it: with a progress bar, checkpoints and Ctrl-C.

#include "commands.hpp"
#include "progress.hpp"
#include "services/workforce.hpp"

namespace didact::app {

/// Those who do the work of this program: its threads, or processes that MPI has started. Told once, at the beginning.
runs::Executor& executor();
void set_executor(runs::Executor& executor);

class LongWork {
 public:
  /// Throws io::InvalidProblem where there is nothing to resume from.
  explicit LongWork(const Arguments& arguments);

  /// Of use as long as this lives.
  services::Workforce workforce();

 private:
  const Arguments& arguments_;
  Progress progress_;
};

}  // namespace didact::app
