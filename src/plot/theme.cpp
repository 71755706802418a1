#include "plot/theme.hpp"

#include <fmt/format.h>

#include <array>
#include <sstream>

namespace didact::plot {
namespace {

struct Colour {
  std::string_view light, dark, dashes;
  Marker marker;
};

// After Okabe and Ito, darkened or lightened until each has a contrast of 4.5 or more with its page.
constexpr std::array<Colour, inks> palette = {{
    {"#1d2026", "#eceff4", "7 3", Marker::diamond},         // target
    {"#b45309", "#f5a95b", "2 3", Marker::square},          // before
    {"#1d63b0", "#76b5f7", "", Marker::circle},             // after
    {"#04785a", "#43cda4", "", Marker::ring},               // items
    {"#9b3079", "#e793cb", "9 3 2 3", Marker::triangle},    //
    {"#0b7285", "#5ccfe0", "5 2 1 2 1 2", Marker::square},  //
    {"#8a6100", "#e3c04f", "12 4", Marker::diamond},        //
    {"#5a5f6b", "#a9b0bd", "3 2", Marker::cross},           //
}};

std::string rules_of_colours(bool dark) {
  const std::string_view page = dark ? "#14161a" : "#ffffff";
  const std::string_view ink = dark ? "#eceff4" : "#1d2026", soft = dark ? "#b3bac6" : "#555b66";
  const std::string_view axis = dark ? "#7b8494" : "#8a919e", grid = dark ? "#2c3038" : "#e4e7ec";
  std::string text = fmt::format(
      ".page{{fill:{}}} .title,.panel,.strong,.word{{fill:{}}} .label,.tick,.note{{fill:{}}}\n"
      ".axis{{stroke:{}}} .grid{{stroke:{}}} .shade{{fill:{}}}\n",
      page, ink, soft, axis, grid, grid);
  // After the rules for all texts, which they are to outdo.
  for (std::size_t i = 0; i < palette.size(); ++i) {
    const std::string_view colour = dark ? palette[i].dark : palette[i].light;
    text += fmt::format(".l{0},.h{0}{{stroke:{1}}} .f{0},.a{0},.t{0}{{fill:{1}}} .o{0}{{stroke:{1};fill:{2}}}\n", i,
                        colour, page);
  }
  return text;
}

std::string style_of(char kind, Ink ink) {
  return fmt::format("{}{}", kind, static_cast<int>(ink));
}

/// Of one character, by the widths of common sans-serif fonts, in parts of their size.
double width_of(unsigned char first, std::string_view rest) {
  constexpr double wide_font = 1.08;  // some are wider than most
  if (first >= 0x80) return first >= 0xE3 ? 1.0 : wide_font * (rest.size() >= 2 ? 0.62 : 0.6);
  if (std::string_view("ijlftrI.,:;'|!()[] ").find(static_cast<char>(first)) != std::string_view::npos) {
    return wide_font * 0.33;
  }
  if (std::string_view("mwMW@%").find(static_cast<char>(first)) != std::string_view::npos) return wide_font * 0.88;
  return wide_font * (first >= 'A' && first <= 'Z' ? 0.68 : 0.57);
}

bool begins_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
}

}  // namespace

Ink nth_ink(std::size_t n) {
  constexpr std::array order = {Ink::after, Ink::before, Ink::items, Ink::fifth, Ink::sixth, Ink::seventh, Ink::eighth};
  return order[n % order.size()];
}

std::string line_style(Ink ink) {
  return style_of('l', ink);
}
std::string thin_style(Ink ink) {
  return style_of('h', ink);
}
std::string fill_style(Ink ink) {
  return style_of('f', ink);
}
std::string faint_style(Ink ink) {
  return style_of('a', ink);
}
std::string open_style(Ink ink) {
  return style_of('o', ink);
}
std::string text_style(Ink ink) {
  return "tick " + style_of('t', ink);
}
Marker marker_of(Ink ink) {
  return palette[static_cast<std::size_t>(ink)].marker;
}

std::string style_sheet() {
  std::string text = "text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}\n" +
                     fmt::format(
                         ".title{{font-size:{}px;font-weight:600}} .panel{{font-size:{}px;font-weight:600}}\n"
                         ".label,.note,.word{{font-size:{}px}} .tick,.strong{{font-size:{}px}}\n",
                         title_size, panel_size, label_size, tick_size) +
                     "path,line{fill:none} .axis,.grid{stroke-width:1}\n";
  std::string lines, thin, areas, open;
  for (int i = 0; i < inks; ++i) {
    const std::string comma = i == 0 ? "" : ",";
    lines += fmt::format("{}.l{}", comma, i);
    thin += fmt::format("{}.h{}", comma, i);
    areas += fmt::format("{}.a{}", comma, i);
    open += fmt::format("{}.o{}", comma, i);
  }
  text += lines + "{stroke-width:2;stroke-linejoin:round;fill:none}\n" + thin + "{stroke-width:1.2;fill:none}\n" +
          areas + "{fill-opacity:0.16}\n" + open + "{stroke-width:1.6} .level{stroke-width:2}\n";
  for (std::size_t i = 0; i < palette.size(); ++i) {
    if (!palette[i].dashes.empty()) text += fmt::format(".l{}{{stroke-dasharray:{}}}\n", i, palette[i].dashes);
  }
  return text + rules_of_colours(false) + "@media (prefers-color-scheme: dark){\n" + rules_of_colours(true) + "}\n";
}

double text_width(std::string_view text, double size) {
  double width = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (begins_character(text[i])) width += width_of(static_cast<unsigned char>(text[i]), text.substr(i));
  }
  return width * size;
}

std::string fitted(std::string_view text, double width, double size) {
  if (text_width(text, size) <= width) return std::string(text);
  const double room = width - text_width("…", size);
  std::size_t end = 0;
  for (std::size_t i = 1; i <= text.size(); ++i) {
    if (i < text.size() && !begins_character(text[i])) continue;
    if (text_width(text.substr(0, i), size) > room) break;
    end = i;
  }
  return std::string(text.substr(0, end)) + "…";
}

std::vector<std::string> lines_of(std::string_view text, double width, double size) {
  std::istringstream words{std::string(text)};
  std::vector<std::string> lines;
  for (std::string word; words >> word;) {
    const std::string longer = lines.empty() ? word : lines.back() + ' ' + word;
    if (!lines.empty() && text_width(longer, size) <= width) {
      lines.back() = longer;
    } else {
      lines.push_back(fitted(word, width, size));
    }
  }
  return lines;
}

}  // namespace didact::plot
