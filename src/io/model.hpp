#pragma once
// A model with its type forgotten: what the command line and every other face of didact talk to.

#include "io/description.hpp"
#include "io/errors.hpp"
#include "io/items.hpp"
#include "io/json.hpp"
#include "report/answer.hpp"
#include <didact/core/problem.hpp>
#include <didact/simulation/population.hpp>

#include <filesystem>

namespace didact::io {

class Model {
 public:
  explicit Model(Description description) : description_(std::move(description)) {}
  virtual ~Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const Description& description() const { return description_; }

  /// Adds what is wrong with a problem of this model.
  virtual void check(const Json& problem, const Context& context, Errors& errors) const = 0;
  /// The rest throw InvalidProblem for bad input.
  virtual report::Answer teach(const Json& problem, const Context& context, const Options& options) const = 0;
  virtual report::Verdict evaluate(const Json& problem, const Context& context, const GivenSet& set,
                                   const Options& options) const = 0;
  /// The random sets that a lesson is compared with. Refused where nothing says how to draw them.
  virtual std::unique_ptr<Population> population(const Json& problem, const Context& context) const = 0;
  virtual report::Unpacked unpack(Index n, const Vector& s, const Options& options) const = 0;

 private:
  Description description_;
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

/// The first rule that a set breaks.
struct Violation {
  std::string why;
  std::optional<Index> row;  ///< from 1
};
std::optional<Violation> find_violation(const ItemDomain& allowed, const ItemSet& set);

}  // namespace didact::io
