#pragma once
// Pictures beside and below one another in one SVG document.

#include "plot/bars.hpp"
#include "plot/curves.hpp"
#include "plot/grid.hpp"
#include "plot/histogram.hpp"
#include "plot/intervals.hpp"
#include "plot/key.hpp"
#include "plot/plane.hpp"
#include "plot/space.hpp"
#include "plot/words.hpp"

#include <variant>

namespace didact::plot {

using Picture = std::variant<Bars, Curves, Histogram, Plane, Space, Intervals, Grid, Words, Key>;
using Row = std::vector<Picture>;  ///< pictures of equal width

struct Sheet {
  std::string title;
  std::vector<std::string> notes = {};  ///< below the title
  std::vector<Row> rows = {};
  std::string description = {};  ///< for those who cannot see it; else made of the titles
  double width = 720;
};

std::string draw(const Sheet& sheet);

// One picture as a document of its own.
std::string draw(const Bars& picture);
std::string draw(const Curves& picture);
std::string draw(const Histogram& picture);
std::string draw(const Plane& picture);
std::string draw(const Space& picture);
std::string draw(const Intervals& picture);
std::string draw(const Grid& picture);
std::string draw(const Words& picture);

}  // namespace didact::plot
