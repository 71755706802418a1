#include "mixture.hpp"

#include "../core/decompositions.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace didact::pools {
namespace {

constexpr double gap_tolerance = 1e-12;  // of the columns at hand, relative to the value

/// Keeps those entries of a vector.
Vector kept(const Vector& all, const std::vector<Index>& which) {
  Vector few(which.size());
  for (std::size_t i = 0; i < which.size(); ++i) few[static_cast<Index>(i)] = all[which[i]];
  return few;
}

}  // namespace

void Mixture::add(const Column& column, double z) {
  const Index m = columns();
  if (D_.cols() <= m) D_.conservativeResize(Eigen::NoChange, std::max<Index>(16, 2 * m));
  for (Vector* v : {&costs_, &low_, &high_, &z_}) v->conservativeResize(m + 1);
  D_.col(m) = column.d;
  costs_[m] = column.cost;
  low_[m] = column.low;
  high_[m] = column.high;
  z_[m] = std::clamp(z, column.low, column.high);
  items_.push_back(column.item);
  known_.insert(column.item);
}

void Mixture::prune() {
  std::vector<Index> used;
  for (Index j = 0; j < columns(); ++j) {
    if (z_[j] > 0 || low_[j] > 0) used.push_back(j);
  }
  Matrix D(D_.rows(), static_cast<Index>(used.size()));
  std::vector<Index> items;
  for (std::size_t i = 0; i < used.size(); ++i) {
    D.col(static_cast<Index>(i)) = D_.col(used[i]);
    items.push_back(items_[static_cast<std::size_t>(used[i])]);
  }
  for (Vector* v : {&costs_, &low_, &high_, &z_}) *v = kept(*v, used);
  D_ = std::move(D);
  items_ = std::move(items);
  known_ = {items_.begin(), items_.end()};
}

/// Moves z into its bounds, then gives or takes what the sum lacks.
bool Mixture::repair(double n) {
  if (columns() == 0) return n == 0;
  z_ = z_.cwiseMax(low_).cwiseMin(high_);
  double lack = n - z_.sum();
  if (z_.sum() > 0 && high_.minCoeff() == infinity) {  // in proportion; with bounds that would leave few at them
    z_ = (n / z_.sum() * z_).cwiseMax(low_);
    lack = n - z_.sum();
  }
  std::vector<Index> order(items_.size());  // more of what there is much of, less of what there is little of
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return lack > 0 ? z_[a] > z_[b] : z_[a] < z_[b]; });
  for (const Index j : order) {
    if (std::abs(lack) <= 1e-13 * std::max(1.0, n)) break;
    const double moved = std::clamp(z_[j] + lack, low_[j], high_[j]);
    lack -= moved - z_[j];
    z_[j] = moved;
  }
  snap(n);
  return std::abs(lack) <= 1e-9 * std::max(1.0, n);
}

/// What is at its bound but for rounding is at it.
void Mixture::snap(double n) {
  const double slack = 1e-12 * std::max(1.0, n);
  for (Index j = 0; j < columns(); ++j) {
    if (z_[j] <= low_[j] + slack) z_[j] = low_[j];
    if (z_[j] >= high_[j] - slack) z_[j] = high_[j];
  }
}

void Mixture::evaluate() {
  const auto D = D_.leftCols(columns());
  const Vector shift = D * z_;
  sum_ = f_.origin() + shift;
  const double loss = f_.value(sum_, slope_);
  gradient_ = costs_ + D.transpose() * slope_;
  value_ = loss + costs_.dot(z_);
  intercept_ = loss - slope_.dot(shift);
}

Mixture::Ends Mixture::extremes() const {
  Ends ends{-1, -1};
  for (Index j = 0; j < columns(); ++j) {
    if (z_[j] < high_[j] && (ends.enters < 0 || gradient_[j] < gradient_[ends.enters])) ends.enters = j;
    if (z_[j] > low_[j] && (ends.leaves < 0 || gradient_[j] > gradient_[ends.leaves])) ends.leaves = j;
  }
  return ends;
}

/// What a linear function with this gradient could still gain.
double Mixture::restricted_gap(double n) const {
  std::vector<Index> order(items_.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return gradient_[a] < gradient_[b]; });
  double left = n - low_.sum(), least = gradient_.dot(low_);
  for (const Index j : order) {
    const double taken = std::min(left, high_[j] - low_[j]);
    least += taken * gradient_[j];
    left -= taken;
    if (left <= 0) break;
  }
  return gradient_.dot(z_) - least;
}

