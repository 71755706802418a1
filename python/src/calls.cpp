#include "calls.hpp"

namespace didact::python {

services::Workforce workforce(const Options& options, const Manner& manner, const Teller& teller) {
  static runs::ThreadCrew crew;
  return {crew, [&options, &teller, threads = manner.threads](const runs::Task& task) {
            auto ledger = std::make_unique<runs::Ledger>(task);
            runs::RunOptions run;
            run.threads = threads;
            run.interrupt = options.interrupt;
            if (teller.wanted()) {
              run.progress = [&teller](const runs::RunProgress& at) {
                teller({{"done", at.done}, {"of", at.all}, {"seconds", at.seconds}});
              };
            }
            crew.run(task, *ledger, run);
            return ledger;
          }};
}

}  // namespace didact::python
