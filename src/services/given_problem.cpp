#include "services/given_problem.hpp"

namespace didact::services {

GivenProblem given_problem(io::Json json, io::Context context) {
  io::Errors errors;
  const io::Model* const model = io::model_of(json, errors, context);
  io::throw_if_any(errors);
  return {std::move(json), std::move(context), model};
}

GivenProblem given_problem(const std::string& text, io::Context context) {
  io::Errors errors;
  io::Json json = io::parse_json(text, errors);
  io::throw_if_any(errors);
  return given_problem(std::move(json), std::move(context));
}

report::Verdict evaluate(const GivenProblem& given, const io::GivenSet& set, const Options& options) {
  report::Verdict verdict = given.model->evaluate(given.json, given.context, set, options);
  verdict.check();
  return verdict;
}

void refuse(std::string path, std::string message) {
  throw io::InvalidProblem(io::Error{std::move(path), std::move(message)});
}

}  // namespace didact::services
