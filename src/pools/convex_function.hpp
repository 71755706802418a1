#pragma once
// Teaching is always to minimise a convex function of a sum of item statistics: this is the function.   [POOL]

#include <didact/core/types.hpp>

namespace didact::pools {

class ConvexFunction {
 public:
  explicit ConvexFunction(Vector origin) : origin_(std::move(origin)) {}
  virtual ~ConvexFunction() = default;

  /// What nothing sums up to; items are added to it.
  const Vector& origin() const { return origin_; }

  /// The value at a sum, and the gradient there.
  virtual double value(const Vector& a, Vector& gradient) const = 0;
  /// The value alone.
  virtual double operator()(const Vector& a) const {
    Vector gradient;
    return value(a, gradient);
  }

  /// The gradient alone.
  virtual Vector gradient(const Vector& a) const {
    Vector gradient;
    value(a, gradient);
    return gradient;
  }

  /// DᵀHD, H being the second derivative at a; the gradient there is at hand.
  virtual Matrix curvature(const Vector& a, const Vector& gradient, const Matrix& D) const = 0;

  /// No sum has less.
  virtual double least() const { return -infinity; }
  /// It may be above the function that is meant, by at most this.
  virtual double slack() const { return 0; }

 private:
  Vector origin_;
};

}  // namespace didact::pools
