#pragma once
// Colours, dashes and markers, for light and for dark pages; and how wide texts come out.

#include "plot/canvas.hpp"

#include <string>
#include <string_view>

namespace didact::plot {

/// Whose line or bar it is. Everything that several colours tell apart, dashes or markers tell apart as well.
enum class Ink { target, before, after, items, fifth, sixth, seventh, eighth };
inline constexpr int inks = 8;

/// For series that have no role; they begin again after the last.
Ink nth_ink(std::size_t n);

std::string line_style(Ink ink);   ///< stroked and dashed
std::string thin_style(Ink ink);   ///< stroked thinly, not dashed
std::string fill_style(Ink ink);   ///< filled
std::string faint_style(Ink ink);  ///< filled so that what is behind shows
std::string open_style(Ink ink);   ///< outlined, filled with the page
std::string text_style(Ink ink);   ///< a label in its colour
Marker marker_of(Ink ink);

/// The rules that elements' classes refer to, with those for dark pages.
std::string style_sheet();

// Sizes in pixels, as the style sheet has them.
inline constexpr double title_size = 16, panel_size = 13, label_size = 12, tick_size = 11;

/// About how wide a text comes out; fonts differ, so rather too wide.
double text_width(std::string_view text, double size);
/// The text, or as much of its beginning as fits, with "…".
std::string fitted(std::string_view text, double width, double size);
/// Broken between words into lines that fit.
std::vector<std::string> lines_of(std::string_view text, double width, double size);

}  // namespace didact::plot
