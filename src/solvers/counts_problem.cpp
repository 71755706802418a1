#include <algorithm>
#include <cmath>
#include <didact/learners/densities.hpp>
#include <didact/solvers/counts_problem.hpp>
#include <didact/solvers/worst_counts.hpp>
#include <numeric>

namespace didact {
namespace {

std::vector<double> logs(const std::vector<Twofold>& pi) {
  std::vector<double> result(pi.size());
  for (std::size_t k = 0; k < pi.size(); ++k) result[k] = std::log(pi[k].high) + pi[k].low / pi[k].high;
  for (double& x : result) x = std::isnan(x) ? -infinity : x;  // 0 + 0/0
  return result;
}

}  // namespace

CountsProblem::CountsProblem(Settings settings)
    : settings_(std::move(settings)),
      model_(settings_.beta, settings_.weights, logs(settings_.pi), settings_.cost, settings_.most) {}

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

double CountsProblem::untaught() const { return impedance(std::vector<double>(settings_.pi.size(), 0.0)); }

double CountsProblem::largest() const { return std::accumulate(settings_.most.begin(), settings_.most.end(), 0.0); }

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
    const WorstCounts::Bound bound = WorstCounts(model_, [this](std::size_t j, const auto& s) { return member_loss(j, s) + linear_cost(s); }).relaxed(n);
    return {n, statistic(bound.counts), bound.value};
  }
  std::vector<double> s(settings_.pi.size(), 0.0);
  model_.lambda_of_size(n, s);
  return {n, statistic(s), impedance(s)};
}

Relaxed CountsProblem::relax(double low, double high, const SizeCost& cost) const {
  if (cost || worst()) return SizedProblem::relax(low, high, cost);
  std::vector<double> s(settings_.pi.size(), 0.0);
  const double lambda = model_.lambda_free(s);
  const double n = lambda == infinity ? infinity : std::accumulate(s.begin(), s.end(), 0.0);
  if (n > high) return relaxed(high);
  if (n == infinity) return {infinity, {}, -infinity};
  if (n < low) return relaxed(low);
  return relaxed_result(std::move(s));
}

AtSize CountsProblem::solve(Index n, const Stop& stop) const {
  if (worst()) return solve_worst(n, stop);
  const double size = static_cast<double>(n);
  const std::vector<double> counts = MarginalWalk(model_, size, size).counts_at(size);
  const double value = impedance(counts);
  return {statistic(counts), value, value};
}

BestSize CountsProblem::best_in(Index low, Index high, Index start, const SizeCost& cost, double incumbent,
                                const Stop& stop) const {
  if (worst()) return SizedProblem::best_in(low, high, start, cost, incumbent, stop);
  const MarginalWalk walk(model_, static_cast<double>(low), static_cast<double>(high));
  double n = walk.first();
  double value = impedance(walk.counts());  // of the walk's own sizes, their cost not included
  BestSize best;
  for (Index step = 0; n <= static_cast<double>(high); ++step) {
    if (n >= static_cast<double>(low)) {
      const double here = value + (cost ? cost(n) : 0);
      if (here < best.at.impedance) {
        best.at.impedance = here;
        best.n = static_cast<Index>(n);
      }
    }
    if (step == walk.steps()) break;
    value += walk.increment(step) - model_.log_total(n);
    n += 1;
  }
  const std::vector<double> counts = walk.counts_at(static_cast<double>(best.n));
  const double exact = impedance(counts) + (cost ? cost(static_cast<double>(best.n)) : 0);
  best.at = {statistic(counts), exact, exact};
  best.bound = exact;
  return best;
}

AtSize CountsProblem::solve_worst(Index n, const Stop& stop) const {
  const WorstCounts::Bound bound =
      WorstCounts(model_, [this](std::size_t j, const auto& s) { return member_loss(j, s) + linear_cost(s); })
          .solve(static_cast<double>(n), stop);
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

}  // namespace didact
