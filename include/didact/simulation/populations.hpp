#pragma once
// The random sets of every kind of problem. Labels are the target's own; where a model says nothing about x, it is
// uniform in its range, or a row of the pool.

#include <didact/concepts/concepts_problem.hpp>
#include <didact/hypotheses/hypotheses_problem.hpp>
#include <didact/learners/gaussian_naive_bayes.hpp>
#include <didact/learners/markov_chain.hpp>
#include <didact/learners/naive_bayes.hpp>
#include <didact/linear/linear_problem.hpp>
#include <didact/regression/regression_problem.hpp>
#include <didact/simulation/population.hpp>
#include <didact/solvers/internal/conjugate.hpp>
#include <didact/threshold/threshold.hpp>

namespace didact {

namespace simulation {
std::unique_ptr<Population> population(std::shared_ptr<const solvers::ConjugateProblem> problem);
}

/// Items drawn from the target, or rows from the pool.
template <ExponentialFamily L>
requires OffersDomain<L> std::unique_ptr<Population> population(const Problem<L>& problem) {
  return simulation::population(std::make_shared<const solvers::ConjugateProblem>(solvers::conjugate_problem(problem)));
}

/// Items of the target hypothesis; rows of the pool where there is one.
std::unique_ptr<Population> population(const HypothesesProblem& problem);
/// Items of the class, all equally likely.
std::unique_ptr<Population> population(const ConceptsProblem& problem);
/// x uniform in the range.
std::unique_ptr<Population> population(const ThresholdProblem& problem);
/// Documents as long as those of the best lesson are on average.
std::unique_ptr<Population> population(const NaiveBayesProblem& problem);
/// Sequences, likewise.
std::unique_ptr<Population> population(const MarkovChainProblem& problem);
std::unique_ptr<Population> population(const GaussianNaiveBayesProblem& problem);
/// Rows of the pool; else x uniform in the range, or standard normal without one.
std::unique_ptr<Population> population(const RegressionProblem& problem);
/// Rows of the pool; without one it throws std::invalid_argument.
std::unique_ptr<Population> population(const LinearProblem& problem);

}  // namespace didact
