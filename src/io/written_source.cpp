#include "io/csv.hpp"
#include "io/pool_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace didact::io {
namespace {

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

/// {"x": …, "y": …, "id": …}: lists count as several columns, x1, x2, …
void add_object(const Json& object, std::vector<std::string>& header, CsvRow& row) {
  for (const auto& [key, value] : object.items()) {
    const bool list = value.is_array();
    for (std::size_t i = 0; i < (list ? value.size() : 1); ++i) {
      header.push_back(list ? fmt::format("{}{}", key, i + 1) : key);
      row.cells.push_back(cell_text(list ? value[i] : value));
    }
  }
}

bool read_inline(const Node& node, Sheet& sheet) {
  std::vector<CsvRow> rows;
  for (std::size_t i = 0; i < node.json().size(); ++i) {
    const Json& entry = node.json()[i];
    CsvRow row;
    if (entry.is_object()) {
      std::vector<std::string> header;
      add_object(entry, header, row);
      if (i == 0) sheet.header = header;
      if (header != sheet.header) {
        node[i].error("must have the same members as the first row, in the same order");
        return false;
      }
    } else if (entry.is_array()) {
      for (const Json& cell : entry) row.cells.push_back(cell_text(cell));
    } else {
      row.cells.push_back(cell_text(entry));
    }
    rows.push_back(std::move(row));
  }
  sheet.open_rows(std::move(rows));
  return true;
}

/// Cells as they were written, row after row.
class WrittenSource final : public PoolSource {
 public:
  WrittenSource(const Node& node, const PoolShape& shape, const Context& context)
      : PoolSource(shape), sheet_(node.errors()) {
    sheet_.path = node.path();
    const std::size_t before = node.errors().count();
    if (!(node.json().is_string() ? read_file(node, context) : read_inline(node, sheet_))) return;
    header_ = sheet_.header;
    if (node.errors().count() > before || !sheet_.at_end()) return;
    node.error(sheet_.file.empty() ? "must not be empty" : sheet_.file + " has no rows");
  }

  std::size_t columns() const override { return sheet_.columns(); }

  Rows read(const Wanted& wanted) override {
    Rows rows;
    const std::size_t width = columns();
    std::vector<double> numbers;  // row by row
    do {
      const std::vector<std::string>& cells = sheet_.row().cells;
      if (cells.size() != width) {
        sheet_.complain(fmt::format("must have {} cells, got {}", width, cells.size()));
        continue;
      }
      if (wanted.names) rows.names.push_back(cells[*wanted.names]);
      const auto holds = [&](const Condition& condition) { return condition.holds(cells[condition.column]); };
      if (!std::all_of(wanted.conditions.begin(), wanted.conditions.end(), holds)) {
        rows.left_out.push_back(static_cast<Index>(numbers.size() / wanted.items.size()));
      }
      for (const std::size_t column : wanted.items) numbers.push_back(number(column, true));
      if (!wanted.costs) continue;
      rows.costs.push_back(number(*wanted.costs, false));
      if (rows.costs.back() < 0) sheet_.complain("its cost must be >= 0");
    } while (sheet_.next());
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const auto D = static_cast<Index>(wanted.items.size());
    rows.items = Matrix(Eigen::Map<const RowMajor>(numbers.data(), static_cast<Index>(numbers.size()) / D, D));
    return rows;
  }

 private:
  bool read_file(const Node& node, const Context& context) {
    const std::size_t before = node.errors().count();
    const auto file = context.file(node.json().get<std::string>(), node.path(), node.errors());
    if (!file) return false;
    sheet_.file = file->filename().string();
    std::string text = context.text(*file, node.path(), node.errors());
    if (node.errors().count() > before) return false;
    const auto is_value = [&](const std::string& cell) { return to_number(cell) || category(shape_, cell); };
    sheet_.open_text(std::move(text), is_value);
    return node.errors().count() == before;
  }

  double number(std::size_t column, bool is_item) const {
    const std::string& cell = sheet_.row().cells[column];
    const auto value = to_number(cell);
    if (value && std::isfinite(*value)) return *value;
    if (is_item) {
      if (const auto k = category(shape_, cell)) return *k;
    }
    sheet_.complain(not_a_value(column, cell, is_item));
    return 0;
  }

  Sheet sheet_;
};

}  // namespace

std::unique_ptr<PoolSource> written_source(const Node& node, const PoolShape& shape, const Context& context) {
  return std::make_unique<WrittenSource>(node, shape, context);
}

}  // namespace didact::io
