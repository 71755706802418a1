#include "bounds.hpp"

#include <algorithm>
#include <cmath>

namespace didact::linear {
namespace {

double width(Interval i) {
  return i.high - i.low;
}
double largest(Interval i) {
  return std::max(std::abs(i.low), std::abs(i.high));
}
double nearest_to_0(Interval i) {
  return std::max({0.0, i.low, -i.high});
}

/// The most that Σ|a_i| can be, where λ w = Σ a_i x_i: what each item pulls with.   [LIN.7]
double total_pull(const LinearProblem& problem, Index n) {
  const double count = static_cast<double>(n);
  if (problem.labels_are_signs()) return problem.learner.bias ? 2 * static_cast<double>(n / 2) : count;
  const Interval y = problem.y_range.value_or(Interval{});
  return count * (problem.learner.bias ? 0.5 * width(y) : largest(y));
}

}  // namespace

Interval x_interval(const LinearProblem& problem, Index coordinate) {
  return problem.range.empty() ? Interval{} : problem.range[static_cast<std::size_t>(coordinate)];
}

ClosestPair closest_pair(const Matrix& x) {
  ClosestPair closest;
  for (Index i = 0; i < x.rows(); ++i) {
    for (Index j = i + 1; j < x.rows(); ++j) {
      const double distance = (x.row(i) - x.row(j)).norm();
      if (distance < closest.distance) closest = {i, j, distance};
    }
  }
  return closest;
}

double SizeBounds::least_item_effort(Index n) const {
  double diagonal = 0, from_0 = 0;
  for (Index j = 0; j < p_.dimension; ++j) {
    diagonal = std::hypot(diagonal, width(x_interval(p_, j)));
    from_0 = std::hypot(from_0, nearest_to_0(x_interval(p_, j)));
  }
  const double apart = p_.effort.closeness > 0 && n > 1 ? p_.effort.closeness / diagonal : 0;
  return apart + p_.effort.magnitude * static_cast<double>(n) * from_0 * from_0;
}

/// How far w can be pulled at all: by the lengths of the items, and for ridge by their labels, for
/// λ‖w‖² = Σ r (w·x) = Σ r (y - b - r) ≤ Σ (y - b)²/4 with the best b.
double SizeBounds::farthest(Index n) const {
  double length = 0;
  for (Index j = 0; j < p_.dimension; ++j) {
    const Interval x = x_interval(p_, j);
    length = std::hypot(length, p_.learner.bias ? 0.5 * width(x) : largest(x));
  }
  double R = length == infinity ? infinity : total_pull(p_, n) * length / p_.learner.lambda;
  if (p_.y_range && !p_.labels_are_signs()) {
    const double y = p_.learner.bias ? 0.5 * width(*p_.y_range) : largest(*p_.y_range);
    R = std::min(R, y * std::sqrt(static_cast<double>(n) / (4 * p_.learner.lambda)));
  }
  return std::isnan(R) ? infinity : R;
}

/// The squared distance of w* from what each coordinate allows.
double SizeBounds::out_of_the_box(Index n) const {
  if (p_.loss != LinearLoss::parameters || p_.range.empty()) return 0;
  double squared = 0;
  for (Index j = 0; j < p_.dimension; ++j) {
    const Interval x = x_interval(p_, j);
    const double length = p_.learner.bias ? 0.5 * width(x) : largest(x);
    const double most = length == 0 ? 0 : total_pull(p_, n) * length / p_.learner.lambda;
    squared += std::pow(std::max(0.0, std::abs(p_.target.weights[j]) - most), 2);
  }
  return squared;
}

double SizeBounds::at(Index n) const {
  const double size = p_.effort.at_size(static_cast<double>(n)), items = least_item_effort(n);
  if (n == 0) return size + p_.loss_of(p_.state_after({Matrix(0, p_.dimension + 1), {}}));
  if (p_.seen.rows.rows() > 0) return size + items + free_.within().floor();
  const SizeBest best = free_.at(n, n > 1 || !p_.learner.bias ? farthest(n) : infinity);
  const double loss = std::max(free_.within().floor(), out_of_the_box(n));
  // An effort on magnitude is in both terms: the larger of the two counts.
  return std::max(best.bound + (p_.effort.magnitude > 0 ? 0 : items), size + items + loss);
}

double SizeBounds::from(Index n) const {
  return p_.effort.at_size(static_cast<double>(n)) + least_item_effort(n) + free_.within().floor();
}

}  // namespace didact::linear
