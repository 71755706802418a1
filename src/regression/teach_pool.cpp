#include "teach_pool.hpp"

#include "../pools/search_pooled.hpp"
#include <didact/solvers/internal/family_of.hpp>

#include <algorithm>

namespace didact::regression {
namespace {

using solvers::Aim, solvers::BeliefCosts, solvers::ConjugateProblem, solvers::FamilyOf;

/// What a belief costs beyond its point is linear in (n, s).   [REG.5]
template <class L>
BeliefCosts beyond(const L& learner, const RegressionTarget& target) {
  const Index D = learner.dimension();
  Vector none = Vector::Zero(learner.prior().lambda1.size());
  BeliefCosts costs;
  costs.offsets = {beyond_point(learner, target, 0, none)};
  costs.per_item = target.A;
  costs.per_statistic = std::move(none);
  costs.per_statistic.head(D * D) = 0.5 * target.doubt.reshaped();
  return costs;
}

ConjugateProblem pooled(const RegressionProblem& problem) {
  ConjugateProblem result;
  result.pool = problem.pool;
  result.weights = {1};
  std::visit(
      [&]<class L>(const L& learner) {
        const auto aim = std::make_shared<const Aim<L>>(Aim<L>{point_of(learner, problem.target)});
        result.learners = {{1, std::make_shared<const FamilyOf<L>>(learner, aim)}};
        result.belief = beyond(learner, problem.target);
      },
      problem.learner);
  return result;
}

/// What each row costs: its own price, and the length of its x.
Vector row_costs(const RegressionProblem& problem) {
  const Pool& pool = *problem.pool;
  return Vector::NullaryExpr(pool.size(), [&](Index i) {
    return pool.cost(i) + problem.effort.magnitude * pool.rows.row(i).head(problem.dimension()).squaredNorm();
  });
}

}  // namespace

solvers::FoundRows search_pool(const RegressionProblem& problem, const solvers::Sizes& sizes, const Options& options,
                               const Stop& stop) {
  const ConjugateProblem form = pooled(problem);
  const pools::ConjugateItems items(form, row_costs(problem), stop);
  if (items.stopped()) return pools::rows_in_haste(form, static_cast<Index>(sizes.low), false);
  const pools::Objective objective =
      pools::objective_of(problem.effort, static_cast<Index>(sizes.low), sizes.high, options.near_size);
  return pools::search_pooled(items, objective, options.gap, stop, options.progress);
}

}  // namespace didact::regression
