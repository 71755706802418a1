#pragma once
// How a service has its long work done: each face has its own way to show progress and to be interrupted.

#include "runs/crew.hpp"

#include <memory>

namespace didact::services {

/// Does a task with all there are. The ledger then has what was done; null in processes that do not report.
using Runner = std::function<std::unique_ptr<runs::Ledger>(const runs::Task& task)>;

struct Workforce {
  runs::Crew& crew;
  Runner run;
};

}  // namespace didact::services
