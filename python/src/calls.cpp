#include "calls.hpp"

namespace didact::python {

namespace {

std::atomic<bool> leaving = false;
std::atomic<int> calling_back = 0;

}  // namespace

bool Locked::require_python() {
  if (leaving) throw std::runtime_error("Python is about to end");
  return true;
}

CallingBack::CallingBack(bool does) : does_(does) {
  if (does_) ++calling_back;
}
CallingBack::~CallingBack() {
  if (does_) --calling_back;
}

void leave() {
  leaving = true;
  const pybind11::gil_scoped_release free;
  for (int tries = 0; tries < 500 && calling_back > 0; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

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
