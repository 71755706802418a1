#include "report/run_pictures.hpp"

#include "plot/sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace didact::report {
namespace {

using io::Json;
using plot::Curves;
using plot::Ink;

constexpr std::size_t most_lines = 7;  // that can be told apart

double value_of(const Json& json) {
  return json.is_number() ? json.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

/// The histogram without the long ends of its outer bins, which would press the rest together.
plot::Histogram histogram_of(const SimulationSummary& sets) {
  plot::Histogram histogram;
  histogram.x.label = "impedance";
  histogram.edges = sets.edges;
  histogram.counts = sets.counts;
  if (sets.exact) histogram.name = "probability";
  const std::size_t bins = sets.counts.size();
  if (bins >= 3) {
    const double width = sets.edges[2] - sets.edges[1];
    if (sets.edges[bins] - sets.edges[bins - 1] > 1.5 * width) {
      histogram.edges[bins] = sets.edges[bins - 1] + width;
      histogram.notes.push_back(fmt::format("The last bar has all sets beyond, up to {}.", brief(sets.edges[bins])));
    }
    if (sets.edges[1] - sets.edges[0] > 1.5 * width) histogram.edges[0] = sets.edges[1] - width;
  }
  return histogram;
}

/// One parameter's points in the order of the axis, or those of one value of the other.
struct Line {
  std::string name;
  std::vector<double> at;
  std::vector<const Json*> points;
};

std::vector<Line> lines_of(const SweepReport& report) {
  const auto& axes = report.grid.axes();
  const std::size_t along = axes.size() - 1;
  const std::size_t length = axes[along].values.size();
  const std::size_t rows = static_cast<std::size_t>(report.grid.size()) / length;
  std::vector<Line> lines;
  for (std::size_t row = 0; row < rows; ++row) {
    if (rows > most_lines && row * (most_lines - 1) / (rows - 1) < lines.size() && row + 1 < rows && row > 0) continue;
    Line line;
    if (along > 0) {
      const Json label = axes[0].label(row);
      line.name = fmt::format("{} = {}", axes[0].path, label.is_number() ? brief(label.get<double>()) : label.dump());
    }
    for (std::size_t i = 0; i < length; ++i) {
      const auto found = report.points.find(static_cast<Index>(row * length + i));
      if (found == report.points.end()) continue;
      line.at.push_back(axes[along].numbers ? axes[along].values[i].get<double>() : static_cast<double>(i + 1));
      line.points.push_back(&found->second);
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

Curves::Series series_of(const Line& line, const char* key, Ink ink) {
  Curves::Series series{"", ink, line.at, {}};
  if (line.at.size() <= 60) series.form = Curves::Series::Form::line_and_points;
  for (const Json* point : line.points) series.y.push_back(value_of((*point)[key]));
  return series;
}

/// What loss can be had for what effort. Where prices change from point to point, efforts are no measure: n is.
Curves frontier(const std::vector<Line>& lines, const std::vector<runs::Axis>& axes,
                const std::function<Ink(std::size_t)>& ink) {
  const bool by_size =
      std::any_of(axes.begin(), axes.end(), [](const runs::Axis& axis) { return axis.path.starts_with("effort"); });
  const char* const key = by_size ? "n" : "effort";
  Curves curves;
  curves.title = by_size ? "What loss can be had with how many items" : "What loss can be had for what effort";
  curves.x = {.label = by_size ? "items, n" : "effort", .whole = by_size};
  curves.y = {.label = "loss"};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    Line line = lines[i];
    std::stable_sort(line.points.begin(), line.points.end(), [&](const Json* a, const Json* b) {
      const double x = value_of((*a)[key]), y = value_of((*b)[key]);
      return std::isnan(y) ? !std::isnan(x) : x < y;
    });
    line.at.clear();
    for (const Json* point : line.points) line.at.push_back(value_of((*point)[key]));
    curves.series.push_back(series_of(line, "loss", ink(i)));
  }
  return curves;
}

}  // namespace

plot::Sheet sheet(const SimulationReport& report) {
  plot::Histogram histogram = histogram_of(report.sets);
  if (report.optimum)
    histogram.marks.push_back({report.optimum->impedance, best_name(report.optimum->status), Ink::target});
  if (std::isfinite(report.sets.mean))
    histogram.marks.push_back({report.sets.mean, "mean of random sets", Ink::before});
  if (report.rival) histogram.marks.push_back({*report.rival, "the given set", Ink::items});
  plot::Sheet all;
  all.title = fmt::format("{} random sets of {} {}", grouped(static_cast<Index>(report.sets.sets)), report.size,
                          report.size == "1" ? "item" : "items");
  if (report.optimum) {
    all.notes.push_back(fmt::format("{} has impedance {}; random sets have {} ± {} (standard deviation).",
                                    sentence(best_name(report.optimum->status)), brief(report.optimum->impedance),
                                    brief(report.sets.mean), brief(report.sets.deviation)));
  }
  if (report.rival) {
    all.notes.push_back(fmt::format("{:.4g} % of them beat the given set.", 100 * report.sets.beat.value_or(0)));
  }
  all.rows = {{histogram}};
  return all;
}

std::string picture(const std::vector<ThresholdBaseline>& baselines) {
  Curves curves;
  curves.x = {.label = "items, n", .whole = true};
  curves.y = {.label = "how probably an item is mislabelled", .logarithmic = true};
  Curves::Series passive{"passive: random items", Ink::before}, active{"active: its own questions", Ink::after},
      taught{"taught", Ink::target};
  for (const ThresholdBaseline& at : baselines) {
    for (auto [series, value] :
         {std::pair(&passive, at.passive), std::pair(&active, at.active), std::pair(&taught, at.teaching)}) {
      series->x.push_back(static_cast<double>(at.n));
      series->y.push_back(value > 0 ? value : std::numeric_limits<double>::quiet_NaN());
    }
  }
  curves.series = {passive, active, taught};
  return draw(plot::Sheet{.title = "Learning a threshold: passive, active, taught", .rows = {{curves}}});
}

plot::Sheet sheet(const SweepReport& report) {
  const auto& axes = report.grid.axes();
  const runs::Axis& along = axes.back();
  const std::vector<Line> lines = lines_of(report);
  const bool several = axes.size() > 1;
  const auto ink = [&](std::size_t i) { return several ? plot::nth_ink(i) : Ink::after; };
  plot::Sheet all;
  const bool unproven = std::any_of(report.points.begin(), report.points.end(), [](const auto& point) {
    return point.second["status"] == to_string(Status::feasible);
  });
  all.title =
      fmt::format("{} against {}", sentence(best_name(unproven ? Status::feasible : Status::optimal)), along.path);
  if (several) {
    all.title += " and " + axes[0].path;
    plot::Key key;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      key.entries.push_back({lines[i].name, ink(i), plot::Entry::Symbol::line_and_point});
    }
    all.rows.push_back({key});
  }
  const std::string label = along.numbers ? along.path : fmt::format("{} (row)", along.path);
  const auto panel = [&](const char* key, const char* title) {
    Curves curves;
    curves.title = title;
    curves.x = {.label = label, .logarithmic = along.logarithmic};
    curves.y.whole = std::string_view(key) == "n";
    curves.area_height = 150;
    for (std::size_t i = 0; i < lines.size(); ++i) curves.series.push_back(series_of(lines[i], key, ink(i)));
    return curves;
  };
  all.rows.push_back({panel("n", "items, n"), panel("loss", "loss")});
  all.rows.push_back({panel("effort", "effort"), panel("impedance", "impedance")});
  all.rows.push_back({frontier(lines, axes, ink)});
  return all;
}

}  // namespace didact::report
