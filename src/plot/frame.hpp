#pragma once
// What pictures with axes share: the axes themselves, and the legend above them.

#include "plot/scale.hpp"
#include "plot/theme.hpp"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace didact::plot {

struct Axis {
  std::string label;
  bool logarithmic = false;
  bool whole = false;               ///< ticks at whole numbers only
  std::optional<Range> range = {};  ///< else that of the data

  Scale::Kind kind() const { return logarithmic ? Scale::Kind::logarithmic : Scale::Kind::linear; }
};

struct Entry {
  enum class Symbol { line, bar, open_bar, level, point, line_and_point };
  std::string name;
  Ink ink = Ink::after;
  Symbol symbol = Symbol::line;
};

// The same for all pictures, so that axes stand under one another.
inline constexpr double left_margin = 66, right_margin = 18;

double legend_height(const std::vector<Entry>& entries, double width);
void draw_legend(Canvas& canvas, const std::vector<Entry>& entries, const Box& box);

/// Whether the y axis has its name above it, and how much room that takes.
double label_height(const Axis& y);
/// Below the area: ticks, their numbers, and the axis's name.
double x_axis_height(const Axis& x);

/// Ticks that leave room for one another's numbers.
std::vector<double> fitting_ticks(const Scale& scale, const Axis& axis, bool horizontal);
void draw_x_axis(Canvas& canvas, const Scale& scale, const Axis& axis, const Box& area);
void draw_y_axis(Canvas& canvas, const Scale& scale, const Axis& axis, const Box& area);

/// Keeps a picture of very many points small: of those that would cover one another only the first is drawn.
class Thinned {
 public:
  explicit Thinned(std::size_t count) : all_(count <= few) {}
  bool take(Point at);

 private:
  static constexpr std::size_t few = 500;
  bool all_;
  std::set<std::pair<long, long>> taken_;
};

/// Ticks of an axis for some range, and that range grown to them if the axis does not fix it.
Range axis_range(const Axis& axis, const std::vector<double>& values, double room);

}  // namespace didact::plot
