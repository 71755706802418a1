#pragma once
// The target's own origin and unit, in which gaussian problems are solved: no solver then needs a threshold with a
// unit, and no square loses the digits of a variance far from 0.   [FRAME]

#include <didact/core/pool.hpp>
#include <didact/core/problem.hpp>
#include <didact/learners/internal/densities.hpp>
#include <didact/solvers/internal/point_target.hpp>

#include <cmath>

namespace didact::solvers {

/// Items x as they are shown, y = (x - origin)/unit as they are solved for.
struct Frame {
  Vector origin;  ///< empty: items are solved for as they are shown
  double unit = 1;

  bool trivial() const { return origin.size() == 0; }

  Matrix solved(Matrix rows) const;
  Matrix shown(Matrix rows) const;
  ItemSet solved(ItemSet items) const;
  ItemSet shown(ItemSet items) const;
  Interval solved(Interval shown, Index coordinate) const;

  /// (Σx, Σxxᵀ) of n items.
  Vector solved_moments(double n, const Vector& s) const;
  Vector shown_moments(double n, const Vector& s) const;

  /// What the shown -log density of a mean and a covariance has beyond the solved one.
  double shift() const;
};

/// The smallest box around a pool's rows, solved.
std::vector<Interval> box_around(const Pool& pool, const Frame& frame);

inline void put_into(const Frame& frame, double& mean) {
  mean = (mean - frame.origin[0]) / frame.unit;
}
inline void put_into(const Frame& frame, Vector& mean) {
  mean = (mean - frame.origin) / frame.unit;
}

/// A learner or a target; `mean` is a place, everything else that has a unit is a square.
template <class Described>
void put_all_into(const Frame& frame, Described& described) {
  put_into(frame, described.mean);
  auto square = [&](auto& value) {
    value /= frame.unit;
    value /= frame.unit;
  };
  if constexpr (requires { described.scale; }) square(described.scale);
  if constexpr (requires { described.variance; }) square(described.variance);
  if constexpr (requires { described.covariance; }) square(described.covariance);
}

/// The origin of a belief is the point that stands for it. Whole items stay whole; an effort that sees where 0 is keeps
/// it; one that is any function of the statistic keeps all, and a squared loss, which adds up lengths and areas, keeps
/// its unit.
template <OffersMoments L>
Frame frame_of(const Problem<L>& problem) {
  if (problem.effort.convex.value) return {};
  const typename L::Target target = as_point(problem.learners[0].value, problem.target).target;
  Frame frame{L::target_mean(target)};
  if (!problem.items.integers && problem.loss != Loss::squared) {
    frame.unit = L::target_covariance(target).diagonal().array().sqrt().mean();
  }
  if (problem.items.integers) frame.origin = frame.origin.array().round();
  if (problem.effort.magnitude > 0 || problem.effort.per_unit > 0) frame.origin.setZero();
  return frame;
}

template <OffersMoments L>
Problem<L> framed(Problem<L> problem, const Frame& frame) {
  for (auto& member : problem.learners) put_all_into(frame, member.value);
  if (auto* points = std::get_if<std::vector<Weighted<typename L::Target>>>(&problem.target)) {
    for (auto& point : *points) put_all_into(frame, point.value);
  } else {
    std::visit(
        [&](auto& target) {
          if constexpr (requires { target.mean; }) put_all_into(frame, target);
        },
        problem.target);
  }
  auto& range = problem.items.range;
  if (range.size() == 1) range.resize(static_cast<std::size_t>(frame.origin.size()), range[0]);
  for (std::size_t i = 0; i < range.size(); ++i) range[i] = frame.solved(range[i], static_cast<Index>(i));
  problem.effort.closeness /= frame.unit;
  problem.effort.per_unit *= frame.unit;
  problem.effort.magnitude *= frame.unit;
  problem.effort.magnitude *= frame.unit;
  return problem;
}

}  // namespace didact::solvers
