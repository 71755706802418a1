#include "solvers/counts_problem.hpp"

#include "solvers/worst_counts.hpp"
#include <didact/learners/internal/densities.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace didact::solvers {
namespace {

/// Where the prior counts less than the items, λ - τ is too coarse to tell the best size beyond this one; values of g
/// are not.
constexpr double told_by_slope = 1e8;

/// More sizes are not walked through one by one.
constexpr double most_walked_sizes = 4e6;

}  // namespace

CountsProblem::CountsProblem(Settings settings)
    : settings_(std::move(settings)),
      model_(settings_.beta, settings_.weights, log_probabilities(settings_.pi), settings_.cost, settings_.most) {}

double CountsProblem::member_loss(std::size_t j, const std::vector<double>& counts) const {
  return dirichlet_loss(settings_.beta[j], counts, settings_.pi) + settings_.offsets[j];
}

double CountsProblem::linear_cost(const std::vector<double>& counts) const {
  return std::inner_product(counts.begin(), counts.end(), settings_.cost.begin(), 0.0);
}

double CountsProblem::impedance(const std::vector<double>& counts) const {
  return judged(settings_.judge, settings_.weights, [&](std::size_t j) { return member_loss(j, counts); }) +
         linear_cost(counts);
}

double CountsProblem::largest() const {
  return std::accumulate(settings_.most.begin(), settings_.most.end(), 0.0);
}

Vector CountsProblem::statistic(const std::vector<double>& counts) const {
  if (settings_.sum_statistic) return Vector::Constant(1, counts.back());
  return Vector::Map(counts.data(), static_cast<Index>(counts.size()));
}

Relaxed CountsProblem::relaxed_result(std::vector<double> s) const {
  const double n = std::accumulate(s.begin(), s.end(), 0.0);
  return {n, statistic(s), impedance(s)};
}

Relaxed CountsProblem::relaxed(double n) const {
  if (worst()) {
    const WorstCounts::Bound bound = WorstCounts(model_, [this](std::size_t j, const auto& s) {
                                       return member_loss(j, s) + linear_cost(s);
                                     }).relaxed(n, deadline);
    return {n, statistic(bound.counts), bound.value};
  }
  std::vector<double> s(settings_.pi.size(), 0.0);
  model_.lambda_of_size(n, s);
  return {n, statistic(s), impedance(s)};
}

/// The worst learner is at least as badly off as all are on average: quick, and a bound on every size.
Relaxed CountsProblem::relaxed_mean(double high) const {
  CountsModel mean = model_;
  const double share = 1 / static_cast<double>(settings_.beta.size());
  mean.set_weights(std::vector<double>(settings_.beta.size(), share));
  std::vector<double> s(settings_.pi.size(), 0.0);
  const double lambda = mean.lambda_free(s);
  double n = lambda == infinity ? infinity : std::accumulate(s.begin(), s.end(), 0.0);
  if (n > high) mean.lambda_of_size(n = high, s);
  if (deadline) return {std::min(std::max(n, 1.0), high), {}, -infinity, false};
  if (n == infinity) return {infinity, {}, -infinity};
  double impedance = linear_cost(s);
  for (std::size_t j = 0; j < settings_.beta.size(); ++j) impedance += share * member_loss(j, s);
  return {n, statistic(s), impedance};
}

Relaxed CountsProblem::relax(double low, double high, const SizeCost& cost) const {
  if (worst()) {
    const Relaxed mean = relaxed_mean(high);
    Relaxed result = SizedProblem::relax(low, high, cost);
    if (!result.complete && !mean.unbounded() && mean.impedance > result.impedance) {
      result = {std::max(mean.n, low), {}, mean.impedance, false};
    }
    return result;
  }
  if (cost) return SizedProblem::relax(low, high, cost);
  std::vector<double> s(settings_.pi.size(), 0.0);
  const double lambda = model_.lambda_free(s);
  const double n = lambda == infinity ? infinity : std::accumulate(s.begin(), s.end(), 0.0);
  auto unless_it_was_stopped = [&](Relaxed found) {
    return deadline ? Relaxed{std::clamp(found.n, low, std::max(low, high)), {}, -infinity, false} : found;
  };
  if (deadline) return {std::max(low, 1.0), {}, -infinity, false};
  if (n > high) return unless_it_was_stopped(relaxed(high));
  if (n == infinity) return {infinity, {}, -infinity};
  if (n < low) return unless_it_was_stopped(relaxed(low));
  if (n > told_by_slope && n > model_.largest_total()) return SizedProblem::relax(low, high, cost);
  return relaxed_result(std::move(s));
}

