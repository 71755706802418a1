#include "io/asked_model.hpp"

#include "io/asked_population.hpp"
#include "io/asked_session.hpp"

namespace didact::io {

report::Answer AskedModel::teach(const Json& json, const Context& context, const Options& options) const {
  const Read given = read(json, context);
  AskedSession session(given.problem, *given.learner, options, given.place);
  return {class_of(json, given.problem), session.teach(), {}, {}};
}

report::Verdict AskedModel::evaluate(const Json& json, const Context& context, const GivenSet& set,
                                     const Options& options) const {
  const Read given = read(json, context);
  Errors errors;
  const auto items = read_items(set.node(errors), given.problem.kind, set.context);
  throw_if_any(errors);
  AskedSession session(given.problem, *given.learner, options, given.place);
  report::Verdict verdict{class_of(json, given.problem)};
  verdict.set = session.evaluate(items->set);
  verdict.items = items->set;
  verdict.optimum = session.teach();
  return verdict;
}

std::unique_ptr<Population> AskedModel::population(const Json& json, const Context& context) const {
  Read given = read(json, context);
  return asked_population(std::move(given.problem), std::move(given.learner), std::move(given.place));
}

report::Unpacked AskedModel::unpack(Index, const Vector&, const Options&) const {
  throw InvalidProblem(
      Error{"MODEL", "the items of a " + std::string(description().name) + " learner have no statistics to unpack"});
}

report::Class AskedModel::class_of(const Json& json, const AskedProblem& problem) const {
  report::Class learners{&description(), problem.kind};
  learners.rules = true;
  learners.weights = {1};
  if (json.contains("target")) learners.target = json["target"];
  learners.own = true;
  return learners;
}

}  // namespace didact::io
