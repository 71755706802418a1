#include "io/pool.hpp"

#include "io/items.hpp"
#include "io/nearest.hpp"
#include "io/sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace didact::io {
namespace {

/// A category by its name.
std::optional<double> category(const PoolShape& shape, const std::string& cell) {
  const auto it = std::find(shape.categories.begin(), shape.categories.end(), cell);
  if (it == shape.categories.end()) return {};
  return static_cast<double>(it - shape.categories.begin() + 1);
}

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

bool read_file(const Node& node, const Context& context, const PoolShape& shape, Sheet& sheet) {
  const std::size_t before = node.errors().count();
  const auto file = context.file(node.json().get<std::string>(), node.path(), node.errors());
  if (!file) return false;
  sheet.file = file->filename().string();
  std::string text = read_text(*file, node.path(), node.errors());
  if (node.errors().count() > before) return false;
  const auto is_value = [&](const std::string& cell) { return to_number(cell) || category(shape, cell); };
  sheet.open_text(std::move(text), is_value);
  return node.errors().count() == before;
}

class PoolReader {
 public:
  PoolReader(const Node& items, const PoolShape& shape, const Context& context)
      : items_(items),
        shape_(shape),
        context_(context),
        errors_(items.errors()),
        before_(errors_.count()),
        sheet_(errors_) {}

  std::optional<Pool> read(std::string_view key) {
    const auto node = items_.need(key);
    if (!node) return {};
    if (node->json().is_string()) frame_ = context_.frame(node->json().get<std::string>());
    if (!(frame_ ? open_frame(*node) : read_sheet(*node))) return {};
    const auto y = read_column("y"), names = read_column("names"), cost = read_column("cost");
    const bool found = items_.has("y") || (find("y") && !items_.has("columns"));
    pool_.labelled = shape_.labelled || (shape_.may_be_labelled && found);
    if (shape_.labelled && !items_.has("y") && !find("y")) {
      items_.error(R"("y": the column of the labels is missing)");
    }
    if (!pool_.labelled && y) items_["y"].error("the items of this model have no labels");
    if (errors_.count() > before_) return {};
    const std::optional<std::size_t> label = y ? y : pool_.labelled ? find("y") : std::nullopt;
    const auto conditions = read_conditions();
    std::vector<std::optional<std::size_t>> taken{label, names, cost};
    for (const Condition& condition : conditions) taken.emplace_back(condition.first);
    std::vector<std::size_t> columns = read_columns(taken);
    if (errors_.count() > before_) return {};
    if (shape_.dimension && static_cast<Index>(columns.size()) != *shape_.dimension) {
      items_.error(fmt::format("the {}'s items must have {} numbers, but it has {} columns for them ({})", key,
                               *shape_.dimension, columns.size(), column_list(columns)));
      return {};
    }
    if (label) columns.push_back(*label);
    if (!sheet_.header.empty()) {
      for (const std::size_t c : columns) pool_.columns.push_back(sheet_.header[c]);
    }
    if (frame_) {
      take_rows(columns, names, cost, conditions);
    } else {
      read_rows(columns, names, cost, conditions);
    }
    read_wishes();
    return errors_.count() > before_ ? std::nullopt : std::optional(std::move(pool_));
  }

 private:
  /// What a column must say in rows that may be used.
  using Condition = std::pair<std::size_t, std::string>;

  bool read_sheet(const Node& node) {
    sheet_.path = node.path();
    if (!node.json().is_string() && !node.json().is_array()) {
      node.expected("the name of a CSV file or a list of rows");
      return false;
    }
    const bool good = node.json().is_string() ? read_file(node, context_, shape_, sheet_) : read_inline(node, sheet_);
    if (!good) return false;
    if (sheet_.at_end()) node.error(sheet_.file.empty() ? "must not be empty" : sheet_.file + " has no rows");
    return errors_.count() == before_;
  }

  bool open_frame(const Node& node) {
    sheet_.path = node.path();
    sheet_.file = frame_->title;
    if (frame_->rows == 0) node.error(frame_->title + " has no rows");
    for (const Frame::Column& column : frame_->columns) {
      if (frame_->has_names()) sheet_.header.push_back(column.name);
    }
    return frame_->rows > 0;
  }

  std::size_t width() const { return frame_ ? frame_->columns.size() : sheet_.columns(); }
  std::string column_name(std::size_t c) const {
    return frame_ && !frame_->has_names() ? std::to_string(c + 1) : sheet_.column_name(c);
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
    if (*number <= static_cast<std::int64_t>(width())) return static_cast<std::size_t>(*number - 1);
    node.error(fmt::format("there are only {} columns, got {}", width(), *number));
    return {};
  }

  std::optional<std::size_t> read_column(std::string_view key) const {
    const auto node = items_.find(key);
    return node ? column(*node) : std::nullopt;
  }

