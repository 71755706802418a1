#include "report/reproduce.hpp"

#include "commands.hpp"
#include "io/json.hpp"
#include "output.hpp"
#include "report/figures.hpp"

#include <filesystem>

namespace didact::app {

int reproduce(const Arguments& arguments) {
  const report::Reproduction paper = report::reproduce_paper({.seed = arguments.options.seed});
  const bool json = arguments.format == "json";
  write_result(arguments,
               json ? io::pretty(report::to_json(paper)) + '\n' : report::to_text(paper, paint_for_output(arguments)));
  if (!arguments.figures.empty()) {
    const std::filesystem::path folder = arguments.figures;
    write_file((folder / "figure-1.svg").string(), report::figure_1(arguments.options.seed));
    write_file((folder / "figure-2.svg").string(), report::figure_2(arguments.options.seed));
  }
  return success;
}

}  // namespace didact::app