/// Newton's direction among the free columns that keeps the sum.
Vector Mixture::newton_direction(const std::vector<Index>& free) const {
  const auto f = static_cast<Index>(free.size());
  Matrix D(D_.rows(), f);
  for (Index i = 0; i < f; ++i) D.col(i) = D_.col(free[static_cast<std::size_t>(i)]);
  Matrix K = Matrix::Zero(f + 1, f + 1);
  K.topLeftCorner(f, f) = f_.curvature(sum_, slope_, D);
  const double ridge = 1e-11 * (K.trace() / static_cast<double>(f)) + 1e-30;
  K.topLeftCorner(f, f).diagonal().array() += ridge;
  K.topRightCorner(f, 1).setOnes();
  K.bottomLeftCorner(1, f).setOnes();
  Vector right = Vector::Zero(f + 1);
  right.head(f) = -kept(gradient_, free);
  const Vector solved = solve_square(K, right);
  Vector p = Vector::Zero(columns());
  for (Index i = 0; i < f; ++i) p[free[static_cast<std::size_t>(i)]] = solved[i];
  return p;
}

/// Newton's direction, without the columns that would stop it at once; or from the dearest to the cheapest.
Vector Mixture::direction(Ends ends, double n) const {
  std::vector<Index> free;
  for (Index j = 0; j < columns(); ++j) {
    if ((z_[j] > low_[j] && z_[j] < high_[j]) || j == ends.enters || j == ends.leaves) free.push_back(j);
  }
  while (free.size() >= 2) {
    const Vector p = newton_direction(free);
    if (!p.allFinite() || !(p.dot(gradient_) < 0)) break;
    const double near = 1e-9 * std::max(1.0, n);
    const auto blocks = [&](Index j) {
      return (p[j] < 0 && z_[j] - low_[j] <= std::min(near, -p[j] * 1e-6)) ||
             (p[j] > 0 && high_[j] - z_[j] <= std::min(near, p[j] * 1e-6));
    };
    if (std::erase_if(free, blocks) == 0) return p;
  }
  Vector p = Vector::Zero(columns());
  p[ends.enters] = 1;
  p[ends.leaves] = -1;
  return p;
}

double Mixture::longest_step(const Vector& p) const {
  double most = infinity;
  for (Index j = 0; j < columns(); ++j) {
    if (p[j] < 0) most = std::min(most, (z_[j] - low_[j]) / -p[j]);
    if (p[j] > 0) most = std::min(most, (high_[j] - z_[j]) / p[j]);
  }
  return most;
}

/// The minimum along a direction, by a safeguarded Newton's method on the slope.
double Mixture::best_step(const Vector& p, double most) const {
  const Vector q = D_.leftCols(columns()) * p;
  const double cost = costs_.dot(p);
  double low = 0, high = most, at = std::min(1.0, most);
  for (int step = 0; step < 60; ++step) {
    const Vector a = sum_ + at * q;
    const Vector gradient = f_.gradient(a);
    const double by_loss = gradient.dot(q), slope = by_loss + cost;
    if (slope <= 0 && at == most) break;
    (slope > 0 ? high : low) = at;
    if (std::abs(slope) <= 1e-10 * std::abs(cost + std::abs(by_loss)) + 1e-300) break;
    const double curvature = f_.curvature(a, gradient, q)(0, 0);
    double next = curvature > 0 ? at - slope / curvature : (slope > 0 ? low : high);
    if (!(next > low && next < high)) next = high < infinity ? std::midpoint(low, high) : 2 * std::max(at, 1e-3);
    if (next > most) next = most;
    if (std::abs(next - at) <= 1e-14 * std::abs(at)) break;
    at = next;
  }
  return at;
}

bool Mixture::solve(double n, const Stop& stop) {
  if (!repair(n)) return false;
  const int most_steps = 60 + 12 * static_cast<int>(columns());
  double before = infinity;
  int stalled = 0;
  for (int step = 0; step < most_steps && !stop; ++step) {
    evaluate();
    const Ends ends = extremes();
    if (ends.enters < 0 || ends.leaves < 0) break;
    const double scale = std::max(1.0, std::abs(value_));
    const bool near = n * (gradient_[ends.leaves] - gradient_[ends.enters]) <= 1e3 * gap_tolerance * scale;
    if ((near || step % 8 == 0) && restricted_gap(n) <= gap_tolerance * scale) break;
    stalled = before - value_ > 1e-15 * scale ? 0 : stalled + 1;
    if (stalled > 3) break;
    before = value_;
    const Vector p = direction(ends, n);
    const double most = longest_step(p);
    const double length = best_step(p, most);
    const bool to_the_end = length >= most;
    z_ += length * p;
    snap(n);
    if (to_the_end) repair(n);
  }
  evaluate();
  const Ends ends = extremes();
  dearest_ = ends.leaves >= 0 ? gradient_[ends.leaves] : infinity;
  multiplier_ = ends.enters >= 0 ? gradient_[ends.enters] : dearest_;
  return true;
}

}  // namespace didact::pools
