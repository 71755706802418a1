#pragma once
// Comma-separated values: cells as text, with the line each row stands on.

#include "io/errors.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace didact::io {

struct CsvRow {
  std::vector<std::string> cells;
  std::size_t line = 0;
};

/// One row after the other, quotes resolved. A quote that does not close is an error at `path`.
class CsvScanner {
 public:
  /// `text` and `path` must outlive it.
  CsvScanner(std::string_view text, const std::string& path, Errors& errors);

  /// False at the end. The cells that `row` has are used again.
  bool next(CsvRow& row);

 private:
  void cell(std::string& into);
  void quoted(std::string& into);
  void after_quote();

  std::string_view text_;
  const std::string& path_;
  Errors& errors_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

/// A line with nothing on it; at the end of a file it is no row.
bool is_blank(const CsvRow& row);

/// All rows, quotes resolved. Blank lines at the end are no rows. A quote that does not close is an error at `path`.
std::vector<CsvRow> parse_csv(std::string_view text, const std::string& path, Errors& errors);

/// A cell as a number, spaces around it ignored; infinities and NaN are numbers here, for the caller to refuse.
std::optional<double> to_number(std::string_view cell);

/// Whether a first row is a header: some cell is neither empty nor a value.
bool is_header(const CsvRow& row, const std::function<bool(const std::string&)>& is_value);

/// A cell as it must be written: quoted where it has to be.
std::string csv_cell(std::string_view text);

}  // namespace didact::io
