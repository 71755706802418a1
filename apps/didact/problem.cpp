#include "problem.hpp"

namespace didact::app {

GivenProblem read_problem(const Arguments& arguments) {
  io::Errors errors;
  const std::string text = io::read_text(arguments.file, "", errors);
  io::throw_if_any(errors);
  GivenProblem given{io::parse_json(text, errors), {}, nullptr};
  io::throw_if_any(errors);
  given.model = io::model_of(given.json, errors);
  io::throw_if_any(errors);
  if (arguments.file != "-") given.context.directory = std::filesystem::path(arguments.file).parent_path();
  return given;
}

const io::Model& named_model(const std::string& name) {
  io::Errors errors;
  const io::Model* const model = io::find_model(name, "MODEL", errors);
  io::throw_if_any(errors);
  return *model;
}

}  // namespace didact::app
