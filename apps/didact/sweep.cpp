#include "commands.hpp"
#include "long_run.hpp"
#include "output.hpp"
#include "problem.hpp"
#include "report/run_pictures.hpp"
#include "runs/sweep_task.hpp"

#include <fmt/format.h>

#include <chrono>

namespace didact::app {
namespace {

constexpr Index most_points = 10'000'000;

runs::Grid given_grid(const Arguments& arguments, const io::Context& context) {
  io::Errors errors;
  if (arguments.over.empty() || arguments.over.size() > 2) {
    errors.add("--over", fmt::format("is needed once or twice, got {}", arguments.over.size()));
  }
  std::vector<runs::Axis> axes;
  for (const std::string& text : arguments.over) axes.push_back(runs::parse_axis(text, context, errors));
  io::throw_if_any(errors);
  runs::Grid grid(std::move(axes));
  if (grid.size() > most_points) errors.add("--over", fmt::format("{} points are too many", grid.size()));
  io::throw_if_any(errors);
  return grid;
}

std::string rendered(const report::SweepReport& report, const Arguments& arguments) {
  if (arguments.format == "json") return io::pretty(report::to_json(report)) + '\n';
  if (arguments.format == "csv") return report::to_csv(report);
  return report::to_text(report, paint_for_output(arguments));
}

}  // namespace

int sweep(const Arguments& arguments) {
  const GivenProblem given = read_problem(arguments);
  const runs::Grid grid = given_grid(arguments, given.context);
  // Mistakes of the file itself are told before anything is solved.
  io::Errors errors;
  given.model->check(grid.problem(given.json, 0), given.context, errors);
  io::throw_if_any(errors);
  const auto started = std::chrono::steady_clock::now();
  const runs::SweepTask task(grid, *given.model, given.json, given.context, arguments.options);
  const LongRun run(arguments, task);
  if (!run.reports()) return success;
  report::SweepReport report;
  report.grid = &grid;
  report.points = dynamic_cast<const runs::SweepPortion&>(run.yield()).points();
  report.interrupted = !run.complete();
  report.seed = arguments.options.seed;
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  write_result(arguments, rendered(report, arguments));
  if (!arguments.plot.empty()) write_picture(arguments, report::picture(report));
  return report.interrupted ? interrupted : success;
}

}  // namespace didact::app
