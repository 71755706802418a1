#include "commands.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "problem.hpp"
#include "report/pictures.hpp"
#include "report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace didact::app {
namespace {

std::string rendered(const io::Answer& answer, const Arguments& arguments) {
  if (arguments.format == "json") return io::pretty(report::to_json(answer, arguments.all_items)) + '\n';
  if (arguments.format == "csv") return report::to_csv(answer);
  return report::to_text(answer, paint_for_output(arguments));
}

/// One line for each report, under a heading.
class SearchLog {
 public:
  explicit SearchLog(const Arguments& arguments) : arguments_(arguments) {}

  void operator()(const SearchProgress& at) {
    if (!begun_) note(arguments_, "    seconds      nodes        bound    incumbent      gap      n");
    begun_ = true;
    const double gap = (at.incumbent - at.bound) / std::max(1.0, std::abs(at.incumbent));
    const bool known = at.incumbent < infinity;
    note(arguments_, fmt::format("{:11.1f} {:10} {:12.6g} {:>12} {:>8} {:>6}", at.seconds, at.nodes, at.bound,
                                 known ? fmt::format("{:.6g}", at.incumbent) : "–",
                                 known ? fmt::format("{:.2g} %", 100 * gap) : "–", known ? std::to_string(at.n) : "–"));
  }

 private:
  const Arguments& arguments_;
  bool begun_ = false;
};

int exit_code(const Lesson& lesson) {
  if (lesson.reason == Reason::interrupted) return interrupted;
  return lesson.status == Status::optimal || lesson.status == Status::feasible ? success : no_lesson;
}

bool leaves_items_out(const io::Answer& answer) {
  if (answer.parts.empty()) return answer.lesson.n > report::most_items_written;
  return std::any_of(answer.parts.begin(), answer.parts.end(), leaves_items_out);
}

}  // namespace

int teach(const Arguments& arguments) {
  const auto problem = read_problem(arguments);
  Options options = arguments.options;
  options.interrupt = &listen_for_interrupt();
  if (arguments.log) options.progress = SearchLog(arguments);
  const io::Answer answer = services::teach(*problem, options);
  write_result(arguments, rendered(answer, arguments));
  if (!arguments.plot.empty()) write_picture(arguments, report::picture(answer, problem->json()));
  const Lesson& lesson = answer.lesson;
  if (arguments.format == "json" && leaves_items_out(answer) && !arguments.all_items) {
    note(arguments, fmt::format("the {} items are left out; --items writes them", lesson.n));
  }
  const bool failed = exit_code(lesson) == no_lesson || lesson.reason == Reason::failed;
  if (arguments.format == "csv" && failed) {
    note(arguments, fmt::format("{}: {}", to_string(lesson.status),
                                lesson.reason ? lesson.why() : std::string(to_string(lesson.direction.value()))));
  }
  return exit_code(lesson);
}

}  // namespace didact::app
