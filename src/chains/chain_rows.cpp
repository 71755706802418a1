#include "chain_rows.hpp"

#include "../learners/dirichlet_parts.hpp"
#include <didact/core/special.hpp>
#include <didact/learners/internal/densities.hpp>

namespace didact::chains {

ChainCounts counts_of(const Rows& rows) {
  ChainCounts counts{{rows[0].begin(), rows[0].end()}, {}};
  for (std::size_t i = 1; i < rows.size(); ++i) counts.transitions.emplace_back(rows[i].begin(), rows[i].end());
  return counts;
}

ChainRows::ChainRows(const MarkovChainProblem& problem, const solvers::SizeCost& size_cost,
                     const std::vector<Index>& most)
    : size_cost_(size_cost) {
  const std::size_t S = problem.learner.start.size();
  const double room = std::accumulate(most.begin(), most.end(), 1.0) * static_cast<double>(S);
  constexpr double most_logs = 4e6;
  for (std::size_t row = 0; row <= S; ++row) {
    const auto& beta = row == 0 ? problem.learner.start : problem.learner.transitions[row - 1];
    const auto& theta = row == 0 ? problem.target.start : problem.target.transitions[row - 1];
    cost_.push_back(row == 0 ? problem.effort.per_item : problem.per_transition);
    untaught_.push_back(dirichlet_loss(beta, std::vector<double>(S, 0.0), exact(theta)));
    log_theta_.emplace_back();
    logs_.emplace_back();
    for (std::size_t j = 0; j < S; ++j) {
      log_theta_[row].push_back(std::log(theta[j]));
      logs_[row].emplace_back();
      for (Index k = 0; room <= most_logs && k <= most[row]; ++k)
        logs_[row][j].push_back(std::log(beta[j] + static_cast<double>(k)));
    }
    beta_.push_back(beta);
    B_.push_back(std::accumulate(beta.begin(), beta.end(), 0.0));
    std::vector<double> kept;
    for (Index t = 0; room <= most_logs && t <= most[row]; ++t) kept.push_back(of_total(row, t));
    of_total_.push_back(std::move(kept));
  }
}

double ChainRows::of_total(std::size_t row, Index t) const {
  if (row < of_total_.size() && t < static_cast<Index>(of_total_[row].size())) {
    return of_total_[row][static_cast<std::size_t>(t)];
  }
  const auto total = static_cast<double>(t);
  return log_gamma(B_[row]) - log_gamma(B_[row] + total) + (row == 0 && size_cost_ ? size_cost_(total) : 0);
}

double ChainRows::impedance(const Rows& counts) const {
  double sum = 0;
  for (std::size_t row = 0; row < rows(); ++row) {
    Index total = 0;
    for (std::size_t j = 0; j < states(); ++j) {
      for (Index k = 0; k < counts[row][j]; ++k) sum += increment(row, j, k);
      total += counts[row][j];
    }
    sum += untaught(row) + of_total(row, total);
  }
  return sum;
}

void ChainRows::best(std::size_t row, const Box& box, const std::vector<double>& prices, double rent,
                     Best& best) const {
  const std::size_t S = states();
  std::vector<Index> counts(S, 0);
  std::vector<double> next(S, infinity);  // what one more of each costs
  double sum = untaught(row);
  Index total = 0;
  auto take = [&](std::size_t j) {
    sum += next[j] + rent;
    ++total;
    ++counts[j];
    next[j] = increment(row, j, counts[j]) + prices[j];
  };
  for (std::size_t j = 0; j < S; ++j) {
    if (box.barred[row][j] || !possible(row, j)) continue;
    next[j] = increment(row, j, 0) + prices[j];
  }
  best.value = infinity;
  for (std::size_t j = 0; j < S; ++j) {
    if (!box.used[row][j]) continue;
    if (next[j] == infinity) return;
    take(j);
  }
  while (total <= box.high[row]) {
    const double here = sum + of_total(row, total);
    if (total >= box.low[row] && here < best.value) {
      best.value = here;
      best.total = total;
      best.counts = counts;
    }
    std::size_t least = 0;
    for (std::size_t j = 1; j < S; ++j) {
      if (next[j] < next[least]) least = j;
    }
    if (next[least] == infinity || total == box.high[row]) return;
    take(least);
  }
}

}  // namespace didact::chains
