#include "teach_limit.hpp"

#include "linear/reach.hpp"
#include "sizes.hpp"
#include "spread.hpp"
#include "teach_free.hpp"

#include <cmath>

namespace didact::linear {
namespace {

constexpr double far = 1e6;  // as far as the answer's items go on their way to infinity

LinearProblem without_item_effort(LinearProblem problem) {
  problem.effort.magnitude = problem.effort.closeness = 0;
  return problem;
}

/// Ridge: the smaller x is the larger its label, and the same w is taught.
ItemSet shrunk(const LinearProblem& problem, const LinearState& state, ItemSet items) {
  const double norm = state.weights.norm();
  for (Index i = 0; i < items.rows.rows(); ++i) {
    const double f = items.rows.row(i).head(problem.dimension).dot(state.weights);
    const double residual = items.rows(i, problem.dimension) - f - state.bias;
    items.rows.row(i).head(problem.dimension) /= far;
    items.rows(i, problem.dimension) = f / far + state.bias + residual * far;
  }
  return norm > 0 ? items : ItemSet{};
}

/// More items, each with less in it, make an effort on magnitude as small as one likes. An svm's bias needs an item at
/// the margin, though, unless it is 0.
bool more_is_always_better(const LinearProblem& problem, const Stop& stop) {
  const Effort& effort = problem.effort;
  const bool any_bias = !problem.learner.bias || problem.learner.kind == LinearKind::logistic ||
                        (problem.loss == LinearLoss::parameters && problem.target.bias == 0);
  return problem.learner.kind != LinearKind::ridge && any_bias && effort.magnitude > 0 && effort.per_item == 0 &&
         !effort.of_size && !effort.convex_of_size.value && problem.most() == infinity &&
         FreeSizes(problem, stop).at(2).best.state.weights.norm() > 0;
}

/// Nothing taught where that is as good as any effort can become.
Found teach_ever_more(const LinearProblem& problem, const Stop& stop) {
  const FreeSizes sizes(problem, stop);
  Found found;
  found.bound = problem.effort.at_size(1) + sizes.within().floor();
  if (problem.min_size == 0 && sizes.at(0).value <= found.bound) {
    found.items = ItemSet{Matrix(0, problem.dimension + 1), {}};
  } else {
    found.direction = Direction::more_items;
  }
  return found;
}

}  // namespace

bool has_vanishing_effort(const LinearProblem& problem, const Stop& stop) {
  const Effort& effort = problem.effort;
  if (problem.seen.rows.rows() > 0 || !problem.range.empty() || problem.y_range || problem.pool) return false;
  if (effort.magnitude > 0 && effort.closeness > 0) return false;
  if (more_is_always_better(problem, stop)) return true;
  const bool ridge = problem.learner.kind == LinearKind::ridge;
  return effort.magnitude > 0 ? ridge
                              : effort.closeness > 0 && (ridge || (!problem.learner.bias && problem.dimension > 1));
}

Found teach_limit(const LinearProblem& problem, const Stop& stop) {
  if (more_is_always_better(problem, stop)) return teach_ever_more(problem, stop);
  const LinearProblem free = without_item_effort(problem);
  Found found = teach_free(free, stop);
  if (!found.items || found.direction) return found;
  const LinearState state = free.state_after(*found.items);
  const Index n = found.items->size();
  if (problem.effort.magnitude > 0) {
    if (found.items->rows.leftCols(problem.dimension).norm() == 0) return found;
    found.items = shrunk(problem, state, *found.items);
    found.direction = Direction::larger_items;
  } else if (n > 1) {
    found.items = spread_items(problem, state, n, far);
    found.direction = Direction::spread_items;
  }
  return found;
}

}  // namespace didact::linear
