#include "io/program_model.hpp"

#include "io/program_population.hpp"
#include "io/program_session.hpp"

namespace didact::io {
namespace {

class ProgramModel final : public Model {
 public:
  ProgramModel() : Model(described_program()) {}

  /// Reads only: the program is not run.
  void check(const Json& json, const Context& context, Errors& errors) const override {
    read_program_problem(json, description(), context, errors);
  }

  report::Answer teach(const Json& json, const Context& context, const Options& options) const override {
    const ProgramProblem problem = read(json, context);
    ProgramSession session(problem, options);
    return {class_of(json, problem), session.teach(), {}, {}};
  }

  report::Verdict evaluate(const Json& json, const Context& context, const GivenSet& set,
                           const Options& options) const override {
    const ProgramProblem problem = read(json, context);
    Errors errors;
    const auto items = read_items(set.node(errors), problem.kind, set.context);
    throw_if_any(errors);
    ProgramSession session(problem, options);
    report::Verdict verdict{class_of(json, problem)};
    verdict.set = session.evaluate(items->set);
    verdict.items = items->set;
    verdict.optimum = session.teach();
    return verdict;
  }

  std::unique_ptr<Population> population(const Json& json, const Context& context) const override {
    return program_population(read(json, context));
  }

  report::Unpacked unpack(Index, const Vector&, const Options&) const override {
    throw InvalidProblem(Error{"MODEL", "the items of a program learner have no statistics to unpack"});
  }

 private:
  ProgramProblem read(const Json& json, const Context& context) const {
    Errors errors;
    ProgramProblem problem = read_program_problem(json, description(), context, errors);
    throw_if_any(errors);
    return problem;
  }

  report::Class class_of(const Json& json, const ProgramProblem& problem) const {
    report::Class learners{&description(), problem.kind};
    learners.rules = true;
    learners.weights = {1};
    learners.target = json["target"];
    return learners;
  }
};

}  // namespace

std::unique_ptr<const Model> program_model() {
  return std::make_unique<ProgramModel>();
}

}  // namespace didact::io
