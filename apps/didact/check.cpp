#include "commands.hpp"
#include "output.hpp"
#include "problem.hpp"

#include <fmt/format.h>

namespace didact::app {

int check(const Arguments& arguments) {
  const std::string_view model = read_problem(arguments)->description().name;
  const io::Json json = {{"valid", true}, {"model", model}};
  const std::string name = arguments.file == "-" ? "standard input" : arguments.file;
  write_result(arguments, arguments.format == "json" ? io::pretty(json) + '\n'
                                                     : fmt::format("{}: a valid {} problem\n", name, model));
  return success;
}

}  // namespace didact::app
