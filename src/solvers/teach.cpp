#include "core/evaluating.hpp"
#include "solvers/conjugate_problem.hpp"
#include "solvers/exchange.hpp"
#include "solvers/moments_problem.hpp"
#include <didact/core/beyond_reach.hpp>
#include <didact/solvers/teach.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace didact::solvers {
namespace {

/// The format's meaning of "proven".
constexpr double optimality_tolerance = 1e-9;

/// Each is a row of its own.
constexpr Index most_different_items = 20'000'000;

struct Worth {
  double loss = infinity;
  std::vector<double> losses;
};

using LossOf = double (*)(const ConjugateProblem&, std::size_t learner, const ItemSet&);

Worth worth(const ConjugateProblem& problem, const ItemSet& items, LossOf loss = &loss_of) {
  Worth result;
  for (std::size_t j = 0; j < problem.weights.size(); ++j) result.losses.push_back(loss(problem, j, items));
  result.loss = judged(problem.judge, problem.weights, [&](std::size_t j) { return result.losses[j]; });
  return result;
}

ItemSet no_items(const ConjugateProblem& problem) {
  return {Matrix(0, problem.domain.dimension()), {}};
}

/// The items as they will be read, rounded as they will be.
ItemSet as_shown(const ConjugateProblem& problem, ItemSet items) {
  if (problem.frame.trivial()) return items;
  items = problem.frame.shown(std::move(items));
  for (Index j = 0; j < items.rows.cols(); ++j) {
    const auto [low, high] = problem.shown.range[j];
    items.rows.col(j) = items.rows.col(j).cwiseMax(low).cwiseMin(high);
  }
  if (!violation(problem.shown, items).empty() && !problem.shown.integers)
    return set_apart(problem.shown, items, problem.frame.unit);
  return items;
}

/// Items for the statistic that was found: as the style asks where they are allowed, else those the search itself met.
ItemSet place_items(const ConjugateProblem& problem, const SizedProblem& sized, Index n, const AtSize& at,
                    const Options& options, const Stop& stop) {
  if (n == 0) return no_items(problem);
  if (problem.domain.distinct && n > most_different_items) {
    throw std::overflow_error("the best lesson has " + std::to_string(n) + " different items, more than the " +
                              std::to_string(most_different_items) + " that can be listed; set limits.max_items");
  }
  constexpr double few_numbers = 10'000;  // are made to look like the target's even when there is no time left
  const bool many = static_cast<double>(n) * static_cast<double>(problem.domain.dimension()) > few_numbers;
  const Style style = many && stop ? Style::plain : options.style;
  for (std::uint64_t attempt = 0; attempt < 16; ++attempt) {
    if (at.items && stop) break;
    Random random(options.seed, attempt);
    ItemSet items = sized.unpack(n, at.s, style, random);
    const bool allowed = violation(problem.domain, items).empty();
    if (!at.items) return allowed || problem.domain.integers ? items : set_apart(problem.domain, items);
    if (!allowed) continue;
    const double impedance = worth(problem, items).loss + effort_of(problem, items);
    if (std::abs(impedance - at.impedance) <= optimality_tolerance * std::max(1.0, std::abs(at.impedance)))
      return items;
  }
  return *at.items;
}

/// Numbers that must differ, each moved to the next one there is where rounding has made it equal to another.
void set_neighbours_apart(const Interval& range, ItemSet& items) {
  std::vector<Index> order(static_cast<std::size_t>(items.rows.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return items.rows(a, 0) < items.rows(b, 0); });
  for (std::size_t i = 1; i < order.size(); ++i) {
    const double before = items.rows(order[i - 1], 0);
    double& x = items.rows(order[i], 0);
    if (x <= before) x = std::nextafter(before, infinity);
  }
  double after = infinity;
  for (auto row = order.rbegin(); row != order.rend(); ++row) {
    double& x = items.rows(*row, 0);
    x = std::min({x, range.high, std::nextafter(after, -infinity)});
    after = x;
  }
}

/// Items that only rounding has put outside of a range, put back on its end.
void undo_rounding(const ItemDomain& domain, ItemSet& items) {
  constexpr double rounding = 1e-13;
  for (Index j = 0; j < items.rows.cols(); ++j) {
    const auto [low, high] = domain.range[j];
    const double slack = rounding * std::max({1.0, std::isfinite(low) ? std::abs(low) : 0.0,
                                              std::isfinite(high) ? std::abs(high) : 0.0});
    for (double& x : items.rows.col(j)) {
      if (x < low && x >= low - slack) x = low;
      if (x > high && x <= high + slack) x = high;
    }
  }
  const bool numbers = domain.dimension() == 1 && !domain.integers && !domain.labels;
  if (domain.distinct && numbers) set_neighbours_apart(domain.range[0], items);
}

/// The losses once more, along another road.   [ACC.4]
Worth checked_worth(const ConjugateProblem& problem, const ItemSet& items) {
  Worth now = worth(problem, items);
  const Worth again = worth(problem, items, &loss_stepwise_of);
  double rounding = 0;
  for (std::size_t j = 0; j < problem.weights.size(); ++j) {
    rounding = std::max({rounding, largest_term(problem, j, items), largest_partial_term(problem, j, items)});
  }
  const double terms = static_cast<double>(problem.family().summed(items).size() + 1);
  rounding = std::isnan(rounding) ? 0 : 32 * std::numeric_limits<double>::epsilon() * terms * rounding;
  const double allowed = 1e-6 * std::max(1.0, std::abs(now.loss)) + rounding;
  if (std::isfinite(now.loss) && !(std::abs(now.loss - again.loss) <= allowed)) {
    throw std::logic_error("two computations of the loss disagree: " + std::to_string(now.loss) + " and " +
                           std::to_string(again.loss));
  }
  return now;
}

void count_categories(const ConjugateProblem& problem, const ItemSet& items, Lesson& lesson) {
  if (problem.categories == 0) return;
  lesson.counts.emplace(problem.categories, 0);
  for (Index row = 0; row < items.rows.rows(); ++row) {
    (*lesson.counts)[static_cast<std::size_t>(items.rows(row, 0)) - 1] += items.copies[row];
  }
}

/// An infinite loss where no target is ruled out is one beyond the largest number.
void refuse_what_no_number_holds(const ConjugateProblem& problem, const ItemSet& items) {
  for (std::size_t j = 0; j < problem.weights.size(); ++j) {
    const double term = largest_term(problem, j, items);
    if (std::isfinite(loss_of(problem, j, items)) || std::isnan(term)) continue;
    if (term > 1e150)
      throw std::overflow_error("these numbers are too large to compute with: the loss is beyond 1e308");
  }
}

/// How far rounding may have moved a loss that is not large itself. Its terms T cancel as the parts of a square (z² of
/// a mean, deviances), whose roots √T are known to a few last digits: what is left of them is off by ε√T, the loss by
/// ε²T.   [ACC.3]
double rounding_of(const ConjugateProblem& problem, const ItemSet& items) {
  constexpr double last_digits = 2 * std::numeric_limits<double>::epsilon();
  double largest = 0;
  for (std::size_t j = 0; j < problem.weights.size(); ++j) largest = std::max(largest, largest_term(problem, j, items));
  return std::isfinite(largest) ? last_digits * last_digits * largest : 0;
}

/// The relaxed optimum as it is shown. At n = 0 it is what the untouched prior costs, which no size beside it comes
/// near to.
RelaxedOptimum shown_relaxed(const ConjugateProblem& problem, const Relaxed& relaxed, double untaught) {
  const Sizes sizes = allowed_sizes(problem);
  const double at_none = untaught + (sizes.cost ? sizes.cost(0) : 0);
  if (sizes.low == 0 && at_none < relaxed.impedance) return {0, Vector::Zero(relaxed.s.size()), at_none};
  return {relaxed.n, problem.frame.shown_moments(relaxed.n, relaxed.s), relaxed.impedance};
}

/// Everything that is said about a set is computed anew from the set as it is shown.
void fill_in(const ConjugateProblem& problem, ItemSet shown, Lesson& lesson) {
  if (!shown.rows.allFinite()) {
    throw std::overflow_error("these numbers are too large to compute with: their squares are not finite");
  }
  undo_rounding(problem.shown, shown);
  const std::string broken = violation(problem.shown, shown);
  if (!broken.empty()) throw std::logic_error("a lesson broke its own rules: " + broken);
  const ItemSet items = problem.frame.solved(shown);
  Worth now = checked_worth(problem, items);
  lesson.has_items = true;
  lesson.n = items.size();
  lesson.loss = now.loss;
  if (problem.weights.size() > 1) lesson.losses = std::move(now.losses);
  lesson.effort = effort_of(problem, items);
  lesson.impedance = lesson.loss + lesson.effort;
  if (lesson.impedance == infinity && problem.loss == Loss::kl) refuse_what_no_number_holds(problem, items);
  count_categories(problem, shown, lesson);
  lesson.items = std::move(shown);
}

/// Whether the target is at an end of its parameter's range, where items can be impossible: its natural parameters are
/// infinite, and yet the untouched prior's loss is not.
bool at_an_end(const ConjugateProblem& problem, const Lesson& lesson) {
  bool infinite = false;
  for (std::size_t j = 0; j < problem.weights.size(); ++j) {
    infinite |= !std::isfinite(largest_term(problem, j, no_items(problem)));
  }
  return infinite && std::isfinite(lesson.loss_before);
}

/// No set with a finite loss was met: there is none, there was no time to find one, or numbers do not hold what it
/// takes.
void show_nothing(const ConjugateProblem& problem, const SizeSearch& search, Lesson& lesson) {
  if (search.bound == infinity && at_an_end(problem, lesson)) {
    return lesson.cannot_be_taught("items: the target makes every set that is allowed impossible");
  }
  if (search.stopped != StopReason::none) return lesson.settle(search.bound, 0, search.stopped);
  throw std::overflow_error("these numbers are too large, or too small, to compute with: no set has a finite loss");
}

/// The best set that was found, and what is proven of it.
void show_found(const ConjugateProblem& problem, const SizedProblem& sized, const SizeSearch& search,
                const Options& options, const Stop& stop, Lesson& lesson) {
  if (search.relaxed.complete && search.relaxed.impedance < infinity) {
    lesson.relaxed = shown_relaxed(problem, search.relaxed, lesson.loss_before);
  }
  const bool any = search.best.impedance < infinity || search.n >= problem.min_size;
  if (!any) return show_nothing(problem, search, lesson);
  fill_in(problem, as_shown(problem, place_items(problem, sized, search.n, search.best, options, stop)), lesson);
  if (!(lesson.impedance < infinity) && search.stopped == StopReason::none)
    return show_nothing(problem, search, lesson);
  const double rounding = rounding_of(problem, problem.frame.solved(lesson.items));
  lesson.settle(search.bound - rounding, options.gap.value_or(0), search.stopped);
  if (!search.best.attained) lesson.has_no_best(search.best.approached_by, lesson.lower_bound);
}

/// The same of rows of a pool, ascending.
void fill_in_rows(const ConjugateProblem& problem, const std::vector<Index>& rows, Lesson& lesson) {
  lesson.items = items_of_rows(*problem.pool, rows, lesson.rows);
  checked_worth(problem, problem.frame.solved(lesson.items));
  lesson.take(evaluate(problem, lesson.items));
  count_categories(problem, lesson.items, lesson);
}

/// The best rows of a pool.
void teach_rows(const ConjugateProblem& problem, const Options& options, const Stop& stop, Lesson& lesson) {
  const FoundRows found = search_rows(problem, options, stop);
  if (!found.unteachable.empty()) {
    lesson.cannot_be_taught(found.unteachable);
    return;
  }
  if (found.unbounded) {
    lesson.has_no_best(Direction::more_items);
    return;
  }
  if (found.relaxed) {
    const auto& [n, s, impedance] = *found.relaxed;
    lesson.relaxed = RelaxedOptimum{n, problem.frame.shown_moments(n, s), impedance};
  }
  fill_in_rows(problem, found.rows, lesson);
  lesson.settle(found.bound, found.enough, stop.reason());
  if (!options.gap && lesson.reason == Reason::gap) lesson.usual_gap = found.enough;
}

/// The squared distance of a belief is finite, unless it is one with a heavy tail about a variance.
void refuse_infinite_squares(const ConjugateProblem& problem, double before) {
  const bool heavy_tails = problem.family().traits().structure() == Structure::moments;
  if (problem.loss != Loss::squared || heavy_tails || std::isfinite(before)) return;
  throw BeyondReach("loss", "\"squared\" needs numbers whose squares are below 1e308; choose other units");
}

void require_a_size(const Sizes& sizes, const SizedProblem& sized) {
  const double most = std::min(sizes.high, sized.largest());
  if (sizes.low <= most) return;
  throw std::invalid_argument("no set is large enough: at least " + std::to_string(static_cast<Index>(sizes.low)) +
                              " items are asked for, at most " + std::to_string(static_cast<Index>(most)) +
                              " are possible");
}

/// The best set of any items.
void teach_items(const ConjugateProblem& problem, const Options& options, const Stop& stop, Lesson& lesson) {
  const Sizes sizes = allowed_sizes(problem);
  const bool by_distance = problem.loss != Loss::kl;
  ProblemBySize solver;
  if (by_distance) {
    solver = problem_by_size(problem, problem.domain);
  } else {
    solver.sized = sized_problem(decisive_part(problem));
  }
  SizedProblem& sized = *solver.sized;
  require_a_size(sizes, sized);
  sized.end_at(stop);
  if (options.near_size) sized.start_size = std::max(1.0, *options.near_size);
  const double gap = options.gap.value_or(0), untaught = lesson.loss_before;
  const SizeSearch search = by_distance ? search_every_size(sized, solver.outlook, sizes, untaught, gap, stop)
                                        : search_sizes(sized, sizes, untaught, gap, stop);
  if (search.relaxed.unbounded()) {
    refuse_uncountable(problem.effort);
    lesson.has_no_best(Direction::more_items, search.bound);
  } else if (by_distance && search.bound == infinity) {
    lesson.cannot_be_taught(no_distance(problem));
  } else {
    show_found(problem, sized, search, options, stop, lesson);
  }
}

}  // namespace

