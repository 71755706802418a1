#pragma once
// The model of a conjugate learner, made from the learner's own description.

#include "io/example.hpp"
#include "io/model.hpp"
#include "io/read_problem.hpp"
#include <didact/simulation/populations.hpp>
#include <didact/solvers/teach.hpp>

namespace didact::io {

template <Learner L>
class ConjugateProblem final : public Problem {
 public:
  ConjugateProblem(const Description& model, ReadProblem<L> read, Json json, Context context)
      : Problem(class_of(model, json, read), std::move(json), std::move(context)), read_(std::move(read)) {}

  io::Answer teach(const Options& options) const override {
    // Whether closeness alone keeps a set from growing is seen only while solving.
    const std::string blamed = problem().effort.closeness > 0 ? "effort.closeness" : "";
    io::Answer answer{learners(), solved(blamed, [&] { return didact::teach(problem(), options); })};
    answer.before = beliefs_after(nothing());
    if (answer.lesson.has_items) answer.after = beliefs_after(answer.lesson.items);
    return answer;
  }

  io::Verdict evaluate(const GivenSet& set, const Options& options, const Lesson* best) const override {
    Errors errors;
    const auto items = read_items(set.node(errors), read_.items, set.context);
    throw_if_any(errors);
    io::Verdict verdict{learners()};
    verdict.set.n = items->set.size();
    verdict.before = beliefs_after(nothing());
    if (const auto foreign = find_violation(read_.items.domain, items->set)) {
      verdict.set.violates = foreign->why;  // no item of the model at all: the learner cannot see it
      verdict.set.violates_at = foreign->row;
      verdict.set.effort = infinity;
    } else {
      judge(items->set, verdict);
    }
    return beside_the_best(std::move(verdict), options, best);
  }

  std::unique_ptr<Population> population() const override {
    return population_or_refusal([&] { return didact::population(problem()); });
  }

  io::Unpacked unpack(Index n, const Vector& s, const Options& options) const override {
    const L& learner = problem().learners[0].value;
    const auto* const target = std::get_if<typename L::Target>(&problem().target);
    if (!target) refuse_unpacking(description());
    try {
      ItemSet items = didact::unpack(learner, *target, n, s, problem().items, options.style, options.seed);
      return {read_.items, s, std::move(items), options.seed};
    } catch (const std::invalid_argument& error) {
      throw InvalidProblem(Error{"--s", error.what()});
    }
  }

 private:
  const didact::Problem<L>& problem() const { return read_.problem; }
  ItemSet nothing() const { return {Matrix(0, read_.items.domain.dimension()), {}}; }

  static io::Class class_of(const Description& model, const Json& json, const ReadProblem<L>& read) {
    io::Class learners{&model, read.items, json["learner"].contains("one_of")};
    learners.rules = json.contains("items") || json.contains("size") || read.problem.limits.max_items;
    for (const auto& member : read.problem.learners) learners.weights.push_back(member.weight);
    learners.judge = read.problem.judge;
    if (const auto* point = std::get_if<typename L::Target>(&read.problem.target)) {
      learners.target = write_fields(L::Target::fields(), *point);
    }
    return learners;
  }

  std::vector<io::Belief> beliefs_after(const ItemSet& items) const {
    std::vector<io::Belief> beliefs;
    const auto n = static_cast<double>(items.size());
    const Vector s = summed_statistic(problem().learners[0].value, items);
    for (const auto& member : problem().learners) {
      const L learner = items.size() == 0 ? member.value : member.value.after(n, s);
      beliefs.push_back({write_fields(L::prior_fields(), learner), nullptr});
      if constexpr (requires { learner.expected(); }) {
        beliefs.back().expects = write_fields(L::Target::fields(), learner.expected());
      }
    }
    return beliefs;
  }

  void judge(const ItemSet& items, io::Verdict& verdict) const {
    verdict.set = didact::evaluate(problem(), items);
    if (const auto broken = find_violation(narrowed(problem().learners[0].value.domain(), problem().items), items)) {
      verdict.set.violates = broken->why;
      verdict.set.violates_at = broken->row;
    }
    verdict.after = beliefs_after(items);
    verdict.items = items;
  }

  ReadProblem<L> read_;
};

template <Learner L>
class ConjugateModel final : public Model {
 public:
  ConjugateModel() : Model(describe<L>()) {}

  std::unique_ptr<const Problem> read(Json json, const Context& context, Errors& errors) const override {
    const std::size_t before = errors.count();
    ReadProblem<L> read = read_conjugate<L>(json, context, description(), errors);
    if (errors.count() > before) return nullptr;
    return std::make_unique<ConjugateProblem<L>>(description(), std::move(read), std::move(json), context);
  }

  /// A learner whose statistic has as many numbers as s, and the target that fits s best.
  std::unique_ptr<const Problem> example_for(Index n, const Vector& s) const override {
    auto numbers = [](Index size) { return example_learner<L>(size).prior().lambda1.size(); };
    const Index size = size_with(numbers, s.size());
    ReadProblem<L> example;
    const L learner = example_learner<L>(size);
    example.problem.learners = {{1, learner}};
    example.problem.target = example_target<L>(size);
    example.items = {learner.domain(), description().vector, {}};
    if (n > 0) {
      const typename L::Target fitted = learner.maximum_likelihood(static_cast<double>(n), s);
      if (misfits<L>(Matrix::Zero(1, 1), fitted).empty()) example.problem.target = fitted;
    }
    return std::make_unique<ConjugateProblem<L>>(description(), std::move(example), Json{{"learner", Json::object()}},
                                                 Context{});
  }
};

}  // namespace didact::io
