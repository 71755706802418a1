#include "io/schema.hpp"

#include "commands.hpp"
#include "output.hpp"
#include "problem.hpp"

namespace didact::app {

int schema(const Arguments& arguments) {
  std::vector<const io::Description*> all;
  for (const auto& model : io::models()) all.push_back(&model->description());
  write_result(arguments, io::pretty(io::problem_schema(all)) + '\n');
  return success;
}

}  // namespace didact::app
