#include "interrupt.hpp"

#include <sys/syscall.h>
#include <unistd.h>

namespace didact::python {
namespace {

std::atomic<std::atomic<bool>*> listener{nullptr};
struct sigaction python_action = {};  // what SIGINT did before

void on_interrupt(int signal) {
  std::atomic<bool>* const requested = listener.load();
  if (requested && !requested->exchange(true)) return;
  python_action.sa_handler(signal);
}

}  // namespace

InterruptWhile::InterruptWhile() {
  if (syscall(SYS_gettid) != getpid()) return;
  std::atomic<bool>* nobody = nullptr;
  if (!listener.compare_exchange_strong(nobody, &requested_)) {
    asked_ = nobody;
    return;
  }
  struct sigaction before = {};
  sigaction(SIGINT, nullptr, &before);
  listens_ = before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN;  // somebody decided otherwise
  if (!listens_) {
    listener = nullptr;
    return;
  }
  python_action = before;
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
}

InterruptWhile::~InterruptWhile() {
  if (!listens_) return;
  sigaction(SIGINT, &python_action, nullptr);
  listener = nullptr;
}

}  // namespace didact::python
