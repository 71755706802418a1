#pragma once
// Numbers that are fine by themselves but too far from each other to compute with: which, and how far they may be.

#include <didact/core/learner.hpp>

#include <string_view>
#include <vector>

namespace didact {

/// Collects what is too far, each by its field of the target.
class TooFar {
 public:
  /// What a value is worth in items, or a place in items' own units: a set counts no further than 2^52.
  void count(std::string_view field, std::string_view what, double value);
  /// `from` says of what, and from where.
  void far(std::string_view field, std::string_view from, double distance);
  std::vector<Mistake> found() && { return std::move(found_); }

 private:
  std::vector<Mistake> found_;
};

/// In standard deviations.
double distance(const Matrix& covariance, const Vector& off);

}  // namespace didact
