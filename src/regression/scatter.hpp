#pragma once
// A teacher's belief taken about its own mean. Far from 0 natural parameters are squares of the distance, and their
// differences have lost the digits of the spread.   [BELIEF]

#include <didact/core/types.hpp>

#include <algorithm>
#include <vector>

namespace didact::regression {

/// The mean and the covariance of weighted points.
struct Scatter {
  Vector mean;
  Matrix covariance;
};

/// Of points whose weights sum to 1; `place` says where a point is.
template <class Point, class Place>
Scatter scatter_of(const std::vector<Weighted<Point>>& points, const Place& place) {
  const auto heaviest =
      std::max_element(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.weight < b.weight; });
  const Vector origin = place(heaviest->value);
  Vector from_origin = Vector::Zero(origin.size());
  for (const auto& [weight, value] : points) {
    if (weight > 0) from_origin += weight * (place(value) - origin);
  }
  Scatter scatter{origin + from_origin, Matrix::Zero(origin.size(), origin.size())};
  for (const auto& [weight, value] : points) {
    if (weight == 0) continue;
    const Vector off = place(value) - origin - from_origin;
    scatter.covariance += weight * off * off.transpose();
  }
  return scatter;
}

}  // namespace didact::regression
