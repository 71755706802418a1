#pragma once
// What can be asked of the engine over HTTP, as JSON in and JSON out. Each request is done in a process of its own that
// can be ended at any moment, see job_queue.hpp.

#include "io/problem.hpp"
#include "services/workforce.hpp"

namespace didact::studio {

using io::Json;

/// Whether this can be asked: "teach", "evaluate", "simulate", "sweep", "baselines".
bool is_request(const std::string& what);

/// Questions about one problem follow each other: it is read for the first of them.
class LastProblem {
 public:
  /// The data have changed if this is not what was said the last time.
  void forget_unless(const std::string& data_version);
  /// Throws InvalidProblem.
  std::shared_ptr<const io::Problem> read(const Json& json, const io::Context& context);

 private:
  std::string data_version_;
  std::shared_ptr<const io::Problem> problem_;
};

struct Handling {
  io::Context context;  ///< of data that was uploaded
  services::Listener listener = {};
  LastProblem* last = nullptr;  ///< none if each problem is to be read
};

/// The answer, as the command line writes it. `body` is the problem, or has it as "problem" beside what else is asked.
/// Throws InvalidProblem, whose paths are those of the body.
Json answer(const std::string& what, const Json& body, const Handling& handling);

}  // namespace didact::studio
