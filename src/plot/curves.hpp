#pragma once
// Lines and points over two axes, either of which may be logarithmic.

#include "plot/frame.hpp"

namespace didact::plot {

struct Curves {
  struct Series {
    enum class Form { line, points, line_and_points, stems };
    std::string name;
    Ink ink = Ink::after;
    std::vector<double> x, y;  ///< what is not finite parts the line
    Form form = Form::line;
  };
  /// A straight line across, at one value of an axis.
  struct Mark {
    double at = 0;
    std::string name = {};  ///< in the legend
    Ink ink = Ink::target;
  };
  /// Values of x, in a strip of their own below the curves.
  struct Rug {
    std::string name;
    std::vector<double> x, copies;
    Ink ink = Ink::items;
  };

  std::string title;
  Axis x, y;
  std::vector<Series> series;
  std::vector<Mark> vertical = {}, horizontal = {};
  std::optional<Rug> rug = {};
  std::vector<std::string> notes = {};
  double area_height = 210;
};

double height(const Curves& curves, double width);
void draw_into(Canvas& canvas, const Curves& curves, const Box& box);
std::vector<std::string> remarks(const Curves& curves);

}  // namespace didact::plot
