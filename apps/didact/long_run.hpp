#pragma once
// A task done by all there are, with progress, checkpoints and Ctrl-C.

#include "commands.hpp"
#include "runs/crew.hpp"

namespace didact::app {

/// Those who do the work of this program: its threads, or processes that MPI has started. Told once, at the beginning.
runs::Crew& crew();
void set_crew(runs::Crew& crew);

class LongRun {
 public:
  /// Runs. Throws io::InvalidProblem for a checkpoint that does not fit, and what goes wrong in the work.
  LongRun(const Arguments& arguments, const runs::Task& task);

  bool reports() const;
  bool complete() const { return ledger_.complete(); }
  const runs::Portion& yield() const { return ledger_.portion(); }

 private:
  runs::Ledger ledger_;
};

}  // namespace didact::app
