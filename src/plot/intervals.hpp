#pragma once
// Rows that each have an interval of one axis, some points of it, or both.

#include "plot/curves.hpp"

namespace didact::plot {

struct Intervals {
  struct Row {
    std::string name;
    std::optional<Range> span = {};
    std::vector<double> points = {};
    Ink ink = Ink::after;
    std::string remark = {};  ///< at the right end
  };

  std::string title;
  Axis x;
  std::vector<Row> rows;
  std::vector<Curves::Mark> marks = {};
  std::vector<std::string> notes = {};
};

double height(const Intervals& intervals, double width);
void draw_into(Canvas& canvas, const Intervals& intervals, const Box& box);
std::vector<std::string> remarks(const Intervals& intervals);

}  // namespace didact::plot
