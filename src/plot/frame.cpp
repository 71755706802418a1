#include "plot/frame.hpp"

#include <algorithm>
#include <cmath>

namespace didact::plot {
namespace {

constexpr double symbol_width = 26, symbol_gap = 6, entry_gap = 20, legend_line = 20;

double entry_width(const Entry& entry, double most) {
  return std::min(symbol_width + symbol_gap + text_width(entry.name, label_size), most);
}

void draw_symbol(Canvas& canvas, const Entry& entry, double x, double y) {
  const Point from{x, y}, to{x + symbol_width, y}, middle{x + symbol_width / 2, y};
  const Box bar{x + 6, y - 5, 14, 10};
  using Symbol = Entry::Symbol;
  switch (entry.symbol) {
    case Symbol::line:
      return canvas.line(from, to, line_style(entry.ink));
    case Symbol::bar:
      return canvas.rectangle(bar, fill_style(entry.ink));
    case Symbol::open_bar:
      canvas.rectangle(bar, faint_style(entry.ink));
      return canvas.rectangle(bar, thin_style(entry.ink));
    case Symbol::level:
      canvas.line({x + 3, y}, {x + symbol_width - 3, y}, "level " + thin_style(entry.ink));
      return canvas.marker(Marker::diamond, middle, 3, fill_style(entry.ink));
    case Symbol::line_and_point:
      canvas.line(from, to, line_style(entry.ink));
      [[fallthrough]];
    case Symbol::point:
      const bool open = marker_of(entry.ink) == Marker::ring;
      const bool stroked = marker_of(entry.ink) == Marker::cross;
      return canvas.marker(marker_of(entry.ink), middle, 4,
                           open      ? open_style(entry.ink)
                           : stroked ? thin_style(entry.ink)
                                     : fill_style(entry.ink));
  }
}

/// Where each entry begins: lines are filled from the left.
std::vector<Point> places(const std::vector<Entry>& entries, double width) {
  std::vector<Point> list;
  double x = 0, y = 0;
  for (const Entry& entry : entries) {
    const double wide = entry_width(entry, width);
    if (x > 0 && x + wide > width) {
      x = 0;
      y += legend_line;
    }
    list.push_back({x, y});
    x += wide + entry_gap;
  }
  return list;
}

double widest(const std::vector<std::string>& labels) {
  double width = 0;
  for (const std::string& label : labels) width = std::max(width, text_width(label, tick_size));
  return width;
}

}  // namespace

double legend_height(const std::vector<Entry>& entries, double width) {
  return entries.empty() ? 0 : places(entries, width).back().y + legend_line + 6;
}

void draw_legend(Canvas& canvas, const std::vector<Entry>& entries, const Box& box) {
  const std::vector<Point> at = places(entries, box.width);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const double x = box.x + at[i].x, y = box.y + at[i].y + legend_line / 2;
    draw_symbol(canvas, entries[i], x, y);
    const double room = box.width - symbol_width - symbol_gap;
    canvas.text({x + symbol_width + symbol_gap, y + 4}, fitted(entries[i].name, room, label_size), "label");
  }
}

double label_height(const Axis& y) {
  return y.label.empty() ? 8 : 22;
}

double x_axis_height(const Axis& x) {
  return x.label.empty() ? 24 : 42;
}

std::vector<double> fitting_ticks(const Scale& scale, const Axis& axis, bool horizontal) {
  const double room = std::abs(scale.pixels().high - scale.pixels().low);
  std::vector<double> ticks;
  for (int wished = horizontal ? 8 : static_cast<int>(std::clamp(room / 36, 3.0, 7.0)); wished >= 3; --wished) {
    ticks = axis.whole ? whole_ticks(scale, wished) : scale.ticks(wished);
    if (!horizontal) return ticks;
    const double each = widest(tick_labels(ticks)) + 14;
    double least = room;
    for (std::size_t i = 1; i < ticks.size(); ++i) least = std::min(least, scale(ticks[i]) - scale(ticks[i - 1]));
    if (each <= least) return ticks;
  }
  // Even three numbers are too wide: as many as there is room for, evenly thinned.
  const double each = widest(tick_labels(ticks)) + 14;
  const auto most = static_cast<std::size_t>(std::max(1.0, room / each));
  const std::size_t stride = (ticks.size() + most - 1) / most;
  std::vector<double> thinned;
  for (std::size_t i = 0; i < ticks.size(); i += stride) thinned.push_back(ticks[i]);
  return thinned;
}

void draw_x_axis(Canvas& canvas, const Scale& scale, const Axis& axis, const Box& area) {
  canvas.line({area.x, area.bottom()}, {area.right(), area.bottom()}, "axis");
  const std::vector<double> ticks = fitting_ticks(scale, axis, true);
  const std::vector<std::string> labels = tick_labels(ticks);
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const double x = scale(ticks[i]), half = text_width(labels[i], tick_size) / 2;
    canvas.line({x, area.bottom()}, {x, area.bottom() + 4}, "axis");
    const double inside = std::clamp(x, area.x - left_margin + half, area.right() + right_margin - half - 1);
    canvas.text({inside, area.bottom() + 17}, labels[i], "tick", Anchor::middle);
  }
  if (axis.label.empty()) return;
  canvas.text({area.x + area.width / 2, area.bottom() + 35}, fitted(axis.label, area.width, label_size), "label",
              Anchor::middle);
}

void draw_y_axis(Canvas& canvas, const Scale& scale, const Axis& axis, const Box& area) {
  const std::vector<double> ticks = fitting_ticks(scale, axis, false);
  const std::vector<std::string> labels = tick_labels(ticks);
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const double y = scale(ticks[i]);
    canvas.line({area.x, y}, {area.right(), y}, "grid");
    canvas.text({area.x - 8, y + 4}, fitted(labels[i], left_margin - 10, tick_size), "tick", Anchor::end);
  }
  if (axis.label.empty()) return;
  const double begin = area.x - left_margin + 10;
  canvas.text({begin, area.y - 10}, fitted(axis.label, area.right() - begin, label_size), "label");
}

bool Thinned::take(Point at) {
  constexpr double cell = 1.5;
  return all_ || taken_.insert({std::lround(at.x / cell), std::lround(at.y / cell)}).second;
}

Range axis_range(const Axis& axis, const std::vector<double>& values, double room) {
  if (axis.range) return *axis.range;
  const auto found = range_of(values, axis.logarithmic);
  if (!found) return axis.logarithmic ? Range{1, 10} : Range{0, 1};
  if (axis.logarithmic) return {found->low / (1 + room), found->high * (1 + room)};
  return widened(*found, room);
}

}  // namespace didact::plot
