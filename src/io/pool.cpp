#include "io/pool.hpp"

#include "io/csv.hpp"
#include "io/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace didact::io {
namespace {

/// Cells as they were written, in a file or in the problem.
struct Sheet {
  std::vector<std::string> header;  ///< or none
  std::vector<CsvRow> rows;
  std::string path;
  std::string file;  ///< or none

  std::size_t columns() const { return rows.empty() ? 0 : rows[0].cells.size(); }
  std::string column_name(std::size_t c) const { return header.empty() ? std::to_string(c + 1) : header[c]; }

  void complain(Errors& errors, std::size_t row, std::string_view message) const {
    if (file.empty()) {
      errors.add(fmt::format("{}[{}]", path, row), std::string(message));
    } else {
      errors.add(path, fmt::format("{}, row {}: {}", file, row + 1, message));
    }
  }
};

std::string cell_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.is_null() ? "" : value.dump();
}

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
    sheet.rows.push_back(std::move(row));
  }
  return true;
}

bool read_file(const Node& node, const Context& context, Sheet& sheet) {
  if (!context.may_read_files) {
    node.error("files cannot be read here; write the rows inline, as a list");
    return false;
  }
  const std::size_t before = node.errors().count();
  const std::filesystem::path file = context.directory / node.json().get<std::string>();
  sheet.file = file.filename().string();
  sheet.rows = parse_csv(read_text(file, node.path(), node.errors()), node.path(), node.errors());
  if (node.errors().count() > before) return false;
  if (!sheet.rows.empty() &&
      is_header(sheet.rows[0], [](const std::string& cell) { return to_number(cell).has_value(); })) {
    sheet.header = std::move(sheet.rows[0].cells);
    sheet.rows.erase(sheet.rows.begin());
  }
  return true;
}

class PoolReader {
 public:
  PoolReader(const Node& items, const PoolShape& shape, const Context& context)
      : items_(items), shape_(shape), context_(context), errors_(items.errors()), before_(errors_.count()) {}

  std::optional<Pool> read() {
    const auto node = items_.need("pool");
    if (!node || !read_sheet(*node)) return {};
    const auto y = read_column("y"), names = read_column("names"), cost = read_column("cost");
    const bool found = items_.has("y") || (find("y") && !items_.has("columns"));
    pool_.labelled = shape_.labelled || (shape_.may_be_labelled && found);
    if (shape_.labelled && !items_.has("y") && !find("y")) {
      items_.error(R"("y": the column of the labels is missing)");
    }
    if (!pool_.labelled && y) items_["y"].error("the items of this model have no labels");
    if (errors_.count() > before_) return {};
    const std::optional<std::size_t> label = y ? y : pool_.labelled ? find("y") : std::nullopt;
    std::vector<std::size_t> columns = read_columns({label, names, cost});
    if (errors_.count() > before_) return {};
    if (shape_.dimension && static_cast<Index>(columns.size()) != *shape_.dimension) {
      items_.error(fmt::format("the pool's items must have {} numbers, but it has {} columns for them ({})",
                               *shape_.dimension, columns.size(), column_list(columns)));
      return {};
    }
    if (label) columns.push_back(*label);
    read_rows(columns, names, cost);
    read_wishes();
    return errors_.count() > before_ ? std::nullopt : std::optional(std::move(pool_));
  }

 private:
  bool read_sheet(const Node& node) {
    sheet_.path = node.path();
    if (!node.json().is_string() && !node.json().is_array()) {
      node.expected("the name of a CSV file or a list of rows");
      return false;
    }
    const bool good = node.json().is_string() ? read_file(node, context_, sheet_) : read_inline(node, sheet_);
    if (!good) return false;
    if (sheet_.rows.empty()) {
      node.error(sheet_.file.empty() ? "must not be empty" : sheet_.file + " has no rows");
      return false;
    }
    const std::size_t width = sheet_.header.empty() ? sheet_.columns() : sheet_.header.size();
    for (std::size_t r = 0; r < sheet_.rows.size(); ++r) {
      const std::size_t cells = sheet_.rows[r].cells.size();
      if (cells != width) sheet_.complain(errors_, r, fmt::format("must have {} cells, got {}", width, cells));
    }
    return errors_.count() == before_;
  }

  std::optional<std::size_t> find(std::string_view name) const {
    const auto it = std::find(sheet_.header.begin(), sheet_.header.end(), name);
    return it == sheet_.header.end() ? std::nullopt : std::optional<std::size_t>(it - sheet_.header.begin());
  }

  /// A column by its name, or by its number from 1.
  std::optional<std::size_t> column(const Node& node) const {
    if (node.json().is_string()) {
      const std::string name = node.json().get<std::string>();
      if (const auto found = find(name)) return found;
      std::vector<std::string_view> known(sheet_.header.begin(), sheet_.header.end());
      node.error(sheet_.header.empty()
                     ? fmt::format("there is no header, so columns go by their number, not {}", shown(node.json()))
                     : fmt::format("there is no column {}{}", shown(node.json()), suggestion(name, known)));
      return {};
    }
    const auto number = node.whole(1);
    if (!number) return {};
    if (*number <= static_cast<std::int64_t>(sheet_.columns())) return static_cast<std::size_t>(*number - 1);
    node.error(fmt::format("there are only {} columns, got {}", sheet_.columns(), *number));
    return {};
  }

