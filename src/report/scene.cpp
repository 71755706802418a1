#include "report/scene.hpp"

#include "report/report.hpp"

#include <fmt/format.h>

#include <cmath>

namespace didact::report {
namespace {

const Json& nothing() {
  static const Json null;
  return null;
}

}  // namespace

const Json& member(const Json& object, const std::string& key) {
  return object.is_object() && object.contains(key) ? object.at(key) : nothing();
}

const Json& Scene::known(const std::string& name) const {
  return member(member(problem, "learner"), name);
}

std::vector<std::string> Scene::names(std::size_t count) const {
  std::vector<std::string> list = learners.items.names;
  if (const Json& given = member(problem, "names"); given.is_array() && list.empty()) {
    for (const Json& name : given) list.push_back(name.is_string() ? name.get<std::string>() : name.dump());
  }
  for (std::size_t k = list.size(); k < count; ++k) list.push_back(std::to_string(k + 1));
  list.resize(count);
  return list;
}

double number_in(const Json& json) {
  if (json.is_array() && json.size() == 1) return number_in(json[0]);
  return json.is_number() ? json.get<double>() : std::nan("");
}

double number_in(const Json& object, const std::string& key) {
  return number_in(member(object, key));
}

std::vector<double> list_in(const Json& json) {
  std::vector<double> list;
  if (!json.is_array()) return json.is_number() ? std::vector{json.get<double>()} : list;
  for (const Json& entry : json) list.push_back(number_in(entry));
  return list;
}

std::optional<Vector> vector_in(const Json& json, Index size) {
  const std::vector<double> list = list_in(json);
  if (static_cast<Index>(list.size()) != size) return {};
  const Vector vector = Eigen::Map<const Vector>(list.data(), size);
  return vector.allFinite() ? std::optional(vector) : std::nullopt;
}

std::optional<Matrix> matrix_in(const Json& json, Index size) {
  if (!json.is_array() || static_cast<Index>(json.size()) != size) return {};
  Matrix matrix(size, size);
  for (Index i = 0; i < size; ++i) {
    const auto row = vector_in(json[static_cast<std::size_t>(i)], size);
    if (!row) return {};
    matrix.row(i) = row->transpose();
  }
  return matrix;
}

std::vector<View> views(const Scene& scene) {
  std::vector<View> list;
  if (scene.before && scene.before->expects.is_object())
    list.push_back({"learner before", plot::Ink::before, &scene.before->expects});
  if (scene.after && scene.after->expects.is_object())
    list.push_back({"learner after", plot::Ink::after, &scene.after->expects});
  if (scene.target().is_object()) list.push_back({"target", plot::Ink::target, &scene.target()});
  return list;
}

std::vector<View> beliefs(const Scene& scene) {
  std::vector<View> list;
  if (scene.before && scene.before->parameters.is_object())
    list.push_back({"learner before", plot::Ink::before, &scene.before->parameters});
  if (scene.after && scene.after->parameters.is_object())
    list.push_back({"learner after", plot::Ink::after, &scene.after->parameters});
  return list;
}

plot::Words item_table(const Scene& scene) {
  plot::Words words{.title = "Items"};
  auto add = [&](std::vector<std::string> cells, Index copies) {
    if (copies > 1) cells.push_back(fmt::format("× {}", grouped(copies)));
    words.rows.push_back(std::move(cells));
  };
  if (scene.written) {
    words.heads = scene.written->titles;
    for (const WrittenItems::Item& item : scene.written->items) add(item.cells, item.copies);
    return words;
  }
  if (!scene.has_items()) return words;
  const io::ItemKind& kind = scene.learners.items;
  for (Index i = 0; i < scene.items->rows.rows(); ++i) {
    std::vector<std::string> cells;
    const Index last = scene.items->rows.cols() - 1;
    for (Index j = 0; j <= last; ++j) {
      const double value = scene.items->rows(i, j);
      const bool named = j == 0 && !kind.names.empty() && value >= 1 && value <= static_cast<double>(kind.names.size());
      cells.push_back(named ? kind.names[static_cast<std::size_t>(value) - 1] : plot::value_label(value));
    }
    add(std::move(cells), scene.items->copies[static_cast<std::size_t>(i)]);
  }
  const Index x_columns = scene.items->rows.cols() - 1;
  for (Index j = 0; kind.labelled && j < x_columns; ++j) {
    words.heads.push_back(x_columns == 1 ? "x" : fmt::format("x{}", j + 1));
  }
  if (kind.labelled) words.heads.push_back("y");
  if (!kind.columns.empty() && static_cast<Index>(kind.columns.size()) == scene.items->rows.cols()) {
    words.heads = kind.columns;
  }
  return words;
}

plot::Curves::Rug rug_of(const Scene& scene, Index column) {
  plot::Curves::Rug rug{.name = "items"};
  if (!scene.has_items()) return rug;
  for (Index i = 0; i < scene.items->rows.rows(); ++i) {
    rug.x.push_back(scene.items->rows(i, column));
    rug.copies.push_back(static_cast<double>(scene.items->copies[static_cast<std::size_t>(i)]));
  }
  return rug;
}

Rows in_pairs(std::vector<plot::Picture> pictures) {
  Rows rows;
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    if (i % 2 == 0) rows.emplace_back();
    rows.back().push_back(std::move(pictures[i]));
  }
  return rows;
}

}  // namespace didact::report
