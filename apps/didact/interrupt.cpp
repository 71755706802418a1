#include "interrupt.hpp"

#include <csignal>

namespace didact::app {
namespace {

std::atomic<bool> asked{false}, terminated{false};
static_assert(std::atomic<bool>::is_always_lock_free, "or a signal handler could not set it");

}  // namespace

const std::atomic<bool>& listen_for_interrupt() {
  struct sigaction action = {};
  action.sa_handler = [](int) { asked.store(true, std::memory_order_relaxed); };
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, nullptr);
  return asked;
}

void listen_for_termination() {
  struct sigaction action = {};
  action.sa_handler = [](int) {
    terminated.store(true, std::memory_order_relaxed);
    asked.store(true, std::memory_order_relaxed);
  };
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGTERM, &action, nullptr);
}

bool was_terminated() {
  return terminated.load(std::memory_order_relaxed);
}

}  // namespace didact::app
