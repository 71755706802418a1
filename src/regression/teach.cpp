#include "../learners/regression_sums.hpp"
#include "core/evaluating.hpp"
#include "design_problem.hpp"
#include "dress.hpp"
#include "solvers/search_sizes.hpp"
#include "teach_pool.hpp"
#include <didact/solvers/teach.hpp>

#include <cmath>
#include <stdexcept>

namespace didact {

using regression::Bounds;
using regression::DesignProblem;
using regression::Form;

namespace {

double items_effort(const RegressionProblem& problem, const ItemSet& items) {
  return effort_of_items(problem.effort, ItemSet{items.rows.leftCols(problem.dimension()), items.copies});
}

/// Only noise is different: the impedance must not be.
bool as_good(const RegressionProblem& problem, const Bounds& bounds, const ItemSet& items, double impedance) {
  if (!regression::allowed(bounds, items.rows)) return false;
  const double again = problem.loss_of(items) + items_effort(problem, items);
  return again <= impedance + 1e-11 * std::max(1.0, std::abs(impedance));
}

/// So many are made to look like data even when there is no time left.
constexpr Index few_dressed = 1000;

/// Items that look like data where the style asks for it, or those that the search found.
ItemSet dressed(const RegressionProblem& problem, const DesignProblem& design, const solvers::AtSize& found, Index n,
                const Options& options, const Stop& stop) {
  const Form& form = design.form();
  const Bounds bounds{problem.range, problem.y_range};
  const Index D = problem.dimension();
  const bool many = static_cast<double>(n) * static_cast<double>(D + 1) > most_natural_numbers;
  if (n == 0) return {Matrix(0, D + 1), {}};
  if (options.style == Style::plain || many || !found.attained || (stop && n > few_dressed)) return *found.items;
  const double impedance = problem.loss_of(*found.items) + items_effort(problem, *found.items);
  Random random(options.seed, 41);
  ItemSet items{found.items->expanded(), std::vector<Index>(static_cast<std::size_t>(n), 1)};
  if (problem.range.empty() && !problem.y_range) {
    const Matrix x = items.rows.leftCols(D);
    const Vector y = items.rows.col(D);
    const std::optional<double> t = form.known_noise ? std::nullopt : std::optional(y.squaredNorm());
    items.rows = regression::rows_with_statistics(n, x.transpose() * x, x.transpose() * y, t, Style::natural,
                                                  form.noise, random);
  } else {
    items.rows = regression::with_natural_noise(form, std::move(items.rows), random);
  }
  return as_good(problem, bounds, items, impedance) ? items : *found.items;
}

/// In the learner's own units nothing is this large, unless something was mistyped; squares of it leave no digits.
constexpr double most_extreme = 1e30;

/// What rounding alone may leave between two computations of a loss: weights far off make labels large, and a shape
/// that is large makes logarithms of Γ.
double rounding_of(const Form& form, double n, double loss) {
  const double a = form.known_noise ? 0 : form.shape_after(n);
  return 1e-6 * std::max(1.0, std::abs(loss)) + 1e-13 * form.off.squaredNorm() / form.noise +
         1e-14 * a * std::log(1 + a);
}

/// Everything that is said about a set is computed anew from the set, then once more along another road.
void fill_in(const RegressionProblem& problem, const Form& form, ItemSet items, Lesson& lesson) {
  const Evaluation checked = evaluate(problem, items);
  const double again = problem.loss_stepwise(items);
  if (!items.rows.allFinite() || !std::isfinite(checked.loss) || !std::isfinite(again)) {
    throw std::overflow_error("these numbers are too large to compute with: their squares are not finite");
  }
  if (items.rows.size() > 0 && items.rows.cwiseAbs().maxCoeff() >= most_extreme) {
    throw std::overflow_error(
        "these numbers are too small, or too large, to compute with: an item would be beyond 1e30");
  }
  if (!(std::abs(checked.loss - again) <= rounding_of(form, static_cast<double>(checked.n), again))) {
    throw std::logic_error("two computations of the loss disagree: " + std::to_string(checked.loss) + " and " +
                           std::to_string(again));
  }
  lesson.take(checked);
  lesson.items = std::move(items);
}

void check_magnitudes(const RegressionProblem& problem, const Form& form) {
  constexpr double most = most_extreme;
  double largest = std::max({form.off.lpNorm<Eigen::Infinity>(), form.cost.lpNorm<Eigen::Infinity>(), form.shape,
                             form.scale, form.noise, 1 / form.noise});
  for (const double diagonal : form.root.diagonal()) largest = std::max({largest, diagonal, 1 / diagonal});
  for (const auto& [low, high] : problem.range) largest = std::max({largest, std::abs(low), std::abs(high)});
  if (problem.y_range) largest = std::max({largest, std::abs(problem.y_range->low), std::abs(problem.y_range->high)});
  if (largest < most && form.off.allFinite() && form.cost.allFinite()) return;
  throw std::overflow_error("these numbers are too large, or too small, to compute with");
}

void search(const RegressionProblem& problem, DesignProblem design, solvers::Sizes sizes, const Options& options,
            Lesson& lesson) {
  const Stop stop = stop_for(problem.limits, options);
  design.end_at(stop);
  if (design.items_grow() && sizes.high >= 1) {
    lesson.has_no_best(Direction::larger_items);
    return;
  }
  if (design.few_suffice() && sizes.convex_cost && !problem.effort.convex_of_size.value) {
    sizes.high = std::min(sizes.high, std::max(sizes.low, static_cast<double>(problem.dimension())));
  }
  const solvers::SizeSearch found =
      solvers::search_sizes(design, sizes, lesson.loss_before, options.gap.value_or(0), stop);
  if (found.relaxed.unbounded()) {
    solvers::refuse_uncountable(problem.effort);
    lesson.has_no_best(Direction::more_items, found.bound);
    return;
  }
  if (found.relaxed.complete && found.relaxed.impedance < infinity) {
    lesson.relaxed = RelaxedOptimum{found.relaxed.n, found.relaxed.s, found.relaxed.impedance};
  }
  fill_in(problem, design.form(), dressed(problem, design, found.best, found.n, options, stop), lesson);
  lesson.settle(found.bound, options.gap.value_or(0), found.stopped);
  const double open = found.best.impedance - found.bound;
  if (found.best.attained || open > 1e-9 * std::max(1.0, std::abs(found.bound))) return;
  lesson.has_no_best(found.best.approached_by, lesson.lower_bound);
}

void search_rows(const RegressionProblem& problem, const Form& form, const solvers::Sizes& sizes,
                 const Options& options, Lesson& lesson) {
  const Stop stop = stop_for(problem.limits, options);
  const solvers::FoundRows found = regression::search_pool(problem, sizes, options, stop);
  if (found.unbounded) {
    lesson.has_no_best(Direction::more_items);
    return;
  }
  lesson.relaxed = found.relaxed;
  fill_in(problem, form, items_of_rows(*problem.pool, found.rows, lesson.rows), lesson);
  lesson.settle(found.bound, found.enough, stop.reason());
  if (!options.gap && lesson.reason == Reason::gap) lesson.usual_gap = found.enough;
}

std::string not_allowed(const RegressionProblem& problem, Index row, const Matrix& rows) {
  const std::string item = "item " + std::to_string(row + 1);
  const Index D = problem.dimension();
  for (Index j = 0; j < D && !problem.range.empty(); ++j) {
    const auto [low, high] = problem.range[static_cast<std::size_t>(j)];
    if (!(rows(row, j) >= low && rows(row, j) <= high)) return item + " is outside the range";
  }
  const double y = rows(row, D);
  const bool fine = !problem.y_range || (y >= problem.y_range->low && y <= problem.y_range->high);
  return fine ? "" : item + " has a y outside the range";
}

}  // namespace

Lesson teach(const RegressionProblem& problem, const Options& options) {
  const Stopwatch clock;
  const Effort& effort = problem.effort;
  if (effort.closeness > 0 || effort.per_unit > 0 || effort.convex.value || !effort.per_category.empty()) {
    throw std::invalid_argument("a regression takes the efforts per_item, magnitude, fixed and of_size");
  }
  const solvers::Sizes sizes = solvers::allowed_sizes(problem.terms());
  if (sizes.low > sizes.high) throw std::invalid_argument("no set is large enough");
  Lesson lesson;
  lesson.seed = options.seed;
  lesson.loss_before = problem.loss_of({Matrix(0, problem.dimension() + 1), {}});
  if (effort.of_size) lesson.proven_up_to = static_cast<Index>(sizes.high);
  const Form form = regression::form_of(problem);
  check_magnitudes(problem, form);
  if (problem.pool) {
    search_rows(problem, form, sizes, options, lesson);
  } else {
    search(problem, DesignProblem(form, {problem.range, problem.y_range}), sizes, options, lesson);
  }
  lesson.seconds = clock.seconds();
  return lesson;
}

Evaluation evaluate(const RegressionProblem& problem, const ItemSet& items) {
  Evaluation result;
  result.n = items.size();
  for (Index row = 0; row < items.rows.rows() && result.violates.empty(); ++row) {
    result.violates = not_allowed(problem, row, items.rows);
    if (!result.violates.empty()) result.violates_at = row + 1;
  }
  const solvers::Sizes sizes = solvers::allowed_sizes(problem.terms());
  check_size(sizes.low, sizes.high, result);
  const double row_costs = cost_of_rows(problem.pool.get(), items, result);
  result.loss = problem.loss_of(items);
  finish(result, [&] { return items_effort(problem, items) + row_costs; });
  return result;
}

}  // namespace didact
