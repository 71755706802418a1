#include "services/simulate.hpp"

#include "commands.hpp"
#include "interrupt.hpp"
#include "long_run.hpp"
#include "output.hpp"
#include "problem.hpp"
#include "report/run_pictures.hpp"

namespace didact::app {
namespace {

template <class Report>
std::string rendered(const Report& report, const Arguments& arguments) {
  if (arguments.format == "json") return io::pretty(report::to_json(report)) + '\n';
  if (arguments.format == "csv") return report::to_csv(report);
  return report::to_text(report, paint_for_output(arguments));
}

}  // namespace

int simulate(const Arguments& arguments) {
  const auto problem = read_problem(arguments);
  services::SimulationRequest request{.sets = arguments.sets, .size = arguments.size};
  if (!arguments.set.empty()) request.set = arguments.set;
  request.exact = arguments.exact;
  request.options = arguments.options;
  request.options.interrupt = &listen_for_interrupt();
  if (arguments.baselines > 0) {
    const auto found = services::baselines(*problem, arguments.baselines, request);
    if (!executor().reports()) return success;
    write_result(arguments, rendered(found, arguments));
    if (!arguments.plot.empty()) write_picture(arguments, report::picture(found));
    return success;
  }
  LongWork long_work(arguments);
  const auto report = services::simulate(*problem, request, long_work.workforce());
  if (!report) return success;
  write_result(arguments, rendered(*report, arguments));
  if (!arguments.plot.empty()) write_picture(arguments, report::picture(*report));
  return report->interrupted ? interrupted : success;
}

}  // namespace didact::app
