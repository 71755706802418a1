// Learners of weights: their lines through the items, or where they part them; else weight by weight.

#include "report/scene.hpp"

#include <algorithm>
#include <cmath>

namespace didact::report {
namespace {

struct Weights {
  std::string name;
  plot::Ink ink;
  std::vector<double> weights;
  double bias = 0;
};

std::optional<Weights> weights_in(const View& view) {
  const Json& own = member(*view.state, "weights");
  if (own.is_null()) return {};
  const double bias = number_in(*view.state, "bias");
  return Weights{view.name, view.ink, list_in(own), std::isfinite(bias) ? bias : 0};
}

/// Before, after and target: a conjugate learner expects weights, the others have them.
std::vector<Weights> all_weights(const Scene& scene) {
  std::vector<Weights> list;
  std::vector<View> states = views(scene);
  if (std::none_of(states.begin(), states.end(), [](const View& v) { return v.ink != plot::Ink::target; })) {
    const std::vector<View> own = beliefs(scene);
    states.insert(states.begin(), own.begin(), own.end());
  }
  for (const View& view : states) {
    if (auto weights = weights_in(view)) list.push_back(std::move(*weights));
  }
  return list;
}

bool has_bias(const Scene& scene) {
  return scene.known("bias").is_boolean() && scene.known("bias").get<bool>();
}

std::size_t dimension_of(const std::vector<Weights>& states) {
  std::size_t dimension = 0;
  for (const Weights& state : states) dimension = std::max(dimension, state.weights.size());
  return dimension;
}

std::string column_name(const Scene& scene, std::size_t column, std::size_t count) {
  const auto& columns = scene.learners.items.columns;
  if (column < columns.size()) return columns[column];
  return count == 1 ? "x" : "x" + std::to_string(column + 1);
}

plot::Bars weight_bars(const Scene& scene, const std::vector<Weights>& states) {
  plot::Bars bars{.title = "The weights", .y_label = "weight"};
  const std::size_t count = dimension_of(states);
  for (std::size_t j = 0; j < count; ++j) bars.categories.push_back(column_name(scene, j, count));
  const bool bias = has_bias(scene);
  if (bias) bars.categories.push_back("bias");
  for (const Weights& state : states) {
    bars.series.push_back({state.name, state.ink, state.weights});
    bars.series.back().values.resize(count, std::nan(""));
    if (bias) bars.series.back().values.push_back(state.bias);
  }
  return bars;
}

/// Whether the first of two coordinates is 1 for all items, so that its weight is a bias.
bool begins_with_one(const Scene& scene, std::size_t dimension) {
  return dimension == 2 && scene.has_items() && (scene.items->rows.col(0).array() == 1).all();
}

/// The weight of the only coordinate that varies; the other's is a bias.
std::vector<Weights> of_second(std::vector<Weights> states) {
  for (Weights& state : states) {
    if (state.weights.size() != 2) continue;
    state.bias += state.weights[0];
    state.weights.erase(state.weights.begin());
  }
  return states;
}

/// Lines y = w x + b through items {x, y}, where x is this coordinate.
plot::Curves lines_through_items(const Scene& scene, const std::vector<Weights>& states, Index column = 0) {
  plot::Curves curves{
      .title = "The items, and what is predicted for each x",
      .x = {.label = column_name(scene, static_cast<std::size_t>(column), static_cast<std::size_t>(column) + 1)},
      .y = {.label = "y"}};
  plot::Curves::Series points{"items", plot::Ink::items, {}, {}, plot::Curves::Series::Form::points};
  if (scene.has_items()) {
    for (Index i = 0; i < scene.items->rows.rows(); ++i) {
      points.x.push_back(scene.items->rows(i, column));
      points.y.push_back(scene.items->rows(i, column + 1));
    }
  }
  plot::Range range = plot::range_of(points.x).value_or(plot::Range{0, 1});
  range = plot::joined(plot::widened(range, 0.1), {-0.1, 0.1});  // lines through the origin are to show it
  for (const Weights& state : states) {
    if (state.weights.size() != 1) continue;
    auto y = [&](double x) { return state.weights[0] * x + state.bias; };
    curves.series.push_back({state.name, state.ink, {range.low, range.high}, {y(range.low), y(range.high)}});
  }
  if (!points.x.empty()) curves.series.push_back(std::move(points));
  return curves;
}

plot::Plane parted_items(const Scene& scene, const std::vector<Weights>& states) {
  plot::Plane plane{.title = "The items, and where each state parts the labels",
                    .x_label = column_name(scene, 0, 2),
                    .y_label = column_name(scene, 1, 2)};
  plot::Plane::Items yes{.name = "items labelled 1", .ink = plot::Ink::items};
  plot::Plane::Items no{.name = "items labelled −1", .ink = plot::Ink::fifth};
  for (Index i = 0; scene.has_items() && i < scene.items->rows.rows(); ++i) {
    plot::Plane::Items& into = scene.items->rows(i, 2) > 0 ? yes : no;
    into.at.emplace_back(scene.items->rows(i, 0), scene.items->rows(i, 1));
    into.copies.push_back(static_cast<double>(scene.items->copies[static_cast<std::size_t>(i)]));
  }
  for (const Weights& state : states) {
    if (state.weights.size() != 2) continue;
    const Eigen::Vector2d normal(state.weights[0], state.weights[1]);
    if (normal.norm() > 0) {
      plane.lines.push_back({state.name, state.ink, normal, state.bias});
    } else {
      plane.notes.push_back("The " + state.name + " has no weights, and so parts nothing.");
    }
  }
  plane.items = {std::move(yes), std::move(no)};
  return plane;
}

}  // namespace

Rows regression_rows(const Scene& scene) {
  const std::vector<Weights> states = all_weights(scene);
  if (states.empty()) return plain_rows(scene);
  Rows rows;
  const std::size_t dimension = dimension_of(states);
  const bool line = begins_with_one(scene, dimension);
  if (dimension == 1) rows.push_back({lines_through_items(scene, states)});
  if (line) rows.push_back({lines_through_items(scene, of_second(states), 1)});
  rows.push_back({weight_bars(scene, states)});
  if (dimension > 1 && !line && scene.has_items()) rows.push_back({item_table(scene)});
  return rows;
}

Rows separator_rows(const Scene& scene) {
  const std::vector<Weights> states = all_weights(scene);
  if (states.empty()) return plain_rows(scene);
  Rows rows;
  if (dimension_of(states) == 1) rows.push_back({lines_through_items(scene, states)});
  if (dimension_of(states) == 2) rows.push_back({parted_items(scene, states)});
  rows.push_back({weight_bars(scene, states)});
  return rows;
}

}  // namespace didact::report
