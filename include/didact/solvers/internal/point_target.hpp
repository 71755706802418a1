#pragma once
// A teacher's belief about the target, turned into a point and what it costs beyond that point.

#include <didact/core/problem.hpp>
#include <didact/learners/internal/structures.hpp>

#include <stdexcept>

namespace didact::solvers {

/// What a belief costs beyond the point that stands for it: per item, per unit of the statistic, and once for each
/// learner.   [BELIEF]
struct BeliefCosts {
  double per_item = 0;
  std::vector<double> offsets;
  Vector per_statistic;               ///< empty: nothing
  bool rules_out_every_item = false;  ///< each item is impossible under some point of the belief

  double extra(std::size_t learner, double n, const Vector& s) const {
    return offsets[learner] + per_item * n + cost_of(s);
  }
  double cost_of(const Vector& s) const { return per_statistic.size() > 0 ? per_statistic.dot(s) : 0; }
};

/// A target as one point, and those costs.
template <class L>
struct PointTarget : BeliefCosts {
  explicit PointTarget(std::size_t learners, typename L::Target point = {}) : target(std::move(point)) {
    offsets.assign(learners, 0.0);
  }

  typename L::Target target;
};

template <class L>
NaturalTarget mean_natural_of(const L& learner, const TargetOf<L>& target) {
  if (const auto* belief = std::get_if<L>(&target)) {
    if constexpr (Learner<L>) return learner.mean_natural(*belief);
    throw std::invalid_argument("this learner takes no belief of its own family as a target");
  }
  if (const auto* point = std::get_if<typename L::Target>(&target)) return learner.natural(*point);
  NaturalTarget mean;
  for (const auto& [weight, value] : std::get<std::vector<Weighted<typename L::Target>>>(target)) {
    if (weight == 0) continue;  // its logarithms may be infinite
    const NaturalTarget one = learner.natural(value);
    mean.theta = mean.theta.size() == 0 ? Vector(weight * one.theta) : Vector(mean.theta + weight * one.theta);
    mean.A += weight * one.A;
    mean.log_h0 += weight * one.log_h0;
  }
  return mean;
}

/// What mean natural parameters cost beyond those of the point that stands for them, which they exceed by `less`: a
/// number cannot hold a probability of 1 - 10⁻²² or 10⁻⁵⁰⁰, and near such ones it holds few of their digits.
template <class L>
void price_the_difference(const L& learner, const NaturalTarget& less, double rounding, PointTarget<L>& result) {
  const Vector theta = learner.natural(result.target).theta;
  Vector off = less.theta;
  // Labels: θ has one coordinate more than needed, and what all share is a price of each item.
  double shared = 0;
  if (learner.domain().labels) {
    Index likeliest = 0;
    theta.maxCoeff(&likeliest);
    shared = off[likeliest];
    off.array() -= shared;
  }
  result.per_item = less.A - shared;
  if ((off.array().abs() <= rounding * (1 + theta.array().abs())).all()) return;
  result.per_statistic = -off;
}

/// Mean natural parameters less those of a point. Of points near each other it is the mean of their differences, which
/// keeps digits that the difference of their means has lost: a size of 10⁹ multiplies it.
template <class L>
NaturalTarget mean_less(const L& learner, const TargetOf<L>& target, const typename L::Target& point) {
  NaturalTarget less = mean_natural_of(learner, target);
  const NaturalTarget from = learner.natural(point);
  less = {less.theta - from.theta, less.A - from.A, less.log_h0 - from.log_h0};
  if constexpr (OffersNaturalLess<L>) {
    const auto* points = std::get_if<std::vector<Weighted<typename L::Target>>>(&target);
    if (!points) return less;
    less = {Vector::Zero(from.theta.size())};
    for (const auto& [weight, value] : *points) {
      if (weight == 0) continue;
      const NaturalTarget one = learner.natural_less(value, point);
      less.theta += weight * one.theta;
      less.A += weight * one.A;
      less.log_h0 += weight * one.log_h0;
    }
  }
  return less;
}

/// How a target stands: of several points, the worst of those that count.
template <class L>
Standing standing_of(const L& learner, const std::vector<Weighted<typename L::Target>>& points,
                     const typename L::Target& as_point) {
  if (points.empty()) return learner.standing(as_point);
  Standing worst;
  for (const auto& [weight, value] : points) {
    if (weight == 0 || worst.kind == Standing::ruled_out) continue;
    const Standing standing = learner.standing(value);
    if (standing.kind != Standing::ordinary) worst = standing;
  }
  return worst;
}

/// The mean loss of weighted points.
template <class L>
double mean_loss(const L& learner, const std::vector<Weighted<typename L::Target>>& points, double n, const Vector& s) {
  double mean = 0;
  for (const auto& [weight, value] : points) {
    if (weight > 0) mean += weight * learner.loss(value, n, s);
  }
  return mean;
}

/// Points whose logarithms (π_k = 0) are infinite, as one: what they cost beyond it is taken from the losses, which are
/// finite.
template <class L>
PointTarget<L> mean_by_losses(const Problem<L>& problem, const std::vector<Weighted<typename L::Target>>& points,
                              const Vector& theta) {
  PointTarget<L> result(problem.learners.size());
  const L& first = problem.learners[0].value;
  result.rules_out_every_item = theta.hasNaN();  // +∞ from one point, -∞ from another
  result.target = result.rules_out_every_item ? points[0].value : first.from_natural(theta);
  Random random(1);
  const Vector one = first.T(first.sample(result.target, random)), none = Vector::Zero(one.size());
  for (std::size_t j = 0; j < problem.learners.size(); ++j) {
    const L& learner = problem.learners[j].value;
    result.offsets[j] = mean_loss(learner, points, 0, none) - learner.loss(result.target, 0, none);
  }
  if (!result.rules_out_every_item) {
    result.per_item = mean_loss(first, points, 1, one) - first.loss(result.target, 1, one) - result.offsets[0];
  }
  return result;
}

/// A belief as one point: its costs are differences of natural parameters, which do not depend on how badly a learner's
/// own loss is conditioned.
template <class L>
PointTarget<L> mean_by_parameters(const Problem<L>& problem) {
  PointTarget<L> result(problem.learners.size());
  for (std::size_t j = 0; j < problem.learners.size(); ++j) {
    const L& learner = problem.learners[j].value;
    if (j == 0) result.target = learner.from_natural(mean_natural_of(learner, problem.target).theta);
    const NaturalTarget less = mean_less(learner, problem.target, result.target);
    const Prior prior = learner.prior();
    result.offsets[j] = -less.theta.dot(prior.lambda1) + less.A * prior.lambda2 - less.log_h0;
    if (j > 0) continue;
    if constexpr (OffersCounts<L> || OffersSlopes<L>) {
      const bool exact = OffersNaturalLess<L> && !std::holds_alternative<L>(problem.target);
      price_the_difference(learner, less, exact ? 0 : 1e-15, result);
    } else {
      result.per_item = less.A;
    }
  }
  return result;
}

/// A belief as one point, of a learner that knows that point and its costs itself.
template <OffersBeliefAsPoint L>
BeliefAsPoint<typename L::Target> as_point(const L& learner, const TargetOf<L>& target) {
  if (const auto* point = std::get_if<typename L::Target>(&target)) return {*point};
  if (const auto* belief = std::get_if<L>(&target)) return learner.as_point(*belief);
  return learner.as_point(std::get<std::vector<Weighted<typename L::Target>>>(target));
}

template <OffersBeliefAsPoint L>
PointTarget<L> mean_by_learner(const Problem<L>& problem) {
  PointTarget<L> result(problem.learners.size());
  for (std::size_t j = 0; j < problem.learners.size(); ++j) {
    BeliefAsPoint<typename L::Target> one = as_point(problem.learners[j].value, problem.target);
    if (j == 0) result.target = std::move(one.target), result.per_item = one.per_item;
    result.offsets[j] = one.once;
  }
  return result;
}

template <class L>
PointTarget<L> point_target(const Problem<L>& problem) {
  if (const auto* point = std::get_if<typename L::Target>(&problem.target)) {
    return PointTarget<L>(problem.learners.size(), *point);
  }
  if constexpr (requires { L::curved; }) {
    throw std::invalid_argument("a belief over the targets of this learner is no point and a cost of each item");
  } else if constexpr (OffersBeliefAsPoint<L>) {
    return mean_by_learner(problem);
  } else if constexpr (Learner<L>) {
    if (const auto* points = std::get_if<std::vector<Weighted<typename L::Target>>>(&problem.target)) {
      const NaturalTarget mean = mean_natural_of(problem.learners[0].value, problem.target);
      const bool finite = mean.theta.allFinite() && std::isfinite(mean.A) && std::isfinite(mean.log_h0);
      if (!finite) return mean_by_losses(problem, *points, mean.theta);
    }
    return mean_by_parameters(problem);
  } else {
    throw std::invalid_argument("a learner of one's own takes a single point as its target");
  }
}

}  // namespace didact::solvers
