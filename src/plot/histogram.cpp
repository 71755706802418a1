#include "plot/histogram.hpp"

#include <algorithm>
#include <cmath>

namespace didact::plot {
namespace {

constexpr double histogram_height = 210;

std::vector<Entry> entries(const Histogram& histogram) {
  std::vector<Entry> list;
  for (const Curves::Mark& mark : histogram.marks) {
    if (!mark.name.empty()) list.push_back({mark.name, mark.ink, Entry::Symbol::line});
  }
  return list;
}

}  // namespace

std::vector<std::string> remarks(const Histogram&) {
  return {};
}

double height(const Histogram& histogram, double width) {
  return legend_height(entries(histogram), width - 20) + label_height({histogram.name}) + histogram_height +
         x_axis_height(histogram.x);
}

void draw_into(Canvas& canvas, const Histogram& histogram, const Box& box) {
  const std::vector<Entry> legend = entries(histogram);
  draw_legend(canvas, legend, {box.x + 10, box.y, box.width - 20, 0});
  const Axis y_axis{.label = histogram.name, .whole = true};
  const double top = box.y + legend_height(legend, box.width - 20) + label_height(y_axis);
  const Box area{box.x + left_margin, top, box.width - left_margin - right_margin,
                 box.bottom() - top - x_axis_height(histogram.x)};
  std::vector<double> values = histogram.edges;
  for (const Curves::Mark& mark : histogram.marks) values.push_back(mark.at);
  const Scale x(histogram.x.kind(), axis_range(histogram.x, values, 0.02), {area.x, area.right()});
  const auto most = range_of(histogram.counts);
  const Scale y(Scale::Kind::linear, {0, most && most->high > 0 ? 1.05 * most->high : 1}, {area.bottom(), area.y});
  draw_y_axis(canvas, y, y_axis, area);
  for (std::size_t i = 0; i + 1 < histogram.edges.size() && i < histogram.counts.size(); ++i) {
    if (!(histogram.counts[i] > 0)) continue;
    const double from = std::clamp(x(histogram.edges[i]), area.x, area.right());
    const double to = std::clamp(x(histogram.edges[i + 1]), area.x, area.right());
    const double gap = to - from > 4 ? 0.5 : 0;
    canvas.rectangle({from + gap, y(histogram.counts[i]), to - from - 2 * gap, area.bottom() - y(histogram.counts[i])},
                     fill_style(Ink::eighth), 0.55);
  }
  for (const Curves::Mark& mark : histogram.marks) {
    if (x.contains(mark.at)) canvas.line({x(mark.at), area.y}, {x(mark.at), area.bottom()}, line_style(mark.ink));
  }
  draw_x_axis(canvas, x, histogram.x, area);
}

}  // namespace didact::plot
