#include "io/schema.hpp"

#include "commands.hpp"
#include "output.hpp"
#include "problem.hpp"

namespace didact::app {

int schema(const Arguments& arguments) {
  write_result(arguments, io::pretty(io::problem_schema(io::descriptions())) + '\n');
  return success;
}

}  // namespace didact::app
