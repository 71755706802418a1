#pragma once
// Problems far from 0, moved to where their squares have digits.   [MOVE]

#include <didact/solvers/exact_problem.hpp>

namespace didact::solvers {

/// Sums of squares of items far from 0 (time stamps) have no digits left for their variance: such problems are solved
/// about the target's mean instead. Empty where that is not needed, or would change what the items cost.   [MOVE]
template <OffersMoments L>
Vector far_origin(const Problem<L>& problem) {
  if (problem.effort.magnitude > 0 || problem.effort.convex.value) return {};
  Vector mean;
  Matrix covariance;
  if (const auto* belief = std::get_if<L>(&problem.target)) {
    const NormalInverseWishart niw = belief->normal_inverse_wishart();
    mean = niw.mean, covariance = niw.scale / niw.nu;
  } else {
    const auto* points = std::get_if<std::vector<Weighted<typename L::Target>>>(&problem.target);
    const auto& target = points ? points->at(0).value : std::get<typename L::Target>(problem.target);
    mean = L::target_mean(target), covariance = L::target_covariance(target);
  }
  if ((mean.array().abs() < 1e3 * covariance.diagonal().array().sqrt()).all()) return {};
  return mean.array().round();  // whole items stay whole
}

inline void move(double& mean, const Vector& by) {
  mean += by[0];
}
inline void move(Vector& mean, const Vector& by) {
  mean += by;
}

template <OffersMoments L>
Problem<L> moved(Problem<L> problem, const Vector& by) {
  for (auto& member : problem.learners) move(member.value.mean, by);
  if (auto* points = std::get_if<std::vector<Weighted<typename L::Target>>>(&problem.target)) {
    for (auto& point : *points) move(point.value.mean, by);
  } else {
    std::visit(
        [&](auto& target) {
          if constexpr (requires { target.mean; }) move(target.mean, by);
        },
        problem.target);
  }
  if (problem.items.range.size() == 1) problem.items.range.resize(by.size(), problem.items.range[0]);
  for (std::size_t i = 0; i < problem.items.range.size(); ++i) {
    problem.items.range[i].low += by[static_cast<Index>(i)];
    problem.items.range[i].high += by[static_cast<Index>(i)];
  }
  return problem;
}

}  // namespace didact::solvers
