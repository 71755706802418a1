#pragma once
// The rows of a pool before they are understood: cells as they were written in a file or in the problem.

#include "io/csv.hpp"

#include <fmt/format.h>

#include <functional>
#include <optional>

namespace didact::io {

/// Rows of cells as they were written, in a file or in the problem, one after the other: a file may have millions.
class Sheet {
 public:
  std::vector<std::string> header;  ///< or none
  std::string path;
  std::string file;  ///< or none

  explicit Sheet(Errors& errors) : errors_(errors) {}

  /// A first row in which some cell is no value is a header.
  void open_text(std::string text, const std::function<bool(const std::string&)>& is_value) {
    text_ = std::move(text);
    scanner_.emplace(text_, path, errors_);
    if (!next() || !is_header(row_, is_value)) return;
    header = std::move(row_.cells);
    number_ = 0;
    next();
  }
  void open_rows(std::vector<CsvRow> rows) {
    rows_ = std::move(rows);
    next();
  }

  /// The present row; it begins at the first.
  const CsvRow& row() const { return row_; }
  bool at_end() const { return at_end_; }
  bool next() {
    at_end_ = !(scanner_ ? next_line() : number_ < rows_.size());
    if (!at_end_ && !scanner_) row_ = std::move(rows_[number_++]);
    return !at_end_;
  }

  std::size_t columns() const { return header.empty() ? row_.cells.size() : header.size(); }
  std::string column_name(std::size_t c) const { return header.empty() ? std::to_string(c + 1) : header[c]; }
  void complain(std::string_view message) const { complain(number_, message); }

 private:
  /// Blank lines at the end are no rows, others are mistakes.
  bool next_line() {
    std::size_t blank = 0;
    while (scanner_->next(row_)) {
      ++number_;
      if (!is_blank(row_)) {
        if (blank > 0) complain(blank, "is blank");
        return true;
      }
      blank = number_;
    }
    return false;
  }

  void complain(std::size_t number, std::string_view message) const {
    if (file.empty()) {
      errors_.add(fmt::format("{}[{}]", path, number - 1), std::string(message));
    } else {
      errors_.add(path, fmt::format("{}, row {}: {}", file, number, message));
    }
  }

  Errors& errors_;
  std::string text_;
  std::optional<CsvScanner> scanner_;
  std::vector<CsvRow> rows_;
  CsvRow row_;
  std::size_t number_ = 0;  ///< of the present row, from 1
  bool at_end_ = false;
};

}  // namespace didact::io
