#include "services/sweep.hpp"

#include "io/read_cache.hpp"
#include "runs/sweep_task.hpp"

#include <fmt/format.h>

#include <chrono>

namespace didact::services {
namespace {

constexpr Index most_points = 10'000'000;

runs::Grid given_grid(std::vector<runs::Axis> axes) {
  io::Errors errors;
  if (axes.empty() || axes.size() > 2) {
    errors.add("--over", fmt::format("is needed once or twice, got {}", axes.size()));
  }
  for (const runs::Axis& axis : axes) {
    if (axis.values.empty()) errors.add("--over", fmt::format("{} has no values", axis.path));
  }
  io::throw_if_any(errors);
  runs::Grid grid(std::move(axes));
  if (grid.size() > most_points) errors.add("--over", fmt::format("{} points are too many", grid.size()));
  io::throw_if_any(errors);
  return grid;
}

}  // namespace

std::vector<runs::Axis> parsed_axes(const std::vector<std::string>& over, const io::Context& context) {
  io::Errors errors;
  std::vector<runs::Axis> axes;
  for (const std::string& text : over) axes.push_back(runs::parse_axis(text, context, errors));
  io::throw_if_any(errors);
  return axes;
}

std::optional<report::SweepReport> sweep(const io::Problem& problem, const std::vector<std::string>& over,
                                         const Options& options, const Workforce& workforce) {
  return sweep(problem, parsed_axes(over, problem.context()), options, workforce);
}

std::optional<report::SweepReport> sweep(const io::Problem& problem, std::vector<runs::Axis> over,
                                         const Options& options, const Workforce& workforce) {
  report::SweepReport report{.grid = given_grid(std::move(over))};
  io::Context context = problem.context();
  context.cache = std::make_shared<io::ReadCache>();
  io::read_problem(report.grid.problem(problem.json(), 0), context);  // mistakes are told at once
  const auto started = std::chrono::steady_clock::now();
  const runs::SweepTask task(report.grid, problem.json(), std::move(context), options);
  const auto ledger = run(task, workforce);
  if (!ledger) return {};
  report.points = dynamic_cast<const runs::SweepPortion&>(ledger->portion()).points();
  report.interrupted = !ledger->complete();
  report.seed = options.seed;
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return report;
}

}  // namespace didact::services
