#pragma once
// What can be asked of the engine over HTTP, as JSON in and JSON out. Each request is done in a process of its own that
// can be ended at any moment, see desk.hpp.

#include "io/files.hpp"
#include "io/json.hpp"

#include <atomic>
#include <functional>

namespace didact::studio {

using io::Json;

/// Whether this can be asked: "teach", "evaluate", "simulate", "sweep", "baselines".
bool is_request(const std::string& what);

struct Handling {
  io::Context context;                             ///< of data that was uploaded
  std::function<void(const Json&)> progress = {};  ///< told now and then
  const std::atomic<bool>* interrupt = nullptr;
};

/// The answer, as the command line writes it. `body` is the problem, or has it as "problem" beside what else is asked.
/// Throws InvalidProblem, whose paths are those of the body.
Json answer(const std::string& what, const Json& body, const Handling& handling);

}  // namespace didact::studio
