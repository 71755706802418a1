#pragma once
// How often values fell into each of several bins, with some values marked.

#include "plot/curves.hpp"

namespace didact::plot {

struct Histogram {
  std::string title;
  Axis x;
  std::vector<double> edges;  ///< in increasing order, one more than counts
  std::vector<double> counts;
  std::string name = "sets";             ///< what is counted
  std::vector<Curves::Mark> marks = {};  ///< the optimum, a given set, the mean
  std::vector<std::string> notes = {};
};

double height(const Histogram& histogram, double width);
void draw_into(Canvas& canvas, const Histogram& histogram, const Box& box);
std::vector<std::string> remarks(const Histogram& histogram);

}  // namespace didact::plot
