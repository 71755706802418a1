#pragma once
// What a teaching set costs. Efforts add up: per_item(0.3) + magnitude(0.1).

#include <didact/core/items.hpp>

#include <functional>
#include <vector>

namespace didact {

/// A convex function of the size n, with its derivative.
struct ConvexOfSize {
  std::function<double(double n)> value;
  std::function<double(double n)> derivative;
};

/// A convex function of (n, s), s the summed statistics, with its gradient (d/dn first, then d/ds).
struct ConvexOfStatistics {
  std::function<double(double n, const Vector& s)> value;
  std::function<Vector(double n, const Vector& s)> gradient;
};

struct Effort {
  double per_item = 0;                      ///< c · n
  std::vector<double> per_category;         ///< Σ c_k s_k
  double magnitude = 0;                     ///< c · Σ ‖x_i‖²
  double per_unit = 0;                      ///< c · Σ ‖x_i‖₁
  double fixed = 0;                         ///< c if n > 0
  double closeness = 0;                     ///< c / least distance between two items; 0 with fewer than two
  std::function<double(double n)> of_size;  ///< anything finite and ≥ 0
  ConvexOfSize convex_of_size;
  ConvexOfStatistics convex;

  /// The terms that depend on the size alone, `convex` and `magnitude` left out.
  double at_size(double n) const;
  /// Whether all of at_size is known to be convex on n ≥ 1.
  bool convex_in_size() const { return !of_size; }
};

Effort per_item(double c);
Effort per_category(std::vector<double> c);
Effort magnitude(double c);
Effort per_unit(double c);
Effort fixed(double c);
Effort closeness(double c);
Effort of_size(std::function<double(double n)> cost);
Effort convex_of_size(std::function<double(double)> value, std::function<double(double)> derivative);
Effort convex(std::function<double(double, const Vector&)> value,
              std::function<Vector(double, const Vector&)> gradient);

/// What a set costs, but for `convex`, which sees the statistics. Labels are no part of these items.
double effort_of_items(const Effort& effort, const ItemSet& items);
double effort_of_items(const Effort& effort, const Matrix& rows);

/// What one item costs for itself: its magnitude and its units.
double effort_of_item(const Effort& effort, const Vector& x);

/// The sum of two efforts.
Effort operator+(Effort a, const Effort& b);

}  // namespace didact
