#pragma once
// How Python asks the engine: without the interpreter's lock, interruptible, with progress.

#include "answers.hpp"
#include "convert.hpp"
#include "interrupt.hpp"

#include "services/lesson.hpp"
#include "services/workforce.hpp"

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
  explicit Teller(const Manner& manner) : progress_(&manner.progress) {}
  void operator()(const io::Json& at) const {
    const Locked lock;
    (*progress_)(to_python(at));
  }

 private:
  const pybind11::object* progress_;
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

/// Runs work(options, listener) without the lock.
template <class Work>
auto unlocked(const Manner& manner, const Work& work) {
  const CallingBack calling_back((manner.attached && manner.attached->own_model) || !manner.progress.is_none());
  const InterruptWhile interrupt;
  services::Listener listener{{}, &interrupt.requested(), manner.threads};
  if (!manner.progress.is_none()) listener.progress = Teller(manner);
  Options options;
  options.seed = manner.seed;
  options.gap = manner.gap;
  auto result = [&] {
    const pybind11::gil_scoped_release free;
    return work(services::followed_by(listener, options), listener);
  }();
  // A Ctrl-C that ended nothing is Python's.
  if (interrupt.is_new() && !was_interrupted(result)) PyErr_SetInterrupt();
  return result;
}

/// Likewise work(problem, options, listener), with the problem read first.
template <class Work>
auto unlocked(pybind11::handle given, const Manner& manner, const Work& work) {
  io::Json json = to_json(given);
  return unlocked(manner, [&](const Options& options, const services::Listener& listener) {
    return work(io::read_problem(std::move(json), manner.context()), options, listener);
  });
}

}  // namespace didact::python
