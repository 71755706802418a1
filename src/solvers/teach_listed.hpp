#pragma once
// What teaching is the same in for all learners whose items are no rows of numbers.

#include "../learners/dirichlet_parts.hpp"
#include "core/evaluating.hpp"
#include "solvers/search_sizes.hpp"
#include <didact/core/listed.hpp>
#include <didact/solvers/teach.hpp>

#include <stdexcept>

namespace didact::solvers::listed {

/// Everything that is said about a set is computed anew from the set, then once more along another road.
template <class Problem, class Item>
void fill_in(const Problem& problem, Listed<Item> items, ListedLesson<Item>& answer) {
  const Evaluation checked = evaluate(problem, items);
  require_agreement(checked.loss, problem.learner.loss_stepwise(problem.target, items));
  answer.lesson.take(checked);
  answer.items = std::move(items);
}

/// What holds before any search: sizes that leave nothing, targets that are ruled out. `search(sizes, answer)` does the
/// rest.
template <class Item, class Problem, class Search>
ListedLesson<Item> teach(const Problem& problem, const Options& options, Search search) {
  const Stopwatch clock;
  ListedLesson<Item> answer;
  Lesson& lesson = answer.lesson;
  lesson.seed = options.seed;
  const Sizes sizes = allowed_sizes(problem.terms());
  if (sizes.low > sizes.high) throw std::invalid_argument("no set is both large enough and small enough");
  if (problem.effort.of_size) lesson.proven_up_to = static_cast<Index>(sizes.high);
  lesson.loss_before = problem.learner.loss(problem.target, problem.learner.count({}));
  const Standing standing = problem.learner.standing(problem.target);
  if (standing.kind == Standing::ruled_out) {
    lesson.cannot_be_taught(standing.reason);
  } else if (standing.kind == Standing::infinite) {
    lesson.has_nothing_to_teach(standing.reason);
    if (sizes.low == 0) fill_in(problem, Listed<Item>{}, answer);
  } else {
    search(sizes, answer);
  }
  lesson.seconds = clock.seconds();
  return answer;
}

/// A set by its loss and what its items cost beside their number; `violates` may already say why it is not allowed.
template <class Problem>
void judge(const Problem& problem, double cost_of_items, Evaluation& result) {
  const Sizes sizes = allowed_sizes(problem.terms());
  check_size(sizes.low, sizes.high, result);
  finish(result, [&] { return problem.effort.at_size(static_cast<double>(result.n)) + cost_of_items; });
}

}  // namespace didact::solvers::listed
