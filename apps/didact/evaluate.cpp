#include "commands.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "problem.hpp"
#include "report/pictures.hpp"
#include "report/report.hpp"

namespace didact::app {

int evaluate(const Arguments& arguments) {
  if (arguments.file == "-" && arguments.set == "-") {
    throw io::InvalidProblem(io::Error{"--set", "the problem already comes from standard input"});
  }
  const auto problem = read_problem(arguments);
  Options options = arguments.options;
  options.interrupt = &listen_for_interrupt();
  const io::Verdict verdict = services::evaluate(*problem, arguments.set, options);
  write_result(arguments, arguments.format == "json" ? io::pretty(report::to_json(verdict)) + '\n'
                                                     : report::to_text(verdict, paint_for_output(arguments)));
  if (!arguments.plot.empty()) write_picture(arguments, report::picture(verdict, problem->json()));
  if (verdict.optimum.reason == Reason::failed) note(arguments, verdict.optimum.why());
  return verdict.optimum.reason == Reason::interrupted ? interrupted : success;
}

}  // namespace didact::app