Lesson teach(const ConjugateProblem& problem, const Options& options) {
  const Stop stop = stop_for(problem.limits, options);
  Lesson lesson;
  lesson.seed = options.seed;
  const Worth before = worth(problem, no_items(problem));
  lesson.loss_before = before.loss;
  if (problem.weights.size() > 1) lesson.losses_before = before.losses;
  if (problem.effort.of_size) lesson.proven_up_to = static_cast<Index>(allowed_sizes(problem).high);
  refuse_infinite_squares(problem, before.loss);

  if (problem.standing.kind == Standing::ruled_out) {
    lesson.cannot_be_taught(problem.standing.reason);
  } else if (problem.standing.kind == Standing::infinite) {
    lesson.has_nothing_to_teach(problem.standing.reason);
    if (problem.min_size == 0 && !problem.pool) fill_in(problem, no_items(problem), lesson);
  } else if (problem.pool) {
    teach_rows(problem, options, stop, lesson);
  } else {
    teach_items(problem, options, stop, lesson);
  }
  lesson.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - problem.started).count();
  return lesson;
}

Evaluation evaluate(const ConjugateProblem& problem, const ItemSet& shown) {
  const ItemSet items = problem.frame.solved(shown);
  Evaluation result;
  result.n = items.size();
  Worth now = worth(problem, items);
  result.loss = now.loss;
  if (problem.weights.size() > 1) result.losses = std::move(now.losses);
  result.violates = violation(problem.shown, shown);
  const Sizes sizes = allowed_sizes(problem);
  check_size(sizes.low, sizes.high, result);
  const double row_costs = cost_of_rows(problem.pool.get(), shown, result);
  finish(result, [&] { return effort_of(problem, items) + row_costs; });
  return result;
}

ItemSet unpack(const ConjugateProblem& problem, Index n, const Vector& s, Style style, std::uint64_t seed) {
  Random random(seed);
  const double size = static_cast<double>(n);
  ItemSet items = no_items(problem);
  if (n > 0) items = sized_problem(problem)->unpack(n, problem.frame.solved_moments(size, s), style, random);
  const bool allowed = violation(problem.domain, items).empty();
  const Vector got = problem.frame.shown_moments(size, problem.family().summed(items));
  if (!allowed || items.size() != n ||
      !((got - s).lpNorm<Eigen::Infinity>() <= 1e-9 * std::max(1.0, s.lpNorm<Eigen::Infinity>()))) {
    throw std::invalid_argument("no " + std::to_string(n) + " items have these statistics");
  }
  return as_shown(problem, std::move(items));
}

}  // namespace didact::solvers
