#include "plot/intervals.hpp"

#include <algorithm>
#include <cmath>

namespace didact::plot {
namespace {

std::vector<Entry> entries(const Intervals& intervals) {
  std::vector<Entry> list;
  for (const Curves::Mark& mark : intervals.marks) {
    if (!mark.name.empty()) list.push_back({mark.name, mark.ink, Entry::Symbol::line});
  }
  return list;
}

double row_height(const Intervals& intervals) {
  constexpr std::size_t few = 12;
  return intervals.rows.size() <= few ? 28 : 19;
}

/// Of the widest name, or of the widest remark, in a column of its own.
double column(const Intervals& intervals, std::string Intervals::Row::*part, double least, double most) {
  double width = 0;
  for (const Intervals::Row& row : intervals.rows) width = std::max(width, text_width(row.*part, tick_size));
  return width == 0 ? least : std::clamp(width + 14, least, most);
}

std::vector<double> values_of(const Intervals& intervals) {
  std::vector<double> values;
  for (const Intervals::Row& row : intervals.rows) {
    if (row.span) values.insert(values.end(), {row.span->low, row.span->high});
    values.insert(values.end(), row.points.begin(), row.points.end());
  }
  for (const Curves::Mark& mark : intervals.marks) values.push_back(mark.at);
  return values;
}

void draw_row(Canvas& canvas, const Intervals::Row& row, const Scale& x, const Box& place) {
  const double y = place.centre().y;
  canvas.line({place.x, y}, {place.right(), y}, "grid");
  if (row.span && std::isfinite(row.span->low) && std::isfinite(row.span->high)) {
    const double from = std::clamp(x(row.span->low), place.x, place.right());
    const double to = std::clamp(x(row.span->high), place.x, place.right());
    const double thick = std::min(10.0, 0.5 * place.height);
    if (to - from > 0.5) {
      canvas.rectangle({from, y - thick / 2, to - from, thick}, faint_style(row.ink));
      canvas.rectangle({from, y - thick / 2, to - from, thick}, thin_style(row.ink));
    } else {
      canvas.marker(Marker::circle, {(from + to) / 2, y}, 0.45 * thick, fill_style(row.ink));
    }
  }
  for (const double point : row.points) {
    if (x.contains(point)) canvas.marker(marker_of(row.ink), {x(point), y}, 4, open_style(row.ink));
  }
}

}  // namespace

std::vector<std::string> remarks(const Intervals&) {
  return {};
}

double height(const Intervals& intervals, double width) {
  return legend_height(entries(intervals), width - 20) + 8 +
         static_cast<double>(intervals.rows.size()) * row_height(intervals) + x_axis_height(intervals.x);
}

void draw_into(Canvas& canvas, const Intervals& intervals, const Box& box) {
  const std::vector<Entry> legend = entries(intervals);
  draw_legend(canvas, legend, {box.x + 10, box.y, box.width - 20, 0});
  const double names = column(intervals, &Intervals::Row::name, left_margin, 0.35 * box.width);
  const double remark = column(intervals, &Intervals::Row::remark, right_margin, 0.3 * box.width);
  const double top = box.y + legend_height(legend, box.width - 20) + 8, tall = row_height(intervals);
  const Box area{box.x + names, top, box.width - names - remark, static_cast<double>(intervals.rows.size()) * tall};
  const Scale x(intervals.x.kind(), axis_range(intervals.x, values_of(intervals), 0.03), {area.x, area.right()});
  for (const Curves::Mark& mark : intervals.marks) {
    if (x.contains(mark.at)) canvas.line({x(mark.at), area.y}, {x(mark.at), area.bottom()}, line_style(mark.ink));
  }
  for (std::size_t i = 0; i < intervals.rows.size(); ++i) {
    const Intervals::Row& row = intervals.rows[i];
    const Box place{area.x, area.y + static_cast<double>(i) * tall, area.width, tall};
    draw_row(canvas, row, x, place);
    canvas.text({area.x - 8, place.centre().y + 4}, fitted(row.name, names - 12, tick_size), "tick", Anchor::end);
    canvas.text({area.right() + 8, place.centre().y + 4}, fitted(row.remark, remark - 10, tick_size), "tick");
  }
  draw_x_axis(canvas, x, intervals.x, area);
}

}  // namespace didact::plot
