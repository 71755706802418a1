#include "anticipating_concepts.hpp"
#include "core/evaluating.hpp"
#include <didact/concepts/mislabelling.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>

namespace didact::concepts {
namespace {

std::size_t item_of(const ItemSet& items, Index row) {
  return static_cast<std::size_t>(items.rows(row, 0)) - 1;
}

/// An item of the class, or a row of the pool: of several rows with one item each is a choice of its own.
struct Choice {
  Index row;  ///< -1 without a pool
  std::size_t item;
  double cost;
};

/// What may be shown and need not be, and what every set has.
struct Choices {
  std::vector<Choice> open, must;
  bool priced;  ///< whether there are costs of single items
};

Choices choices_of(const ConceptsProblem& problem) {
  const std::vector<double>& costs = problem.effort.item_costs;
  const auto own = [&](std::size_t item) { return costs.empty() ? 0 : costs[item]; };
  Choices choices{{}, {}, !costs.empty() || (problem.pool && !problem.pool->costs.empty())};
  for (std::size_t item = 0; !problem.pool && item < problem.concepts.items(); ++item) {
    choices.open.push_back({-1, item, own(item)});
  }
  if (!problem.pool) return choices;
  const Pool& pool = *problem.pool;
  const std::vector<char> must = pool.marked(pool.must_include), excluded = pool.marked(pool.must_exclude);
  for (Index row = 0; row < pool.size(); ++row) {
    if (excluded[static_cast<std::size_t>(row)]) continue;
    const auto item = static_cast<std::size_t>(pool.rows(row, 0)) - 1;
    (must[static_cast<std::size_t>(row)] ? choices.must : choices.open)
        .push_back({row, item, own(item) + pool.cost(row)});
  }
  return choices;
}

/// The class as it is left by what was seen, and where the target is in it; none if it was ruled out.
struct Left {
  ConceptClass concepts;
  std::optional<std::size_t> target;
};

bool as_the_target(const ConceptsProblem& problem, std::size_t c, const std::vector<Choice>& shown) {
  return std::all_of(shown.begin(), shown.end(), [&](const Choice& choice) {
    return problem.concepts.label(c, choice.item) == problem.concepts.label(problem.target, choice.item);
  });
}

/// Over the open choices; those that must be shown are as good as seen.
Left left_by_what_was_seen(const ConceptsProblem& problem, const Choices& choices) {
  const ConceptClass& all = problem.concepts;
  const std::vector<Choice>& open = choices.open;
  if (problem.seen.rows.rows() == 0 && !problem.pool) return {all, problem.target};
  std::vector<std::size_t> kept = consistent(all, problem.seen);
  std::erase_if(kept, [&](std::size_t c) { return !as_the_target(problem, c, choices.must); });
  std::vector<std::string> names, items;
  for (const std::size_t c : kept) names.push_back(all.name(c));
  for (const Choice& choice : open) items.push_back(all.item_name(choice.item));
  Left left{ConceptClass(names, items), {}};
  for (std::size_t c = 0; c < kept.size(); ++c) {
    if (kept[c] == problem.target) left.target = c;
    for (std::size_t i = 0; i < open.size(); ++i) left.concepts.set_label(c, i, all.label(kept[c], open[i].item));
  }
  return left;
}

std::vector<std::size_t> items_of(const ItemSet& set) {
  std::vector<std::size_t> items;
  for (Index row = 0; row < set.rows.rows(); ++row) items.insert(items.end(), set.copies[row], item_of(set, row));
  return items;
}

/// What open choices cost beside those that must be there. With at least m items in all, fewer are made up by any
/// others, which do no harm: the effort is that of m.
ConceptEffort effort_of_open(const ConceptsProblem& problem, const Choices& choices) {
  const ConceptEffort& effort = problem.effort;
  const std::size_t musts = choices.must.size(), least = static_cast<std::size_t>(problem.min_size);
  ConceptEffort raised;
  for (const Choice& choice : choices.open) {
    if (choices.priced) raised.item_costs.push_back(choice.cost);
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

/// These of the open ones and all that must be there; then others until there are enough, at last the first again.
std::vector<Choice> shown(const std::vector<std::size_t>& found, const Choices& choices, std::size_t least) {
  std::vector<Choice> all = choices.must;
  std::vector<char> taken(choices.open.size(), 0);
  const auto show = [&](std::size_t i) { all.push_back(choices.open[i]), taken[i] = 1; };
  for (const std::size_t i : found) show(i);
  for (std::size_t i = 0; i < taken.size() && all.size() < least; ++i) {
    if (!taken[i]) show(i);
  }
  while (all.size() < least) all.push_back(all[0]);
  std::sort(all.begin(), all.end(),
            [](const Choice& a, const Choice& b) { return std::tie(a.row, a.item) < std::tie(b.row, b.item); });
  return all;
}

void take_items(const ConceptsProblem& problem, const std::vector<Choice>& choices, Lesson& lesson) {
  const auto n = static_cast<Index>(choices.size());
  lesson.items = {Matrix(n, 2), std::vector<Index>(choices.size(), 1)};
  for (Index i = 0; i < n; ++i) {
    const Choice& choice = choices[static_cast<std::size_t>(i)];
    lesson.items.rows(i, 0) = static_cast<double>(choice.item + 1);
    lesson.items.rows(i, 1) = problem.concepts.label(problem.target, choice.item) ? 1 : 0;
    if (problem.pool) lesson.rows.push_back(choice.row);
  }
  lesson.take(evaluate(problem, lesson.items));
}

}  // namespace
}  // namespace didact::concepts

namespace didact {

double ConceptsProblem::most() const {
  return std::min(max_size ? static_cast<double>(*max_size) : infinity,
                  limits.max_items ? static_cast<double>(*limits.max_items) : infinity);
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
  const Stopwatch clock;
  Lesson lesson;
  lesson.seed = options.seed;
  if (problem.pool && (problem.anticipates || problem.loss != ConceptsLoss::kl)) {
    throw std::invalid_argument(
        "of a pool, concepts are taught with the loss kl to a learner that does not anticipate it");
  }
  const Choices choices = choices_of(problem);
  const std::size_t musts = choices.must.size(), available = choices.open.size() + musts;
  if (choices.priced && problem.min_size > static_cast<Index>(musts)) {
    throw std::invalid_argument("a least size and items with costs of their own are not known together here");
  }
  if (problem.pool &&
      (static_cast<double>(musts) > problem.most() || static_cast<std::size_t>(problem.min_size) > available)) {
    throw std::invalid_argument("no set of this size is possible: " + std::to_string(musts) + " to " +
                                std::to_string(available) + " items can be shown");
  }
  const Left left = left_by_what_was_seen(problem, choices);
  if (!left.target) {
    lesson.cannot_be_taught("target.concept: what the learner has seen rules it out");
    return lesson;
  }
  lesson.loss_before = judged(problem, naive_prior(problem));
  if (problem.anticipates) {
    teach_anticipating(problem, options, lesson);
    lesson.seconds = clock.seconds();
    return lesson;
  }
  TeachConceptOptions search{stop_for(problem.limits, options)};
  if (problem.most() < infinity) search.max_items = static_cast<std::size_t>(problem.most()) - musts;
  const ConceptEffort effort = effort_of_open(problem, choices);
  ConceptLesson found = problem.loss == ConceptsLoss::kl ? teach_concept(left.concepts, *left.target, effort, search)
                                                         : teach_labels(left.concepts, *left.target, effort, search);
  for (const Choice& choice : choices.must) found.lower_bound += choice.cost;
  take_items(problem, shown(found.items, choices, static_cast<std::size_t>(problem.min_size)), lesson);
  lesson.settle(found.lower_bound, options.gap.value_or(0), found.stopped);
  lesson.seconds = clock.seconds();
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
  const double row_costs = cost_of_rows(problem.pool ? &*problem.pool : nullptr, items, result);
  check_size(static_cast<double>(problem.min_size), problem.most(), result);
  const Vector after = belief(problem, items);
  if (result.violates.empty() && problem.anticipates && std::isnan(after[0])) {
    result.violates = "this is no set that a learner who anticipates teaching expects";
  }
  result.loss = judged(problem, after);
  finish(result, [&] { return problem.effort.of(items_of(items)) + row_costs; });
  return result;
}

}  // namespace didact
