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

}  // namespace didact::python
