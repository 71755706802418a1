#pragma once
// How Python asks the engine: without the interpreter's lock, interruptible, with progress.

#include "answers.hpp"
#include "convert.hpp"
#include "interrupt.hpp"

#include "services/given_problem.hpp"
#include "services/run.hpp"

#include <optional>

namespace didact::python {

/// What a question has beside its problem.
struct Manner {
  std::string directory;  ///< what files are relative to
  std::shared_ptr<const io::Attached> attached;
  std::uint64_t seed = 1;
  std::optional<double> gap;
  unsigned threads = 0;
  pybind11::object progress = pybind11::none();  ///< called with a dict now and then

  io::Context context() const { return {directory, io::Context::Files::any, attached}; }
};

inline services::GivenProblem given(pybind11::handle problem, const Manner& manner) {
  return services::given_problem(to_json(problem), manner.context());
}

/// Takes the interpreter's lock for a callback. Throws when Python is about to end: a thread of its that comes back into
/// it then would be ended in the midst of the engine.
class Locked {
 public:
  Locked() { require_python(); }

 private:
  static bool require_python();

  bool there_ = require_python();  // before the lock is waited for, and once it is there
  pybind11::gil_scoped_acquire lock_;
};

/// A call that calls back, while it runs.
class CallingBack {
 public:
  explicit CallingBack(bool does);
  ~CallingBack();
  CallingBack(const CallingBack&) = delete;
  CallingBack& operator=(const CallingBack&) = delete;

 private:
  bool does_;
};

/// Python ends: calls that call back are ended first, in a few seconds at most.
void leave();

/// Tells Python how far the work is. What it raises ends the work.
class Teller {
 public:
  explicit Teller(const Manner& manner) : progress_(manner.progress) {}
  bool wanted() const { return !progress_.is_none(); }
  void operator()(const io::Json& at) const {
    const Locked lock;
    progress_(to_python(at));
  }

 private:
  const pybind11::object& progress_;
};

/// Whether an answer is shorter than asked for, because of Ctrl-C.
inline bool was_interrupted(const Lesson& lesson) {
  return lesson.reason == Reason::interrupted;
}
inline bool was_interrupted(const Taught& taught) {
  return was_interrupted(taught.answer.lesson);
}
inline bool was_interrupted(const Judged& judged) {
  return was_interrupted(judged.verdict.optimum);
}
inline bool was_interrupted(const Simulated& run) {
  return run.report.interrupted;
}
inline bool was_interrupted(const Swept& run) {
  return run.report.interrupted;
}
inline bool was_interrupted(const Measured& all) {
  return all.dimension.stopped == StopReason::interrupted;
}
inline bool was_interrupted(const io::Json&) {
  return false;
}

/// Runs work(options, teller) without the lock.
template <class Work>
auto unlocked(const Manner& manner, const Work& work) {
  const CallingBack calling_back((manner.attached && manner.attached->own_model) || !manner.progress.is_none());
  const InterruptWhile interrupt;
  const Teller teller(manner);
  Options options;
  options.seed = manner.seed;
  options.gap = manner.gap;
  options.interrupt = &interrupt.requested();
  if (teller.wanted()) {
    options.progress = [&teller](const SearchProgress& at) {
      teller({{"seconds", at.seconds},
              {"nodes", at.nodes},
              {"bound", at.bound},
              {"incumbent", at.incumbent},
              {"n", at.n}});
    };
  }
  auto result = [&] {
    const pybind11::gil_scoped_release free;
    return work(options, teller);
  }();
  // A Ctrl-C that ended nothing is Python's.
  if (interrupt.is_new() && !was_interrupted(result)) PyErr_SetInterrupt();
  return result;
}

/// The threads of this process, for work that is long.
services::Workforce workforce(const Options& options, const Manner& manner, const Teller& teller);

}  // namespace didact::python
