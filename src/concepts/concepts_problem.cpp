#include "anticipating_concepts.hpp"
#include <didact/concepts/mislabelling.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

namespace didact::concepts {
namespace {

std::size_t item_of(const ItemSet& items, Index row) {
  return static_cast<std::size_t>(items.rows(row, 0)) - 1;
}

/// The class as it is left by what was seen, and where the target is in it; none if it was ruled out.
struct Left {
  ConceptClass concepts;
  std::optional<std::size_t> target;
};

bool as_the_target(const ConceptsProblem& problem, std::size_t c, const std::vector<std::size_t>& items) {
  return std::all_of(items.begin(), items.end(), [&](std::size_t item) {
    return problem.concepts.label(c, item) == problem.concepts.label(problem.target, item);
  });
}

/// Over the open items; those that must be shown are as good as seen.
Left left_by_what_was_seen(const ConceptsProblem& problem, const std::vector<std::size_t>& open) {
  const ConceptClass& all = problem.concepts;
  if (problem.seen.rows.rows() == 0 && problem.must.empty() && open.size() == all.items()) return {all, problem.target};
  std::vector<std::size_t> kept = consistent(all, problem.seen);
  std::erase_if(kept, [&](std::size_t c) { return !as_the_target(problem, c, problem.must); });
  std::vector<std::string> names, items;
  for (const std::size_t c : kept) names.push_back(all.name(c));
  for (const std::size_t i : open) items.push_back(all.item_name(i));
  Left left{ConceptClass(names, items), {}};
  for (std::size_t c = 0; c < kept.size(); ++c) {
    if (kept[c] == problem.target) left.target = c;
    for (std::size_t i = 0; i < open.size(); ++i) left.concepts.set_label(c, i, all.label(kept[c], open[i]));
  }
  return left;
}

std::vector<std::size_t> items_of(const ItemSet& set) {
  std::vector<std::size_t> items;
  for (Index row = 0; row < set.rows.rows(); ++row) items.insert(items.end(), set.copies[row], item_of(set, row));
  return items;
}

/// What open items cost beside those that must be there. With at least m items in all, fewer are made up by any others,
/// which do no harm: the effort is that of m.
ConceptEffort effort_of_open(const ConceptsProblem& problem, const std::vector<std::size_t>& open) {
  const ConceptEffort& effort = problem.effort;
  const std::size_t musts = problem.must.size(), least = static_cast<std::size_t>(problem.min_size);
  ConceptEffort raised;
  for (const std::size_t item : open) {
    if (!effort.item_costs.empty()) raised.item_costs.push_back(effort.item_costs[item]);
  }
  if (musts == 0 && least == 0) {
    raised.per_item = effort.per_item;
    raised.fixed = effort.fixed;
    raised.of_size = effort.of_size;
    return raised;
  }
  raised.of_size = [effort, musts, least](std::size_t n) {
    const std::size_t size = std::max(n + musts, least);
    return effort.per_item * static_cast<double>(size) + effort.fixed + (effort.of_size ? effort.of_size(size) : 0);
  };
  return raised;
}

/// Items not yet shown, then the first again.
void make_up(std::vector<std::size_t>& items, std::size_t least, const std::vector<std::size_t>& open) {
  for (std::size_t i = 0; i < open.size() && items.size() < least; ++i) {
    if (std::find(items.begin(), items.end(), open[i]) == items.end()) items.push_back(open[i]);
  }
  while (items.size() < least) items.push_back(items[0]);
  std::sort(items.begin(), items.end());
}

/// Only items that may be shown, and all that must be.
void check_items(const ConceptsProblem& problem, const ItemSet& items, Evaluation& result) {
  const auto is_in = [](const std::vector<std::size_t>& list, std::size_t item) {
    return std::find(list.begin(), list.end(), item) != list.end();
  };
  for (Index row = 0; row < items.rows.rows() && result.violates.empty() && problem.only; ++row) {
    if (is_in(*problem.only, item_of(items, row))) continue;
    result.violates = "item " + std::to_string(row + 1) + " is no row of the pool that may be used";
    result.violates_at = row + 1;
  }
  const std::vector<std::size_t> shown = items_of(items);
  for (const std::size_t item : problem.must) {
    if (!result.violates.empty() || is_in(shown, item)) continue;
    result.violates = problem.concepts.item_name(item) + " must be in every set";
  }
}

}  // namespace
}  // namespace didact::concepts

