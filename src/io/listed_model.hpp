#pragma once
// A Model made from a product of learners whose items are no rows of numbers: it has a prior, a target that
// is a point or fitted to data, and its own way to spell an item.

#include "io/listed_items.hpp"
#include "io/members.hpp"
#include "io/model.hpp"
#include "io/refused.hpp"
#include "io/setting.hpp"
#include "io/values.hpp"
#include <didact/simulation/populations.hpp>

#include <stdexcept>

namespace didact::io {

namespace listed {  // found by their argument, which inside a class its members hide

template <class Problem>
auto taught(const Problem& problem, const Options& options) {
  return teach(problem, options);
}
template <class Problem, class Items>
Evaluation evaluated(const Problem& problem, const Items& items) {
  return evaluate(problem, items);
}

}  // namespace listed

template <class Problem, Spelling S>
class ListedModel : public Model {
 public:
  using Model::Model;
  using Learner = decltype(Problem::learner);
  using Target = decltype(Problem::target);
  using Items = Listed<typename S::Item>;

  void check(const Json& json, const Context& context, Errors& errors) const final { read(json, context, errors); }

  report::Answer teach(const Json& json, const Context& context, const Options& options) const final {
    const Read given = read_or_throw(json, context);
    auto [lesson, items] = taught(json, given.problem, options);
    report::Answer answer{class_of(json, given), std::move(lesson)};
    answer.before = {belief(given.problem.learner)};
    answer.written = written(items, given.spelling);
    if (!answer.lesson.has_items) return answer;
    const auto counts = given.problem.learner.count(items);
    answer.after = {belief(given.problem.learner.after(counts))};
    answer.counts = counts_json(counts);
    return answer;
  }

  report::Verdict evaluate(const Json& json, const Context& context, const GivenSet& set,
                           const Options& options) const final {
    const Read given = read_or_throw(json, context);
    Errors errors;
    const auto items = read_listed(set.node(errors), given.spelling, set.context);
    throw_if_any(errors);
    report::Verdict verdict{class_of(json, given)};
    verdict.set = listed::evaluated(given.problem, *items);
    verdict.before = {belief(given.problem.learner)};
    verdict.after = {belief(given.problem.learner.after(given.problem.learner.count(*items)))};
    verdict.written = written(*items, given.spelling);
    verdict.optimum = taught(json, given.problem, options).lesson;
    return verdict;
  }

  std::unique_ptr<Population> population(const Json& json, const Context& context) const final {
    const Read given = read_or_throw(json, context);
    return population_or_refusal([&] { return didact::population(given.problem); });
  }

  report::Unpacked unpack(Index, const Vector&, const Options&) const final {
    throw InvalidProblem(Error{
        "MODEL", "the items of a " + std::string(description().name) + " learner have no one statistic to unpack"});
  }

 protected:
  /// What the items are spelled with; the sizes are all known and agree.
  virtual S read_spelling(const Node& learner, std::vector<std::string> names, const Learner& read,
                          const Context& context) const = 0;
  /// The terms of an effort that only this model has.
  virtual void read_own_effort(const Node& effort, Problem& problem) const = 0;
  virtual Json counts_json(const decltype(Learner().count({}))& counts) const = 0;
  /// Whether what the learner expects is small enough to be shown beside the target.
  virtual bool shows_expectation(const Learner& learner) const = 0;
  /// Why no target fits these counts, or nothing.
  virtual std::string misfit(const Target& fitted, const S& spelling) const = 0;

 private:
  struct Read {
    Problem problem;
    S spelling;
  };

  static ListedLesson<typename S::Item> taught(const Json& json, const Problem& problem, const Options& options) {
    try {
      return listed::taught(problem, options);
    } catch (const std::overflow_error& error) {
      throw refused(error, json);
    }
  }

