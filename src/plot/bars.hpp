#pragma once
// Grouped bars: a few numbers for each of several categories.

#include "plot/frame.hpp"

namespace didact::plot {

struct Bars {
  struct Series {
    std::string name;
    Ink ink = Ink::after;        ///< a target is drawn as a level across its group, what was before as an open bar
    std::vector<double> values;  ///< one a category; what is not finite is left out
  };

  std::string title;
  std::vector<std::string> categories;
  std::vector<Series> series;
  std::vector<std::string> under = {};  ///< a second line below each category, or nothing
  std::string x_label = {}, y_label = {};
  std::optional<Range> range = {};  ///< of the values, else from 0 to the largest
  bool whole = false;               ///< the values are whole numbers
  std::vector<std::string> notes = {};
};

/// Of more categories than this only those with the largest values are shown.
inline constexpr std::size_t most_categories = 60;

double height(const Bars& bars, double width);
void draw_into(Canvas& canvas, const Bars& bars, const Box& box);
/// What the picture itself has to add to its notes.
std::vector<std::string> remarks(const Bars& bars);

}  // namespace didact::plot
