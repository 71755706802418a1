#pragma once
// What a set is worth in a problem of conjugate learners, and which solver finds the best one.

#include "solvers/every_size.hpp"
#include "solvers/search_sizes.hpp"
#include <didact/solvers/internal/conjugate.hpp>

namespace didact::solvers {

/// The sizes that a problem allows.
Sizes allowed_sizes(const ConjugateProblem& problem);

/// A learner's loss after a set, with what a belief adds; and again along another road.
double loss_of(const ConjugateProblem& problem, std::size_t learner, const ItemSet& items);
double loss_stepwise_of(const ConjugateProblem& problem, std::size_t learner, const ItemSet& items);
/// The largest of the terms that cancel in the loss of a set, and in those of its parts.
double largest_term(const ConjugateProblem& problem, std::size_t learner, const ItemSet& items);
double largest_partial_term(const ConjugateProblem& problem, std::size_t learner, const ItemSet& items);

/// Of all learners together.
double judged_loss(const ConjugateProblem& problem, const ItemSet& items);
double effort_of(const ConjugateProblem& problem, const ItemSet& items);
/// Loss and effort of items that nobody checks, given as they are solved: in the frame.
double impedance_of(const ConjugateProblem& problem, const ItemSet& items);

/// -log density of one learner after n items with this statistic, with what a belief adds; and its gradient by (n, s).
double density_loss(const ConjugateProblem& problem, std::size_t learner, double n, const Vector& s);
Vector density_gradient(const ConjugateProblem& problem, std::size_t learner, double n, const Vector& s);

/// Whether the target may make some items impossible; and whether an item with this statistic is possible.
bool rules_items_out(const ConjugateProblem& problem);
bool is_possible(const ConjugateProblem& problem, const Vector& statistic);

/// Why no set of an allowed size has a finite loss, where that is a distance.
std::string no_distance(const ConjugateProblem& problem);

/// The problem of those learners alone that decide, with equal weights, on which the worst of them does not depend; all
/// of it where all of them decide.
ConjugateProblem decisive_part(const ConjugateProblem& problem);

/// The solver of a problem without a pool, judged by -log density.
std::unique_ptr<SizedProblem> sized_problem(const ConjugateProblem& problem);

/// How to solve each size where the loss is another, and what is known of sizes that have not been looked at. `domain`
/// may be smaller than the problem's own.
struct ProblemBySize {
  std::unique_ptr<SizedProblem> sized;
  Outlook outlook;
};
ProblemBySize problem_by_size(const ConjugateProblem& problem, const ItemDomain& domain);

/// The best rows of a pool, and how good they are known to be.
struct FoundRows {
  std::vector<Index> rows;  ///< ascending, each as often as it is shown
  double bound = -infinity;
  double enough = 0;  ///< the gap at which the search was to end
  std::optional<RelaxedOptimum> relaxed;
  bool unbounded = false;   ///< more rows are always better
  std::string unteachable;  ///< why every set that is allowed has an infinite loss
};
FoundRows search_rows(const ConjugateProblem& problem, const Options& options, const Stop& stop);

}  // namespace didact::solvers
