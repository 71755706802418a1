#include "services/sweep.hpp"

#include "commands.hpp"
#include "long_run.hpp"
#include "output.hpp"
#include "problem.hpp"
#include "report/run_pictures.hpp"

namespace didact::app {
namespace {

std::string rendered(const report::SweepReport& report, const Arguments& arguments) {
  if (arguments.format == "json") return io::pretty(report::to_json(report)) + '\n';
  if (arguments.format == "csv") return report::to_csv(report);
  return report::to_text(report, paint_for_output(arguments));
}

}  // namespace

int sweep(const Arguments& arguments) {
  const auto problem = read_problem(arguments);
  LongWork long_work(arguments);
  const auto report = services::sweep(*problem, arguments.over, arguments.options, long_work.workforce());
  if (!report) return success;
  write_result(arguments, rendered(*report, arguments));
  if (!arguments.plot.empty()) write_picture(arguments, report::picture(*report));
  return report->interrupted ? interrupted : success;
}

}  // namespace didact::app
