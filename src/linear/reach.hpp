#pragma once
// What n items can make of a linear learner that has seen nothing: every w in a ball, with every b.   [LIN.2]

#include <didact/linear/linear_learner.hpp>

#include <optional>

namespace didact::linear {

/// max over t of t/(1 + exp(t)): what one item can pull at a logistic learner.
inline constexpr double logistic_pull = 0.27846454276107374;
/// Where that maximum is.
inline constexpr double logistic_pull_at = 1.2784645427610738;

/// The largest λ‖w‖² that n items reach; infinite for ridge from its smallest set on.   [LIN.2]
double largest_pull(const LinearLearner& learner, Index n);

/// The largest ‖w‖ that n items reach.
double reach(const LinearLearner& learner, Index n);

/// The least Σ‖x_i‖² with which n items teach some w of this norm, or a lower bound of it where there is a bias.
/// Convex in the norm.   [LIN.3]
double least_magnitude(const LinearLearner& learner, Index n, double norm);

/// n items that teach this state exactly, its w within reach. Nothing where w = 0 and b is none of the few that a
/// learner with a bias can then have.
std::optional<ItemSet> items_for(const LinearLearner& learner, const LinearState& state, Index n);

}  // namespace didact::linear
