#pragma once
// Ctrl-C: the first press asks for the best so far, the second kills.

#include <atomic>

namespace didact::app {

/// Set by SIGINT from now on; the signal then has its default effect again.
const std::atomic<bool>& listen_for_interrupt();

/// From now on SIGTERM does the same, once.
void listen_for_termination();
bool was_terminated();

}  // namespace didact::app
