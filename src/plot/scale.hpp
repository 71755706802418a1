#pragma once
// From numbers to places on a page, and the round numbers that are marked there.

#include <optional>
#include <string>
#include <vector>

namespace didact::plot {

struct Range {
  double low = 0, high = 0;
};

class Scale {
 public:
  enum class Kind { linear, logarithmic };

  /// From a range of values onto one of pixels. A range without width is widened; of a logarithmic one, what is not
  /// positive is left out.
  Scale(Kind kind, Range values, Range pixels);

  double operator()(double value) const;
  bool contains(double value) const { return value >= values_.low && value <= values_.high; }
  const Range& values() const { return values_; }
  const Range& pixels() const { return pixels_; }
  Kind kind() const { return kind_; }

  /// Round values within the range, from 3 to 10 of them, about as many as `wished`.
  std::vector<double> ticks(int wished = 5) const;

 private:
  Kind kind_;
  Range values_, pixels_;
};

/// The range of what is finite (and, if `positive`, above 0), or nothing.
std::optional<Range> range_of(const std::vector<double>& values, bool positive = false);
Range joined(const Range& a, const Range& b);
/// Widened by this part of its width on both sides.
Range widened(const Range& range, double part);
/// Grown around their middles to the widest one's width, so that a unit is as long in each; but where their widths
/// differ so much that something could not be seen, they stay as they are.
void make_comparable(std::vector<Range>& ranges);
/// Whole numbers: as the values, but apart by at least 1.
std::vector<double> whole_ticks(const Scale& scale, int wished);

/// What stands at each tick: as many decimals as the steps need, "−" for minus, "12,000", "2.5×10⁻⁷".
std::vector<std::string> tick_labels(const std::vector<double>& ticks);
/// One value for a person, with so many significant digits.
std::string value_label(double value, int digits_shown = 4);

}  // namespace didact::plot
