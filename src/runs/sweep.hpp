#pragma once
// Parameters of a problem that take one value after the other.

#include "io/errors.hpp"
#include "io/files.hpp"
#include "io/json.hpp"
#include <didact/core/types.hpp>

#include <string>
#include <vector>

namespace didact::runs {

using io::Json;

/// A place in a problem file, "effort.per_item" or "target.pi[0]", and what stands there, point after point.
struct Axis {
  std::string path;
  std::vector<Json> values;
  bool numbers = true;  ///< a value can be drawn on a line; else a point goes by its number
  bool logarithmic = false;

  /// What to call a point: its value if that is a number or a text, else its number from 1.
  Json label(std::size_t point) const;
};

/// Reads "PATH=1:10:20" (evenly from 1 to 10, 20 of them), "PATH=0.01:2:log:60", "PATH=1,2,5", or "PATH=@file.csv" (one
/// row a point: a value, a list, or an object whose keys are the header's). Mistakes are told at --over.
Axis parse_axis(const std::string& text, const io::Context& context, io::Errors& errors);

/// All points of one or two axes, the last one fastest.
class Grid {
 public:
  explicit Grid(std::vector<Axis> axes) : axes_(std::move(axes)) {}

  const std::vector<Axis>& axes() const { return axes_; }
  Index size() const;
  Json labels(Index point) const;  ///< one for each axis
  /// The problem at a point. Throws io::InvalidProblem where the path leads nowhere.
  Json problem(const Json& base, Index point) const;

 private:
  std::size_t along(std::size_t axis, Index point) const;

  std::vector<Axis> axes_;
};

}  // namespace didact::runs
