#pragma once
// The model of a problem that the core teaches and evaluates as it is, and that only has to be read.

#include "io/items.hpp"
#include "io/model.hpp"
#include <didact/simulation/populations.hpp>
#include <didact/solvers/teach.hpp>

namespace didact::io {

/// What was read: a problem of the core, and what its items look like.
template <class CoreProblem>
struct ReadPlain {
  CoreProblem problem;
  ItemKind items;
};

template <class CoreProblem>
class PlainProblem;

template <class CoreProblem>
class PlainModel : public Model {
 public:
  using Model::Model;
  using Read = ReadPlain<CoreProblem>;

  std::unique_ptr<const Problem> read(Json json, const Context& context, Errors& errors) const override {
    const std::size_t before = errors.count();
    Read read = read_plain(json, context, errors);
    if (errors.count() > before) return nullptr;
    return std::make_unique<PlainProblem<CoreProblem>>(*this, std::move(read), std::move(json), context);
  }

  /// What the learner believes after these items.
  virtual io::Belief belief(const CoreProblem& problem, const ItemSet& items) const = 0;
  /// The point to be taught; null for a belief.
  virtual Json target_of(const Json& json, const CoreProblem&) const { return json["target"]; }
  /// Complains about what is no item of the model.
  virtual void check_items(const ItemList& items, const ItemKind& kind, Errors& errors) const {
    all_inside(items, kind.domain, errors);
  }
  virtual io::Unpacked unpack(const CoreProblem&, Index, const Vector&, const Options&) const {
    refuse_unpacking(description());
  }

 protected:
  /// Of use only if no errors were added.
  virtual Read read_plain(const Json& json, const Context& context, Errors& errors) const = 0;
};

template <class CoreProblem>
class PlainProblem final : public Problem {
 public:
  PlainProblem(const PlainModel<CoreProblem>& model, ReadPlain<CoreProblem> read, Json json, Context context)
      : Problem(class_of(model, json, read), std::move(json), std::move(context)),
        model_(model),
        read_(std::move(read)) {}

  io::Answer teach(const Options& options) const override {
    io::Answer answer{learners(), solved("size", [&] { return didact::teach(read_.problem, options); })};
    answer.before = {model_.belief(read_.problem, {Matrix(0, 2), {}})};
    if (answer.lesson.has_items) answer.after = {model_.belief(read_.problem, answer.lesson.items)};
    return answer;
  }

  io::Verdict evaluate(const GivenSet& set, const Options& options, const Lesson* best) const override {
    Errors errors;
    const auto items = read_items(set.node(errors), read_.items, set.context);
    if (items) model_.check_items(*items, read_.items, errors);
    throw_if_any(errors);
    io::Verdict verdict{learners()};
    verdict.set = didact::evaluate(read_.problem, items->set);
    verdict.before = {model_.belief(read_.problem, {Matrix(0, 2), {}})};
    verdict.after = {model_.belief(read_.problem, items->set)};
    verdict.items = items->set;
    return beside_the_best(std::move(verdict), options, best);
  }

  std::unique_ptr<Population> population() const override {
    return population_or_refusal([&] { return didact::population(read_.problem); });
  }

  io::Unpacked unpack(Index n, const Vector& s, const Options& options) const override {
    return model_.unpack(read_.problem, n, s, options);
  }

  std::vector<ThresholdBaseline> baselines(Index most, Index sets, std::uint64_t seed) const override {
    if constexpr (requires { threshold_baselines(read_.problem, most, sets, seed); }) {
      return threshold_baselines(read_.problem, most, sets, seed);
    } else {
      return Problem::baselines(most, sets, seed);
    }
  }

 private:
  static io::Class class_of(const PlainModel<CoreProblem>& model, const Json& json,
                            const ReadPlain<CoreProblem>& read) {
    io::Class learners{&model.description(), read.items};
    learners.rules = json.contains("items") || json.contains("size") || json.contains("limits");
    learners.weights = {1};
    if (json.contains("target")) learners.target = model.target_of(json, read.problem);
    return learners;
  }

  const PlainModel<CoreProblem>& model_;
  ReadPlain<CoreProblem> read_;
};

}  // namespace didact::io
