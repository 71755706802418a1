#pragma once
// What a learner is. Algorithm 1 of the paper needs no more than ExponentialFamily; the learners that didact ships
// offer more (closed forms, stable losses), and the solvers use whatever is offered.

#include <didact/core/internal/fields.hpp>
#include <didact/core/items.hpp>
#include <didact/core/random.hpp>
#include <didact/core/types.hpp>

#include <concepts>
#include <string>
#include <vector>

namespace didact {

/// The conjugate prior's natural parameters: p(θ) = h0(θ) exp(λ1ᵀθ - λ2 A(θ) - A0(λ1, λ2))   [EXP.1]
struct Prior {
  Vector lambda1;
  double lambda2 = 0;
};

/// A target in natural form: θ*, A(θ*), and log h0(θ*), the constant that normalises the loss.
struct NaturalTarget {
  Vector theta;
  double A = 0;
  double log_h0 = 0;
};

/// Where ⟨a, T(x)⟩ is least over the items: at a point T(x), or ever less along a ray of the cone.
struct Extreme {
  Vector statistic;
  bool is_ray = false;
};
inline Extreme extreme_point(Vector statistic) {
  return {std::move(statistic), false};
}
inline Extreme extreme_ray(Vector direction) {
  return {std::move(direction), true};
}

/// The contract of Algorithm 1.
template <class L>
concept ExponentialFamily = requires(const L& learner, const typename L::Target& target, const Vector& x,
                                     const Vector& lambda1, double lambda2, Random& random) {
  { learner.T(x) } -> std::convertible_to<Vector>;
  { learner.A0(lambda1, lambda2) } -> std::convertible_to<double>;
  { learner.prior() } -> std::convertible_to<Prior>;
  { learner.natural(target) } -> std::convertible_to<NaturalTarget>;
  { learner.sample(target, random) } -> std::convertible_to<Vector>;
};

/// Optional: an oracle for min over the items of ⟨a, T(x)⟩. It describes the domain; without it s is free in ℝᴰ.
template <class L>
concept OffersOracle = requires(const L& learner, const Vector& a) {
  { learner.extreme(a) } -> std::convertible_to<Extreme>;
};

/// Optional: -log p(θ*|n, s) without the cancellation that A0 suffers from.
template <class L>
concept OffersLoss = requires(const L& learner, const typename L::Target& target, double n, const Vector& s) {
  { learner.loss(target, n, s) } -> std::convertible_to<double>;
};

/// Optional: the items there are. Without it, all of ℝᵈ.
template <class L>
concept OffersDomain = requires(const L& learner) {
  { learner.domain() } -> std::convertible_to<ItemDomain>;
};

/// Partial derivatives of the loss by the size and by the (scalar) statistic.
struct Slopes {
  double by_n = 0;
  double by_s = 0;
};

/// Which exact structure a family has: all that its learner sees of a set beside the set's size. A learner declares it
/// as `static constexpr Structure structure`; one that does not is searched by Algorithm 1.
enum class Structure {
  none,
  counts,       ///< how often each of finitely many items is shown
  sum,          ///< the sum of one number T(x) an item, in which the loss is convex
  normal_mean,  ///< the sum of the items, in which the loss is a quadratic form
  moments,      ///< the sum of the items and of their squares
};
template <class L>
inline constexpr Structure structure_of = Structure::none;
template <class L>
requires requires {
  { L::structure } -> std::convertible_to<Structure>;
}
inline constexpr Structure structure_of<L> = L::structure;

/// Optional, where the structure is a sum of numbers other than the items: the item whose T(x) this is. T rises.
template <class L>
concept OffersItemOf = requires(const L& learner, double t) {
  { learner.item_of(t) } -> std::convertible_to<double>;
};

/// A value that is no mistake by itself but is one beside the others, named by its field of the prior.
struct Mistake {
  std::string field;
  std::string message;
};

/// How a target stands with a learner before anything is taught.
struct Standing {
  enum Kind { ordinary, ruled_out, infinite } kind = ordinary;
  std::string reason;
};

/// A learner that didact ships: it describes itself, can be read from a file, and turns into its own posterior.
template <class L>
concept Learner = ExponentialFamily<L> && OffersOracle<L> && OffersLoss<L> && OffersDomain<L> &&
    requires(const L& learner, const typename L::Target& target, double n, const Vector& s, const ItemSet& items) {
  L::name;
  L::summary;
  L::item;
  L::prior_fields();
  L::known_fields();
  L::Target::fields();
  { learner.after(n, s) } -> std::same_as<L>;
  { learner.standing(target) } -> std::same_as<Standing>;
  { learner.from_natural(s) } -> std::same_as<typename L::Target>;   // the target whose natural parameter this is
  { learner.mean_natural(learner) } -> std::same_as<NaturalTarget>;  // E θ, E A(θ), E log h0(θ) under a belief
  { learner.maximum_likelihood(n, s) } -> std::same_as<typename L::Target>;
};

/// A belief over targets as the one target with the mean natural parameters, and what the belief costs beyond it: for
/// each item, and once.   [BELIEF]
template <class Target>
struct BeliefAsPoint {
  Target target;
  double per_item = 0;
  double once = 0;
};

/// Optional: that point and its costs in a form that keeps digits which differences of natural parameters lose.
template <class L>
concept OffersBeliefAsPoint = requires(const L& learner, const std::vector<Weighted<typename L::Target>>& points,
                                       const L& belief) {
  { learner.as_point(points) } -> std::same_as<BeliefAsPoint<typename L::Target>>;
  { learner.as_point(belief) } -> std::same_as<BeliefAsPoint<typename L::Target>>;
};

/// Optional: natural(target) less natural(from), where the difference of the two keeps few digits.
template <class L>
concept OffersNaturalLess = requires(const L& learner, const typename L::Target& target) {
  { learner.natural_less(target, target) } -> std::same_as<NaturalTarget>;
};

/// Optional: Σ T(x) over a set, where there is a faster way than one T(x) after the other.
template <class L>
concept OffersSummedStatistic = requires(const L& learner, const ItemSet& items) {
  { learner.summed(items) } -> std::convertible_to<Vector>;
};

/// Σ T(x) over a set, equal items multiplied.
template <class L>
Vector summed_statistic(const L& learner, const ItemSet& items) {
  if constexpr (OffersSummedStatistic<L>) return learner.summed(items);
  Vector s = Vector::Zero(learner.prior().lambda1.size());
  Vector carry = Vector::Zero(s.size());  // Kahan: a million items lose nothing
  for (Index row = 0; row < items.rows.rows(); ++row) {
    const Vector term = learner.T(items.rows.row(row)) * static_cast<double>(items.copies[row]) - carry;
    const Vector sum = s + term;
    carry = (sum - s) - term;
    s = sum;
  }
  return s;
}

/// Optional: what a set leaves behind, computed from its items, where their sums would lose digits.
template <class L>
concept OffersLossOfItems = requires(const L& learner, const typename L::Target& target, const ItemSet& items) {
  { learner.loss(target, items) } -> std::convertible_to<double>;
  { learner.after(items) } -> std::same_as<L>;
};

/// The belief after a set.
template <class L>
L posterior(const L& learner, const ItemSet& items) {
  if constexpr (OffersLossOfItems<L>) {
    return learner.after(items);
  } else {
    return learner.after(static_cast<double>(items.size()), summed_statistic(learner, items));
  }
}

/// -log p(θ*|n, s) from the natural form   [EXP.2]
template <ExponentialFamily L>
double natural_loss(const L& learner, const NaturalTarget& target, double n, const Vector& s) {
  const Prior prior = learner.prior();
  const Vector lambda1 = prior.lambda1 + s;
  const double lambda2 = prior.lambda2 + n;
  return learner.A0(lambda1, lambda2) - target.theta.dot(lambda1) + target.A * lambda2 - target.log_h0;
}

template <ExponentialFamily L>
double loss(const L& learner, const typename L::Target& target, double n, const Vector& s) {
  if constexpr (OffersLoss<L>) {
    return learner.loss(target, n, s);
  } else {
    return natural_loss(learner, learner.natural(target), n, s);
  }
}

template <ExponentialFamily L>
double loss(const L& learner, const typename L::Target& target, const ItemSet& items) {
  if constexpr (OffersLossOfItems<L>) {
    return learner.loss(target, items);
  } else {
    return loss(learner, target, static_cast<double>(items.size()), summed_statistic(learner, items));
  }
}

}  // namespace didact
