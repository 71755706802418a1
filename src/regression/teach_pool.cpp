#include "teach_pool.hpp"

#include "../pools/search_pooled.hpp"

#include <algorithm>

namespace didact::regression {
namespace {

solvers::PooledProblem pooled(const RegressionProblem& problem) {
  solvers::PooledProblem result;
  result.pool = problem.pool;
  const RegressionTarget& target = problem.target;
  std::visit(
      [&](const auto& learner) {
        result.dimension = learner.prior().lambda1.size();
        result.T = [&learner](const Vector& x) { return learner.T(x); };
        solvers::PooledProblem::Member member;
        const auto point = point_of(learner, target);
        member.loss = [&learner, &target, point](double n, const Vector& s) {
          return learner.loss(point, n, s) + beyond_point(learner, target, n, s);
        };
        member.gradient = [&learner, &target, natural = learner.natural(point)](double n, const Vector& s) {
          Vector gradient = solvers::loss_gradient(learner, natural, n, s);
          const Index D = learner.dimension();
          gradient[0] += target.A;
          gradient.segment(1, D * D) += 0.5 * target.doubt.reshaped();
          return gradient;
        };
        result.members.push_back(std::move(member));
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
  const solvers::PooledProblem form = pooled(problem);
  const pools::ConjugateItems items(form, row_costs(problem), stop);
  if (items.stopped()) return pools::rows_in_haste(form, static_cast<Index>(sizes.low), false);
  const pools::Objective objective =
      pools::objective_of(problem.effort, static_cast<Index>(sizes.low), sizes.high, options.near_size);
  return pools::search_pooled(items, objective, options.gap, stop, options.progress);
}

}  // namespace didact::regression
