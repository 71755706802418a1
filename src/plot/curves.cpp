#include "plot/curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace didact::plot {
namespace {

constexpr double rug_height = 34;
using Form = Curves::Series::Form;

std::vector<Entry> entries(const Curves& curves) {
  std::vector<Entry> list;
  for (const Curves::Series& series : curves.series) {
    if (series.name.empty()) continue;
    const Entry::Symbol symbol = series.form == Form::line     ? Entry::Symbol::line
                                 : series.form == Form::points ? Entry::Symbol::point
                                                               : Entry::Symbol::line_and_point;
    list.push_back({series.name, series.ink, symbol});
  }
  for (const auto* marks : {&curves.vertical, &curves.horizontal}) {
    for (const Curves::Mark& mark : *marks) {
      if (!mark.name.empty()) list.push_back({mark.name, mark.ink, Entry::Symbol::line});
    }
  }
  if (curves.rug && !curves.rug->x.empty()) list.push_back({curves.rug->name, curves.rug->ink, Entry::Symbol::point});
  return list;
}

std::vector<double> all(const Curves& curves, std::vector<double> Curves::Series::*part) {
  std::vector<double> values;
  for (const Curves::Series& series : curves.series) {
    values.insert(values.end(), (series.*part).begin(), (series.*part).end());
  }
  const bool across = part == &Curves::Series::x;
  for (const Curves::Mark& mark : across ? curves.vertical : curves.horizontal) values.push_back(mark.at);
  if (across && curves.rug) values.insert(values.end(), curves.rug->x.begin(), curves.rug->x.end());
  const bool stems = std::any_of(curves.series.begin(), curves.series.end(),
                                 [](const Curves::Series& series) { return series.form == Form::stems; });
  if (!across && stems) values.push_back(0);
  return values;
}

Point placed(const Scale& x, const Scale& y, double a, double b) {
  const bool shown = std::isfinite(a) && std::isfinite(b) && (x.kind() == Scale::Kind::linear || a > 0) &&
                     (y.kind() == Scale::Kind::linear || b > 0);
  return shown ? Point{x(a), y(b)} : Point{std::nan(""), std::nan("")};
}

void draw_marker(Canvas& canvas, Ink ink, Point at, double radius) {
  const Marker marker = marker_of(ink);
  canvas.marker(marker, at, radius,
                marker == Marker::ring    ? open_style(ink)
                : marker == Marker::cross ? thin_style(ink)
                                          : fill_style(ink));
}

bool within(const Box& area, Point at) {
  constexpr double slack = 0.5;
  return at.x >= area.x - slack && at.x <= area.right() + slack && at.y >= area.y - slack &&
         at.y <= area.bottom() + slack;
}

void draw_series(Canvas& canvas, const Curves::Series& series, const Scale& x, const Scale& y, const Box& area) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
    points.push_back(placed(x, y, series.x[i], series.y[i]));
  }
  if (series.form == Form::line || series.form == Form::line_and_points || series.form == Form::stems) {
    canvas.path(points, area, line_style(series.ink));
  }
  const bool alone = points.size() == 1 && series.form == Form::line;
  if (series.form == Form::line && !alone) return;
  const double radius = points.size() > 60 ? 2 : 3.4;
  Thinned thinned(points.size());
  for (const Point& at : points) {
    if (std::isfinite(at.x) && within(area, at) && thinned.take(at)) draw_marker(canvas, series.ink, at, radius);
  }
}

void draw_rug(Canvas& canvas, const Curves::Rug& rug, const Scale& x, const Box& strip) {
  canvas.line({strip.x, strip.bottom()}, {strip.right(), strip.bottom()}, "axis");
  double free_from = strip.x - left_margin;
  std::vector<std::size_t> order(rug.x.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rug.x[a] < rug.x[b]; });
  Thinned thinned(order.size());
  for (const std::size_t i : order) {
    const Point at = {x(rug.x[i]), strip.bottom() - 9};
    if (!std::isfinite(at.x) || !within(strip, at) || !thinned.take(at)) continue;
    draw_marker(canvas, rug.ink, at, 4);
    const double copies = i < rug.copies.size() ? rug.copies[i] : 1;
    if (copies <= 1) continue;
    const std::string label = "×" + value_label(copies);
    const double half = text_width(label, tick_size) / 2;
    if (at.x - half < free_from || at.x + half > strip.right() + right_margin) continue;
    canvas.text({at.x, at.y - 8}, label, text_style(rug.ink), Anchor::middle);
    free_from = at.x + half + 3;
  }
}

}  // namespace

std::vector<std::string> remarks(const Curves&) {
  return {};
}

double height(const Curves& curves, double width) {
  return legend_height(entries(curves), width - 20) + label_height(curves.y) + curves.area_height +
         (curves.rug ? rug_height : 0) + x_axis_height(curves.x);
}

void draw_into(Canvas& canvas, const Curves& curves, const Box& box) {
  const std::vector<Entry> legend = entries(curves);
  draw_legend(canvas, legend, {box.x + 10, box.y, box.width - 20, 0});
  const double top = box.y + legend_height(legend, box.width - 20) + label_height(curves.y);
  const double strip = curves.rug ? rug_height : 0;
  const Box area{box.x + left_margin, top, box.width - left_margin - right_margin,
                 box.bottom() - top - x_axis_height(curves.x) - strip};
  const Scale x(curves.x.kind(), axis_range(curves.x, all(curves, &Curves::Series::x), 0.03), {area.x, area.right()});
  const Scale y(curves.y.kind(), axis_range(curves.y, all(curves, &Curves::Series::y), 0.05), {area.bottom(), area.y});
  draw_y_axis(canvas, y, curves.y, area);
  if (curves.rug) canvas.line({area.x, area.bottom()}, {area.right(), area.bottom()}, "grid");
  for (const Curves::Mark& mark : curves.vertical) {
    if (x.contains(mark.at)) canvas.line({x(mark.at), area.y}, {x(mark.at), area.bottom()}, line_style(mark.ink));
  }
  for (const Curves::Mark& mark : curves.horizontal) {
    if (y.contains(mark.at)) canvas.line({area.x, y(mark.at)}, {area.right(), y(mark.at)}, line_style(mark.ink));
  }
  for (const Curves::Series& series : curves.series) draw_series(canvas, series, x, y, area);
  const Box all_of_it{area.x, area.y, area.width, area.height + strip};
  if (curves.rug) draw_rug(canvas, *curves.rug, x, {area.x, area.bottom(), area.width, strip});
  draw_x_axis(canvas, x, curves.x, all_of_it);
}

}  // namespace didact::plot
