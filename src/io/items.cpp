#include "io/items.hpp"

#include "io/csv.hpp"
#include "io/pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace didact::io {
namespace {

/// Collects rows of equal length.
class Collector {
 public:
  Collector(const ItemKind& kind, ItemList& list, Errors& errors)
      : kind_(kind), list_(list), errors_(errors), columns_(kind.domain.dimension()) {
    for (std::size_t k = 0; k < kind.names.size(); ++k) numbers_[kind.names[k]] = static_cast<double>(k + 1);
  }

  std::optional<double> by_name(const std::string& name) const {
    const auto it = numbers_.find(name);
    return it == numbers_.end() ? std::nullopt : std::optional(it->second);
  }

  void complain(std::string message, std::optional<std::size_t> column = {}) {
    Error error = list_.mistake(rows_, std::move(message), column);
    errors_.add(std::move(error.path), std::move(error.message));
    good_ = false;
  }

  void add_row(const std::vector<std::optional<double>>& cells) {
    const bool whole = std::all_of(cells.begin(), cells.end(), [](const auto& cell) { return cell.has_value(); });
    if (whole && static_cast<Index>(cells.size()) != columns_) {
      complain(fmt::format("must have {} {}, got {}", columns_, columns_ == 1 ? "number" : "numbers", cells.size()));
    } else if (whole) {
      for (const auto& cell : cells) values_.push_back(*cell);
    }
    ++rows_;
  }

  bool finish() {
    if (!good_) return false;
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    list_.set.rows = Eigen::Map<const RowMajor>(values_.data(), rows_, columns_);
    list_.set.copies.assign(static_cast<std::size_t>(rows_), 1);
    return true;
  }

  std::string expectation(std::size_t column = 0) const {
    if (kind_.names.empty() || column > 0) return kind_.domain.labels ? described(kind_.domain) : "a finite number";
    constexpr std::size_t most = 8;
    const std::size_t count = std::min(kind_.names.size(), most);
    return fmt::format("one of {}{}", fmt::join(kind_.names.begin(), kind_.names.begin() + count, ", "),
                       count < kind_.names.size() ? ", …" : "");
  }

 private:
  const ItemKind& kind_;
  ItemList& list_;
  Errors& errors_;
  std::unordered_map<std::string, double> numbers_;
  std::vector<double> values_;
  Index columns_;
  Index rows_ = 0;
  bool good_ = true;
};

std::optional<double> value_of(const Json& json, const Collector& collector) {
  if (json.is_number() && std::isfinite(json.get<double>())) return json.get<double>();
  return json.is_string() ? collector.by_name(json.get<std::string>()) : std::nullopt;
}

void add_inline(const Json& item, const ItemKind& kind, Collector& collector) {
  std::vector<std::optional<double>> cells;
  if (kind.labelled && item.is_object() && item.size() == 2 && item.contains("x") && item.contains("y")) {
    Json flat = item["x"].is_array() ? item["x"] : Json::array({item["x"]});
    flat.push_back(item["y"]);
    return add_inline(flat, kind, collector);
  }
  if (!item.is_array()) {
    cells.push_back(value_of(item, collector));
    const std::string expected = kind.labelled && kind.vector ? R"(an item such as {"x": [0.5, 2], "y": 1})"
                                 : kind.labelled              ? R"(an item such as {"x": 0.5, "y": 1})"
                                 : kind.vector                ? "a list of numbers"
                                                              : collector.expectation();
    if (kind.vector || kind.labelled || !cells[0]) {
      collector.complain(fmt::format("must be {}, got {}", expected, shown(item)));
      cells[0].reset();
    }
  } else {
    for (std::size_t i = 0; i < item.size(); ++i) {
      cells.push_back(value_of(item[i], collector));
      if (!cells[i]) {
        collector.complain(fmt::format("must be {}, got {}", collector.expectation(i), shown(item[i])), i);
      }
    }
  }
  collector.add_row(cells);
}

std::optional<double> value_of(const std::string& cell, const Collector& collector) {
  const auto named = collector.by_name(cell);
  return named ? named : to_number(cell);
}

void add_csv_row(const CsvRow& row, Collector& collector) {
  std::vector<std::optional<double>> cells;
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    cells.push_back(value_of(row.cells[i], collector));
    if (cells[i] && std::isfinite(*cells[i])) continue;
    cells[i].reset();
    const std::string expected = fmt::format("must be {}, got {}", collector.expectation(i), shown(Json(row.cells[i])));
    collector.complain(row.cells[i].empty() ? "is empty" : expected, i);
  }
  collector.add_row(cells);
}

}  // namespace