namespace didact {

double ConceptsProblem::most() const {
  return std::min(max_size ? static_cast<double>(*max_size) : infinity,
                  limits.max_items ? static_cast<double>(*limits.max_items) : infinity);
}

std::vector<std::size_t> ConceptsProblem::open_items() const {
  std::vector<std::size_t> open;
  for (std::size_t item = 0; item < concepts.items(); ++item) {
    const auto is_in = [item](const std::vector<std::size_t>& list) {
      return std::find(list.begin(), list.end(), item) != list.end();
    };
    if ((!only || is_in(*only)) && !is_in(must)) open.push_back(item);
  }
  return open;
}

std::vector<std::size_t> consistent(const ConceptClass& concepts, const ItemSet& items) {
  using namespace concepts;
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
  using namespace concepts;
  const auto started = std::chrono::steady_clock::now();
  Lesson lesson;
  lesson.seed = options.seed;
  const bool whole = !problem.only && problem.must.empty();
  if (!whole && (problem.anticipates || problem.loss != ConceptsLoss::kl)) {
    throw std::invalid_argument(
        "of a pool, concepts are taught with the loss kl to a learner that does not anticipate it");
  }
  if (!problem.effort.item_costs.empty() && problem.min_size > static_cast<Index>(problem.must.size())) {
    throw std::invalid_argument("a least size and items with costs of their own are not known together here");
  }
  const std::vector<std::size_t> open = problem.open_items();
  const std::size_t available = open.size() + problem.must.size();
  if (!whole && (static_cast<double>(problem.must.size()) > problem.most() ||
                 static_cast<std::size_t>(problem.min_size) > available)) {
    throw std::invalid_argument("no set of this size is possible: " + std::to_string(problem.must.size()) + " to " +
                                std::to_string(available) + " items can be shown");
  }
  const Left left = left_by_what_was_seen(problem, open);
  if (!left.target) {
    lesson.cannot_be_taught("target.concept: what the learner has seen rules it out");
    return lesson;
  }
  lesson.loss_before = judged(problem, naive_prior(problem));
  if (problem.anticipates) {
    teach_anticipating(problem, options, lesson);
    lesson.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return lesson;
  }
  TeachConceptOptions search{stop_for(problem.limits, options)};
  if (problem.most() < infinity) search.max_items = static_cast<std::size_t>(problem.most()) - problem.must.size();
  const ConceptEffort effort = effort_of_open(problem, open);
  ConceptLesson found = problem.loss == ConceptsLoss::kl ? teach_concept(left.concepts, *left.target, effort, search)
                                                         : teach_labels(left.concepts, *left.target, effort, search);
  for (std::size_t& item : found.items) item = open[item];
  found.items.insert(found.items.end(), problem.must.begin(), problem.must.end());
  for (const std::size_t item : problem.must) {
    if (!problem.effort.item_costs.empty()) found.lower_bound += problem.effort.item_costs[item];
  }
  make_up(found.items, static_cast<std::size_t>(problem.min_size), open);
  const Index n = static_cast<Index>(found.items.size());
  lesson.items = {Matrix(n, 2), std::vector<Index>(n, 1)};
  for (Index i = 0; i < n; ++i) {
    lesson.items.rows(i, 0) = static_cast<double>(found.items[i] + 1);
    lesson.items.rows(i, 1) = problem.concepts.label(problem.target, found.items[i]) ? 1 : 0;
  }
  lesson.take(evaluate(problem, lesson.items));
  lesson.settle(found.lower_bound, options.gap.value_or(0), found.stopped);
  lesson.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return lesson;
}

Vector belief(const ConceptsProblem& problem, const ItemSet& items) {
  using namespace concepts;
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
  using namespace concepts;
  Evaluation result;
  result.n = items.size();
  for (Index row = 0; row < items.rows.rows() && result.violates.empty(); ++row) {
    if (problem.concepts.label(problem.target, item_of(items, row)) == (items.rows(row, 1) == 1)) continue;
    result.violates = "item " + std::to_string(row + 1) + " has a label that the target does not give it";
    result.violates_at = row + 1;
  }
  check_items(problem, items, result);
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
