#include "io/labelled_rows.hpp"

#include "io/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace didact::io {

std::vector<std::string> RowSpelling::titles() const {
  std::vector<std::string> titles = {"label"};
  for (Index d = 0; d < dimension_; ++d) titles.push_back(fmt::format("x{}", d + 1));
  return titles;
}

bool RowSpelling::is_header(const CsvRow& row) const {
  return std::any_of(row.cells.begin() + (row.cells.empty() ? 0 : 1), row.cells.end(),
                     [](const std::string& cell) { return !cell.empty() && !to_number(cell); });
}

std::optional<LabelledRow> RowSpelling::read(const Node& node) const {
  if (!node.json().is_object()) {
    node.expected(R"(a row such as {"label": 1, "x": [0.5, 2]})");
    return {};
  }
  node.is_object_of({"label", "x"});
  const auto label_node = node.need("label"), x_node = node.need("x");
  if (!label_node || !x_node) return {};
  const auto label = classes_.find(label_node->json());
  if (!label) label_node->expected(classes_.expectation());
  if (x_node->json().is_number() && dimension_ == 1) {
    const auto x = read_number(*x_node, Domain::real);
    return label && x ? std::optional(LabelledRow{*label, {*x}}) : std::nullopt;
  }
  auto x = read_numbers(*x_node, Domain::real);
  if (x && static_cast<Index>(x->size()) != dimension_) {
    x_node->error(fmt::format("must have {} numbers, one for each feature, got {}", dimension_, x->size()));
    return {};
  }
  return label && x ? std::optional(LabelledRow{*label, std::move(*x)}) : std::nullopt;
}

std::optional<LabelledRow> RowSpelling::read(const CsvRow& row, const Complain& complain) const {
  if (static_cast<Index>(row.cells.size()) != dimension_ + 1) {
    complain(
        fmt::format("must have {} cells, a label and {} numbers, got {}", dimension_ + 1, dimension_, row.cells.size()),
        {});
    return {};
  }
  const auto label = classes_.find(row.cells[0]);
  if (!label) complain(fmt::format("must be {}, got {}", classes_.expectation(), shown(Json(row.cells[0]))), 0);
  LabelledRow item{label.value_or(0), {}};
  bool good = label.has_value();
  for (std::size_t d = 1; d < row.cells.size(); ++d) {
    const auto x = to_number(row.cells[d]);
    const bool finite = x && std::isfinite(*x);
    if (!finite) complain(fmt::format("must be a finite number, got {}", shown(Json(row.cells[d]))), d);
    good &= finite;
    item.x.push_back(finite ? *x : 0);
  }
  return good ? std::optional(std::move(item)) : std::nullopt;
}

io::WrittenItems::Item RowSpelling::written(const LabelledRow& row) const {
  std::vector<std::string> cells = {classes_.text(row.label)};
  for (const double x : row.x) cells.push_back(fmt::format("{}", x));
  return {{{"label", classes_.json(row.label)}, {"x", to_json(row.x)}}, std::move(cells)};
}

}  // namespace didact::io
