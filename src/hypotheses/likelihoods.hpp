#pragma once
// What the hypotheses of a problem say about items, straight from their densities.

#include <didact/hypotheses/hypotheses_problem.hpp>

namespace didact::hypotheses {

/// log p(x | h), every hypothesis.
Vector log_likelihoods(const HypothesesProblem& problem, const Vector& x);

/// The same less the target's, unless that cannot have made x.
Vector log_evidence(const HypothesesProblem& problem, const Vector& x);

/// log of prior times likelihood, item after item, of what was seen and of these, up to a constant.
Vector log_joint(const HypothesesProblem& problem, const ItemSet& items);

/// The set with nothing in it.
inline const ItemSet nothing_shown{Matrix(0, 1), {}};

/// The distribution with these logarithms, up to a constant.
Vector normalised(const Vector& logs);

/// Rows of candidates, where there are finitely many: a pool's, or the whole numbers of the range.
std::optional<Table> candidates(const HypothesesProblem& problem, const std::vector<Interval>& range);

/// What a set costs, each row of a pool at its cheapest.
double cost_of(const HypothesesProblem& problem, const ItemSet& items);

/// The loss after these items.
double loss_of(const HypothesesProblem& problem, const ItemSet& items);

/// The loss of a belief.
double judged(const HypothesesProblem& problem, const Vector& belief);

}  // namespace didact::hypotheses