Error ItemPlace::mistake(Index row, std::string message, std::optional<std::size_t> column) const {
  if (file.empty()) {
    return {fmt::format("{}[{}]{}", path, row, column ? fmt::format("[{}]", *column) : ""), std::move(message)};
  }
  const std::string in_column = column ? fmt::format(", column {}", *column + 1) : "";
  return {path, fmt::format("{}, row {}{}: {}", file, row + 1, in_column, message)};
}

static std::optional<ItemList> read_item_file(const std::filesystem::path& file, const ItemKind& kind,
                                              const std::string& path, const Context& context, Errors& errors) {
  const std::size_t before = errors.count();
  ItemList list{{}, path, file == "-" ? "standard input" : file.filename().string()};
  const std::string text = context.text(file, path, errors);
  const std::vector<CsvRow> rows = parse_csv(text, path, errors);
  if (errors.count() > before) return {};
  if (rows.empty()) {
    errors.add(path, list.file + " is empty");
    return {};
  }
  Collector collector(kind, list, errors);
  const bool header =
      is_header(rows[0], [&](const std::string& cell) { return value_of(cell, collector).has_value(); });
  for (std::size_t i = header ? 1 : 0; i < rows.size(); ++i) add_csv_row(rows[i], collector);
  return collector.finish() ? std::optional(std::move(list)) : std::nullopt;
}

/// Items from some columns of some rows of a CSV.
static std::optional<ItemList> read_part(const Node& node, const ItemKind& kind, const Context& context) {
  const Index D = kind.domain.dimension() - (kind.labelled ? 1 : 0);
  const auto pool = read_part_of_file(node, {D, kind.labelled, false, kind.names}, context);
  if (!pool) return {};
  ItemList list{{}, node.path(), std::filesystem::path(node["file"].json().get<std::string>()).filename().string()};
  std::size_t left_out = 0;
  for (Index row = 0; row < pool->size(); ++row) {
    if (left_out < pool->must_exclude.size() && pool->must_exclude[left_out] == row) {
      ++left_out;
    } else {
      list.numbers.push_back(row);
    }
  }
  list.set = {pool->rows.chosen(list.numbers), std::vector<Index>(list.numbers.size(), 1)};
  return list;
}

std::optional<ItemList> read_items(const Node& node, const ItemKind& kind, const Context& context) {
  if (node.json().is_string()) {
    const auto file = context.file(node.json().get<std::string>(), node.path(), node.errors());
    return file ? read_item_file(*file, kind, node.path(), context, node.errors()) : std::nullopt;
  }
  if (node.json().is_object()) return read_part(node, kind, context);
  if (!node.json().is_array()) {
    node.expected("a list of items or the name of a CSV file");
    return {};
  }
  ItemList list{{}, node.path(), ""};
  Collector collector(kind, list, node.errors());
  for (const Json& item : node.json()) add_inline(item, kind, collector);
  return collector.finish() ? std::optional(std::move(list)) : std::nullopt;
}

std::string described(const ItemDomain& domain, Index coordinate) {
  const auto [low, high] = domain.range[coordinate];
  if (domain.labels) return fmt::format("a category, 1 to {}", high);
  const std::string kind = domain.integers ? "an integer" : "a number";
  if (low == -infinity && high == infinity) return kind;
  if (high == infinity) return fmt::format("{} >= {}", kind, low);
  if (low == -infinity) return fmt::format("{} <= {}", kind, high);
  return domain.integers && high == low + 1 ? fmt::format("{} or {}", low, high)
                                            : fmt::format("{} in [{}, {}]", kind, low, high);
}

std::string not_an_item(const ItemDomain& domain, const Vector& x) {
  for (Index i = 0; i < domain.dimension(); ++i) {
    const auto [low, high] = domain.range[i];
    if (x[i] >= low && x[i] <= high && !(domain.integers && x[i] != std::floor(x[i]))) continue;
    const std::string where = domain.dimension() > 1 ? fmt::format("coordinate {} ", i + 1) : "";
    return fmt::format("{}must be {}, got {}", where, described(domain, i), x[i]);
  }
  return {};
}

bool all_inside(const ItemList& items, const ItemDomain& domain, Errors& errors) {
  bool good = true;
  for (Index row = 0; row < items.size(); ++row) {
    const std::string why = not_an_item(domain, items.set.rows.row(row));
    if (why.empty()) continue;
    Error error = items.mistake(row, why);
    errors.add(std::move(error.path), std::move(error.message));
    good = false;
  }
  return good;
}

}  // namespace didact::io
