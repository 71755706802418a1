#include "io/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace didact::io {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t";
  const auto first = text.find_first_not_of(blank);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

}  // namespace

CsvScanner::CsvScanner(std::string_view text, const std::string& path, Errors& errors)
    : text_(text), path_(path), errors_(errors) {
  if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;  // a byte order mark
}

bool CsvScanner::next(CsvRow& row) {
  if (at_ >= text_.size()) return false;
  row.line = line_;
  std::size_t count = 0;
  do {
    if (count == row.cells.size()) row.cells.emplace_back();
    cell(row.cells[count++]);
  } while (at_ < text_.size() && text_[at_++] == ',');  // steps over the comma, or the end of the line
  row.cells.resize(count);
  if (at_ > 0 && text_[at_ - 1] == '\n') ++line_;
  return true;
}

void CsvScanner::cell(std::string& into) {
  const std::size_t start = text_.find_first_not_of(" \t", at_);
  if (start != text_.npos && text_[start] == '"') {
    at_ = start;
    return quoted(into);
  }
  std::size_t end = at_;
  while (end < text_.size() && text_[end] != ',' && text_[end] != '\n') ++end;
  std::string_view plain = text_.substr(at_, end - at_);
  if (plain.ends_with('\r')) plain.remove_suffix(1);
  at_ = end;
  into = trimmed(plain);
}

void CsvScanner::quoted(std::string& into) {
  const std::size_t opened = line_;
  into.clear();
  for (++at_; at_ < text_.size(); ++at_) {
    if (text_[at_] == '"') {
      if (++at_ >= text_.size() || text_[at_] != '"') return after_quote();
    }
    line_ += text_[at_] == '\n';
    into += text_[at_];
  }
  errors_.add(path_, fmt::format("line {}: this quote does not close", opened));
}

void CsvScanner::after_quote() {
  const std::size_t end = std::min(text_.find_first_of(",\n", at_), text_.size());
  const std::string_view rest = text_.substr(at_, end - at_);
  if (rest.find_first_not_of(" \t\r") != rest.npos) {
    errors_.add(path_, fmt::format("line {}: text after the closing quote", line_));
  }
  at_ = end;
}

bool is_blank(const CsvRow& row) {
  return row.cells.size() == 1 && row.cells[0].empty();
}

std::vector<CsvRow> parse_csv(std::string_view text, const std::string& path, Errors& errors) {
  CsvScanner scanner(text, path, errors);
  std::vector<CsvRow> rows;
  for (CsvRow row; scanner.next(row); row = {}) rows.push_back(std::move(row));
  while (!rows.empty() && is_blank(rows.back())) rows.pop_back();
  return rows;
}

std::optional<double> to_number(std::string_view cell) {
  std::string_view digits = trimmed(cell);
  if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (end != digits.data() + digits.size() || digits.empty()) return {};
  if (error == std::errc::result_out_of_range) return std::numeric_limits<double>::infinity();
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

bool is_header(const CsvRow& row, const std::function<bool(const std::string&)>& is_value) {
  return std::any_of(row.cells.begin(), row.cells.end(),
                     [&](const std::string& cell) { return !cell.empty() && !is_value(cell); });
}

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == text.npos && text == trimmed(text)) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace didact::io
