#pragma once
// How a service has its long work done: who does it, and how the face that asked follows it.

#include "io/json.hpp"
#include "runs/executor.hpp"
#include <didact/core/problem.hpp>

#include <functional>
#include <memory>

namespace didact::services {

struct Workforce {
  runs::Executor& executor;
  runs::RunOptions options = {};
  bool resume = false;                                           ///< from options.checkpoint
  std::function<void(const runs::RunProgress&)> cut_short = {};  ///< told how far it came when somebody interrupted
};

/// Does a task with all there are. The ledger has what was done; null in processes that do not report. Throws
/// io::InvalidProblem for a checkpoint that does not fit, and what goes wrong in the work.
std::unique_ptr<runs::Ledger> run(const runs::Task& task, const Workforce& workforce);

/// A face that takes progress as JSON.
struct Listener {
  std::function<void(const io::Json&)> progress = {};  ///< told now and then; may be empty
  const std::atomic<bool>* interrupt = nullptr;
  unsigned threads = 0;  ///< 0: as many as there are cores
};

/// The threads of this process, for as long as the listener lives.
Workforce threads_for(const Listener& listener);
/// A search that tells the listener about itself.
Options followed_by(const Listener& listener, Options options);

}  // namespace didact::services
