#include "plot/bars.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace didact::plot {
namespace {

constexpr double bars_height = 190, slanted_length = 84;

double value_at(const Bars::Series& series, std::size_t category) {
  return category < series.values.size() ? series.values[category] : std::nan("");
}

/// All categories, or the leading ones in their own order.
std::vector<std::size_t> shown(const Bars& bars) {
  std::vector<std::size_t> order(bars.categories.size());
  std::iota(order.begin(), order.end(), 0);
  if (order.size() <= most_categories) return order;
  std::vector<double> sizes(order.size());
  for (const std::size_t k : order) {
    for (const Bars::Series& series : bars.series) {
      const double size = std::abs(value_at(series, k));
      if (std::isfinite(size)) sizes[k] = std::max(sizes[k], size);
    }
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
  order.resize(most_categories);
  std::sort(order.begin(), order.end());
  return order;
}

std::vector<Entry> entries(const Bars& bars) {
  std::vector<Entry> list;
  for (const Bars::Series& series : bars.series) {
    if (series.name.empty()) continue;
    const Entry::Symbol symbol = series.ink == Ink::target   ? Entry::Symbol::level
                                 : series.ink == Ink::before ? Entry::Symbol::open_bar
                                                             : Entry::Symbol::bar;
    list.push_back({series.name, series.ink, symbol});
  }
  return list;
}

/// How the names of the categories stand: one in `stride`, upright or slanted.
struct Names {
  bool slanted = false;
  std::size_t stride = 1;
  double height = 0;
};

Names names_of(const Bars& bars, const std::vector<std::size_t>& order, double slot) {
  double longest = 0;
  for (const std::size_t k : order) {
    longest = std::max(longest, text_width(bars.categories[k], tick_size));
    if (k < bars.under.size()) longest = std::max(longest, text_width(bars.under[k], tick_size));
  }
  const double under = bars.under.empty() ? 0 : 15;
  const auto stride = [&](double each) { return static_cast<std::size_t>(std::max(1.0, std::ceil(each / slot))); };
  constexpr double short_name = 40;  // "12", "100": better fewer of them than slanted
  if (longest + 6 <= slot || longest <= short_name) return {false, stride(longest + 6), 18 + under};
  return {true, stride(15), 14 + 0.64 * std::min(longest, slanted_length) + under};
}

Range values_of(const Bars& bars, const std::vector<std::size_t>& order) {
  if (bars.range) return *bars.range;
  std::vector<double> values = {0};
  for (const Bars::Series& series : bars.series) {
    for (const std::size_t k : order) values.push_back(value_at(series, k));
  }
  Range range = *range_of(values);
  if (range.high == 0 && range.low == 0) return {0, 1};
  if (range.high > 0) range.high += 0.04 * (range.high - range.low);
  if (range.low < 0) range.low -= 0.04 * (range.high - range.low);
  return range;
}

double plot_width(double width) {
  return width - left_margin - right_margin;
}

void draw_group(Canvas& canvas, const Bars& bars, std::size_t category, const Box& slot, const Scale& y) {
  const auto standing = static_cast<double>(
      std::count_if(bars.series.begin(), bars.series.end(), [](const auto& s) { return s.ink != Ink::target; }));
  const double group = std::min(slot.width * 0.76, 46 * std::max(1.0, standing));
  const double wide = group / std::max(1.0, standing), begin = slot.x + (slot.width - group) / 2;
  const double zero = y(std::clamp(0.0, y.values().low, y.values().high));
  double x = begin;
  for (const Bars::Series& series : bars.series) {
    const double value = value_at(series, category);
    if (series.ink == Ink::target) continue;
    if (std::isfinite(value)) {
      const double end = y(std::clamp(value, y.values().low, y.values().high));
      const Box bar{x + 0.04 * wide, std::min(zero, end), 0.92 * wide, std::abs(zero - end)};
      const bool open = series.ink == Ink::before;
      canvas.rectangle(bar, open ? faint_style(series.ink) : fill_style(series.ink));
      if (open && bar.width > 3) canvas.rectangle(bar, thin_style(series.ink));
    } else if (std::isinf(value)) {
      canvas.text({x + wide / 2, value > 0 ? slot.y + 12 : slot.bottom() - 4}, value > 0 ? "∞" : "−∞",
                  text_style(series.ink), Anchor::middle);
    }
    x += wide;
  }
  for (const Bars::Series& series : bars.series) {
    const double value = value_at(series, category);
    if (series.ink != Ink::target || !std::isfinite(value) || !y.contains(value)) continue;
    const double over = std::min(4.0, 0.08 * slot.width);
    canvas.line({begin - over, y(value)}, {begin + group + over, y(value)}, "level " + thin_style(series.ink));
    if (slot.width >= 22) canvas.marker(Marker::diamond, {slot.centre().x, y(value)}, 3, fill_style(series.ink));
  }
}

void draw_name(Canvas& canvas, const Bars& bars, std::size_t category, const Names& names, Point at) {
  const std::string& name = bars.categories[category];
  if (names.slanted) {
    canvas.text({at.x + 4, at.y + 14}, fitted(name, slanted_length, tick_size), "tick", Anchor::end, -40);
  } else {
    canvas.text({at.x, at.y + 16}, name, "tick", Anchor::middle);
  }
  if (category < bars.under.size() && !bars.under[category].empty()) {
    canvas.text({at.x, at.y + names.height - 1}, bars.under[category], text_style(Ink::items), Anchor::middle);
  }
}

}  // namespace

std::vector<std::string> remarks(const Bars& bars) {
  if (bars.categories.size() <= most_categories) return {};
  return {fmt::format("Shown are the {} of {} with the largest values.", most_categories, bars.categories.size())};
}

double height(const Bars& bars, double width) {
  const std::vector<std::size_t> order = shown(bars);
  const double slot = plot_width(width) / static_cast<double>(std::max<std::size_t>(1, order.size()));
  return legend_height(entries(bars), width - 20) + label_height({bars.y_label}) + bars_height +
         names_of(bars, order, slot).height + (bars.x_label.empty() ? 6 : 22);
}

void draw_into(Canvas& canvas, const Bars& bars, const Box& box) {
  const std::vector<std::size_t> order = shown(bars);
  const std::vector<Entry> legend = entries(bars);
  draw_legend(canvas, legend, {box.x + 10, box.y, box.width - 20, 0});
  const double wide = plot_width(box.width), slot = wide / static_cast<double>(std::max<std::size_t>(1, order.size()));
  const Names names = names_of(bars, order, slot);
  const Axis axis{.label = bars.y_label, .whole = bars.whole};
  const double top = box.y + legend_height(legend, box.width - 20) + label_height(axis);
  const double below = names.height + (bars.x_label.empty() ? 6 : 22);
  const Box area{box.x + left_margin, top, wide, box.bottom() - top - below};
  const Scale y(Scale::Kind::linear, values_of(bars, order), {area.bottom(), area.y});
  draw_y_axis(canvas, y, axis, area);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Box place{area.x + static_cast<double>(i) * slot, area.y, slot, area.height};
    draw_group(canvas, bars, order[i], place, y);
    if (i % names.stride == 0) draw_name(canvas, bars, order[i], names, {place.centre().x, area.bottom()});
  }
  const double zero = y(std::clamp(0.0, y.values().low, y.values().high));
  canvas.line({area.x, zero}, {area.right(), zero}, "axis");
  if (!bars.x_label.empty()) {
    canvas.text({area.centre().x, box.bottom() - 4}, fitted(bars.x_label, area.width, label_size), "label",
                Anchor::middle);
  }
}

}  // namespace didact::plot
