#include "io/black_box_model.hpp"

#include "io/black_box_population.hpp"
#include "io/black_box_session.hpp"

namespace didact::io {

class BlackBoxModel::ReadProblem final : public Problem {
 public:
  ReadProblem(const Description& model, Read read, Json json, Context context)
      : Problem(class_of(model, json, read.problem), std::move(json), std::move(context)), read_(std::move(read)) {}

  io::Answer teach(const Options& options) const override {
    const auto learner = read_.begin_learner();
    return {learners(), BlackBoxSession(read_.problem, *learner, options, read_.place).teach(), {}, {}};
  }

  /// One session for both: a program is started once.
  io::Verdict evaluate(const GivenSet& set, const Options& options, const Lesson* best) const override {
    Errors errors;
    const auto items = read_items(set.node(errors), read_.problem.kind, set.context);
    throw_if_any(errors);
    const auto learner = read_.begin_learner();
    BlackBoxSession session(read_.problem, *learner, options, read_.place);
    io::Verdict verdict{learners()};
    verdict.set = session.evaluate(items->set);
    verdict.items = items->set;
    const Lesson lesson = best ? *best : session.teach();
    return beside_the_best(std::move(verdict), options, &lesson);
  }

  std::unique_ptr<Population> population() const override {
    return black_box_population(read_.problem, read_.begin_learner(), read_.place);
  }

 private:
  static io::Class class_of(const Description& model, const Json& json, const BlackBoxProblem& problem) {
    io::Class learners{&model, problem.kind};
    learners.rules = true;
    learners.weights = {1};
    if (json.contains("target")) learners.target = json["target"];
    learners.own = true;
    return learners;
  }

  Read read_;
};

std::unique_ptr<const Problem> BlackBoxModel::read(Json json, const Context& context, Errors& errors) const {
  const std::size_t before = errors.count();
  Read read = read_black_box(json, context, errors);
  if (errors.count() > before) return nullptr;
  return std::make_unique<ReadProblem>(description(), std::move(read), std::move(json), context);
}

}  // namespace didact::io
