// Draws measured curves with didact's own pictures: JSON {"title", "x", "y", "series": [{"name", "x": […], "y": […]}]}
// on standard input, an SVG on standard output. Both axes are logarithmic.

#include "io/json.hpp"
#include "plot/sheet.hpp"

#include <iostream>

int main() {
  using namespace didact;
  const io::Json json = io::Json::parse(std::cin);
  plot::Curves curves;
  curves.x = {.label = json.at("x").get<std::string>(), .logarithmic = true};
  curves.y = {.label = json.at("y").get<std::string>(), .logarithmic = true};
  for (const io::Json& series : json.at("series")) {
    curves.series.push_back({series.at("name").get<std::string>(), plot::nth_ink(curves.series.size()),
                             series.at("x").get<std::vector<double>>(), series.at("y").get<std::vector<double>>(),
                             plot::Curves::Series::Form::line_and_points});
  }
  std::cout << draw(plot::Sheet{.title = json.at("title").get<std::string>(), .rows = {{curves}}});
}
