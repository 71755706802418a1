#include "runs/sweep.hpp"

#include "io/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace didact::runs {
namespace {

constexpr std::size_t most_points = 10'000'000;

/// A step along a path: a key, or a place in a list.
struct Step {
  std::string key;
  std::optional<std::size_t> index;
};

/// "target.pi[0]" as its steps, or nothing if it is no path.
std::optional<std::vector<Step>> steps_of(const std::string& path) {
  std::vector<Step> steps;
  std::size_t at = 0;
  while (at < path.size()) {
    if (path[at] == '[') {
      const std::size_t close = path.find(']', at);
      const std::string digits = close == path.npos ? "" : path.substr(at + 1, close - at - 1);
      if (digits.empty() || digits.size() > 9 || digits.find_first_not_of("0123456789") != digits.npos) return {};
      steps.push_back({"", std::stoul(digits)});
      at = close + 1;
      if (at < path.size() && path[at] == '.') ++at;
      continue;
    }
    const std::size_t end = std::min(path.find_first_of(".[", at), path.size());
    if (end == at) return {};
    steps.push_back({path.substr(at, end - at), {}});
    at = end;
    if (at < path.size() && path[at] == '.' && ++at == path.size()) return {};
  }
  if (steps.empty()) return {};
  return steps;
}

/// Puts a value at a path below `root`; keys that are not there are made.
void put(Json& root, const std::string& path, const Json& value, const std::string& whole_path) {
  const auto steps = steps_of(path);
  const auto fail = [&](const std::string& why) {
    throw io::InvalidProblem(io::Error{"--over", fmt::format("{}: {}", whole_path, why)});
  };
  if (!steps) fail("is no path such as effort.per_item or target.pi[0]");
  Json* at = &root;
  for (const Step& step : *steps) {
    if (step.index) {
      if (!at->is_array() || *step.index >= at->size()) fail("leads out of a list");
      at = &(*at)[*step.index];
    } else {
      if (!at->is_object() && !at->is_null()) fail(fmt::format("there is nothing called {} there", step.key));
      at = &(*at)[step.key];
    }
  }
  *at = value;
}

/// Whole numbers as such: sizes must be.
Json as_json(double value) {
  const bool whole = value == std::floor(value) && std::abs(value) < 9e15;
  return whole ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

/// A cell: JSON where it is that, else a text.
Json cell_value(const std::string& cell) {
  if (const auto number = io::to_number(cell)) return as_json(*number);
  const Json json = Json::parse(cell, nullptr, false);
  return json.is_discarded() ? Json(cell) : json;
}

std::vector<Json> evenly(double from, double to, bool logarithmic, std::size_t count) {
  std::vector<Json> values;
  for (std::size_t i = 0; i < count; ++i) {
    const double share = count == 1 ? 0 : static_cast<double>(i) / static_cast<double>(count - 1);
    const bool last = i + 1 == count && count > 1;
    const double value = logarithmic ? from * std::pow(to / from, share) : from + share * (to - from);
    values.push_back(as_json(last ? to : value));
  }
  return values;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == at) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

void read_range(const std::vector<std::string>& parts, Axis& axis, io::Errors& errors) {
  const auto complain = [&](const std::string& why) { errors.add("--over", axis.path + ": " + why); };
  const bool named = parts.size() == 4;
  if (named && parts[2] != "log" && parts[2] != "lin")
    return complain("a range is from:to:log:points or from:to:points");
  axis.logarithmic = named && parts[2] == "log";
  const auto from = io::to_number(parts[0]), to = io::to_number(parts[1]), count = io::to_number(parts.back());
  if (!from || !to || !std::isfinite(*from) || !std::isfinite(*to)) return complain("the ends of a range are numbers");
  if (!count || *count < 1 || *count > static_cast<double>(most_points) || *count != std::floor(*count)) {
    return complain(fmt::format("the points of a range are from 1 to {}, got {}", most_points, parts.back()));
  }
  if (axis.logarithmic && !(*from > 0 && *to > 0)) return complain("the ends of a logarithmic range are > 0");
  axis.values = evenly(*from, *to, axis.logarithmic, static_cast<std::size_t>(*count));
}

/// One row a point.
void read_file(const std::string& name, const io::Context& context, Axis& axis, io::Errors& errors) {
  const std::size_t before = errors.count();
  const auto file = context.file(name, "--over", errors);
  const std::string text = file ? io::read_text(*file, "--over", errors) : "";
  if (errors.count() > before) return;
  std::vector<io::CsvRow> rows = io::parse_csv(text, "--over", errors);
  if (errors.count() > before) return;
  if (rows.empty()) return errors.add("--over", name + " has no rows");
  const auto is_value = [](const std::string& cell) {
    return io::to_number(cell) || !Json::parse(cell, nullptr, false).is_discarded();
  };
  std::vector<std::string> header;
  if (io::is_header(rows[0], is_value)) {
    header = rows[0].cells;
    rows.erase(rows.begin());
  }
  const bool object = header.size() > 1;
  for (const io::CsvRow& row : rows) {
    Json value;
    for (std::size_t c = 0; c < row.cells.size(); ++c) {
      const Json cell = cell_value(row.cells[c]);
      if (!object) {
        if (row.cells.size() == 1) {
          value = cell;
        } else {
          value.push_back(cell);
        }
        continue;
      }
      if (row.cells.size() != header.size()) {
        return errors.add("--over", fmt::format("{}: row {} has {} cells, the header has {}", name, row.line,
                                                row.cells.size(), header.size()));
      }
      // "beta[0]", "beta[1]": cells that make a list, in their order.
      const std::size_t bracket = header[c].find('[');
      if (bracket == std::string::npos) {
        put(value, header[c], cell, axis.path + "." + header[c]);
      } else {
        value[header[c].substr(0, bracket)].push_back(cell);
      }
    }
    axis.values.push_back(std::move(value));
  }
  if (axis.values.empty()) errors.add("--over", name + " has no rows");
  axis.numbers = std::all_of(axis.values.begin(), axis.values.end(), [](const Json& v) { return v.is_number(); });
}

}  // namespace

Json Axis::label(std::size_t point) const {
  const Json& value = values[point];
  return value.is_number() || value.is_string() ? value : Json(point + 1);
}

Axis parse_axis(const std::string& text, const io::Context& context, io::Errors& errors) {
  Axis axis;
  const std::size_t equals = text.find('=');
  axis.path = text.substr(0, equals);
  if (equals == text.npos || !steps_of(axis.path)) {
    errors.add("--over", fmt::format("must be PATH=VALUES, such as effort.per_item=0.01:2:log:60, got {}", text));
    return axis;
  }
  const std::string values = text.substr(equals + 1);
  if (values.starts_with('@')) {
    read_file(values.substr(1), context, axis, errors);
    return axis;
  }
  if (const auto parts = split(values, ':'); parts.size() == 3 || parts.size() == 4) {
    read_range(parts, axis, errors);
    return axis;
  }
  for (const std::string& part : split(values, ',')) {
    if (part.empty()) {
      errors.add("--over", fmt::format("{}: an empty value in {}", axis.path, values));
      return axis;
    }
    axis.values.push_back(cell_value(part));
    axis.numbers &= axis.values.back().is_number();
  }
  return axis;
}

Index Grid::size() const {
  Index points = 1;
  for (const Axis& axis : axes_) points *= static_cast<Index>(axis.values.size());
  return points;
}

std::size_t Grid::along(std::size_t axis, Index point) const {
  for (std::size_t later = axes_.size(); later-- > axis + 1;) point /= static_cast<Index>(axes_[later].values.size());
  return static_cast<std::size_t>(point % static_cast<Index>(axes_[axis].values.size()));
}

Json Grid::labels(Index point) const {
  Json list = Json::array();
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) list.push_back(axes_[axis].label(along(axis, point)));
  return list;
}

Json Grid::problem(const Json& base, Index point) const {
  Json problem = base;
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    put(problem, axes_[axis].path, axes_[axis].values[along(axis, point)], axes_[axis].path);
  }
  return problem;
}

}  // namespace didact::runs
