// Learners made of several: classes of documents or rows, states of a chain.

#include "report/scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace didact::report {
namespace {

constexpr std::size_t most_classes = 6;

/// What a list of pseudo-counts expects: their shares.
std::vector<double> shares(std::vector<double> counts) {
  double sum = 0;
  for (const double count : counts) sum += count;
  for (double& count : counts) count /= sum;
  return counts;
}

/// Lists of probabilities out of each state. Large learners do not say what they expect, but their counts do.
struct State {
  std::string name;
  plot::Ink ink;
  const Json* json;
  bool counts;

  std::vector<double> list(const Json& numbers) const { return counts ? shares(list_in(numbers)) : list_in(numbers); }
};

std::vector<State> states(const Scene& scene) {
  std::vector<State> list;
  const bool said = scene.before && scene.before->expects.is_object();
  for (const View& view : said ? views(scene) : beliefs(scene)) {
    list.push_back({view.name, view.ink, view.state, !said});
  }
  if (!said && scene.target().is_object()) list.push_back({"target", plot::Ink::target, &scene.target(), false});
  return list;
}

plot::Bars class_bars(const Scene& scene, const std::vector<State>& all) {
  plot::Bars bars{.title = "The classes", .x_label = "class", .y_label = "probability"};
  std::size_t count = 0;
  for (const State& state : all) {
    bars.series.push_back({state.name, state.ink, state.list(member(*state.json, "classes"))});
    count = std::max(count, bars.series.back().values.size());
  }
  bars.categories = scene.names(count);
  return bars;
}

std::vector<std::string> word_names(const Scene& scene, std::size_t count) {
  std::vector<std::string> names;
  if (const Json& given = scene.known("vocabulary"); given.is_array()) {
    for (const Json& word : given) names.push_back(word.is_string() ? word.get<std::string>() : word.dump());
  }
  for (std::size_t k = names.size(); k < count; ++k) names.push_back(std::to_string(k + 1));
  names.resize(count);
  return names;
}

/// A feature of a class: what is expected of it, out of a state or a belief.
struct Feature {
  double mean = 0, variance = 0;
};

Feature feature_of(const Json& json) {
  if (json.contains("variance")) return {number_in(json, "mean"), number_in(json, "variance")};
  const double shape = number_in(json, "shape");  // E σ² = scale/(shape - 1)
  return {number_in(json, "mean"), shape > 1 ? number_in(json, "scale") / (shape - 1) : std::nan("")};
}

std::vector<Feature> features_of(const State& state, std::size_t k) {
  std::vector<Feature> list;
  const Json& all = member(*state.json, "features");
  if (!all.is_array() || k >= all.size()) return list;
  for (const Json& feature : all[k]) list.push_back(feature_of(feature));
  return list;
}

plot::Plane class_plane(const Scene& scene, const std::vector<State>& all, std::size_t k, const std::string& name) {
  plot::Plane plane{.title = "Rows of class " + name, .x_label = "x1", .y_label = "x2"};
  for (const State& state : all) {
    const std::vector<Feature> features = features_of(state, k);
    if (features.size() != 2 || !std::isfinite(features[0].mean + features[1].mean)) continue;
    plot::Plane::Gaussian gaussian{state.name, state.ink, {features[0].mean, features[1].mean}, {}};
    if (std::isfinite(features[0].variance + features[1].variance)) {
      gaussian.covariance = Eigen::Vector2d(features[0].variance, features[1].variance).asDiagonal().toDenseMatrix();
    } else {
      gaussian.name += " (infinite variance)";
    }
    plane.gaussians.push_back(std::move(gaussian));
  }
  plot::Plane::Items items{.name = "items"};
  if (!scene.written) return plane;
  for (const WrittenItems::Item& item : scene.written->items) {
    const Json& label = member(item.json, "label");
    const bool here =
        label.is_string() ? label.get<std::string>() == name : number_in(label) == static_cast<double>(k + 1);
    const std::vector<double> x = list_in(member(item.json, "x"));
    if (!here || x.size() != 2) continue;
    items.at.emplace_back(x[0], x[1]);
    items.copies.push_back(static_cast<double>(item.copies));
  }
  plane.items.push_back(std::move(items));
  return plane;
}

plot::Bars feature_bars(const std::vector<State>& all, std::size_t k, const std::string& name) {
  plot::Bars bars{.title = "Means of class " + name, .x_label = "feature", .y_label = "mean"};
  for (const State& state : all) {
    plot::Bars::Series series{state.name, state.ink, {}};
    for (const Feature& feature : features_of(state, k)) series.values.push_back(feature.mean);
    while (bars.categories.size() < series.values.size()) {
      bars.categories.push_back(fmt::format("x{}", bars.categories.size() + 1));
    }
    bars.series.push_back(std::move(series));
  }
  return bars;
}

plot::Grid transitions_of(const Scene& scene, const State& state) {
  plot::Grid grid{.title = "Transitions, " + state.name, .ink = state.ink};
  if (state.ink == plot::Ink::target)
    grid.ink = plot::Ink::eighth;  // numbers on the text's own colour could not be read
  const Json& all = member(*state.json, "transitions");
  for (const Json& row : all) grid.cells.push_back(state.list(row));
  grid.rows = grid.columns = scene.names(grid.cells.size());
  grid.notes.push_back("from row to column");
  return grid;
}

/// The classes themselves, and those of them that have pictures of their own below.
struct Classes {
  Rows rows;
  std::vector<std::string> shown;
};
Classes begin_with_classes(const Scene& scene, const std::vector<State>& all) {
  plot::Bars bars = class_bars(scene, all);
  std::vector<std::string> shown = bars.categories;
  if (shown.size() > most_classes) {
    bars.notes.push_back(fmt::format("Below: the first {} of {}.", most_classes, shown.size()));
    shown.resize(most_classes);
  }
  return {{{std::move(bars)}}, std::move(shown)};
}

}  // namespace

