#include "anticipating.hpp"
#include "core/evaluating.hpp"
#include "likelihoods.hpp"
#include <didact/hypotheses/hypotheses_problem.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace didact {
namespace hypotheses {

Vector log_likelihoods(const HypothesesProblem& problem, const Vector& x) {
  const auto H = static_cast<Index>(problem.names.size());
  Vector logs(H);
  for (Index h = 0; h < H; ++h) {
    logs[h] = problem.densities.empty() ? std::log(problem.table(h, static_cast<Index>(x[0]) - 1))
                                        : problem.densities[static_cast<std::size_t>(h)].log_at(x);
  }
  return logs;
}

Vector log_evidence(const HypothesesProblem& problem, const Vector& x) {
  if (problem.densities.empty()) {
    const Vector logs = log_likelihoods(problem, x);
    const double right = logs[static_cast<Index>(problem.target)];
    return right == -infinity ? logs : Vector(logs.array() - right);
  }
  const Density& target = problem.densities[problem.target];
  if (target.log_at(x) == -infinity) return log_likelihoods(problem, x);
  Vector ratios(static_cast<Index>(problem.names.size()));
  for (Index h = 0; h < ratios.size(); ++h) {
    ratios[h] = problem.densities[static_cast<std::size_t>(h)].log_ratio_at(x, target);
  }
  return ratios;
}

Vector log_joint(const HypothesesProblem& problem, const ItemSet& items) {
  Vector logs = problem.prior.array().log();
  for (const ItemSet* set : {&problem.seen, &items}) {
    for (Index row = 0; row < set->rows.rows(); ++row) {
      logs += static_cast<double>(set->copies[row]) * log_evidence(problem, set->rows.row(row));
    }
  }
  return logs;
}

std::optional<Table> candidates(const HypothesesProblem& problem, const std::vector<Interval>& range) {
  if (problem.pool) return problem.pool->rows;
  const ItemDomain domain = problem.domain();
  if (!domain.integers || domain.dimension() != 1) return {};
  const double low = std::ceil(range[0].low), high = std::floor(range[0].high);
  constexpr double most = 1e6;
  if (!(high - low < most)) throw std::invalid_argument("more than a million whole numbers are in the range");
  return Table(Vector::LinSpaced(std::max<Index>(0, static_cast<Index>(high - low) + 1), low, high));
}

Vector normalised(const Vector& logs) {
  const double top = logs.maxCoeff();
  const Vector mass = logs.unaryExpr([top](double log) { return std::exp(log - top); });
  return mass / mass.sum();
}

double judged(const HypothesesProblem& problem, const Vector& belief) {
  const auto target = static_cast<Index>(problem.target);
  if (std::isnan(belief[target])) return infinity;
  double wrong = 0;  // not 1 - right, which loses what is small
  for (Index h = 0; h < belief.size(); ++h) wrong += h == target ? 0 : belief[h];
  if (problem.loss == HypothesesLoss::zero_one) return wrong;
  return wrong < 0.5 ? -std::log1p(-wrong) : -std::log(belief[target]);
}

double loss_of(const HypothesesProblem& problem, const ItemSet& items) {
  if (problem.anticipates && items.size() > 0) return judged(problem, belief(problem, items));
  const Vector logs = log_joint(problem, items);
  const double right = logs[static_cast<Index>(problem.target)], top = logs.maxCoeff();
  constexpr double vanished = -600;  // as a probability, soon
  if (problem.loss == HypothesesLoss::kl && right > -infinity && right - top < vanished) {
    return top - right + std::log((logs.array() - top).exp().sum());
  }
  return judged(problem, normalised(logs));
}

double cost_of(const HypothesesProblem& problem, const ItemSet& items) {
  double cost = effort_of_items(problem.effort, items);
  if (problem.pool && !problem.pool->costs.empty()) {
    cost += rows_in(*problem.pool, items).cost;
  }
  return cost;
}

}  // namespace hypotheses

ItemDomain HypothesesProblem::domain() const {
  if (densities.empty()) {
    return narrowed({.range = {{1, static_cast<double>(table.cols())}}, .integers = true, .labels = true}, items);
  }
  ItemDomain domain = densities[0].domain();
  for (const Density& density : densities) {  // numbers >= 0 beside all numbers: those that the target can make
    if (density.domain().range[0].low < domain.range[0].low) domain = density.domain();
  }
  const ItemDomain own = densities[target].domain();
  for (std::size_t i = 0; i < domain.range.size(); ++i) {
    domain.range[i].low = std::max(domain.range[i].low, own.range[i].low);
  }
  return narrowed(domain, items);
}

Vector belief(const HypothesesProblem& problem, const ItemSet& items) {
  if (problem.anticipates && items.size() > 0) return hypotheses::anticipating_belief(problem, items);
  return hypotheses::normalised(hypotheses::log_joint(problem, items));
}

/// From the densities themselves, item after item, not by the search's own books.
Evaluation evaluate(const HypothesesProblem& problem, const ItemSet& items) {
  Evaluation result;
  result.n = items.size();
  result.loss = hypotheses::loss_of(problem, items);
  cost_of_rows(problem.pool ? &*problem.pool : nullptr, items, result);  // part of cost_of()
  if (!problem.pool) {
    result.violates = violation(problem.domain(), items);
    for (Index row = 0; row < items.rows.rows() && !result.violates.empty() && !result.violates_at; ++row) {
      if (!problem.domain().contains(items.rows.row(row))) result.violates_at = row + 1;
    }
  }
  if (result.violates.empty() && problem.anticipates && items.size() > 0 && std::isnan(belief(problem, items)[0])) {
    result.violates = "this is no set that a learner who anticipates teaching expects";
  }
  check_size(problem, result);
  finish(result, [&] { return hypotheses::cost_of(problem, items); });
  return result;
}

}  // namespace didact
