#include <didact/solvers/exchange.hpp>
#include <didact/solvers/moments_problem.hpp>
#include <didact/solvers/teach.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace didact::solvers {
namespace {

/// An effort of any shape is looked at for every size up to here, unless max_items says otherwise.
constexpr Index sizes_of_any_cost = 1'000'000;

/// The format's meaning of "proven".
constexpr double optimality_tolerance = 1e-9;

/// Each is a row of its own.
constexpr Index most_different_items = 20'000'000;

struct Worth {
  double loss = infinity;
  std::vector<double> losses;
};

Worth worth(const ConjugateView& view, const ItemSet& items,
            const std::function<double(std::size_t, const ItemSet&)>& loss_of) {
  Worth result;
  for (std::size_t j = 0; j < view.weights.size(); ++j) result.losses.push_back(loss_of(j, items));
  result.loss = judged(view.judge, view.weights, [&](std::size_t j) { return result.losses[j]; });
  return result;
}

ItemSet no_items(const ConjugateView& view) {
  return {Matrix(0, view.domain.dimension()), {}};
}

/// The items as they will be read, rounded as they will be.
ItemSet as_shown(const ConjugateView& view, ItemSet items) {
  if (view.frame.trivial()) return items;
  items = view.frame.shown(std::move(items));
  for (Index j = 0; j < items.rows.cols(); ++j) {
    const auto [low, high] = view.shown.range[j];
    items.rows.col(j) = items.rows.col(j).cwiseMax(low).cwiseMin(high);
  }
  if (!violation(view.shown, items).empty() && !view.shown.integers)
    return set_apart(view.shown, items, view.frame.unit);
  return items;
}

double effort_of(const ConjugateView& view, const ItemSet& items) {
  double cost = effort_of_items(view.effort, items);
  if (view.effort.convex.value) {
    cost += view.effort.convex.value(static_cast<double>(items.size()), view.statistic(items));
  }
  return cost;
}

/// Items for the statistic that was found: as the style asks where they are allowed, else those the search itself met.
ItemSet place_items(const ConjugateView& view, Index n, const AtSize& at, const Options& options, const Stop& stop) {
  if (n == 0) return no_items(view);
  if (view.domain.distinct && n > most_different_items) {
    throw std::overflow_error("the best lesson has " + std::to_string(n) + " different items, more than the " +
                              std::to_string(most_different_items) + " that can be listed; set limits.max_items");
  }
  constexpr double few_numbers = 10'000;  // are made to look like the target's even when there is no time left
  const bool many = static_cast<double>(n) * static_cast<double>(view.domain.dimension()) > few_numbers;
  const Style style = many && stop ? Style::plain : options.style;
  for (std::uint64_t attempt = 0; attempt < 16; ++attempt) {
    if (at.items && stop) break;
    Random random(options.seed, attempt);
    ItemSet items = view.sized->unpack(n, at.s, style, random);
    const bool allowed = violation(view.domain, items).empty();
    if (!at.items) return allowed || view.domain.integers ? items : set_apart(view.domain, items);
    if (!allowed) continue;
    const double impedance = worth(view, items, view.loss).loss + effort_of(view, items);
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
Worth checked_worth(const ConjugateView& view, const ItemSet& items) {
  Worth now = worth(view, items, view.loss);
  const Worth again = worth(view, items, view.loss_stepwise);
  double rounding = 0;
  for (std::size_t j = 0; j < view.weights.size(); ++j) {
    rounding = std::max({rounding, view.largest_term(j, items), view.largest_partial_term(j, items)});
  }
  const double terms = static_cast<double>(view.statistic(items).size() + 1);
  rounding = std::isnan(rounding) ? 0 : 32 * std::numeric_limits<double>::epsilon() * terms * rounding;
  const double allowed = 1e-6 * std::max(1.0, std::abs(now.loss)) + rounding;
  if (std::isfinite(now.loss) && !(std::abs(now.loss - again.loss) <= allowed)) {
    throw std::logic_error("two computations of the loss disagree: " + std::to_string(now.loss) + " and " +
                           std::to_string(again.loss));
  }
  return now;
}

void count_categories(const ConjugateView& view, const ItemSet& items, Lesson& lesson) {
  if (view.categories == 0) return;
  lesson.counts.emplace(view.categories, 0);
  for (Index row = 0; row < items.rows.rows(); ++row) {
    (*lesson.counts)[static_cast<std::size_t>(items.rows(row, 0)) - 1] += items.copies[row];
  }
}

/// An infinite loss where no target is ruled out is one beyond the largest number.
void refuse_what_no_number_holds(const ConjugateView& view, const ItemSet& items) {
  for (std::size_t j = 0; j < view.weights.size(); ++j) {
    const double term = view.largest_term(j, items);
    if (std::isfinite(view.loss(j, items)) || std::isnan(term)) continue;
    if (term > 1e150)
      throw std::overflow_error("these numbers are too large to compute with: the loss is beyond 1e308");
  }
}

/// How far rounding may have moved a loss that is not large itself. Its terms T cancel as the parts of a square (z² of
/// a mean, deviances), whose roots √T are known to a few last digits: what is left of them is off by ε√T, the loss by
/// ε²T.   [ACC.3]
double rounding_of(const ConjugateView& view, const ItemSet& items) {
  constexpr double last_digits = 2 * std::numeric_limits<double>::epsilon();
  double largest = 0;
  for (std::size_t j = 0; j < view.weights.size(); ++j) largest = std::max(largest, view.largest_term(j, items));
  return std::isfinite(largest) ? last_digits * last_digits * largest : 0;
}

/// The relaxed optimum as it is shown. At n = 0 it is what the untouched prior costs, which no size beside it comes
/// near to.
RelaxedOptimum shown_relaxed(const ConjugateView& view, const Relaxed& relaxed, double untaught) {
  const double at_none = untaught + (view.sizes.cost ? view.sizes.cost(0) : 0);
  if (view.sizes.low == 0 && at_none < relaxed.impedance) return {0, Vector::Zero(relaxed.s.size()), at_none};
  return {relaxed.n, view.frame.shown_moments(relaxed.n, relaxed.s), relaxed.impedance};
}

/// Everything that is said about a set is computed anew from the set as it is shown.
void fill_in(const ConjugateView& view, ItemSet shown, Lesson& lesson) {
  if (!shown.rows.allFinite()) {
    throw std::overflow_error("these numbers are too large to compute with: their squares are not finite");
  }
  undo_rounding(view.shown, shown);
  const std::string broken = violation(view.shown, shown);
  if (!broken.empty()) throw std::logic_error("a lesson broke its own rules: " + broken);
  const ItemSet items = view.frame.solved(shown);
  Worth now = checked_worth(view, items);
  lesson.has_items = true;
  lesson.n = items.size();
  lesson.loss = now.loss;
  if (view.weights.size() > 1) lesson.losses = std::move(now.losses);
  lesson.effort = effort_of(view, items);
  lesson.impedance = lesson.loss + lesson.effort;
  if (lesson.impedance == infinity && !view.outlook) refuse_what_no_number_holds(view, items);
  count_categories(view, shown, lesson);
  lesson.items = std::move(shown);
}

/// Whether the target is at an end of its parameter's range, where items can be impossible: its natural parameters are
/// infinite, and yet the untouched prior's loss is not.
bool at_an_end(const ConjugateView& view, const Lesson& lesson) {
  bool infinite = false;
  for (std::size_t j = 0; j < view.weights.size(); ++j) {
    infinite |= !std::isfinite(view.largest_term(j, no_items(view)));
  }
  return infinite && std::isfinite(lesson.loss_before);
}

/// No set with a finite loss was met: there is none, there was no time to find one, or numbers do not hold what it
/// takes.
void show_nothing(const ConjugateView& view, const SizeSearch& search, Lesson& lesson) {
  if (search.bound == infinity && at_an_end(view, lesson)) {
    return lesson.cannot_be_taught("items: the target makes every set that is allowed impossible");
  }
  if (search.stopped != StopReason::none) return lesson.settle(search.bound, 0, search.stopped);
  throw std::overflow_error("these numbers are too large, or too small, to compute with: no set has a finite loss");
}

/// The best set that was found, and what is proven of it.
void show_found(const ConjugateView& view, const SizeSearch& search, const Options& options, const Stop& stop,
                Lesson& lesson) {
  if (search.relaxed.complete && search.relaxed.impedance < infinity) {
    lesson.relaxed = shown_relaxed(view, search.relaxed, lesson.loss_before);
  }
  const bool any = search.best.impedance < infinity || static_cast<double>(search.n) >= view.sizes.low;
  if (!any) return show_nothing(view, search, lesson);
  fill_in(view, as_shown(view, place_items(view, search.n, search.best, options, stop)), lesson);
  if (!(lesson.impedance < infinity) && search.stopped == StopReason::none) return show_nothing(view, search, lesson);
  const double rounding = rounding_of(view, view.frame.solved(lesson.items));
  lesson.settle(search.bound - rounding, options.gap.value_or(0), search.stopped);
  if (!search.best.attained) lesson.has_no_best(search.best.approached_by, lesson.lower_bound);
}

/// The same of rows of a pool, ascending.
void fill_in_rows(const ConjugateView& view, const std::vector<Index>& rows, Lesson& lesson) {
  lesson.items = items_of_rows(*view.pooled->pool, rows, lesson.rows);
  checked_worth(view, view.frame.solved(lesson.items));
  lesson.take(evaluate(view, lesson.items));
  count_categories(view, lesson.items, lesson);
}

/// The best rows of a pool.
void teach_rows(const ConjugateView& view, const Options& options, const Stop& stop, Lesson& lesson) {
  const FoundRows found = search_rows(view, options, stop);
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
    lesson.relaxed = RelaxedOptimum{n, view.frame.shown_moments(n, s), impedance};
  }
  fill_in_rows(view, found.rows, lesson);
  lesson.settle(found.bound, found.enough, stop.reason());
  if (!options.gap && lesson.reason == Reason::gap) lesson.usual_gap = found.enough;
}

}  // namespace

Sizes allowed_sizes(Index min_size, std::optional<Index> max_size, const Limits& limits, const Effort& effort) {
  Sizes sizes;
  sizes.low = static_cast<double>(min_size);
  if (max_size) sizes.high = static_cast<double>(*max_size);
  if (limits.max_items) sizes.high = std::min(sizes.high, static_cast<double>(*limits.max_items));
  sizes.convex_cost = effort.convex_in_size();
  if (!sizes.convex_cost) sizes.high = std::min(sizes.high, static_cast<double>(std::max(sizes_of_any_cost, min_size)));
  if (effort.of_size || effort.fixed > 0 || effort.convex_of_size.value) {
    Effort rest = effort;
    rest.per_item = 0;  // part of the problem itself
    sizes.cost = [rest = std::move(rest)](double n) { return rest.at_size(n); };
  }
  return sizes;
}

void check_effort(const Effort& effort, const ItemDomain& domain, Index categories, bool ships) {
  if (!effort.per_category.empty() && static_cast<Index>(effort.per_category.size()) != categories) {
    throw std::invalid_argument("per_category needs one cost for each category of the learner");
  }
  if (effort.closeness > 0 && (domain.labels || !ships || effort.convex.value)) {
    throw std::invalid_argument(
        "a closeness effort needs items that are numbers, of a learner that didact ships, and no convex effort");
  }
  if (effort.magnitude > 0 && (domain.labels || !ships)) {
    throw std::invalid_argument("a magnitude effort needs items that are numbers, of a learner that didact ships");
  }
}

double largest_natural_term(const NaturalTarget& target, const Prior& prior, double n, const Vector& s) {
  const double term = target.theta.cwiseProduct(prior.lambda1 + s).cwiseAbs().maxCoeff();
  return std::max(term, std::abs(target.A) * (prior.lambda2 + n));
}

Lesson teach(const ConjugateView& view, const Options& options) {
  const Stop stop = stop_for(view.limits, options);
  Lesson lesson;
  lesson.seed = options.seed;
  const Worth before = worth(view, no_items(view), view.loss);
  lesson.loss_before = before.loss;
  if (view.weights.size() > 1) lesson.losses_before = before.losses;
  if (view.effort.of_size) lesson.proven_up_to = static_cast<Index>(view.sizes.high);

  if (view.standing.kind == Standing::ruled_out) {
    lesson.cannot_be_taught(view.standing.reason);
  } else if (view.standing.kind == Standing::infinite) {
    lesson.has_nothing_to_teach(view.standing.reason);
    if (view.sizes.low == 0 && !view.pooled) fill_in(view, no_items(view), lesson);
  } else if (view.pooled) {
    teach_rows(view, options, stop, lesson);
  } else {
    const double most = std::min(view.sizes.high, view.sized->largest());
    if (view.sizes.low > most) {
      throw std::invalid_argument(
          "no set is large enough: at least " + std::to_string(static_cast<Index>(view.sizes.low)) +
          " items are asked for, at most " + std::to_string(static_cast<Index>(most)) + " are possible");
    }
    view.sized->end_at(stop);
    if (options.near_size) view.sized->start_size = std::max(1.0, *options.near_size);
    const SizeSearch search =
        view.outlook
            ? search_squared_sizes(*view.sized, *view.outlook, view.sizes, before.loss, options.gap.value_or(0), stop)
            : search_sizes(*view.sized, view.sizes, before.loss, options.gap.value_or(0), stop);
    if (search.relaxed.unbounded()) {
      refuse_uncountable(view.effort);
      lesson.has_no_best(Direction::more_items, search.bound);
    } else if (view.outlook && search.bound == infinity) {
      lesson.cannot_be_taught(no_squared_distance);
    } else {
      show_found(view, search, options, stop, lesson);
    }
  }
  lesson.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - view.started).count();
  return lesson;
}

