#pragma once
// SVG elements, one after another. What they look like is the theme's: elements only name its classes.

#include <string>
#include <string_view>
#include <vector>

namespace didact::plot {

struct Point {
  double x = 0, y = 0;
};

struct Box {
  double x = 0, y = 0, width = 0, height = 0;

  double right() const { return x + width; }
  double bottom() const { return y + height; }
  Point centre() const { return {x + width / 2, y + height / 2}; }
};

/// The parts of the two segments' ends that lie within a box: false if the segment misses it.
bool clip(const Box& box, Point& from, Point& to);

enum class Anchor { start, middle, end };
enum class Marker { circle, ring, square, diamond, triangle, cross };

class Canvas {
 public:
  void line(Point from, Point to, std::string_view style);
  /// A broken line; points that are not finite part it, and only what lies within the box is drawn.
  void path(const std::vector<Point>& points, const Box& within, std::string_view style);
  void area(const std::vector<Point>& corners, std::string_view style);
  void rectangle(const Box& box, std::string_view style, double opacity = 1);
  void marker(Marker marker, Point at, double radius, std::string_view style);
  void text(Point at, std::string_view text, std::string_view style, Anchor anchor = Anchor::start, double degrees = 0);

  const std::string& elements() const { return elements_; }

 private:
  std::string elements_;
};

/// & < > " and ' as entities; characters that XML forbids, and bytes that are no UTF-8, as U+FFFD.
std::string escaped(std::string_view text);

/// Two decimals at most, without needless zeros.
std::string coordinate(double value);

/// A whole document. `description` is for those who cannot see it.
std::string document(double width, double height, std::string_view title, std::string_view description,
                     const std::string& elements);

}  // namespace didact::plot
