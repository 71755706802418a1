#include "report/reproduce.hpp"

#include "commands.hpp"
#include "io/json.hpp"
#include "output.hpp"

namespace didact::app {

int reproduce(const Arguments& arguments) {
  const report::Reproduction paper = report::reproduce_paper({.seed = arguments.options.seed});
  const bool json = arguments.format == "json";
  write_result(arguments,
               json ? io::pretty(report::to_json(paper)) + '\n' : report::to_text(paper, paint_for_output(arguments)));
  return success;
}

}  // namespace didact::app
