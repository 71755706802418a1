#include "report/reproduce.hpp"

#include "commands.hpp"
#include "io/files.hpp"
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
    io::write_whole(folder / "figure-1.svg", report::figure_1(arguments.options.seed));
    io::write_whole(folder / "figure-2.svg", report::figure_2(arguments.options.seed));
  }
  return success;
}

}  // namespace didact::app
