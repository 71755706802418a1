#include "solvers/moments_problem.hpp"
#include <didact/solvers/internal/frame.hpp>

namespace didact::solvers {

Matrix Frame::solved(Matrix rows) const {
  if (trivial()) return rows;
  rows.rowwise() -= origin.transpose();
  return rows / unit;
}

Matrix Frame::shown(Matrix rows) const {
  if (trivial()) return rows;
  rows *= unit;
  rows.rowwise() += origin.transpose();
  return rows;
}

ItemSet Frame::solved(ItemSet items) const {
  items.rows = solved(std::move(items.rows));
  return items;
}

ItemSet Frame::shown(ItemSet items) const {
  items.rows = shown(std::move(items.rows));
  return items;
}

Interval Frame::solved(Interval shown, Index coordinate) const {
  if (trivial()) return shown;
  return {(shown.low - origin[coordinate]) / unit, (shown.high - origin[coordinate]) / unit};
}

namespace {

Vector scaled_moments(const Vector& s, Index D, double factor) {
  Vector result = s * factor;
  result.tail(D * D) *= factor;
  return result;
}

}  // namespace

Vector Frame::solved_moments(double n, const Vector& s) const {
  if (trivial()) return s;
  return scaled_moments(moved_moments(n, s, -origin), origin.size(), 1 / unit);
}

Vector Frame::shown_moments(double n, const Vector& s) const {
  if (trivial()) return s;
  return moved_moments(n, scaled_moments(s, origin.size(), unit), origin);
}

double Frame::shift() const {
  const double D = static_cast<double>(origin.size());
  return (D + D * (D + 1)) * std::log(unit);
}

std::vector<Interval> box_around(const Pool& pool, const Frame& frame) {
  std::vector<Interval> box;
  for (Index j = 0; j < pool.rows.cols(); ++j) {
    box.push_back(frame.solved({pool.rows.col(j).minCoeff(), pool.rows.col(j).maxCoeff()}, j));
  }
  return box;
}

}  // namespace didact::solvers
