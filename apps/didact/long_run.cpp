#include "long_run.hpp"

#include "interrupt.hpp"
#include "io/errors.hpp"
#include "output.hpp"

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

LongWork::LongWork(const Arguments& arguments) : arguments_(arguments), progress_(arguments) {
  if (arguments.resume && arguments.checkpoint.empty()) {
    throw io::InvalidProblem(io::Error{"--resume", "needs --checkpoint FILE, the file to go on from"});
  }
}

services::Workforce LongWork::workforce() {
  services::Workforce workforce{crew()};
  workforce.options.threads = arguments_.threads;
  workforce.options.interrupt = &listen_for_interrupt();
  if (!arguments_.checkpoint.empty()) workforce.options.checkpoint = arguments_.checkpoint;
  workforce.options.seconds_between_checkpoints = arguments_.checkpoint_seconds;
  workforce.resume = arguments_.resume;
  if (progress_.shows() && crew().reports()) {
    workforce.options.progress = [this](const runs::RunProgress& at) { progress_(at); };
  }
  workforce.cut_short = [this](const runs::RunProgress& at) {
    progress_.clear();
    note(arguments_, fmt::format("interrupted after {} of {} {}{}", at.done, at.all, at.things,
                                 arguments_.checkpoint.empty()
                                     ? ""
                                     : fmt::format("; --checkpoint {} --resume goes on", arguments_.checkpoint)));
  };
  return workforce;
}

}  // namespace didact::app
