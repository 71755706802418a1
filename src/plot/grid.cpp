#include "plot/grid.hpp"

#include "plot/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace didact::plot {
namespace {

constexpr std::size_t most_rows = 40, most_columns = 40;
constexpr double head = 20;

struct Layout {
  std::size_t rows = 0, columns = 0;
  double names = 0, cell_width = 0, cell_height = 0;
};

Layout layout_of(const Grid& grid, double width) {
  Layout layout{std::min(grid.rows.size(), most_rows), std::min(grid.columns.size(), most_columns)};
  double longest = 0;
  for (std::size_t i = 0; i < layout.rows; ++i) longest = std::max(longest, text_width(grid.rows[i], tick_size));
  layout.names = std::min(longest + 18, 0.35 * width);
  const double room = width - layout.names - 12;
  layout.cell_width = std::min(64.0, room / static_cast<double>(std::max<std::size_t>(1, layout.columns)));
  layout.cell_height = std::clamp(layout.cell_width, 14.0, layout.rows > 12 ? 18.0 : 34.0);
  return layout;
}

bool listed(const std::vector<std::size_t>& list, std::size_t index) {
  return std::find(list.begin(), list.end(), index) != list.end();
}

void draw_cell(Canvas& canvas, const Grid& grid, double value, bool faded, const Box& cell) {
  const Box inside{cell.x + 0.75, cell.y + 0.75, cell.width - 1.5, cell.height - 1.5};
  canvas.rectangle(inside, "shade", 0.5);
  if (!std::isfinite(value)) return;
  // Never so dark that what is written on it could not be read, on either page.
  canvas.rectangle(inside, fill_style(grid.ink), (faded ? 0.3 : 1) * (0.03 + 0.57 * std::clamp(value, 0.0, 1.0)));
  const std::string label = fmt::format("{:.2f}", value);
  if (grid.numbers && !faded && text_width(label, tick_size) + 4 <= cell.width && cell.height >= 16) {
    canvas.text({cell.centre().x, cell.centre().y + 4}, label, "strong", Anchor::middle);
  }
}

}  // namespace

std::vector<std::string> remarks(const Grid& grid) {
  if (grid.rows.size() <= most_rows && grid.columns.size() <= most_columns) return {};
  return {fmt::format("Shown are the first {} of {} rows and {} of {} columns.", std::min(grid.rows.size(), most_rows),
                      grid.rows.size(), std::min(grid.columns.size(), most_columns), grid.columns.size())};
}

double height(const Grid& grid, double width) {
  const Layout layout = layout_of(grid, width);
  return head + static_cast<double>(layout.rows) * layout.cell_height + 8;
}

void draw_into(Canvas& canvas, const Grid& grid, const Box& box) {
  const Layout layout = layout_of(grid, box.width);
  const Point origin{box.x + layout.names, box.y + head};
  double longest = 0;
  for (std::size_t j = 0; j < layout.columns; ++j) longest = std::max(longest, text_width(grid.columns[j], tick_size));
  const double each = std::min(longest + 4, 30.0);
  const auto stride = static_cast<std::size_t>(std::max(1.0, std::ceil(each / layout.cell_width)));
  for (std::size_t j = 0; j < layout.columns; j += stride) {
    const double room = static_cast<double>(stride) * layout.cell_width - 2;
    canvas.text({origin.x + (static_cast<double>(j) + 0.5) * layout.cell_width, origin.y - 6},
                fitted(grid.columns[j], room, tick_size), "tick", Anchor::middle);
  }
  for (std::size_t i = 0; i < layout.rows; ++i) {
    const double y = origin.y + static_cast<double>(i) * layout.cell_height;
    const bool faded = listed(grid.faded, i);
    canvas.text({origin.x - 8, y + layout.cell_height / 2 + 4}, fitted(grid.rows[i], layout.names - 10, tick_size),
                faded ? "tick" : "strong", Anchor::end);
    for (std::size_t j = 0; j < layout.columns && j < grid.cells[i].size(); ++j) {
      draw_cell(canvas, grid, grid.cells[i][j], faded,
                {origin.x + static_cast<double>(j) * layout.cell_width, y, layout.cell_width, layout.cell_height});
    }
    const double end = origin.x + static_cast<double>(layout.columns) * layout.cell_width;
    if (faded) {
      canvas.line({origin.x, y + layout.cell_height / 2}, {end, y + layout.cell_height / 2}, "axis");
    }
  }
  for (const std::size_t j : grid.chosen) {
    if (j >= layout.columns) continue;
    canvas.rectangle({origin.x + static_cast<double>(j) * layout.cell_width, origin.y, layout.cell_width,
                      static_cast<double>(layout.rows) * layout.cell_height},
                     "level " + thin_style(Ink::items));
  }
}

}  // namespace didact::plot
