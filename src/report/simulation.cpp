#include "report/simulation.hpp"

#include "report/version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace didact::report {
namespace {

using io::Json;

constexpr std::size_t bar_width = 44;

Json number_or_text(const std::string& size) {
  const bool digits = size.find_first_not_of("0123456789") == size.npos;
  return digits ? Json(std::stoll(size)) : Json(size);
}

/// A bar of eighths of a character.
std::string bar(double share) {
  static constexpr std::array<const char*, 8> ends = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto eighths = static_cast<std::size_t>(std::lround(share * 8 * static_cast<double>(bar_width)));
  std::string text;
  for (std::size_t i = 0; i < eighths / 8; ++i) text += "█";
  return text + ends[eighths % 8];
}

/// The histogram's bins, joined until they are few enough for a screen.
struct Bins {
  std::vector<double> edges;
  std::vector<double> counts;
};
Bins for_screen(const SimulationSummary& sets, std::size_t most) {
  const std::size_t joined = (sets.counts.size() + most - 1) / most;
  Bins bins;
  for (std::size_t i = 0; i < sets.counts.size(); i += joined) {
    bins.edges.push_back(sets.edges[i]);
    bins.counts.push_back(0);
    for (std::size_t j = i; j < std::min(i + joined, sets.counts.size()); ++j) bins.counts.back() += sets.counts[j];
  }
  bins.edges.push_back(sets.edges.back());
  return bins;
}

std::string histogram_text(const SimulationReport& report) {
  const Bins bins = for_screen(report.sets, 20);
  const double tallest = *std::max_element(bins.counts.begin(), bins.counts.end());
  Table table("rll");
  for (std::size_t i = 0; i < bins.counts.size(); ++i) {
    const bool best = report.optimum && report.optimum->impedance < bins.edges[i + 1] &&
                      (report.optimum->impedance >= bins.edges[i] || i == 0);
    table.add({brief(bins.edges[i]), bar(tallest > 0 ? bins.counts[i] / tallest : 0),
               !best                                       ? ""
               : report.optimum->status == Status::optimal ? "← the optimum"
                                                           : "← the best known lesson"});
  }
  return table.text();
}

std::string headline(const SimulationReport& report) {
  const std::string items = report.size == "1" ? "1 item" : report.size + " items";
  if (report.sets.exact) {
    return fmt::format("All {} random sets of {}: {}.", grouped(static_cast<Index>(report.sets.sets)), items,
                       report.drawn);
  }
  return fmt::format("{} random sets of {}: {}.", grouped(static_cast<Index>(report.sets.sets)), items, report.drawn);
}

/// How far above the optimum, in words.
std::string comparison(const SimulationReport& report) {
  if (!report.optimum) return "The problem has no best lesson to compare them with.\n";
  const Lesson& best = *report.optimum;
  const double below = report.sets.mean - best.impedance;
  const std::string proof = best.status == Status::optimal ? "proven optimal"
                            : best.lower_bound == -infinity
                                ? "not proven optimal"
                                : "not proven optimal: no set is below " + brief(best.lower_bound);
  const std::string deviations =
      report.sets.deviation > 0 && std::isfinite(below)
          ? fmt::format(": {:.2g} standard deviations", std::abs(below) / report.sets.deviation)
          : "";
  std::string text =
      fmt::format("{} has impedance {} ({}), {} {} their mean{}.\n", sentence(best_name(best.status)),
                  brief(best.impedance), proof, brief(std::abs(below)), below < 0 ? "above" : "below", deviations);
  if (report.rival) {
    text += fmt::format("The given set has impedance {}; {:.4g} % of random sets are better.\n", brief(*report.rival),
                        100 * report.sets.beat.value_or(0));
  }
  return text;
}

}  // namespace

