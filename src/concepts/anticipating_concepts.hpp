#pragma once
// Concepts and a learner that knows it is being taught.

#include <didact/concepts/concepts_problem.hpp>

namespace didact::concepts {

/// What such a learner believes after a set of labelled items; NaN if it is none that it expects.
Vector anticipating_belief(const ConceptsProblem& problem, const ItemSet& items);

/// The best set for it, by looking at all, and the best for a naive learner beside it.
void teach_anticipating(const ConceptsProblem& problem, const Options& options, Lesson& lesson);

/// What a belief is worth.
double judged(const ConceptsProblem& problem, const Vector& belief);

/// Uniform over the concepts that agree with what was seen.
Vector naive_prior(const ConceptsProblem& problem);

}  // namespace didact::concepts
