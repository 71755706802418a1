#pragma once
// A strict look at SVG: whether it is well-formed, and whether everything lies on the page.

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace didact {

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;  ///< between its tags, entities resolved
};

struct SvgPage {
  std::vector<Element> elements;    ///< in order
  std::vector<std::string> faults;  ///< of its XML; the elements are then not all there
};

/// Elements, attributes, text and the five entities are known; anything else is a fault.
SvgPage read_svg(std::string_view text);

/// What is not as a picture must be: coordinates that are no numbers or lie outside, texts that run over the edge
/// (by a cautious guess at their widths), styles, scripts and references to elsewhere.
std::vector<std::string> faults_of_svg(std::string_view text);

}  // namespace didact
