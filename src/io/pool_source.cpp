#include "io/pool_source.hpp"

#include "io/csv.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace didact::io {

bool PoolSource::Condition::holds(const std::string& cell) const {
  if (cell == text) return true;
  const auto a = to_number(cell), b = to_number(text);
  return a && b && *a == *b;
}

std::optional<double> PoolSource::category(const PoolShape& shape, const std::string& cell) {
  const auto it = std::find(shape.categories.begin(), shape.categories.end(), cell);
  if (it == shape.categories.end()) return {};
  return static_cast<double>(it - shape.categories.begin() + 1);
}

std::string PoolSource::not_a_value(std::size_t column, const std::string& cell, bool is_item) const {
  if (cell.empty()) return fmt::format("column {} is empty", column_name(column));
  const char* what = is_item && !shape_.categories.empty() ? "a category" : "a finite number";
  return fmt::format("column {} must be {}, got {}", column_name(column), what, shown(Json(cell)));
}

std::string cell_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.is_null() ? "" : value.dump();
}

std::unique_ptr<PoolSource> open_source(const Node& node, const PoolShape& shape, const Context& context) {
  if (!node.json().is_string() && !node.json().is_array()) {
    node.expected("the name of a CSV file or a list of rows");
    return nullptr;
  }
  const Frame* const frame = node.json().is_string() ? context.frame(node.json().get<std::string>()) : nullptr;
  const std::size_t before = node.errors().count();
  auto source = frame ? frame_source(node, shape, *frame) : written_source(node, shape, context);
  return node.errors().count() > before ? nullptr : std::move(source);
}

}  // namespace didact::io
