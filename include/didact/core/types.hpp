#pragma once
// The few types that every part of didact shares.

#include <Eigen/Core>

#include <cstdint>
#include <limits>

namespace didact {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using Index = std::int64_t;

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// The largest teaching set that a double counts exactly: beyond it "more items" is the only thing to say.
inline constexpr double largest_size = 4503599627370496.0;  // 2^52

/// Something with a weight: a member of a class of learners, a point of a teacher's belief.
template <class Value>
struct Weighted {
  double weight = 1;
  Value value;
};

}  // namespace didact
