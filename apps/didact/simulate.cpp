#include "commands.hpp"
#include "io/csv.hpp"
#include "io/threshold_model.hpp"
#include "long_run.hpp"
#include "output.hpp"
#include "problem.hpp"
#include "report/run_pictures.hpp"
#include "runs/simulation_task.hpp"

#include <fmt/format.h>

#include <bit>
#include <chrono>
#include <cmath>

namespace didact::app {
namespace {

/// More sets than this are not enumerated.
constexpr Index most_enumerated = 20'000'000;

[[noreturn]] void refuse(std::string path, std::string message) {
  throw io::InvalidProblem(io::Error{std::move(path), std::move(message)});
}

Index whole_size(const std::string& text) {
  const auto number = io::to_number(text);
  if (!number || *number < 0 || *number > largest_size || *number != std::floor(*number)) {
    refuse("--size", "must be a whole number such as 10, a range such as 5:20, or poisson:7.5, got " + text);
  }
  return static_cast<Index>(*number);
}

SetSizes parse_sizes(const std::string& text) {
  const std::string poisson = "poisson:";
  if (text.starts_with(poisson)) {
    const auto rate = io::to_number(text.substr(poisson.size()));
    if (!rate || !(*rate >= 0) || !(*rate <= 1e9))
      refuse("--size", "a Poisson rate must be from 0 to 1e9, got " + text);
    return {.kind = SetSizes::poisson, .rate = *rate};
  }
  const std::size_t colon = text.find(':');
  if (colon == text.npos) return {SetSizes::fixed, whole_size(text)};
  const SetSizes sizes{SetSizes::uniform, whole_size(text.substr(0, colon)), whole_size(text.substr(colon + 1))};
  if (sizes.high < sizes.low) refuse("--size", "its upper end is below its lower one: " + text);
  return sizes;
}

bool has_lesson(const Lesson& lesson) {
  return lesson.has_items && (lesson.status == Status::optimal || lesson.status == Status::feasible);
}

SetSizes sizes_of(const Arguments& arguments, const Lesson& best) {
  if (!arguments.size.empty()) return parse_sizes(arguments.size);
  if (!has_lesson(best)) {
    refuse("--size",
           fmt::format("is needed here: the problem is {}, so that there is no best size", to_string(best.status)));
  }
  return {SetSizes::fixed, best.n};
}

/// The best lesson and a given set are judged once, for all processes: a search that a clock ends may end elsewhere in
/// another one.
SetSizes agreed_sizes(const Arguments& arguments, const GivenProblem& given, report::SimulationReport& report) {
  io::Json decided;
  if (crew().reports()) {
    const Lesson best = given.model->teach(given.json, given.context, arguments.options).lesson;
    if (has_lesson(best)) report.optimum = best;
    decided["size"] = sizes_of(arguments, best).text();
    if (!arguments.set.empty()) {
      report.rival = given.model->evaluate(given.json, given.context, arguments.set, arguments.options).set.impedance;
      decided["rival"] = std::bit_cast<std::uint64_t>(*report.rival);
    }
  }
  decided = io::Json::parse(crew().shared(decided.dump()));
  if (decided.contains("rival")) report.rival = std::bit_cast<double>(decided["rival"].get<std::uint64_t>());
  return parse_sizes(decided["size"].get<std::string>());
}

void check_sizes(const Population& sets, const SetSizes& sizes) {
  const auto most = sets.largest();
  const Index high = sizes.kind == SetSizes::uniform ? sizes.high : sizes.low;
  if (most && high > *most) refuse("--size", fmt::format("the pool has only {} rows to draw", *most));
  try {
    sets.sampler(sizes.low);
  } catch (const std::invalid_argument& error) {
    refuse("--size", error.what());
  }
}

SimulationSummary enumerated(const Population& sets, const SetSizes& sizes, std::optional<double> rival) {
  if (sizes.kind != SetSizes::fixed) refuse("--exact", "needs sets of one size");
  const auto all = sets.enumerated(sizes.low, most_enumerated);
  if (!all) {
    refuse("--exact", fmt::format("these sets cannot be enumerated, or are more than {}", most_enumerated));
  }
  return summary(*all, rival);
}

template <class Report>
std::string rendered(const Report& report, const Arguments& arguments) {
  if (arguments.format == "json") return io::pretty(report::to_json(report)) + '\n';
  if (arguments.format == "csv") return report::to_csv(report);
  return report::to_text(report, paint_for_output(arguments));
}

/// The paper's first figure, for its learner.
int baselines(const Arguments& arguments, const GivenProblem& given) {
  if (given.model->description().name != "threshold") {
    refuse("--baselines", "are those of a threshold learner: passive, active, and taught");
  }
  const ThresholdProblem problem = io::read_threshold(given.json, given.context);
  constexpr Index most = 10'000, most_items = 1'000'000'000;
  if (arguments.baselines > most || arguments.sets > most_items / arguments.baselines) {
    refuse("--baselines", fmt::format("go up to {}, with fewer than {} items in all sets together", most, most_items));
  }
  const auto found = threshold_baselines(problem, arguments.baselines, arguments.sets, arguments.options.seed);
  if (!crew().reports()) return success;
  write_result(arguments, rendered(found, arguments));
  if (!arguments.plot.empty()) write_picture(arguments, report::picture(found));
  return success;
}

}  // namespace

int simulate(const Arguments& arguments) {
  const GivenProblem given = read_problem(arguments);
  if (arguments.baselines > 0) return baselines(arguments, given);
  report::SimulationReport report;
  report.seed = arguments.options.seed;
  const SetSizes sizes = agreed_sizes(arguments, given, report);
  const auto sets = given.model->population(given.json, given.context);
  check_sizes(*sets, sizes);
  report.size = sizes.text();
  report.drawn = sets->description();
  report.asked = static_cast<double>(arguments.sets);
  const auto started = std::chrono::steady_clock::now();
  if (arguments.exact) {
    if (!crew().reports()) return success;
    report.sets = enumerated(*sets, sizes, report.rival);
  } else {
    const Simulation simulation(*sets, {arguments.sets, sizes, report.seed, report.rival});
    const runs::SimulationTask task(simulation, given.json);
    const LongRun run(arguments, task);
    if (!run.reports()) return success;
    report.sets = summary(dynamic_cast<const runs::TallyPortion&>(run.yield()).tally(), report.rival.has_value());
    report.interrupted = !run.complete();
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  write_result(arguments, rendered(report, arguments));
  if (!arguments.plot.empty()) write_picture(arguments, report::picture(report));
  return report.interrupted ? interrupted : success;
}

}  // namespace didact::app