  std::optional<std::size_t> read_column(std::string_view key) const {
    const auto node = items_.find(key);
    return node ? column(*node) : std::nullopt;
  }

  /// The item's columns: those named, or all that have no other use.
  std::vector<std::size_t> read_columns(const std::array<std::optional<std::size_t>, 3>& taken) const {
    std::vector<std::size_t> columns;
    if (const auto node = items_.find("columns")) {
      if (!node->is_list()) return {};
      for (std::size_t i = 0; i < node->json().size(); ++i) {
        if (const auto c = column((*node)[i])) columns.push_back(*c);
      }
      if (columns.empty() && node->json().empty()) node->error("must not be empty");
      return columns;
    }
    for (std::size_t c = 0; c < sheet_.columns(); ++c) {
      if (std::find(taken.begin(), taken.end(), std::optional(c)) == taken.end()) columns.push_back(c);
    }
    if (columns.empty()) items_.error("the pool has no column for the items");
    return columns;
  }

  std::string column_list(const std::vector<std::size_t>& columns) const {
    constexpr std::size_t most = 6;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(columns.size(), most); ++i) names.push_back(sheet_.column_name(columns[i]));
    return fmt::format("{}{}", fmt::join(names, ", "), columns.size() > most ? ", …" : "");
  }

  double number(std::size_t row, std::size_t column) const {
    const std::string& cell = sheet_.rows[row].cells[column];
    const auto value = to_number(cell);
    if (value && std::isfinite(*value)) return *value;
    sheet_.complain(errors_, row,
                    cell.empty() ? fmt::format("column {} is empty", sheet_.column_name(column))
                                 : fmt::format("column {} must be a finite number, got {}", sheet_.column_name(column),
                                               shown(Json(cell))));
    return 0;
  }

  void read_rows(const std::vector<std::size_t>& columns, std::optional<std::size_t> names,
                 std::optional<std::size_t> cost) {
    const auto count = static_cast<Index>(sheet_.rows.size());
    pool_.rows.resize(count, static_cast<Index>(columns.size()));
    for (std::size_t r = 0; r < sheet_.rows.size(); ++r) {
      for (std::size_t j = 0; j < columns.size(); ++j) {
        pool_.rows(static_cast<Index>(r), static_cast<Index>(j)) = number(r, columns[j]);
      }
      if (names) pool_.names.push_back(sheet_.rows[r].cells[*names]);
      if (!cost) continue;
      pool_.costs.push_back(number(r, *cost));
      if (pool_.costs.back() < 0) sheet_.complain(errors_, r, "its cost must be >= 0");
    }
  }

  void read_wishes() {
    if (const auto node = items_.find("repeat")) pool_.repeat = node->boolean().value_or(false);
    pool_.must_include = read_row_list("must_include");
    pool_.must_exclude = read_row_list("must_exclude");
    for (const Index row : pool_.must_include) {
      if (std::find(pool_.must_exclude.begin(), pool_.must_exclude.end(), row) == pool_.must_exclude.end()) continue;
      items_["must_exclude"].error(fmt::format("row {} is also in must_include", row + 1));
    }
  }

  std::vector<Index> read_row_list(std::string_view key) const {
    std::vector<Index> rows;
    const auto node = items_.find(key);
    if (!node || !node->is_list()) return rows;
    for (std::size_t i = 0; i < node->json().size(); ++i) {
      if (const auto row = read_row((*node)[i])) rows.push_back(*row);
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
  }

  std::optional<Index> read_row(const Node& node) const {
    if (node.json().is_string()) {
      const auto it = std::find(pool_.names.begin(), pool_.names.end(), node.json().get<std::string>());
      if (it != pool_.names.end()) return it - pool_.names.begin();
      node.error(pool_.names.empty() ? "rows have no names here: items.names says which column has them"
                                     : fmt::format("no row is called {}", shown(node.json())));
      return {};
    }
    const auto number = node.whole(1);
    if (!number) return {};
    if (*number <= pool_.size()) return *number - 1;
    node.error(fmt::format("there are only {} rows, got {}", pool_.size(), *number));
    return {};
  }

  const Node& items_;
  const PoolShape& shape_;
  const Context& context_;
  Errors& errors_;
  std::size_t before_;
  Sheet sheet_;
  Pool pool_;
};

}  // namespace

std::span<const std::string_view> pool_keys() {
  static constexpr std::array<std::string_view, 8> keys = {"pool",   "columns",      "y",           "names", "cost",
                                                           "repeat", "must_include", "must_exclude"};
  return keys;
}

std::optional<Pool> read_pool(const Node& items, const PoolShape& shape, const Context& context) {
  return PoolReader(items, shape, context).read();
}

}  // namespace didact::io