  report::Belief belief(const Learner& learner) const {
    report::Belief belief{write_fields(Learner::prior_fields(), learner), nullptr};
    if (shows_expectation(learner)) belief.expects = write_fields(Target::fields(), learner.expected());
    return belief;
  }

  /// Of use only if no errors were added.
  Read read(const Json& json, const Context& context, Errors& errors) const {
    Read given;
    Problem& problem = given.problem;
    const std::size_t before = errors.count();
    Sizes sizes;
    const Node root(json, "", errors);
    root.is_object_of(problem_keys());
    const Node learner = root["learner"];
    read_prior(learner, sizes, problem.learner);
    const auto target = root.need("target");
    const TargetKind kind = target ? read_target_kind(*target, description()) : TargetKind::none;
    if (kind == TargetKind::belief) (*target)["belief"].error(unsupported("a belief over targets"));
    if (kind == TargetKind::point) read_fields(*target, Target::fields(), Ends::allowed, sizes, problem.target);
    std::vector<std::string> names = read_names(root, description(), sizes);
    take(read_setting(root, description(), description().domain, sizes), problem);
    if (const auto effort = root.find("effort"); effort && effort->json().is_object()) {
      read_own_effort(*effort, problem);
    }
    if (errors.count() > before) return given;

    given.spelling = read_spelling(learner, std::move(names), problem.learner, context);
    if (errors.count() > before) return given;
    if (const auto seen = learner.find("has_seen")) {
      const auto items = read_listed(*seen, given.spelling, context);
      if (items) problem.learner = problem.learner.after(problem.learner.count(*items));
    }
    if (kind == TargetKind::data) fit((*target)["data"], context, given);
    return given;
  }

  void read_prior(const Node& node, Sizes& sizes, Learner& learner) const {
    std::vector<std::string_view> keys = {"model", "prior", "has_seen", "one_of", "judge"};
    for (const Parameter& p : description().known) keys.push_back(p.name);
    node.is_object_of(keys);
    for (const std::string_view key : {"one_of", "judge"}) {
      if (node.has(key)) return node[key].error(unsupported("a class of learners"));
    }
    const auto prior = node.need("prior");
    if (prior && prior->is_object_of(names_of(description().prior))) {
      read_fields(*prior, Learner::prior_fields(), Ends::allowed, sizes, learner);
    }
  }

  void fit(const Node& node, const Context& context, Read& given) const {
    const auto items = read_listed(node, given.spelling, context);
    if (!items) return;
    if (items->size() == 0) return node.error("must have at least one item");
    given.problem.target = most_likely(given.problem.learner.count(*items));
    if (const std::string why = misfit(given.problem.target, given.spelling); !why.empty()) node.error(why);
  }

  static void take(Setting setting, Problem& problem) {
    problem.effort = std::move(setting.effort);
    problem.min_size = setting.min_size;
    problem.max_size = setting.max_size;
    problem.limits = setting.limits;
    if constexpr (requires { problem.range; }) problem.range = std::move(setting.items.range);
  }

  std::string unsupported(std::string_view what) const {
    return std::string(what) + " is not supported for " + std::string(description().name);
  }

  Read read_or_throw(const Json& json, const Context& context) const {
    Errors errors;
    Read given = read(json, context, errors);
    throw_if_any(errors);
    return given;
  }

  report::Class class_of(const Json& json, const Read& given) const {
    report::Class learners{&description(), {}};
    learners.rules = json.contains("items") || json.contains("size") || json.contains("limits");
    learners.weights = {1};
    learners.target = write_fields(Target::fields(), given.problem.target);
    return learners;
  }
};

/// The description of such a model, but for what only it has.
template <class Learner>
Description describe_listed() {
  const Learner learner;
  const typename Learner::Target target;
  Description model{Learner::name, Learner::summary, Learner::item};
  model.prior = parameters(Learner::prior_fields(), learner);
  model.target = parameters(Learner::Target::fields(), target);
  model.conjugate = false;
  model.fits_data = true;
  return model;
}

}  // namespace didact::io
