#include "plot/canvas.hpp"

#include "plot/theme.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <optional>

namespace didact::plot {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t length = 1;
};

/// The character that begins here, or nothing where the bytes are no UTF-8.
std::optional<Character> character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return Character{first, 1};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (length == 0 || first > 0xF4 || text.size() < length) return {};
  std::uint32_t code = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3F);
  }
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < least[length] || code > 0x10FFFF) return {};
  return Character{code, length};
}

bool allowed(std::uint32_t code) {
  if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
  return !(code >= 0xD800 && code <= 0xDFFF) && code != 0xFFFE && code != 0xFFFF;
}

std::string pair_of(Point at) {
  return coordinate(at.x) + ' ' + coordinate(at.y);
}

bool is_finite(Point at) {
  return std::isfinite(at.x) && std::isfinite(at.y);
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto next = character(text);
    if (!next || !allowed(next->code)) {
      out += "\uFFFD";
    } else if (next->length > 1) {
      out += text.substr(0, next->length);
    } else {
      switch (text[0]) {
        case '&':
          out += "&amp;";
          break;
        case '<':
          out += "&lt;";
          break;
        case '>':
          out += "&gt;";
          break;
        case '"':
          out += "&quot;";
          break;
        case '\'':
          out += "&#39;";
          break;
        case '\t':
        case '\n':
        case '\r':
          out += ' ';
          break;
        default:
          out += text[0];
      }
    }
    text.remove_prefix(next ? next->length : 1);
  }
  return out;
}

std::string coordinate(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

// Liang and Barsky's way: the segment is from + t (to - from), and each side of the box cuts the range of t.
bool clip(const Box& box, Point& from, Point& to) {
  const double dx = to.x - from.x, dy = to.y - from.y;
  const double speeds[] = {-dx, dx, -dy, dy};
  const double rooms[] = {from.x - box.x, box.right() - from.x, from.y - box.y, box.bottom() - from.y};
  double begin = 0, end = 1;
  for (int side = 0; side < 4; ++side) {
    if (speeds[side] == 0) {
      if (rooms[side] < 0) return false;
    } else if (const double t = rooms[side] / speeds[side]; speeds[side] < 0) {
      begin = std::max(begin, t);
    } else {
      end = std::min(end, t);
    }
  }
  if (begin > end) return false;
  const Point start = from;
  from = {start.x + begin * dx, start.y + begin * dy};
  to = {start.x + end * dx, start.y + end * dy};
  return true;
}

void Canvas::line(Point from, Point to, std::string_view style) {
  elements_ += fmt::format("<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", style, coordinate(from.x),
                           coordinate(from.y), coordinate(to.x), coordinate(to.y));
}

void Canvas::path(const std::vector<Point>& points, const Box& within, std::string_view style) {
  std::string drawn, at;
  for (std::size_t i = 1; i < points.size(); ++i) {
    Point from = points[i - 1], to = points[i];
    if (!is_finite(from) || !is_finite(to) || !clip(within, from, to)) continue;
    const std::string begin = pair_of(from), end = pair_of(to);
    if (begin != at) drawn += fmt::format("{}M{}", drawn.empty() ? "" : " ", begin);
    if (begin != end || begin != at) drawn += fmt::format(" L{}", end);
    at = end;
  }
  if (!drawn.empty()) elements_ += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", style, drawn);
}

void Canvas::area(const std::vector<Point>& corners, std::string_view style) {
  if (corners.empty()) return;
  std::string drawn;
  for (const Point& corner : corners) drawn += (drawn.empty() ? "M" : " L") + pair_of(corner);
  elements_ += fmt::format("<path class=\"{}\" d=\"{} Z\"/>\n", style, drawn);
}

void Canvas::rectangle(const Box& box, std::string_view style, double opacity) {
  const std::string faint = opacity < 1 ? fmt::format(" fill-opacity=\"{}\"", coordinate(opacity)) : "";
  elements_ += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>\n", style,
                           coordinate(box.x), coordinate(box.y), coordinate(box.width), coordinate(box.height), faint);
}

void Canvas::marker(Marker marker, Point at, double radius, std::string_view style) {
  const double r = radius;
  switch (marker) {
    case Marker::circle:
    case Marker::ring:
      elements_ += fmt::format("<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", style, coordinate(at.x),
                               coordinate(at.y), coordinate(r));
      return;
    case Marker::square:
      return rectangle({at.x - 0.88 * r, at.y - 0.88 * r, 1.76 * r, 1.76 * r}, style);
    case Marker::diamond:
      return area({{at.x, at.y - 1.25 * r}, {at.x + 1.25 * r, at.y}, {at.x, at.y + 1.25 * r}, {at.x - 1.25 * r, at.y}},
                  style);
    case Marker::triangle:
      return area({{at.x, at.y - 1.2 * r}, {at.x + 1.1 * r, at.y + 0.8 * r}, {at.x - 1.1 * r, at.y + 0.8 * r}}, style);
    case Marker::cross:
      line({at.x - r, at.y - r}, {at.x + r, at.y + r}, style);
      return line({at.x - r, at.y + r}, {at.x + r, at.y - r}, style);
  }
}

void Canvas::text(Point at, std::string_view text, std::string_view style, Anchor anchor, double degrees) {
  const std::string_view anchored = anchor == Anchor::middle ? " text-anchor=\"middle\""
                                    : anchor == Anchor::end  ? " text-anchor=\"end\""
                                                             : "";
  const std::string turned = degrees == 0 ? ""
                                          : fmt::format(" transform=\"rotate({} {} {})\"", coordinate(degrees),
                                                        coordinate(at.x), coordinate(at.y));
  elements_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\"{}{}>{}</text>\n", style, coordinate(at.x),
                           coordinate(at.y), anchored, turned, escaped(text));
}

std::string document(double width, double height, std::string_view title, std::string_view description,
                     const std::string& elements) {
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
      "aria-labelledby=\"title description\">\n<title id=\"title\">{2}</title>\n<desc id=\"description\">{3}</desc>\n",
      coordinate(width), coordinate(height), escaped(title), escaped(description));
  text += "<style>\n" + style_sheet() + "</style>\n";
  text += fmt::format("<rect class=\"page\" x=\"0\" y=\"0\" width=\"{}\" height=\"{}\"/>\n", coordinate(width),
                      coordinate(height));
  return text + elements + "</svg>\n";
}

}  // namespace didact::plot
