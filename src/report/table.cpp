#include "report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace didact::report {
namespace {

constexpr std::size_t most_entries = 8;

std::string brief_entry(const io::Json& value, double noise) {
  if (value.is_null()) return "∞";
  if (!value.is_number()) return io::shown(value);
  const double number = value.get<double>();
  return brief(std::abs(number) < noise ? 0 : number);
}

/// Rows of entries under each other.
Cell brief_rows(const std::vector<const io::Json*>& rows, double noise) {
  std::vector<std::vector<std::string>> entries;
  std::vector<std::size_t> widths(most_entries, 0);
  for (const io::Json* row : rows) {
    entries.emplace_back();
    for (std::size_t j = 0; j < std::min(row->size(), most_entries); ++j) {
      entries.back().push_back(brief_entry((*row)[j], noise));
      widths[j] = std::max(widths[j], display_width(entries.back()[j]));
    }
  }
  Cell lines;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::string line = "[";
    for (std::size_t j = 0; j < entries[i].size(); ++j) {
      if (j > 0) line += ", ";
      line += std::string(widths[j] - display_width(entries[i][j]), ' ') + entries[i][j];
    }
    if (rows[i]->size() > most_entries) line += fmt::format(", … {} in all", rows[i]->size());
    lines.push_back(line + ']');
  }
  return lines;
}

}  // namespace

void Table::add(std::initializer_list<std::string> cells) {
  std::vector<Cell> row;
  for (const std::string& cell : cells) row.push_back({cell});
  rows_.push_back(std::move(row));
}

std::string Table::text(std::string_view margin) const {
  std::vector<std::size_t> widths(alignment_.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t j = 0; j < row.size(); ++j) {
      for (const std::string& line : row[j]) widths[j] = std::max(widths[j], display_width(line));
    }
  }
  std::string text;
  for (const auto& row : rows_) {
    std::size_t height = 1;
    for (const Cell& cell : row) height = std::max(height, cell.size());
    for (std::size_t i = 0; i < height; ++i) {
      std::string line(margin);
      for (std::size_t j = 0; j < row.size(); ++j) {
        const std::string cell = i < row[j].size() ? row[j][i] : "";
        const std::string padding(widths[j] - display_width(cell), ' ');
        if (j > 0) line += "   ";
        line += alignment_[j] == 'r' ? padding + cell : cell + padding;
      }
      text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
  }
  return text;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\033')
      i = std::min(text.find('m', i), text.size() - 1);  // a mark for the terminal takes no room
    else
      width += (text[i] & 0xC0) != 0x80;  // nor does the rest of a character
  }
  return width;
}

std::string brief(double value) {
  if (value == infinity) return "∞";
  if (value == -infinity) return "-∞";
  if (std::isnan(value)) return "–";          // what there is no number for
  return fmt::format("{:.6g}", value + 0.0);  // no "-0"
}

std::string best_name(Status status) {
  switch (status) {
    case Status::optimal:
      return "the best lesson";
    case Status::feasible:
      return "the best known lesson";
    default:
      return "the best known set (there is no best lesson)";
  }
}

std::string sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

Cell brief(const io::Json& value, double noise) {
  if (!value.is_array()) return {brief_entry(value, noise)};
  if (value.empty() || !value[0].is_array()) return brief_rows({&value}, noise);
  std::vector<const io::Json*> rows;
  for (std::size_t i = 0; i < std::min(value.size(), most_entries); ++i) rows.push_back(&value[i]);
  Cell lines = brief_rows(rows, noise);
  if (value.size() > most_entries) lines.push_back("…");
  return lines;
}

double largest(const io::Json& value) {
  if (value.is_number()) return std::isfinite(value.get<double>()) ? std::abs(value.get<double>()) : 0;
  double most = 0;
  if (value.is_array()) {
    for (const io::Json& entry : value) most = std::max(most, largest(entry));
  }
  return most;
}

std::string grouped(Index count) {
  std::string digits = fmt::format("{}", count);
  for (Index at = static_cast<Index>(digits.size()) - 3; at > (count < 0 ? 1 : 0); at -= 3) {
    digits.insert(static_cast<std::size_t>(at), ",");
  }
  return digits;
}

std::string counted(Index count, std::string_view noun) {
  return fmt::format("{} {}{}", grouped(count), noun, count == 1 ? "" : "s");
}

std::string Paint::wrapped(std::string_view code, std::string_view text) const {
  return on ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
}

}  // namespace didact::report