Json to_json(const SimulationReport& report) {
  const SimulationSummary& sets = report.sets;
  Json json = {{"sets", static_cast<std::int64_t>(sets.sets)},
               {"size", number_or_text(report.size)},
               {"seed", report.seed},
               {"exact", sets.exact},
               {"mean", io::number(sets.mean)},
               {"sd", io::number(sets.deviation)},
               {"standard_error", io::number(sets.standard_error)},
               {"min", io::number(sets.min)},
               {"max", io::number(sets.max)}};
  Json quantiles = Json::object();
  double error = 0;
  for (const auto& [share, value, at_most] : sets.quantiles) {
    quantiles[fmt::format("{}", share)] = io::number(value);
    if (std::isfinite(value)) error = std::max(error, at_most);
  }
  json["quantiles"] = quantiles;
  json["quantile_error"] = error;
  json["histogram"] = {{"edges", sets.edges}};
  if (sets.exact) {
    json["histogram"]["probabilities"] = sets.counts;
  } else {
    json["histogram"]["counts"] = Json::array();
    for (const double count : sets.counts) json["histogram"]["counts"].push_back(static_cast<std::int64_t>(count));
  }
  if (sets.infinite > 0) json["infinite"] = sets.infinite;
  json["optimum"] = report.optimum ? io::number(report.optimum->impedance) : Json();
  if (report.optimum && report.optimum->status != Status::optimal) {
    json["optimum_status"] = to_string(report.optimum->status);
  }
  if (report.rival) json["set"] = {{"impedance", io::number(*report.rival)}, {"beaten_by", sets.beat.value_or(0)}};
  if (report.interrupted) json["interrupted"] = true;
  json["drawn"] = report.drawn;
  json["seconds"] = report.seconds;
  return with_version(std::move(json));
}

std::string to_text(const SimulationReport& report, Paint paint) {
  const SimulationSummary& sets = report.sets;
  std::string text = paint.bold(headline(report)) + '\n';
  if (report.interrupted) {
    text +=
        paint.warning(fmt::format("Interrupted: {} sets were asked for.", grouped(static_cast<Index>(report.asked)))) +
        '\n';
  }
  if (sets.sets == 0) return text;
  Table table("lr");
  table.add({"mean", brief(sets.mean) + (std::isfinite(sets.standard_error) && !sets.exact
                                             ? fmt::format(" ± {:.2g}", sets.standard_error)
                                             : "")});
  table.add({"standard deviation", brief(sets.deviation)});
  table.add({"least", brief(sets.min)});
  for (const auto& [share, value, error] : sets.quantiles) {
    table.add({fmt::format("{:g} %", 100 * share),
               brief(value) + (sets.exact || !(error > 0) ? "" : fmt::format(" ± {:.2g}", error))});
  }
  table.add({"greatest", brief(sets.max)});
  if (sets.infinite > 0) table.add({"infinite", fmt::format("{:.4g} %", 100 * sets.infinite)});
  return text + '\n' + table.text() + '\n' + histogram_text(report) + '\n' + comparison(report);
}

Json to_json(const std::vector<ThresholdBaseline>& baselines) {
  Json list = Json::array();
  for (const auto& [n, passive, error, active, teaching] : baselines) {
    list.push_back({{"n", n},
                    {"passive", passive},
                    {"passive_standard_error", error},
                    {"active", active},
                    {"teaching", teaching}});
  }
  return with_version({{"baselines", list}});
}

std::string to_text(const std::vector<ThresholdBaseline>& baselines, Paint paint) {
  Table table("rrrr");
  table.add({"n", "passive", "active", "teaching"});
  for (const auto& [n, passive, error, active, teaching] : baselines) {
    table.add({grouped(n), fmt::format("{:.4g} ± {:.1g}", passive, error), fmt::format("{:.4g}", active),
               fmt::format("{:.4g}", teaching)});
  }
  return paint.bold(
             "How probably a learner mislabels an item after n of them: at random, by questions, by a teacher.") +
         "\n\n" + table.text();
}

std::string to_csv(const std::vector<ThresholdBaseline>& baselines) {
  std::string text = "n,passive,passive_standard_error,active,teaching\n";
  for (const auto& [n, passive, error, active, teaching] : baselines) {
    text += fmt::format("{},{},{},{},{}\n", n, passive, error, active, teaching);
  }
  return text;
}

std::string to_csv(const SimulationReport& report) {
  std::string text = report.sets.exact ? "low,high,probability\n" : "low,high,count\n";
  for (std::size_t i = 0; i < report.sets.counts.size(); ++i) {
    text += fmt::format("{},{},{}\n", report.sets.edges[i], report.sets.edges[i + 1], report.sets.counts[i]);
  }
  return text;
}

}  // namespace didact::report
