#pragma once
// A Model made from a learner's own description.

#include "io/example.hpp"
#include "io/model.hpp"
#include "io/read_problem.hpp"
#include "io/refused.hpp"
#include <didact/simulation/conjugate_population.hpp>
#include <didact/solvers/teach.hpp>

#include <stdexcept>

namespace didact::io {

template <Learner L>
class ModelOf final : public Model {
 public:
  ModelOf() : Model(describe<L>()) {}

  void check(const Json& problem, const Context& context, Errors& errors) const override {
    read_problem<L>(problem, context, description(), errors);
  }

  report::Answer teach(const Json& json, const Context& context, const Options& options) const override {
    const ReadProblem<L> read = read_or_throw(json, context);
    Lesson lesson = taught(json, read.problem, options);
    report::Answer answer{class_of(json, read), std::move(lesson)};
    answer.before = beliefs_after(read.problem, {Matrix(0, read.items.domain.dimension()), {}});
    if (answer.lesson.has_items) answer.after = beliefs_after(read.problem, answer.lesson.items);
    return answer;
  }

  report::Verdict evaluate(const Json& json, const Context& context, const GivenSet& set,
                           const Options& options) const override {
    Errors errors;
    const ReadProblem<L> read = read_problem<L>(json, context, description(), errors);
    std::optional<ItemList> items;
    if (errors.empty()) items = read_items(set.node(errors), read.items, set.context);
    throw_if_any(errors);
    report::Verdict verdict{class_of(json, read)};
    verdict.set.n = items->set.size();
    verdict.before = beliefs_after(read.problem, {Matrix(0, read.items.domain.dimension()), {}});
    if (const auto foreign = find_violation(read.items.domain, items->set)) {
      verdict.set.violates = foreign->why;  // no item of the model at all: the learner cannot see it
      verdict.set.violates_at = foreign->row;
      verdict.set.effort = infinity;
    } else {
      judge(read.problem, items->set, verdict);
    }
    verdict.optimum = taught(json, read.problem, options);
    return verdict;
  }

  std::unique_ptr<Population> population(const Json& json, const Context& context) const override {
    const ReadProblem<L> read = read_or_throw(json, context);
    return population_or_refusal([&] { return didact::population(read.problem); });
  }

  report::Unpacked unpack(Index n, const Vector& s, const Options& options) const override {
    const auto [learner, target] = example_for(n, s);
    try {
      ItemSet items = didact::unpack(learner, target, n, s, {}, options.style, options.seed);
      return {{learner.domain(), description().vector, {}}, s, std::move(items), options.seed};
    } catch (const std::invalid_argument& error) {
      throw InvalidProblem(Error{"--s", error.what()});
    }
  }

 private:
  /// Whether closeness alone keeps a set from growing is seen only while solving.
  static Lesson taught(const Json& json, const Problem<L>& problem, const Options& options) {
    try {
      return didact::teach(problem, options);
    } catch (const std::overflow_error& error) {
      throw refused(error, json);
    } catch (const std::invalid_argument& error) {
      if (!(problem.effort.closeness > 0)) throw;
      throw InvalidProblem(Error{"effort.closeness", error.what()});
    }
  }

  ReadProblem<L> read_or_throw(const Json& json, const Context& context) const {
    Errors errors;
    ReadProblem<L> read = read_problem<L>(json, context, description(), errors);
    throw_if_any(errors);
    return read;
  }

  report::Class class_of(const Json& json, const ReadProblem<L>& read) const {
    report::Class learners{&description(), read.items, json["learner"].contains("one_of")};
    learners.rules = json.contains("items") || json.contains("size") || read.problem.limits.max_items;
    for (const auto& member : read.problem.learners) learners.weights.push_back(member.weight);
    learners.judge = read.problem.judge;
    if (const auto* point = std::get_if<typename L::Target>(&read.problem.target)) {
      learners.target = write_fields(L::Target::fields(), *point);
    }
    return learners;
  }

  static std::vector<report::Belief> beliefs_after(const Problem<L>& problem, const ItemSet& items) {
    std::vector<report::Belief> beliefs;
    const auto n = static_cast<double>(items.size());
    const Vector s = summed_statistic(problem.learners[0].value, items);
    for (const auto& member : problem.learners) {
      const L learner = items.size() == 0 ? member.value : member.value.after(n, s);
      beliefs.push_back({write_fields(L::prior_fields(), learner), nullptr});
      if constexpr (requires { learner.expected(); }) {
        beliefs.back().expects = write_fields(L::Target::fields(), learner.expected());
      }
    }
    return beliefs;
  }

  static void judge(const Problem<L>& problem, const ItemSet& items, report::Verdict& verdict) {
    verdict.set = didact::evaluate(problem, items);
    if (const auto broken = find_violation(narrowed(problem.learners[0].value.domain(), problem.items), items)) {
      verdict.set.violates = broken->why;
      verdict.set.violates_at = broken->row;
    }
    verdict.after = beliefs_after(problem, items);
    verdict.items = items;
  }

  /// A learner whose statistic has as many numbers as s, and the target that fits s best.
  static std::pair<L, typename L::Target> example_for(Index n, const Vector& s) {
    auto numbers = [](Index size) { return example_learner<L>(size).prior().lambda1.size(); };
    const Index size = size_with(numbers, s.size());
    const L learner = example_learner<L>(size);
    if (n > 0) {
      const typename L::Target fitted = learner.maximum_likelihood(static_cast<double>(n), s);
      if (misfits<L>(Matrix::Zero(1, 1), fitted).empty()) return {learner, fitted};
    }
    return {learner, example_target<L>(size)};
  }
};

}  // namespace didact::io
