#pragma once
// A Model made from a problem of its own kind: one that the core teaches and evaluates, and that only has to be read.

#include "io/items.hpp"
#include "io/model.hpp"
#include "io/refused.hpp"
#include <didact/simulation/populations.hpp>
#include <didact/solvers/teach.hpp>

#include <stdexcept>

namespace didact::io {

namespace plain {  // found by their argument, which inside a class its members hide

template <class Problem>
Lesson taught(const Problem& problem, const Options& options) {
  return teach(problem, options);
}
template <class Problem>
Evaluation evaluated(const Problem& problem, const ItemSet& items) {
  return evaluate(problem, items);
}

}  // namespace plain

template <class Problem>
class PlainModel : public Model {
 public:
  using Model::Model;

  struct Read {
    Problem problem;
    ItemKind items;
  };

  void check(const Json& json, const Context& context, Errors& errors) const final { read(json, context, errors); }

  report::Answer teach(const Json& json, const Context& context, const Options& options) const final {
    const Read given = read_or_throw(json, context);
    report::Answer answer{class_of(json, given), taught(json, given.problem, options)};
    answer.before = {belief(given.problem, {Matrix(0, 2), {}})};
    if (answer.lesson.has_items) answer.after = {belief(given.problem, answer.lesson.items)};
    return answer;
  }

  report::Verdict evaluate(const Json& json, const Context& context, const GivenSet& set,
                           const Options& options) const final {
    const Read given = read_or_throw(json, context);
    Errors errors;
    const auto items = read_items(set.node(errors), given.items, set.context);
    if (items) check_items(*items, given.items, errors);
    throw_if_any(errors);
    report::Verdict verdict{class_of(json, given)};
    verdict.set = plain::evaluated(given.problem, items->set);
    verdict.before = {belief(given.problem, {Matrix(0, 2), {}})};
    verdict.after = {belief(given.problem, items->set)};
    verdict.items = items->set;
    verdict.optimum = taught(json, given.problem, options);
    return verdict;
  }

  std::unique_ptr<Population> population(const Json& json, const Context& context) const final {
    const Read given = read_or_throw(json, context);
    return population_or_refusal([&] { return didact::population(given.problem); });
  }

  Read read_or_throw(const Json& json, const Context& context) const {
    Errors errors;
    Read given = read(json, context, errors);
    throw_if_any(errors);
    return given;
  }

  report::Unpacked unpack(Index, const Vector&, const Options&) const override {
    throw InvalidProblem(
        Error{"MODEL", "the items of a " + std::string(description().name) + " learner have no statistics to unpack"});
  }

 protected:
  /// Of use only if no errors were added.
  virtual Read read(const Json& json, const Context& context, Errors& errors) const = 0;
  /// What the learner believes after these items.
  virtual report::Belief belief(const Problem& problem, const ItemSet& items) const = 0;
  /// The point to be taught; null for a belief.
  virtual Json target_of(const Json& json, const Problem&) const { return json["target"]; }
  /// Complains about what is no item of the model.
  virtual void check_items(const ItemList& items, const ItemKind& kind, Errors& errors) const {
    all_inside(items, kind.domain, errors);
  }

 private:
  static Lesson taught(const Json& json, const Problem& problem, const Options& options) {
    try {
      return plain::taught(problem, options);
    } catch (const std::overflow_error& error) {
      throw refused(error, json);
    } catch (const std::invalid_argument& error) {
      throw InvalidProblem(Error{"size", error.what()});
    }
  }

  report::Class class_of(const Json& json, const Read& given) const {
    report::Class learners{&description(), given.items};
    learners.rules = json.contains("items") || json.contains("size") || json.contains("limits");
    learners.weights = {1};
    learners.target = target_of(json, given.problem);
    return learners;
  }
};

}  // namespace didact::io
