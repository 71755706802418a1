#include "long_run.hpp"

#include "interrupt.hpp"
#include "io/errors.hpp"
#include "output.hpp"

#include <fmt/format.h>

namespace didact::app {
namespace {

runs::Executor* the_executor = nullptr;

}  // namespace

runs::Executor& executor() {
  static runs::ThreadExecutor threads;
  return the_executor ? *the_executor : threads;
}

void set_executor(runs::Executor& executor) {
  the_executor = &executor;
}

LongWork::LongWork(const Arguments& arguments) : arguments_(arguments), progress_(arguments) {
  if (arguments.resume && arguments.checkpoint.empty()) {
    throw io::InvalidProblem(io::Error{"--resume", "needs --checkpoint FILE, the file to go on from"});
  }
}

services::Workforce LongWork::workforce() {
  services::Workforce workforce{executor()};
  workforce.options.threads = arguments_.threads;
  workforce.options.interrupt = &listen_for_interrupt();
  if (!arguments_.checkpoint.empty()) workforce.options.checkpoint = arguments_.checkpoint;
  workforce.options.seconds_between_checkpoints = arguments_.checkpoint_seconds;
  workforce.resume = arguments_.resume;
  if (progress_.shows() && executor().reports()) {
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
