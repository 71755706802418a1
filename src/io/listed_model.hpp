#pragma once
// A Model made from a product of learners whose items are no rows of numbers: it has a prior, a target that
// is a point or fitted to data, and its own way to spell an item.

#include "io/listed_items.hpp"
#include "io/members.hpp"
#include "io/model.hpp"
#include "io/setting.hpp"
#include "io/values.hpp"
#include <didact/simulation/populations.hpp>

namespace didact::io {

template <class CoreProblem, Spelling S>
struct ReadListed {
  CoreProblem problem;
  S spelling;
};

template <class CoreProblem, Spelling S>
class ListedProblem;

template <class CoreProblem, Spelling S>
class ListedModel : public Model {
 public:
  using Model::Model;
  using Learner = decltype(CoreProblem::learner);
  using Target = decltype(CoreProblem::target);
  using Read = ReadListed<CoreProblem, S>;

  std::unique_ptr<const Problem> read(Json json, const Context& context, Errors& errors) const final {
    const std::size_t before = errors.count();
    Read read = read_listed_problem(json, context, errors);
    if (errors.count() > before) return nullptr;
    return std::make_unique<ListedProblem<CoreProblem, S>>(*this, std::move(read), std::move(json), context);
  }

  virtual Json counts_json(const decltype(Learner().count({}))& counts) const = 0;
  /// Whether what the learner expects is small enough to be shown beside the target.
  virtual bool shows_expectation(const Learner& learner) const = 0;

 protected:
  /// What the items are spelled with; the sizes are all known and agree.
  virtual S read_spelling(const Node& learner, std::vector<std::string> names, const Learner& read,
                          const Context& context) const = 0;
  /// The terms of an effort that only this model has.
  virtual void read_own_effort(const Node& effort, CoreProblem& problem) const = 0;
  /// Why no target fits these counts, or nothing.
  virtual std::string misfit(const Target& fitted, const S& spelling) const = 0;

 private:
  /// Of use only if no errors were added.
  Read read_listed_problem(const Json& json, const Context& context, Errors& errors) const {
    Read given;
    CoreProblem& problem = given.problem;
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

  static void take(Setting setting, CoreProblem& problem) {
    problem.terms() = setting.terms();
    if constexpr (requires { problem.range; }) problem.range = std::move(setting.items.range);
  }

  std::string unsupported(std::string_view what) const {
    return std::string(what) + " is not supported for " + std::string(description().name);
  }
};

template <class CoreProblem, Spelling S>
class ListedProblem final : public Problem {
 public:
  using Model = ListedModel<CoreProblem, S>;
  using Learner = typename Model::Learner;
  using Target = typename Model::Target;

  ListedProblem(const Model& model, ReadListed<CoreProblem, S> read, Json json, Context context)
      : Problem(class_of(model, json, read), std::move(json), std::move(context)),
        model_(model),
        read_(std::move(read)) {}

  io::Answer teach(const Options& options) const override {
    auto [lesson, items] = solved("", [&] { return didact::teach(read_.problem, options); });
    io::Answer answer{learners(), std::move(lesson)};
    answer.before = {belief(learner())};
    answer.written = written(items, read_.spelling);
    if (!answer.lesson.has_items) return answer;
    const auto counts = learner().count(items);
    answer.after = {belief(learner().after(counts))};
    answer.counts = model_.counts_json(counts);
    return answer;
  }

  io::Verdict evaluate(const GivenSet& set, const Options& options, const Lesson* best) const override {
    Errors errors;
    const auto items = read_listed(set.node(errors), read_.spelling, set.context);
    throw_if_any(errors);
    io::Verdict verdict{learners()};
    verdict.set = didact::evaluate(read_.problem, *items);
    verdict.before = {belief(learner())};
    verdict.after = {belief(learner().after(learner().count(*items)))};
    verdict.written = written(*items, read_.spelling);
    return beside_the_best(std::move(verdict), options, best);
  }

  std::unique_ptr<Population> population() const override {
    return population_or_refusal([&] { return didact::population(read_.problem); });
  }

 private:
  static io::Class class_of(const Model& model, const Json& json, const ReadListed<CoreProblem, S>& read) {
    io::Class learners{&model.description(), {}};
    learners.rules = json.contains("items") || json.contains("size") || json.contains("limits");
    learners.weights = {1};
    learners.target = write_fields(Target::fields(), read.problem.target);
    return learners;
  }

  const Learner& learner() const { return read_.problem.learner; }

  io::Belief belief(const Learner& learner) const {
    io::Belief belief{write_fields(Learner::prior_fields(), learner), nullptr};
    if (model_.shows_expectation(learner)) belief.expects = write_fields(Target::fields(), learner.expected());
    return belief;
  }

  const Model& model_;
  ReadListed<CoreProblem, S> read_;
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