Rows naive_bayes_rows(const Scene& scene) {
  const std::vector<State> all = states(scene);
  if (all.empty()) return plain_rows(scene);
  auto [rows, names] = begin_with_classes(scene, all);
  std::vector<plot::Picture> pictures;
  for (std::size_t k = 0; k < names.size(); ++k) {
    plot::Bars bars{.title = "Words of class " + names[k], .x_label = "word", .y_label = "probability"};
    for (const State& state : all) {
      const Json& words = member(*state.json, "words");
      if (words.is_array() && k < words.size()) {
        bars.series.push_back({state.name, state.ink, state.list(words[k])});
      }
    }
    const std::size_t count = bars.series.empty() ? 0 : bars.series[0].values.size();
    bars.categories = word_names(scene, count);
    pictures.push_back(std::move(bars));
  }
  constexpr std::size_t few = 12;
  const auto* words = pictures.empty() ? nullptr : std::get_if<plot::Bars>(&pictures[0]);
  const bool wide = words && words->categories.size() > few;
  if (wide) {
    for (plot::Picture& picture : pictures) rows.push_back({std::move(picture)});
  } else {
    for (plot::Row& row : in_pairs(std::move(pictures))) rows.push_back(std::move(row));
  }
  if (scene.written && !scene.written->items.empty()) rows.push_back({item_table(scene)});
  return rows;
}

Rows gaussian_naive_bayes_rows(const Scene& scene) {
  const std::vector<State> all = states(scene);
  if (all.empty()) return plain_rows(scene);
  auto [rows, names] = begin_with_classes(scene, all);
  std::vector<plot::Picture> pictures;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const bool flat = features_of(all[0], k).size() == 2;
    if (flat) pictures.push_back(class_plane(scene, all, k, names[k]));
    if (!flat) pictures.push_back(feature_bars(all, k, names[k]));
  }
  for (plot::Row& row : in_pairs(std::move(pictures))) rows.push_back(std::move(row));
  return rows;
}

Rows markov_chain_rows(const Scene& scene) {
  const std::vector<State> all = states(scene);
  if (all.empty()) return plain_rows(scene);
  plot::Bars start{.title = "The first state", .x_label = "state", .y_label = "probability"};
  plot::Row grids;
  for (const State& state : all) {
    start.series.push_back({state.name, state.ink, state.list(member(*state.json, "start"))});
    start.categories = scene.names(start.series.back().values.size());
    grids.push_back(transitions_of(scene, state));
  }
  constexpr std::size_t few = 5;
  Rows rows;
  if (start.categories.size() <= few) {
    rows.push_back(std::move(grids));
  } else {
    for (plot::Picture& grid : grids) rows.push_back({std::move(grid)});
  }
  rows.push_back({std::move(start)});
  if (scene.written && !scene.written->items.empty()) rows.push_back({item_table(scene)});
  return rows;
}

}  // namespace didact::report
