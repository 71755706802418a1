#include "io/csv.hpp"

#include "report/report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace didact::report {
namespace {

std::string header(const io::ItemKind& kind) {
  if (!kind.columns.empty() && kind.names.empty()) {
    std::string names;
    for (const std::string& column : kind.columns) names += (names.empty() ? "" : ",") + io::csv_cell(column);
    return names;
  }
  if (kind.labelled && !kind.vector) return "x,y";
  if (!kind.vector) {
    std::string name = "item";  // never one of the categories: a reader must see that it is the header
    while (std::find(kind.names.begin(), kind.names.end(), name) != kind.names.end()) name += '_';
    return name;
  }
  std::string names;
  const Index count = kind.domain.dimension() - (kind.labelled ? 1 : 0);
  for (Index i = 0; i < count; ++i) names += fmt::format("{}x{}", i == 0 ? "" : ",", i + 1);
  return kind.labelled ? names + ",y" : names;
}

std::string text_of(const Json& value) {
  return value.is_string() ? io::csv_cell(value.get<std::string>()) : value.dump();
}

std::string row_text(const ItemSet& items, Index row, const io::ItemKind& kind) {
  const Json item = item_json(items, row, kind);
  if (item.is_object() && !kind.vector) return text_of(item["x"]) + ',' + text_of(item["y"]);
  if (item.is_string()) return io::csv_cell(item.get<std::string>());
  std::string text;
  for (Index j = 0; j < items.rows.cols(); ++j) text += fmt::format("{}{}", j == 0 ? "" : ",", items.rows(row, j));
  return text;
}

/// Each part's rows under its own header, with the number of the part before them.
std::string parts_csv(const std::vector<Answer>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::string before = "part";
    bool quoted = false, starts = true;
    for (const char c : to_csv(parts[i])) {
      if (starts) text += before + ',';
      text += c;
      quoted ^= c == '"';
      starts = c == '\n' && !quoted;
      if (starts) before = std::to_string(i + 1);
    }
  }
  return text;
}

}  // namespace

std::string to_csv(const ItemSet& items, const io::ItemKind& kind) {
  std::string text = header(kind) + '\n';
  for (Index row = 0; row < items.rows.rows(); ++row) {
    const std::string line = row_text(items, row, kind) + '\n';
    for (Index copy = 0; copy < items.copies[row]; ++copy) text += line;
  }
  return text;
}

std::string to_csv(const Answer& answer) {
  if (!answer.parts.empty()) return parts_csv(answer.parts);
  if (!answer.written) return to_csv(answer.lesson.items, answer.learners.items);
  auto line_of = [](const std::vector<std::string>& cells) {
    std::string line;
    for (const std::string& cell : cells) line += (line.empty() ? "" : ",") + io::csv_cell(cell);
    return line + '\n';
  };
  std::string text = line_of(answer.written->titles);
  for (const WrittenItems::Item& item : answer.written->items) {
    const std::string line = line_of(item.cells);
    for (Index copy = 0; copy < item.copies; ++copy) text += line;
  }
  return text;
}

}  // namespace didact::report