/// Sizes whose bound is below the incumbent. g'(n) = λ(n) - τ(n) is known without evaluating g, and by convexity
/// g(n) ≥ min g + g'(d)(n - d) beyond any d: one λ on either side is enough; d is where that costs the least width.
/// [CAT.6]
std::pair<double, double> CountsProblem::window(double low, double high, const Relaxed& relaxed_optimum,
                                                double incumbent) const {
  const double n = relaxed_optimum.n;
  const double room = std::max(incumbent - relaxed_optimum.impedance, 1e-12 * std::max(1.0, std::abs(incumbent)));
  std::vector<double> s(settings_.pi.size(), 0.0);
  if (!settings_.sum_statistic) s.assign(relaxed_optimum.s.begin(), relaxed_optimum.s.end());
  const CountsModel::Filled here = model_.fill(model_.lambda_of_size(n, s), s);
  const double curvature = here.n_prime > 0 ? 1 / here.n_prime - model_.tau_prime(n) : 0;
  const double distance = curvature > 0 ? std::sqrt(room / curvature) : 1;
  auto edge = [&](double direction, double end) {
    const double d = n + direction * distance;
    if (direction * (end - d) <= 0) return end;
    std::vector<double> there = s;
    const double slope = direction * (model_.lambda_of_size(d, there) - model_.tau(d));
    if (!(slope > 0)) return end;
    const double reach = d + direction * room / slope;
    return direction * (end - reach) <= 0 ? end : reach;
  };
  return {std::floor(edge(-1, low)), std::ceil(edge(1, high))};
}

BestSize CountsProblem::best_size(Index low, Index high, const Relaxed& relaxed_optimum, const SizeCost& cost,
                                  const Stop& stop) const {
  if (worst()) return SizedProblem::best_size(low, high, relaxed_optimum, cost, stop);
  double first = static_cast<double>(low), last = static_cast<double>(high);
  if (cost) {
    const double near = std::clamp(std::round(relaxed_optimum.n), first, last);
    const double incumbent = solve(static_cast<Index>(near), stop).impedance + cost(near);
    const auto [from, to] = sizes_that_can_win(low, high, relaxed_optimum, cost, incumbent);
    if (to - from > most_walked_sizes || deadline) return best_near(relaxed_optimum, near, cost);
    return best_in(static_cast<double>(from), static_cast<double>(to), cost, relaxed_optimum.impedance);
  }
  const double useful = model_.single() ? model_.last_useful_size() : infinity;
  last = std::min(last, std::max(first, useful));
  if (last - first > 16 * static_cast<double>(model_.categories()) + 4096) {
    const double near = std::clamp(std::round(relaxed_optimum.n), first, last);
    std::tie(first, last) = window(first, last, relaxed_optimum, solve(static_cast<Index>(near), stop).impedance);
    if (last - first > most_walked_sizes || deadline) return best_near(relaxed_optimum, near, cost);
  }
  if (model_.single()) std::tie(first, last) = model_.turning_sizes(first, last);
  return best_in(first, last, cost, relaxed_optimum.impedance);
}

/// Sizes so large that one item more or less is lost in rounding: the one next to the relaxed optimum, bounded by it.
BestSize CountsProblem::best_near(const Relaxed& relaxed_optimum, double near, const SizeCost& cost) const {
  BestSize best = best_in(near, near, cost, relaxed_optimum.impedance);
  best.bound = best.at.bound = std::min(best.bound, relaxed_optimum.impedance);
  return best;
}

AtSize CountsProblem::solve(Index n, const Stop& stop) const {
  if (worst()) return solve_worst(n, stop);
  const double size = static_cast<double>(n);
  const MarginalWalk walk(model_, size, size);
  const std::vector<double> counts = walk.counts_at(size);
  const double value = impedance(counts);
  return {statistic(counts), value, walk.complete() ? value : -infinity};
}

BestSize CountsProblem::best_in(double low, double high, const SizeCost& cost, double otherwise) const {
  const auto [best_n, counts, complete] = best_counts(model_, low, high, cost);
  const double value = impedance(counts) + (cost ? cost(best_n) : 0), bound = complete ? value : otherwise;
  return {static_cast<Index>(best_n), {statistic(counts), value, bound}, bound};
}

AtSize CountsProblem::solve_worst(Index n, const Stop& stop) const {
  const WorstCounts::Bound bound = WorstCounts(model_, [this](std::size_t j, const auto& s) {
                                     return member_loss(j, s) + linear_cost(s);
                                   }).solve(static_cast<double>(n), stop);
  return {statistic(bound.counts), impedance(bound.counts), bound.value};
}

ItemSet CountsProblem::unpack(Index n, const Vector& s, Style, Random&) const {
  std::vector<double> counts(s.begin(), s.end());
  if (settings_.sum_statistic) counts = {static_cast<double>(n) - s[0], s[0]};
  ItemSet set;
  std::vector<double> values;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    if (counts[k] == 0) continue;
    values.push_back(settings_.items[k]);
    set.copies.push_back(static_cast<Index>(counts[k]));
  }
  set.rows = Vector::Map(values.data(), static_cast<Index>(values.size()));
  if (values.empty()) set.rows.resize(0, 1);
  return set;
}

}  // namespace didact::solvers
