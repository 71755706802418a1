#pragma once
// A problem that has been read. Every face of didact holds one and asks it; nothing is read a second time.

#include "io/answer.hpp"
#include "io/items.hpp"
#include <didact/core/problem.hpp>
#include <didact/simulation/population.hpp>
#include <didact/simulation/threshold_baselines.hpp>

#include <memory>
#include <stdexcept>

namespace didact::io {

class Problem {
 public:
  virtual ~Problem() = default;
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  const Description& description() const { return *learners_.model; }
  /// As it was given: what a picture shows beside the answer, and what tells one problem from another.
  const Json& json() const { return json_; }
  const Context& context() const { return context_; }

  // All of these throw InvalidProblem for what only shows when it is asked.

  virtual io::Answer teach(const Options& options) const = 0;
  /// A set beside the best lesson, which is looked for unless it is known. Throws std::logic_error where the set
  /// refutes what was proven.
  virtual io::Verdict evaluate(const GivenSet& set, const Options& options, const Lesson* best = nullptr) const = 0;
  /// The random sets that a lesson is compared with. Refused where nothing says how to draw them.
  virtual std::unique_ptr<Population> population() const = 0;
  /// Items with these statistics.
  virtual io::Unpacked unpack(Index n, const Vector& s, const Options& options) const;
  /// Passive, active and taught learners, for those that the paper compares.
  virtual std::vector<ThresholdBaseline> baselines(Index most, Index sets, std::uint64_t seed) const;

 protected:
  /// References, so that nothing is moved before all arguments are there.
  Problem(io::Class&& learners, Json&& json, Context&& context)
      : learners_(std::move(learners)), json_(std::move(json)), context_(std::move(context)) {}

  const io::Class& learners() const { return learners_; }

  /// The lesson that solve() finds. std::overflow_error refuses the most extreme number, std::invalid_argument what
  /// stands at `blamed`.
  template <class Solve>
  auto solved(const std::string& blamed, Solve solve) const {
    try {
      return solve();
    } catch (const std::overflow_error& error) {
      throw refused(error);
    } catch (const std::invalid_argument& error) {
      if (blamed.empty()) throw;
      throw InvalidProblem(Error{blamed, error.what()});
    }
  }
  /// The verdict with the best lesson beside it.
  io::Verdict beside_the_best(io::Verdict verdict, const Options& options, const Lesson* best) const;

 private:
  /// By the path that the error names, or else by that of the number in the problem that is farthest from 1.
  InvalidProblem refused(const std::overflow_error& error) const;

  io::Class learners_;
  Json json_;
  Context context_;  ///< keeps alive what came along
};

/// What make() returns; std::invalid_argument is a refusal of the problem.
template <class Make>
std::unique_ptr<Population> population_or_refusal(Make make) {
  try {
    return make();
  } catch (const std::invalid_argument& error) {
    throw InvalidProblem(Error{"", error.what()});
  }
}

/// The refusal of a model whose items are not summed up in one vector.
[[noreturn]] void refuse_unpacking(const Description& model);

}  // namespace didact::io
