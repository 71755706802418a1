#pragma once
// Text for people: aligned columns whose cells may have several lines, and numbers of a readable length.

#include "io/json.hpp"
#include <didact/core/lesson.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace didact::report {

/// Lines of one cell.
using Cell = std::vector<std::string>;

class Table {
 public:
  /// One letter a column: 'l' for left, 'r' for right.
  explicit Table(std::string alignment) : alignment_(std::move(alignment)) {}

  void add(std::vector<Cell> cells) { rows_.push_back(std::move(cells)); }
  void add(std::initializer_list<std::string> cells);
  /// Every line begins with `margin` and ends without spaces.
  std::string text(std::string_view margin = "  ") const;

 private:
  std::string alignment_;
  std::vector<std::vector<Cell>> rows_;
};

/// Columns that a text takes on a screen.
std::size_t display_width(std::string_view text);

/// Six significant digits, which is what a person reads.
std::string brief(double value);
/// What to call the lesson that something is compared with: "the best lesson" is one that was proven to be it.
std::string best_name(Status status);
/// With a capital letter.
std::string sentence(std::string text);
/// A number, a list on one line, a matrix row by row; long ones are cut with "…". What is less than `noise` shows as 0.
Cell brief(const io::Json& value, double noise = 0);

/// The largest finite number in a value, by size.
double largest(const io::Json& value);

/// "1 item", "1,234 items"
std::string counted(Index count, std::string_view noun);
std::string grouped(Index count);

/// Marks up text for a terminal, or leaves it alone.
struct Paint {
  bool on = false;
  std::string bold(std::string_view text) const { return wrapped("1", text); }
  std::string good(std::string_view text) const { return wrapped("32", text); }
  std::string warning(std::string_view text) const { return wrapped("33", text); }

 private:
  std::string wrapped(std::string_view code, std::string_view text) const;
};

}  // namespace didact::report
