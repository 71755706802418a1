#pragma once
// A small table of texts, for what has no better picture.

#include "plot/theme.hpp"

namespace didact::plot {

struct Words {
  std::string title;
  std::vector<std::string> heads = {};         ///< of the columns, or none
  std::vector<std::vector<std::string>> rows;  ///< long ones are cut
  std::vector<std::string> notes = {};
};

double height(const Words& words, double width);
void draw_into(Canvas& canvas, const Words& words, const Box& box);
std::vector<std::string> remarks(const Words& words);

}  // namespace didact::plot
