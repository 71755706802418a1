#include "reach.hpp"

#include "candidate_items.hpp"
#include "continuous.hpp"
#include "line_ends.hpp"
#include "spread.hpp"

#include <algorithm>
#include <cmath>

namespace didact::hypotheses {
namespace {

/// Where nothing is known: this many times the spread of the hypotheses.
constexpr double far_spreads = 1000, far_counts = 20;

Interval neighbourhood(const HypothesesProblem& problem, Index coordinate) {
  double low = infinity, high = -infinity, width = 0;
  const bool counts = problem.densities[0].family == Density::Family::poisson;
  for (const Density& density : problem.densities) {
    low = std::min(low, centre_of(density, coordinate));
    high = std::max(high, centre_of(density, coordinate));
    width = std::max(width, deviation_of(density, coordinate));
  }
  const double reach = (counts ? far_counts : far_spreads) * std::max(high - low, width);
  return {std::floor(low - reach), std::ceil(high + reach)};
}

/// By any set that is allowed.
Budget budget_of(const HypothesesProblem& problem, const Objective& objective) {
  const ItemDomain domain = problem.domain();
  const Index first = std::max<Index>(1, objective.low);
  Vector x(domain.dimension());
  for (Index j = 0; j < x.size(); ++j) {
    const Interval range = domain.range[static_cast<std::size_t>(j)];
    x[j] = std::clamp(centre_of(problem.densities[problem.target], j), range.low, range.high);
    if (domain.integers) x[j] = std::clamp(std::round(x[j]), std::ceil(range.low), std::floor(range.high));
  }
  ItemSet some{Matrix(0, domain.dimension()), {}};
  if (objective.low > 0) some = {x.transpose(), {objective.low}};
  if (domain.distinct && objective.low > 0) {
    some = {Vector::LinSpaced(objective.low, x[0], x[0] + static_cast<double>(objective.low - 1)),
            std::vector<Index>(static_cast<std::size_t>(objective.low), 1)};
  }
  const Evaluation worth = evaluate(problem, some);
  if (!worth.violates.empty() || !(worth.impedance < infinity)) return {};
  const double cheapest = objective.convex ? objective.of_size(static_cast<double>(first)) : 0;
  const double left = objective.low > 0 ? worth.impedance - cheapest : worth.impedance;
  Budget budget{left, static_cast<double>(first)};
  if (objective.zero_one) budget.inner = left < 1 ? -std::log1p(-std::max(0.0, left)) : infinity;
  const auto high = static_cast<double>(objective.high);
  const double most = std::min(high, pools::trusted_size);
  if (objective.linear && objective.per_item > 0) {
    budget.size = std::clamp(worth.impedance / objective.per_item, budget.size, std::max(budget.size, high));
  } else {
    while (budget.size < most && !(objective.convex && objective.of_size(budget.size) > worth.impedance)) {
      budget.size *= 2;
    }
    budget.size = std::max(static_cast<double>(first), std::min(budget.size, most));
  }
  return budget;
}

bool is_infinite(const Interval& range) {
  return range.low == -infinity || range.high == infinity;
}

void cut_at(Interval& range, double low, double high) {
  if (range.low == -infinity) range.low = std::min(low, range.high);
  if (range.high == infinity) range.high = std::max(high, range.low);
}

/// Numbers: each open end is good, or bounded by a rival that grows there.
void cut_line(const HypothesesProblem& problem, const Objective& objective, const Stop& stop, Searched& searched) {
  Interval& range = searched.range[0];
  const Ends ends(problem, objective, range, stop);
  const Budget budget = budget_of(problem, objective);
  const Interval near = neighbourhood(problem, 0);
  for (const double end : {-1.0, 1.0}) {
    if (ends.good(end)) searched.infimum = std::min(searched.infimum.value_or(infinity), ends.infimum(end));
  }
  if (!searched.infimum && ends.good_in_pairs()) searched.left = ends.left_by_pairs();
  if (searched.infimum || !searched.left.empty()) return cut_at(range, near.low, near.high);
  const Interval open = range;
  const auto low = ends.reach(-1, budget), high = ends.reach(1, budget);
  searched.complete = (open.low > -infinity || low) && (open.high < infinity || high);
  cut_at(range, low.value_or(near.low), high.value_or(near.high));
}

/// A rival that grows in all directions bounds vectors; else nothing is known of what is far out.
void cut_box(const HypothesesProblem& problem, const Objective& objective, Searched& searched) {
  const Budget budget = budget_of(problem, objective);
  const Vector ratios = log_ratios(problem);
  const double impossible = impossible_beside(ratios);
  const auto bowl = bowls(problem.densities, problem.target);
  searched.complete = false;
  std::vector<Interval> near;
  for (std::size_t j = 0; j < searched.range.size(); ++j) near.push_back(neighbourhood(problem, static_cast<Index>(j)));
  double least_radius = infinity;
  for (std::size_t h = 0; h < bowl.size(); ++h) {
    if (h == problem.target || ratios[static_cast<Index>(h)] <= impossible || !(bowl[h].steepness > 0)) continue;
    const double others = (budget.size - 1) * std::min(0.0, bowl[h].least);
    const double top = budget.inner - ratios[static_cast<Index>(h)] - others;
    const double radius = reach_slack * std::sqrt(std::max(0.0, 2 * (top - bowl[h].least) / bowl[h].steepness));
    if (!(radius < least_radius)) continue;
    least_radius = radius;
    searched.complete = true;
    for (std::size_t j = 0; j < near.size(); ++j) {
      const double centre = bowl[h].at[static_cast<Index>(j)];
      near[j] = {centre - radius, centre + radius};
    }
  }
  for (std::size_t j = 0; j < near.size(); ++j) cut_at(searched.range[j], near[j].low, near[j].high);
}

void cut(const HypothesesProblem& problem, const Objective& objective, const Stop& stop, Searched& searched) {
  if (problem.effort.magnitude > 0) {
    const double radius =
        reach_slack * std::sqrt(std::max(0.0, budget_of(problem, objective).inner) / problem.effort.magnitude);
    searched.complete = radius < infinity;
    for (std::size_t j = 0; j < searched.range.size(); ++j) {
      const Interval near = neighbourhood(problem, static_cast<Index>(j));
      cut_at(searched.range[j], radius < infinity ? -radius : near.low, radius < infinity ? radius : near.high);
    }
  } else if (searched.range.size() == 1) {
    cut_line(problem, objective, stop, searched);
  } else {
    cut_box(problem, objective, searched);
  }
}

}  // namespace

Searched searched_range(const HypothesesProblem& problem, const Objective& objective, const Stop& stop) {
  Searched searched{problem.domain().range, false, true, {}, {}};
  if (problem.pool || problem.densities.empty()) return searched;
  if (searched.range.size() == 1) {
    const Quadratic own = quadratic_of(problem.densities[problem.target]);
    searched.range[0].low = std::max(searched.range[0].low, own.low);
    searched.range[0].high = std::min(searched.range[0].high, own.high);
  }
  searched.cut = std::any_of(searched.range.begin(), searched.range.end(), is_infinite);
  if (searched.cut) cut(problem, objective, stop, searched);
  if (problem.domain().integers) {
    for (Interval& range : searched.range) range = {std::ceil(range.low), std::floor(range.high)};
  }
  return searched;
}

bool runs_away(const HypothesesProblem& problem, const Searched& searched, const ItemSet& items) {
  if (searched.complete || searched.range.size() < 2) return false;
  const std::vector<Interval> allowed = problem.domain().range;
  const Vector ratios = log_ratios(problem), mean = problem.densities[problem.target].at;
  const double impossible = impossible_beside(ratios);
  std::vector<std::size_t> rivals;
  for (std::size_t h = 0; h < problem.densities.size(); ++h) {
    if (h != problem.target && ratios[static_cast<Index>(h)] > impossible) rivals.push_back(h);
  }
  for (Index i = 0; i < items.rows.rows(); ++i) {
    const Vector x = items.rows.row(i);
    Vector out = x - mean;
    for (std::size_t j = 0; j < allowed.size(); ++j) {
      double& step = out[static_cast<Index>(j)];
      if ((step > 0 ? allowed[j].high : -allowed[j].low) < infinity) step = 0;
    }
    if (out.norm() > 0 && all_fall(problem.densities, problem.target, rivals, x, out)) return true;
  }
  return false;
}

bool stays_inside(const HypothesesProblem& problem, const Searched& searched, const ItemSet& items) {
  if (searched.range.size() < 2) return false;
  const Vector ratios = log_ratios(problem);
  const double impossible = impossible_beside(ratios);
  const auto shapes = bowls(problem.densities, problem.target);
  for (std::size_t h = 0; h < shapes.size(); ++h) {
    if (ratios[static_cast<Index>(h)] > impossible && !shapes[h].flat) return false;
  }
  for (Index i = 0; i < items.rows.rows(); ++i) {
    for (std::size_t j = 0; j < searched.range.size(); ++j) {
      const double x = items.rows(i, static_cast<Index>(j));
      if (!(x > searched.range[j].low && x < searched.range[j].high)) return false;
    }
  }
  return true;
}

}  // namespace didact::hypotheses
