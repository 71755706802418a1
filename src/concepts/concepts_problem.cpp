#include "anticipating_concepts.hpp"
#include <didact/concepts/mislabelling.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace didact {
namespace {

std::size_t item_of(const ItemSet& items, Index row) {
  return static_cast<std::size_t>(items.rows(row, 0)) - 1;
}

/// The class as it is left by what was seen, and where the target is in it; none if it was ruled out.
struct Left {
  ConceptClass concepts;
  std::optional<std::size_t> target;
};

Left left_by_what_was_seen(const ConceptsProblem& problem) {
  const ConceptClass& all = problem.concepts;
  if (problem.seen.rows.rows() == 0) return {all, problem.target};
  const std::vector<std::size_t> kept = consistent(all, problem.seen);
  std::vector<std::string> names, items;
  for (const std::size_t c : kept) names.push_back(all.name(c));
  for (std::size_t i = 0; i < all.items(); ++i) items.push_back(all.item_name(i));
  Left left{ConceptClass(names, items), {}};
  for (std::size_t c = 0; c < kept.size(); ++c) {
    if (kept[c] == problem.target) left.target = c;
    for (std::size_t i = 0; i < all.items(); ++i) left.concepts.set_label(c, i, all.label(kept[c], i));
  }
  return left;
}

std::vector<std::size_t> items_of(const ItemSet& set) {
  std::vector<std::size_t> items;
  for (Index row = 0; row < set.rows.rows(); ++row) items.insert(items.end(), set.copies[row], item_of(set, row));
  return items;
}

/// With at least m items, fewer are made up by any others, which do no harm: the effort is that of m.
ConceptEffort effort_of_at_least(const ConceptEffort& effort, std::size_t m) {
  if (m == 0) return effort;
  ConceptEffort raised;
  raised.item_costs = effort.item_costs;
  raised.of_size = [effort, m](std::size_t n) {
    const std::size_t size = std::max(n, m);
    return effort.per_item * static_cast<double>(size) + effort.fixed + (effort.of_size ? effort.of_size(size) : 0);
  };
  return raised;
}

/// Items not yet shown, then the first again.
void make_up(std::vector<std::size_t>& items, std::size_t least, std::size_t all) {
  for (std::size_t i = 0; i < all && items.size() < least; ++i) {
    if (std::find(items.begin(), items.end(), i) == items.end()) items.push_back(i);
  }
  while (items.size() < least) items.push_back(items[0]);
  std::sort(items.begin(), items.end());
}

}  // namespace

double ConceptsProblem::most() const {
  return std::min(max_size ? static_cast<double>(*max_size) : infinity,
                  limits.max_items ? static_cast<double>(*limits.max_items) : infinity);
}

std::vector<std::size_t> consistent(const ConceptClass& concepts, const ItemSet& items) {
  std::vector<std::size_t> kept;
  for (std::size_t c = 0; c < concepts.size(); ++c) {
    bool agrees = true;
    for (Index row = 0; row < items.rows.rows(); ++row) {
      agrees &= concepts.label(c, item_of(items, row)) == (items.rows(row, 1) == 1);
    }
    if (agrees) kept.push_back(c);
  }
  return kept;
}

Lesson teach(const ConceptsProblem& problem, const Options& options) {
  const auto started = std::chrono::steady_clock::now();
  Lesson lesson;
  lesson.seed = options.seed;
  const Left left = left_by_what_was_seen(problem);
  if (!left.target) {
    lesson.status = Status::unteachable;
    lesson.reason = "target.concept: what the learner has seen rules it out";
    lesson.lower_bound = infinity;
    return lesson;
  }
  lesson.loss_before = judged(problem, naive_prior(problem));
  if (problem.anticipates) {
    teach_anticipating(problem, options, lesson);
    lesson.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return lesson;
  }
  TeachConceptOptions search{Stop(problem.limits.seconds, options.interrupt)};
  if (problem.most() < infinity) search.max_items = static_cast<std::size_t>(problem.most());
  const auto least = static_cast<std::size_t>(problem.min_size);
  const ConceptEffort effort = effort_of_at_least(problem.effort, least);
  ConceptLesson found = problem.loss == ConceptsLoss::kl ? teach_concept(left.concepts, *left.target, effort, search)
                                                         : teach_labels(left.concepts, *left.target, effort, search);
  make_up(found.items, least, problem.concepts.items());
  const Index n = static_cast<Index>(found.items.size());
  lesson.items = {Matrix(n, 2), std::vector<Index>(n, 1)};
  for (Index i = 0; i < n; ++i) {
    lesson.items.rows(i, 0) = static_cast<double>(found.items[i] + 1);
    lesson.items.rows(i, 1) = problem.concepts.label(problem.target, found.items[i]) ? 1 : 0;
  }
  lesson.has_items = true;
  lesson.n = n;
  const Evaluation checked = evaluate(problem, lesson.items);
  lesson.loss = checked.loss;
  lesson.effort = checked.effort;
  lesson.impedance = checked.impedance;
  lesson.settle(found.lower_bound, options.gap.value_or(0), found.stopped);
  lesson.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return lesson;
}

Vector belief(const ConceptsProblem& problem, const ItemSet& items) {
  if (problem.anticipates && items.size() > 0) return anticipating_belief(problem, items);
  Vector belief = naive_prior(problem);
  Vector kept = Vector::Zero(belief.size());
  for (const std::size_t c : consistent(problem.concepts, items)) {
    kept[static_cast<Index>(c)] = belief[static_cast<Index>(c)];
  }
  return kept / kept.sum();
}

/// From the concepts that are left, not by the search's own books.
Evaluation evaluate(const ConceptsProblem& problem, const ItemSet& items) {
  Evaluation result;
  result.n = items.size();
  for (Index row = 0; row < items.rows.rows() && result.violates.empty(); ++row) {
    if (problem.concepts.label(problem.target, item_of(items, row)) == (items.rows(row, 1) == 1)) continue;
    result.violates = "item " + std::to_string(row + 1) + " has a label that the target does not give it";
    result.violates_at = row + 1;
  }
  const bool fits = result.n >= problem.min_size && static_cast<double>(result.n) <= problem.most();
  if (result.violates.empty() && !fits) {
    result.violates = "a set of " + std::to_string(result.n) + " items is not allowed";
  }
  const Vector after = belief(problem, items);
  if (result.violates.empty() && problem.anticipates && std::isnan(after[0])) {
    result.violates = "this is no set that a learner who anticipates teaching expects";
  }
  result.loss = judged(problem, after);
  result.effort = result.violates.empty() ? problem.effort.of(items_of(items)) : infinity;
  result.impedance = result.loss + result.effort;
  return result;
}

}  // namespace didact
