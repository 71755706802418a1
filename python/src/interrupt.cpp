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
  const auto handler = python_action.sa_handler;
  if (handler != SIG_DFL && handler != SIG_IGN) handler(signal);
}

}  // namespace

InterruptWhile::InterruptWhile() {
  if (syscall(SYS_gettid) != getpid()) return;
  std::atomic<bool>* nobody = nullptr;
  if (!listener.compare_exchange_strong(nobody, &requested_)) {
    asked_ = nobody;
    return;
  }
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, &python_action);
  listens_ = true;
  if (python_action.sa_handler == SIG_DFL || python_action.sa_handler == SIG_IGN) stop();  // somebody decided otherwise
}

void InterruptWhile::stop() {
  listens_ = false;
  sigaction(SIGINT, &python_action, nullptr);
  listener = nullptr;
}

}  // namespace didact::python
