#pragma once
// What the exact solvers need of a problem, for each structure. `domain` may be smaller than the problem's own.

#include "solvers/moments_problem.hpp"
#include "solvers/quadratic_problem.hpp"
#include "solvers/sum_problem.hpp"
#include <didact/solvers/internal/conjugate.hpp>

namespace didact::solvers {

/// What each item costs by its number alone.
inline double price_of_item(const ConjugateProblem& problem) {
  return problem.effort.per_item + problem.belief.per_item;
}

/// What per_unit makes of a sum of items, none of which is of the other sign.
double price_of_sum(const Effort& effort, const ItemDomain& domain);

/// The square of the smallest item.
double least_square(const ItemDomain& domain);

/// Categories, or the two items 0 and 1: the learners' pseudo-counts, and of each category its probability, the item
/// that stands for it, what the item costs by the problem's own efforts, and how many there may be.
struct CategoryTerms {
  std::vector<std::vector<double>> beta;
  std::vector<Twofold> pi;
  std::vector<double> items;
  std::vector<double> cost;
  std::vector<double> most;
};
CategoryTerms category_terms(const ConjugateProblem& problem, const ItemDomain& domain);

SumProblem::Settings sum_settings(const ConjugateProblem& problem, const ItemDomain& domain);
MomentsProblem::Settings moments_settings(const ConjugateProblem& problem, const ItemDomain& domain);
QuadraticProblem::Settings quadratic_settings(const ConjugateProblem& problem, const ItemDomain& domain);

}  // namespace didact::solvers
