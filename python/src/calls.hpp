#pragma once
// How Python asks the engine: without the interpreter's lock, interruptible, with progress.

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

/// Tells Python how far the work is. What it raises ends the work.
class Teller {
 public:
  explicit Teller(const Manner& manner) : progress_(manner.progress) {}
  bool wanted() const { return !progress_.is_none(); }
  void operator()(const io::Json& at) const {
    const pybind11::gil_scoped_acquire lock;
    progress_(to_python(at));
  }

 private:
  const pybind11::object& progress_;
};

/// Runs work(options, teller) without the lock.
template <class Work>
auto unlocked(const Manner& manner, const Work& work) {
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
  const pybind11::gil_scoped_release free;
  return work(options, teller);
}

/// The threads of this process, for work that is long.
services::Workforce workforce(const Options& options, const Manner& manner, const Teller& teller);

}  // namespace didact::python
