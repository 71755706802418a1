#include "services/simulate.hpp"

#include "io/csv.hpp"
#include "runs/simulation_task.hpp"

#include <fmt/format.h>

#include <bit>
#include <chrono>
#include <cmath>

namespace didact::services {
namespace {

/// More sets than this are not enumerated.
constexpr Index most_enumerated = 20'000'000;

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
    return {.kind = SetSizes::Kind::poisson, .rate = *rate};
  }
  const std::size_t colon = text.find(':');
  if (colon == text.npos) return {SetSizes::Kind::fixed, whole_size(text)};
  const SetSizes sizes{SetSizes::Kind::uniform, whole_size(text.substr(0, colon)), whole_size(text.substr(colon + 1))};
  if (sizes.high < sizes.low) refuse("--size", "its upper end is below its lower one: " + text);
  return sizes;
}

bool has_lesson(const Lesson& lesson) {
  return lesson.has_items && (lesson.status == Status::optimal || lesson.status == Status::feasible);
}

SetSizes sizes_of(const SimulationRequest& request, const Lesson& best) {
  if (!request.size.empty()) return parse_sizes(request.size);
  if (!has_lesson(best)) {
    refuse("--size",
           fmt::format("is needed here: the problem is {}, so that there is no best size", to_string(best.status)));
  }
  return {SetSizes::Kind::fixed, best.n};
}

/// The best lesson and a given set are judged once, for all processes: a search that a clock ends may end elsewhere in
/// another one.
SetSizes agreed_sizes(const SimulationRequest& request, const io::Problem& problem, runs::Executor& executor,
                      report::SimulationReport& report) {
  io::Json decided;
  if (executor.reports()) {
    const Lesson best = problem.teach(request.options).lesson;
    if (has_lesson(best)) report.optimum = best;
    decided["size"] = sizes_of(request, best).text();
    if (request.set) {
      report.rival = problem.evaluate(*request.set, request.options, &best).set.impedance;
      decided["rival"] = std::bit_cast<std::uint64_t>(*report.rival);
    }
  }
  decided = io::Json::parse(executor.shared(decided.dump()));
  if (decided.contains("rival")) report.rival = std::bit_cast<double>(decided["rival"].get<std::uint64_t>());
  return parse_sizes(decided["size"].get<std::string>());
}

void check_sizes(const Population& sets, const SetSizes& sizes) {
  const auto most = sets.largest();
  const Index high = sizes.kind == SetSizes::Kind::uniform ? sizes.high : sizes.low;
  if (most && high > *most) refuse("--size", fmt::format("the pool has only {} rows to draw", *most));
  try {
    sets.sampler(sizes.low);
  } catch (const std::invalid_argument& error) {
    refuse("--size", error.what());
  }
}

SimulationSummary enumerated(const Population& sets, const SetSizes& sizes, std::optional<double> rival) {
  if (sizes.kind != SetSizes::Kind::fixed) refuse("--exact", "needs sets of one size");
  const auto all = sets.enumerated(sizes.low, most_enumerated);
  if (!all) {
    refuse("--exact", fmt::format("these sets cannot be enumerated, or are more than {}", most_enumerated));
  }
  return summary(*all, rival);
}

/// What there is to say where not even the first unit of a run was done.
report::SimulationReport interrupted_at_once(const Simulation& simulation, report::SimulationReport report) {
  Tally tally = simulation.empty();
  tally.add(simulation.first());
  report.sets = summary(tally, report.rival.has_value());
  report.interrupted = true;
  return report;
}

}  // namespace

std::optional<report::SimulationReport> simulate(const io::Problem& problem, const SimulationRequest& request,
                                                 const Workforce& workforce) {
  report::SimulationReport report;
  report.seed = request.options.seed;
  const SetSizes sizes = agreed_sizes(request, problem, workforce.executor, report);
  const auto sets = problem.population();
  check_sizes(*sets, sizes);
  report.size = sizes.text();
  report.drawn = sets->description();
  report.asked = static_cast<double>(request.sets);
  const auto started = std::chrono::steady_clock::now();
  if (request.exact) {
    if (!workforce.executor.reports()) return {};
    report.sets = enumerated(*sets, sizes, report.rival);
  } else {
    // Processes begin together: one does not stay behind.
    const bool alone = workforce.executor.processes() == 1;
    const Simulation simulation(*sets, {request.sets, sizes, report.seed, report.rival},
                                Stop({}, alone ? request.options.interrupt : nullptr));
    if (simulation.stopped()) return interrupted_at_once(simulation, std::move(report));
    const runs::SimulationTask task(simulation, problem.json());
    const auto ledger = run(task, workforce);
    if (!ledger) return {};
    report.sets = summary(dynamic_cast<const runs::TallyPortion&>(ledger->portion()).tally(), report.rival.has_value());
    report.interrupted = !ledger->complete();
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return report;
}

std::vector<ThresholdBaseline> baselines(const io::Problem& problem, Index most, const SimulationRequest& request) {
  constexpr Index most_sizes = 10'000, most_items = 1'000'000'000;
  if (most < 1 || most > most_sizes || request.sets > most_items / most) {
    refuse("--baselines",
           fmt::format("go up to {}, with fewer than {} items in all sets together", most_sizes, most_items));
  }
  return problem.baselines(most, request.sets, request.options.seed);
}

}  // namespace didact::services
