#pragma once
// The few types that every part of didact shares.

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace didact {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using Index = std::int64_t;

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// The largest teaching set that a double counts exactly: beyond it "more items" is the only thing to say.
inline constexpr double largest_size = 4503599627370496.0;  // 2^52

/// Whether a value is below an incumbent by more than rounding, `tolerance` relative to max(1, |incumbent|). Infinity,
/// the incumbent of a search that has none, has no rounding: infinity - infinity is no number.
inline bool improves(double value, double incumbent, double tolerance) {
  if (incumbent == infinity) return value < infinity;
  return value < incumbent - tolerance * std::max(1.0, std::abs(incumbent));
}

/// Something with a weight: a member of a class of learners, a point of a teacher's belief.
template <class Value>
struct Weighted {
  double weight = 1;
  Value value;
};

}  // namespace didact