  /// The item's columns: those named, or all that have no other use.
  std::vector<std::size_t> read_columns(const std::vector<std::optional<std::size_t>>& taken) const {
    std::vector<std::size_t> columns;
    if (const auto node = items_.find("columns")) {
      if (!node->is_list()) return {};
      for (std::size_t i = 0; i < node->json().size(); ++i) {
        if (const auto c = column((*node)[i])) columns.push_back(*c);
      }
      if (columns.empty() && node->json().empty()) node->error("must not be empty");
      return columns;
    }
    for (std::size_t c = 0; c < width(); ++c) {
      if (std::find(taken.begin(), taken.end(), std::optional(c)) == taken.end()) columns.push_back(c);
    }
    if (columns.empty()) items_.error("the pool has no column for the items");
    return columns;
  }

  std::string column_list(const std::vector<std::size_t>& columns) const {
    constexpr std::size_t most = 6;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(columns.size(), most); ++i) names.push_back(column_name(columns[i]));
    return fmt::format("{}{}", fmt::join(names, ", "), columns.size() > most ? ", …" : "");
  }

  double number(std::size_t column, bool is_item) const {
    const std::string& cell = sheet_.row().cells[column];
    const auto value = to_number(cell);
    if (value && std::isfinite(*value)) return *value;
    if (is_item) {
      if (const auto k = category(shape_, cell)) return *k;
    }
    const char* what = is_item && !shape_.categories.empty() ? "a category" : "a finite number";
    sheet_.complain(cell.empty() ? fmt::format("column {} is empty", sheet_.column_name(column))
                                 : fmt::format("column {} must be {}, got {}", sheet_.column_name(column), what,
                                               shown(Json(cell))));
    return 0;
  }

  std::vector<Condition> read_conditions() const {
    std::vector<Condition> conditions;
    const auto where = items_.find("where");
    if (!where) return conditions;
    if (!where->json().is_object()) {
      where->expected("an object: a column, and what it must say");
      return conditions;
    }
    for (const auto& [name, value] : where->json().items()) {
      const Node node = (*where)[name];
      const auto found = find(name);
      if (!found) node.error("there is no such column");
      if (!value.is_string() && !value.is_number()) node.expected("a text or a number");
      if (found) conditions.emplace_back(*found, cell_text(value));
    }
    return conditions;
  }

  static bool holds(const Condition& condition, const std::string& cell) {
    if (cell == condition.second) return true;
    const auto a = to_number(cell), b = to_number(condition.second);
    return a && b && *a == *b;
  }

  void read_rows(const std::vector<std::size_t>& columns, std::optional<std::size_t> names,
                 std::optional<std::size_t> cost, const std::vector<Condition>& conditions) {
    const std::size_t width = sheet_.columns();
    std::vector<double> numbers;  // row by row
    do {
      const std::vector<std::string>& cells = sheet_.row().cells;
      if (cells.size() != width) {
        sheet_.complain(fmt::format("must have {} cells, got {}", width, cells.size()));
        continue;
      }
      if (names) pool_.names.push_back(cells[*names]);
      const Index row = static_cast<Index>(numbers.size() / columns.size());
      if (!std::all_of(conditions.begin(), conditions.end(),
                       [&](const Condition& c) { return holds(c, cells[c.first]); })) {
        left_out_.push_back(row);
      }
      for (const std::size_t column : columns) numbers.push_back(number(column, true));
      if (!cost) continue;
      pool_.costs.push_back(number(*cost, false));
      if (pool_.costs.back() < 0) sheet_.complain("its cost must be >= 0");
    } while (sheet_.next());
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const auto D = static_cast<Index>(columns.size());
    pool_.rows = Matrix(Eigen::Map<const RowMajor>(numbers.data(), static_cast<Index>(numbers.size()) / D, D));
  }

  /// The rows of what came along: numbers stay where they are.
  void take_rows(const std::vector<std::size_t>& columns, std::optional<std::size_t> names,
                 std::optional<std::size_t> cost, const std::vector<Condition>& conditions) {
    struct Owner {
      std::shared_ptr<const void> numbers;
      std::vector<Vector> categories;
    };
    const auto owner = std::make_shared<Owner>();
    owner->numbers = frame_->owner;
    owner->categories.reserve(columns.size());  // stay in their place too
    std::vector<Table::Strip> strips;
    for (const std::size_t c : columns) {
      const Frame::Column& column = frame_->columns[c];
      if (column.is_text()) owner->categories.push_back(numbered(c));
      strips.push_back(column.is_text() ? Table::Strip{owner->categories.back().data(), 1} : column.numbers);
      check_finite(c, Table(frame_->rows, {strips.back()}, nullptr).col(0));
    }
    pool_.rows = Table(frame_->rows, std::move(strips), owner);
    for (Index row = 0; names && row < frame_->rows; ++row) pool_.names.push_back(cell(*names, row));
    if (cost) take_costs(*cost);
    for (Index row = 0; !conditions.empty() && row < frame_->rows; ++row) {
      const auto holds_here = [&](const Condition& c) { return holds(c, cell(c.first, row)); };
      if (!std::all_of(conditions.begin(), conditions.end(), holds_here)) left_out_.push_back(row);
    }
  }

