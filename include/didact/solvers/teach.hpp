#pragma once
// teach(): from a problem to a certified lesson.

#include <didact/core/lesson.hpp>
#include <didact/core/problem.hpp>
#include <didact/solvers/internal/conjugate.hpp>

namespace didact {

template <ExponentialFamily L>
Lesson teach(const Problem<L>& problem, const Options& options = {}) {
  return solvers::teach(solvers::conjugate_problem(problem), options);
}

template <ExponentialFamily L>
Lesson teach(const L& learner, const typename L::Target& target, const Effort& effort = {},
             const Options& options = {}) {
  Problem<L> problem;
  problem.learners = {{1, learner}};
  problem.target = target;
  problem.effort = effort;
  return teach(problem, options);
}

template <ExponentialFamily L>
Evaluation evaluate(const Problem<L>& problem, const ItemSet& items) {
  return solvers::evaluate(solvers::conjugate_problem(problem), items);
}

/// Items with exactly these statistics, allowed by `rules`; they look like the target if `style` says so. Throws
/// std::invalid_argument, saying why, where no n items have them.
template <Learner L>
ItemSet unpack(const L& learner, const typename L::Target& target, Index n, const Vector& s,
               const ItemRules& rules = {}, Style style = Style::natural, std::uint64_t seed = 1) {
  Problem<L> problem;
  problem.learners = {{1, learner}};
  problem.target = target;
  problem.items = rules;
  return solvers::unpack(solvers::conjugate_problem(problem), n, s, style, seed);
}

}  // namespace didact
