#include "services/workforce.hpp"

#include "io/errors.hpp"

namespace didact::services {

std::unique_ptr<runs::Ledger> run(const runs::Task& task, const Workforce& workforce) {
  runs::Executor& executor = workforce.executor;
  auto ledger = std::make_unique<runs::Ledger>(task);
  if (workforce.resume && executor.reports()) ledger->resume(*workforce.options.checkpoint);
  if (!executor.begin(true)) {
    throw io::InvalidProblem(
        io::Error{"", "another process could not begin: are the problem and its files readable everywhere?"});
  }
  executor.run(task, *ledger, workforce.options);
  if (!executor.reports()) return nullptr;
  if (workforce.cut_short && !ledger->complete()) workforce.cut_short(progress_of(task, *ledger, 0));
  return ledger;
}

Workforce threads_for(const Listener& listener) {
  static runs::ThreadExecutor threads;
  Workforce workforce{threads};
  workforce.options.threads = listener.threads;
  workforce.options.interrupt = listener.interrupt;
  if (listener.progress) {
    workforce.options.progress = [&tell = listener.progress](const runs::RunProgress& at) {
      tell({{"done", at.done}, {"of", at.all}, {"seconds", at.seconds}});
    };
  }
  return workforce;
}

Options followed_by(const Listener& listener, Options options) {
  options.interrupt = listener.interrupt;
  if (!listener.progress) return options;
  options.progress = [&tell = listener.progress](const SearchProgress& at) {
    tell({{"seconds", at.seconds},
          {"nodes", at.nodes},
          {"bound", at.bound},
          {"incumbent", at.incumbent},
          {"n", at.incumbent < infinity ? io::Json(at.n) : io::Json()}});
  };
  return options;
}

}  // namespace didact::services