  /// The categories that a column of texts names.
  Vector numbered(std::size_t c) {
    Vector numbers(frame_->rows);
    for (Index row = 0; row < frame_->rows; ++row) {
      const std::string text = cell(c, row);
      const auto k = category(shape_, text);
      const auto number = k ? k : to_number(text);
      numbers[row] = number.value_or(0);
      if (number) continue;
      complain(row, fmt::format("column {} must be {}, got {}", column_name(c),
                                shape_.categories.empty() ? "a finite number" : "a category", shown(Json(text))));
      break;
    }
    return numbers;
  }

  void check_finite(std::size_t c, const Table::Column& numbers) {
    for (Index row = 0; row < numbers.size(); ++row) {
      if (std::isfinite(numbers[row])) continue;
      return complain(row, fmt::format("column {} must be a finite number, got {}", column_name(c), numbers[row]));
    }
  }

  void take_costs(std::size_t c) {
    const Frame::Column& column = frame_->columns[c];
    if (column.is_text()) return complain(0, fmt::format("column {} must be numbers", column_name(c)));
    const auto numbers = Table(frame_->rows, {column.numbers}, nullptr).col(0);
    check_finite(c, numbers);
    pool_.costs.assign(numbers.begin(), numbers.end());
    const auto negative = std::find_if(pool_.costs.begin(), pool_.costs.end(), [](double x) { return x < 0; });
    if (negative != pool_.costs.end()) complain(negative - pool_.costs.begin(), "its cost must be >= 0");
  }

  std::string cell(std::size_t c, Index row) const {
    const Frame::Column& column = frame_->columns[c];
    if (column.is_text()) return column.texts[static_cast<std::size_t>(row)];
    return fmt::format("{}", column.numbers.first[row * column.numbers.step]);
  }

  void complain(Index row, std::string_view message) {
    errors_.add(sheet_.path, fmt::format("{}, row {}: {}", frame_->title, row + 1, message));
  }

  void read_wishes() {
    if (const auto node = items_.find("repeat")) pool_.repeat = node->boolean().value_or(false);
    pool_.must_include = read_row_list("must_include");
    pool_.must_exclude = read_row_list("must_exclude");
    const auto is_left_out = [this](Index row) { return std::binary_search(left_out_.begin(), left_out_.end(), row); };
    for (const Index row : pool_.must_include) {
      if (is_left_out(row)) items_["must_include"].error(fmt::format("row {} is not among those of where", row + 1));
      if (std::find(pool_.must_exclude.begin(), pool_.must_exclude.end(), row) == pool_.must_exclude.end()) continue;
      items_["must_exclude"].error(fmt::format("row {} is also in must_include", row + 1));
    }
    if (left_out_.empty()) return;
    if (static_cast<Index>(left_out_.size()) == pool_.size()) items_["where"].error("leaves no row");
    std::vector<Index> all;
    std::set_union(pool_.must_exclude.begin(), pool_.must_exclude.end(), left_out_.begin(), left_out_.end(),
                   std::back_inserter(all));
    pool_.must_exclude = std::move(all);
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
  const Frame* frame_ = nullptr;  ///< instead of the sheet's rows
  std::vector<Index> left_out_;   ///< rows that `where` does not mean
  Pool pool_;
};

}  // namespace

std::span<const std::string_view> pool_keys() {
  static constexpr std::array<std::string_view, 9> keys = {
      "pool", "columns", "y", "names", "cost", "repeat", "where", "must_include", "must_exclude"};
  return keys;
}

bool all_rows_inside(const Node& items, const Pool& pool, const ItemDomain& domain) {
  const std::size_t before = items.errors().count();
  for (Index row = 0; row < pool.size(); ++row) {
    const std::string why = not_an_item(domain, pool.rows.row(row));
    if (!why.empty()) items["pool"].error(fmt::format("row {} {}", row + 1, why));
  }
  return items.errors().count() == before;
}

std::optional<Pool> read_pool(const Node& items, const PoolShape& shape, const Context& context) {
  return PoolReader(items, shape, context).read("pool");
}

std::optional<Pool> read_part_of_file(const Node& node, const PoolShape& shape, const Context& context) {
  if (!node.is_object_of({"file", "columns", "y", "where"})) return {};
  return PoolReader(node, shape, context).read("file");
}

}  // namespace didact::io
