#pragma once
// Ctrl-C while Python waits for the engine.

#include <atomic>
#include <csignal>

namespace didact::python {

/// While this lives, the first SIGINT asks for the best so far; a second one does what Python would do with it. Only
/// where the engine was called from the main thread, for whose signals Python is responsible.
class InterruptWhile {
 public:
  InterruptWhile();
  ~InterruptWhile() {
    if (listens_) stop();
  }
  InterruptWhile(const InterruptWhile&) = delete;
  InterruptWhile& operator=(const InterruptWhile&) = delete;

  const std::atomic<bool>& requested() const { return *asked_; }
  /// Asked for of this call, not of an outer one.
  bool is_new() const { return requested_; }

 private:
  void stop();

  std::atomic<bool> requested_ = false;
  const std::atomic<bool>* asked_ = &requested_;  ///< that of an outer call, where there is one
  bool listens_ = false;
};

}  // namespace didact::python
