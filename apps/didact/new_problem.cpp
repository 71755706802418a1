#include "commands.hpp"
#include "io/template.hpp"
#include "output.hpp"
#include "problem.hpp"

namespace didact::app {

int new_problem(const Arguments& arguments) {
  const io::Description& model = named_model(arguments.model).description();
  write_result(arguments, arguments.format == "json" ? io::pretty(io::problem_example(model)) + '\n'
                                                     : io::problem_template(model));
  return success;
}

}  // namespace didact::app
