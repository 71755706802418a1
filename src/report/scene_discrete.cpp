// Learners that choose: a threshold, one of several hypotheses, the concepts that agree; and any other.

#include "report/scene.hpp"
#include "report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace didact::report {
namespace {

plot::Intervals line_of_threshold(const Scene& scene, plot::Range range) {
  plot::Intervals line{.title = "Where the threshold may lie", .x = {.label = "x", .range = range}};
  for (const View& view : beliefs(scene)) {
    const plot::Range span{number_in(*view.state, "above"), number_in(*view.state, "up_to")};
    if (!(span.low <= span.high)) continue;
    const std::string remark = fmt::format("{} wide", plot::value_label(span.high - span.low));
    line.rows.push_back({view.name, span, {}, view.ink, remark});
  }
  plot::Intervals::Row yes{"items labelled 1", {}, {}, plot::Ink::items},
      no{"items labelled −1", {}, {}, plot::Ink::fifth};
  for (Index i = 0; scene.has_items() && i < scene.items->rows.rows(); ++i) {
    (scene.items->rows(i, 1) > 0 ? yes : no).points.push_back(scene.items->rows(i, 0));
  }
  for (plot::Intervals::Row* row : {&no, &yes}) {
    if (!row->points.empty()) line.rows.push_back(std::move(*row));
  }
  const double theta = number_in(scene.target(), "theta");
  if (std::isfinite(theta)) line.marks.push_back({theta, "target θ = " + plot::value_label(theta)});
  return line;
}

/// The density of a hypothesis about one number, by its family.
std::optional<Curve> curve_of(const std::string& family, const Json& parameters) {
  if (family == "gaussian") return gaussian_curve(number_in(parameters, "mean"), number_in(parameters, "variance"));
  if (family == "poisson") return poisson_curve(number_in(parameters, "rate"));
  if (family == "exponential") return exponential_curve(number_in(parameters, "rate"));
  return {};
}

/// The densities of hypotheses about one number, with the items below.
std::optional<plot::Curves> densities_of(const Scene& scene) {
  const Json& hypotheses = scene.known("hypotheses");
  constexpr std::size_t most = 7;
  if (!hypotheses.is_object() || hypotheses.empty() || hypotheses.size() > most) return {};
  plot::Curves curves{.title = "How each hypothesis says that items are distributed",
                      .x = {.label = "item"},
                      .y = {.label = "density"}};
  curves.rug = rug_of(scene);
  std::optional<plot::Range> range = plot::range_of(curves.rug->x);
  std::vector<Curve> densities;
  for (const auto& [name, value] : hypotheses.items()) {
    if (!value.is_object() || value.empty()) return {};
    const std::string& family = value.begin().key();
    const auto density = curve_of(family, value.begin().value());
    if (!density) return {};
    const plot::Range extent{density->extent.low, density->extent.high};
    range = range ? plot::joined(*range, extent) : extent;
    const plot::Ink ink =
        name == member(scene.target(), "hypothesis") ? plot::Ink::target : plot::nth_ink(densities.size());
    curves.series.push_back({name, ink});
    curves.x.whole |= family == "poisson";
    densities.push_back(*density);
  }
  constexpr int steps = 240;
  double peak = 0;
  for (std::size_t h = 0; h < densities.size(); ++h) {
    for (int i = 0; i <= steps; ++i) {
      double x = range->low + (range->high - range->low) * i / steps;
      if (curves.x.whole) x = std::round(x);
      curves.series[h].x.push_back(x);
      curves.series[h].y.push_back(densities[h].value(x));
      if (std::isfinite(curves.series[h].y.back())) peak = std::max(peak, curves.series[h].y.back());
    }
  }
  curves.y.range = plot::Range{0, peak > 0 ? 1.06 * peak : 1};
  return curves;
}

std::vector<double> labels_of(const Json& concept_labels) {
  return list_in(concept_labels);
}

bool agrees(const std::vector<double>& labels, const Scene& scene) {
  for (Index i = 0; scene.has_items() && i < scene.items->rows.rows(); ++i) {
    const auto item = static_cast<std::size_t>(scene.items->rows(i, 0)) - 1;
    if (item < labels.size() && labels[item] != scene.items->rows(i, 1)) return false;
  }
  return true;
}

/// The class as a grid, with what is shown framed and what it rules out struck.
std::optional<plot::Grid> grid_of_class(const Scene& scene) {
  const Json& concepts = scene.known("concepts");
  if (!concepts.is_object() || concepts.empty()) return {};
  plot::Grid grid{.title = "The concepts: shaded items are labelled 1", .numbers = false};
  const std::string target =
      member(scene.target(), "concept").is_string() ? scene.target().at("concept").get<std::string>() : std::string();
  for (const auto& [name, labels] : concepts.items()) {
    grid.cells.push_back(labels_of(labels));
    if (!agrees(grid.cells.back(), scene)) grid.faded.push_back(grid.rows.size());
    grid.rows.push_back(name == target ? name + " (target)" : name);
  }
  grid.columns = scene.names(grid.cells[0].size());
  for (Index i = 0; scene.has_items() && i < scene.items->rows.rows(); ++i) {
    grid.chosen.push_back(static_cast<std::size_t>(scene.items->rows(i, 0)) - 1);
  }
  if (scene.has_items()) grid.notes.push_back("Framed: the items shown. Struck out: concepts that they rule out.");
  return grid;
}

}  // namespace