double impedance_of(const ConjugateView& view, const ItemSet& items) {
  return worth(view, items, view.loss).loss + effort_of(view, items);
}

Evaluation evaluate(const ConjugateView& view, const ItemSet& shown) {
  const ItemSet items = view.frame.solved(shown);
  Evaluation result;
  result.n = items.size();
  Worth now = worth(view, items, view.loss);
  result.loss = now.loss;
  if (view.weights.size() > 1) result.losses = std::move(now.losses);
  result.violates = violation(view.shown, shown);
  const double n = static_cast<double>(result.n);
  if (result.violates.empty() && (n < view.sizes.low || n > view.sizes.high)) {
    result.violates = "a set of " + std::to_string(result.n) + " items is not allowed";
  }
  double row_costs = 0;
  if (view.pooled && result.violates.empty()) {
    const RowsOfPool rows = rows_in(*view.pooled->pool, shown);
    result.violates = rows.violates;
    result.violates_at = rows.at;
    row_costs = rows.cost;
  }
  result.effort = result.violates.empty() ? effort_of(view, items) + row_costs : infinity;
  result.impedance = result.loss + result.effort;
  return result;
}

ItemSet unpack(const ConjugateView& view, Index n, const Vector& s, Style style, std::uint64_t seed) {
  Random random(seed);
  const double size = static_cast<double>(n);
  ItemSet items = n == 0 ? no_items(view) : view.sized->unpack(n, view.frame.solved_moments(size, s), style, random);
  const bool allowed = violation(view.domain, items).empty();
  const Vector got = view.frame.shown_moments(size, view.statistic(items));
  if (!allowed || items.size() != n ||
      !((got - s).lpNorm<Eigen::Infinity>() <= 1e-9 * std::max(1.0, s.lpNorm<Eigen::Infinity>()))) {
    throw std::invalid_argument("no " + std::to_string(n) + " items have these statistics");
  }
  return as_shown(view, std::move(items));
}

}  // namespace didact::solvers
