#include <didact/concepts/concepts_problem.hpp>

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
  TeachConceptOptions search{Stop(problem.limits.seconds, options.interrupt)};
  if (problem.most() < infinity) search.max_items = static_cast<std::size_t>(problem.most());
  const ConceptLesson found = teach_concept(left.concepts, *left.target, problem.effort, search);
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
  lesson.loss_before = found.loss_before;
  lesson.settle(found.lower_bound, options.gap, found.stopped);
  lesson.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return lesson;
}

/// By counting the concepts that are left, not by the search's own books.
Evaluation evaluate(const ConceptsProblem& problem, const ItemSet& items) {
  Evaluation result;
  result.n = items.size();
  for (Index row = 0; row < items.rows.rows() && result.violates.empty(); ++row) {
    if (problem.concepts.label(problem.target, item_of(items, row)) == (items.rows(row, 1) == 1)) continue;
    result.violates = "item " + std::to_string(row + 1) + " has a label that the target does not give it";
    result.violates_at = row + 1;
  }
  if (result.violates.empty() && static_cast<double>(result.n) > problem.most()) {
    result.violates = "a set of " + std::to_string(result.n) + " items is not allowed";
  }
  ItemSet all{Matrix(problem.seen.rows.rows() + items.rows.rows(), 2), problem.seen.copies};
  if (problem.seen.rows.rows() > 0) all.rows.topRows(problem.seen.rows.rows()) = problem.seen.rows;
  if (items.rows.rows() > 0) all.rows.bottomRows(items.rows.rows()) = items.rows;
  double mass = 0;
  bool possible = false;
  for (const std::size_t c : consistent(problem.concepts, all)) {
    mass += problem.concepts.weight(c);
    possible |= c == problem.target;
  }
  if (possible) result.loss = std::log(mass / problem.concepts.weight(problem.target));
  if (result.violates.empty()) result.effort = problem.effort.of(items_of(items));
  if (!result.violates.empty()) result.effort = infinity;
  result.impedance = result.loss + result.effort;
  return result;
}

}  // namespace didact
