#pragma once
// A table of numbers between 0 and 1 as shaded cells.

#include "plot/theme.hpp"

namespace didact::plot {

struct Grid {
  std::string title;
  std::vector<std::string> rows, columns;
  std::vector<std::vector<double>> cells;  ///< as many as rows, each with as many as columns; NaN is left empty
  bool numbers = true;                     ///< written into the cells where there is room
  std::vector<std::size_t> chosen = {};    ///< columns that are framed
  std::vector<std::size_t> faded = {};     ///< rows that are struck out
  Ink ink = Ink::after;
  std::vector<std::string> notes = {};
};

double height(const Grid& grid, double width);
void draw_into(Canvas& canvas, const Grid& grid, const Box& box);
std::vector<std::string> remarks(const Grid& grid);

}  // namespace didact::plot