Rows threshold_rows(const Scene& scene) {
  Rows rows = {{line_of_threshold(scene, {0, 1})}};
  if (!scene.after) return rows;
  const double low = number_in(scene.after->parameters, "above"), high = number_in(scene.after->parameters, "up_to");
  constexpr double narrow = 0.05;
  if (!(high - low < narrow) || !(high > low)) return rows;
  plot::Intervals close = line_of_threshold(scene, plot::widened({low, high}, 1));
  close.title = "The same, closer";
  close.marks[0].name.clear();
  rows.push_back({std::move(close)});
  return rows;
}

Rows hypotheses_rows(const Scene& scene) {
  plot::Bars bars{.title = "How probable the learner takes each hypothesis to be", .y_label = "probability"};
  const std::string target =
      member(scene.target(), "hypothesis").is_string() ? scene.target().at("hypothesis").get<std::string>() : "";
  for (const View& view : beliefs(scene)) {
    plot::Bars::Series series{view.name, view.ink, {}};
    bars.categories.clear();
    for (const auto& [name, probability] : view.state->items()) {
      bars.categories.push_back(name == target ? name + " (target)" : name);
      series.values.push_back(number_in(probability));
    }
    bars.series.push_back(std::move(series));
  }
  bars.range = plot::Range{0, 1};
  Rows rows = {{std::move(bars)}};
  if (auto curves = densities_of(scene)) {
    rows.push_back({std::move(*curves)});
  } else if (scene.has_items()) {
    rows.push_back({item_table(scene)});
  }
  return rows;
}

Rows concepts_rows(const Scene& scene) {
  if (auto grid = grid_of_class(scene)) return {{std::move(*grid)}};
  plot::Bars bars{.title = "Concepts that agree with what was shown", .y_label = "concepts", .whole = true};
  for (const View& view : beliefs(scene)) {
    bars.categories.push_back(view.name);
    if (bars.series.empty()) bars.series.push_back({"", plot::Ink::after, {}});
    bars.series[0].values.push_back(number_in(*view.state, "consistent"));
  }
  Rows rows = {{std::move(bars)}};
  if (scene.has_items()) rows.push_back({item_table(scene)});
  return rows;
}

Rows plain_rows(const Scene& scene) {
  Rows rows;
  if (scene.has_items() || (scene.written && !scene.written->items.empty())) rows.push_back({item_table(scene)});
  const std::vector<View> states = views(scene).empty() ? beliefs(scene) : views(scene);
  plot::Words words{.title = "The parameters"};
  for (const View& view : states) {
    for (const auto& [name, value] : view.state->items()) words.rows.push_back({view.name, name, value.dump()});
  }
  if (!words.rows.empty()) rows.push_back({std::move(words)});
  return rows;
}

}  // namespace didact::report
