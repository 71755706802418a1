#include "plot/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace didact::plot {
namespace {

constexpr std::size_t most_rows = 24;
constexpr double line = 18, gap = 22;

/// As wide as their texts; the widest gives way where there is too little room.
std::vector<double> column_widths(const Words& words, double room) {
  std::vector<double> widths(words.heads.size());
  auto widen = [&](const std::vector<std::string>& cells) {
    widths.resize(std::max(widths.size(), cells.size()));
    for (std::size_t j = 0; j < cells.size(); ++j) widths[j] = std::max(widths[j], text_width(cells[j], label_size));
  };
  widen(words.heads);
  for (std::size_t i = 0; i < std::min(words.rows.size(), most_rows); ++i) widen(words.rows[i]);
  double total = 0;
  for (const double width : widths) total += width + gap;
  const auto widest = std::max_element(widths.begin(), widths.end());
  if (total > room && widest != widths.end()) *widest = std::max(40.0, *widest - (total - room));
  return widths;
}

}  // namespace

std::vector<std::string> remarks(const Words& words) {
  if (words.rows.size() <= most_rows) return {};
  return {fmt::format("Shown are the first {} of {}.", most_rows, words.rows.size())};
}

double height(const Words& words, double) {
  const std::size_t lines = std::min(words.rows.size(), most_rows) + (words.heads.empty() ? 0 : 1);
  return static_cast<double>(lines) * line + 8;
}

void draw_into(Canvas& canvas, const Words& words, const Box& box) {
  const std::vector<double> widths = column_widths(words, box.width - 20);
  double y = box.y + 14;
  auto draw_row = [&](const std::vector<std::string>& cells, std::string_view style) {
    double x = box.x + 10;
    for (std::size_t j = 0; j < cells.size() && x < box.right() - 10; ++j) {
      const double room = std::min(widths[j] + 0.01, box.right() - 10 - x);
      canvas.text({x, y}, fitted(cells[j], room, label_size), style);
      x += widths[j] + gap;
    }
    y += line;
  };
  if (!words.heads.empty()) draw_row(words.heads, "note");
  for (std::size_t i = 0; i < std::min(words.rows.size(), most_rows); ++i) draw_row(words.rows[i], "word");
}

}  // namespace didact::plot
