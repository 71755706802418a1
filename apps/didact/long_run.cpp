#include "long_run.hpp"

#include "interrupt.hpp"
#include "io/errors.hpp"
#include "output.hpp"
#include "progress.hpp"

#include <fmt/format.h>

namespace didact::app {
namespace {

runs::Crew* the_crew = nullptr;

}  // namespace

runs::Crew& crew() {
  static runs::ThreadCrew threads;
  return the_crew ? *the_crew : threads;
}

void set_crew(runs::Crew& crew) {
  the_crew = &crew;
}

std::unique_ptr<runs::Ledger> long_run(const Arguments& arguments, const runs::Task& task) {
  auto ledger = std::make_unique<runs::Ledger>(task);
  runs::RunOptions options;
  options.threads = arguments.threads;
  options.interrupt = &listen_for_interrupt();
  if (!arguments.checkpoint.empty()) options.checkpoint = arguments.checkpoint;
  options.seconds_between_checkpoints = arguments.checkpoint_seconds;
  if (arguments.resume) {
    if (arguments.checkpoint.empty()) {
      throw io::InvalidProblem(io::Error{"--resume", "needs --checkpoint FILE, the file to go on from"});
    }
    if (crew().reports()) ledger->resume(arguments.checkpoint);
  }
  if (!crew().begin(true)) {
    throw io::InvalidProblem(
        io::Error{"", "another process could not begin: are the problem and its files readable everywhere?"});
  }
  Progress progress(arguments, task.things());
  if (progress.shows() && crew().reports()) options.progress = [&](const runs::RunProgress& at) { progress(at); };
  crew().run(task, *ledger, options);
  if (!crew().reports()) return nullptr;
  if (ledger->complete()) return ledger;
  const runs::RunProgress at = progress_of(task, *ledger, 0);
  note(arguments, fmt::format("interrupted after {} of {} {}{}", at.done, at.all, task.things(),
                              arguments.checkpoint.empty()
                                  ? ""
                                  : fmt::format("; --checkpoint {} --resume goes on", arguments.checkpoint)));
  return ledger;
}

}  // namespace didact::app
