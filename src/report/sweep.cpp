#include "report/sweep.hpp"

#include "io/csv.hpp"
#include "report/version.hpp"

#include <fmt/format.h>

#include <array>

namespace didact::report {
namespace {

using io::Json;

constexpr std::size_t most_rows = 40;
constexpr std::array columns = {"status", "n", "loss", "effort", "impedance", "lower_bound"};

std::string cell_text(const Json& value) {
  if (value.is_null()) return "";
  return value.is_string() ? io::csv_cell(value.get<std::string>()) : value.dump();
}

std::string brief_text(const Json& value) {
  if (value.is_null()) return "–";
  if (value.is_string()) return value.get<std::string>();
  return value.is_number_integer() ? grouped(value.get<Index>()) : brief(value.get<double>());
}

/// All of them, or as many as fit, evenly chosen with the first and the last.
std::vector<const Json*> for_screen(const std::map<Index, Json>& points) {
  std::vector<const Json*> all, shown;
  for (const auto& [index, point] : points) all.push_back(&point);
  if (all.size() <= most_rows) return all;
  for (std::size_t i = 0; i < most_rows; ++i) shown.push_back(all[i * (all.size() - 1) / (most_rows - 1)]);
  return shown;
}

std::string verdict(const SweepReport& report) {
  std::map<std::string, Index> statuses;
  for (const auto& [index, point] : report.points) ++statuses[point["status"].get<std::string>()];
  std::string text;
  for (const auto& [status, count] : statuses) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", grouped(count), status);
  }
  return text;
}

}  // namespace

Json to_json(const SweepReport& report) {
  Json json = {{"over", Json::array()}, {"points", Json::array()}};
  for (const runs::Axis& axis : report.grid.axes()) json["over"].push_back(axis.path);
  for (const auto& [index, point] : report.points) json["points"].push_back(point);
  json["seed"] = report.seed;
  if (report.interrupted) json["interrupted"] = true;
  json["seconds"] = report.seconds;
  return with_version(std::move(json));
}

std::string to_csv(const SweepReport& report) {
  std::string text;
  for (const runs::Axis& axis : report.grid.axes()) text += io::csv_cell(axis.path) + ',';
  text += fmt::format("{}\n", fmt::join(columns, ","));
  for (const auto& [index, point] : report.points) {
    for (const Json& at : point["at"]) text += cell_text(at) + ',';
    for (std::size_t c = 0; c < columns.size(); ++c) text += (c == 0 ? "" : ",") + cell_text(point[columns[c]]);
    text += '\n';
  }
  return text;
}

std::string to_text(const SweepReport& report, Paint paint) {
  const auto& axes = report.grid.axes();
  std::string title = fmt::format("{} problems over {}", grouped(report.grid.size()), axes[0].path);
  if (axes.size() > 1) title += " and " + axes[1].path;
  std::string text = paint.bold(title + ".") + "\n\n";
  Table table(std::string(axes.size(), 'r') + "lrrrrr");
  std::vector<Cell> head;
  for (const runs::Axis& axis : axes) head.push_back({axis.path});
  for (const char* column : {"status", "n", "loss", "effort", "impedance", "bound"}) head.push_back({column});
  table.add(head);
  const auto shown = for_screen(report.points);
  for (const Json* point : shown) {
    std::vector<Cell> row;
    for (const Json& at : (*point)["at"]) row.push_back({brief_text(at)});
    for (const char* column : columns) row.push_back({brief_text((*point)[column])});
    table.add(std::move(row));
  }
  text += table.text();
  if (shown.size() < report.points.size()) {
    text += fmt::format("  … {} of {} points (--format csv has all)\n", shown.size(),
                        grouped(static_cast<Index>(report.points.size())));
  }
  if (report.interrupted) {
    text +=
        paint.warning(fmt::format("\nInterrupted: {} of {} points.", report.points.size(), report.grid.size())) + '\n';
  }
  return text + '\n' + verdict(report) + ".\n";
}

}  // namespace didact::report
