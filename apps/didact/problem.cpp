#include "problem.hpp"

#include "long_run.hpp"

namespace didact::app {

std::shared_ptr<const io::Problem> read_problem(const Arguments& arguments) {
  io::Errors errors;
  const bool from_elsewhere = arguments.file == "-" && !executor().reports();
  std::string text = from_elsewhere ? "" : io::read_text(arguments.file, "", errors);
  if (arguments.file == "-") text = executor().shared(std::move(text));
  io::throw_if_any(errors);
  io::Context context;
  if (arguments.file != "-") context.directory = std::filesystem::path(arguments.file).parent_path();
  return io::parse_problem(text, context);
}

const io::Model& named_model(const std::string& name) {
  io::Errors errors;
  const io::Model* const model = io::find_model(name, "MODEL", errors);
  io::throw_if_any(errors);
  return *model;
}

}  // namespace didact::app
