// Learners of numbers: the distribution of items that each state expects, and the belief about its parameters.

#include "report/scene.hpp"

#include <algorithm>
#include <cmath>

namespace didact::report {
namespace {

/// The places at which a curve is drawn: evenly across the axis, and closely where the curve itself is.
std::vector<double> places(const plot::Range& axis, const plot::Range& own, bool whole) {
  constexpr int even = 160, close = 160;
  std::vector<double> list;
  auto spread = [&](plot::Range range, int count) {
    range = {std::max(range.low, axis.low), std::min(range.high, axis.high)};
    if (!(range.low <= range.high)) return;
    for (int i = 0; i <= count; ++i) {
      const double x = range.low + (range.high - range.low) * i / count;
      list.push_back(whole ? std::round(x) : x);
    }
  };
  spread(axis, even);
  spread(own, close);
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

struct Drawn {
  std::string name;
  plot::Ink ink;
  Curve density;
  plot::Range extent() const { return {density.extent.low, density.extent.high}; }
};

plot::Curves curves_of(const std::vector<Drawn>& drawn, std::optional<plot::Range> also, bool whole) {
  plot::Curves curves;
  std::optional<plot::Range> range = also;
  for (const Drawn& one : drawn) range = range ? plot::joined(*range, one.extent()) : one.extent();
  if (!range) return curves;
  const bool pinned =
      std::any_of(drawn.begin(), drawn.end(), [&](const Drawn& d) { return d.density.least == range->low; });
  const double more = 0.03 * (range->high - range->low);
  curves.x.range = {range->low - (pinned && !whole ? 0 : more), range->high + more};
  curves.x.whole = whole;
  double most = 0;
  for (const Drawn& one : drawn) {
    plot::Curves::Series series{one.name, one.ink};
    series.x = places(*range, one.extent(), whole);
    for (const double x : series.x) {
      series.y.push_back(one.density.value(x));
      if (std::isfinite(series.y.back())) most = std::max(most, series.y.back());
    }
    constexpr std::size_t few = 60;
    if (whole && series.x.size() <= few) series.form = plot::Curves::Series::Form::line_and_points;
    curves.series.push_back(std::move(series));
  }
  curves.y.range = {0, most > 0 ? 1.06 * most : 1};
  return curves;
}

std::vector<Drawn> parameter_curves(const Scene& scene, const std::string& parameter) {
  std::vector<Drawn> drawn;
  for (const View& belief : beliefs(scene)) {
    const auto density = scene.learners.model->belief_curve(*belief.state, parameter);
    if (density) drawn.push_back({belief.name, belief.ink, *density});
  }
  return drawn;
}

std::optional<plot::Curves> parameter_picture(const Scene& scene, const std::string& parameter) {
  const std::vector<Drawn> drawn = parameter_curves(scene, parameter);
  if (drawn.empty()) return {};
  const double target = number_in(scene.target(), parameter);
  std::optional<plot::Range> also;
  if (std::isfinite(target)) also = plot::Range{target, target};
  plot::Curves curves = curves_of(drawn, also, false);
  curves.title = "Belief about the " + std::string(parameter == "p" ? "probability p" : parameter);
  curves.x.label = parameter;
  curves.y.label = "density";
  curves.area_height = 150;
  if (std::isfinite(target)) curves.vertical.push_back({target, "target"});
  return curves;
}

}  // namespace

Rows line_rows(const Scene& scene) {
  const io::Description& model = *scene.learners.model;
  const bool whole = model.domain.integers;
  std::vector<Drawn> drawn;
  std::vector<std::string> notes;
  for (const View& view : views(scene)) {
    const auto density = model.item_curve(member(scene.problem, "learner"), *view.state);
    if (density) {
      drawn.push_back({view.name, view.ink, *density});
    } else {
      notes.push_back("The " + view.name + " has no such distribution: a number of it is infinite.");
    }
  }
  const plot::Curves::Rug rug = rug_of(scene);
  plot::Curves curves = curves_of(drawn, plot::range_of(rug.x), whole);
  curves.title = "How items are distributed";
  curves.x.label = "item";
  curves.y.label = whole ? "probability" : "density";
  curves.notes = notes;
  if (scene.has_items()) curves.rug = rug;
  Rows rows = {{curves}};
  std::vector<plot::Picture> pictures;
  for (const io::Parameter& parameter : model.target) {
    if (auto picture = parameter_picture(scene, std::string(parameter.name))) pictures.push_back(std::move(*picture));
  }
  for (plot::Row& row : in_pairs(std::move(pictures))) rows.push_back(std::move(row));
  return rows;
}

}  // namespace didact::report
