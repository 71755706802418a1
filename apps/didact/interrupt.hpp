#pragma once
// Ctrl-C: the first press asks for the best so far, the second kills.

#include <atomic>

namespace didact::app {

/// Set by SIGINT from now on; the signal then has its default effect again.
const std::atomic<bool>& listen_for_interrupt();

}  // namespace didact::app
