#pragma once
// A chain's counts as rows of categories: row 0 are the starts, row i + 1 what follows state i.   [MC.3]

#include "solvers/search_sizes.hpp"
#include <didact/learners/markov_chain.hpp>

#include <cmath>
#include <vector>

namespace didact::chains {

/// Whole counts, a row of them for the starts and one for each state.
using Rows = std::vector<std::vector<Index>>;

ChainCounts counts_of(const Rows& rows);

/// Which counts are looked at: totals of rows within bounds, some counts at least 1, some 0.
struct Box {
  std::vector<Index> low, high;           ///< of each row's total
  std::vector<std::vector<bool>> used;    ///< must be at least 1
  std::vector<std::vector<bool>> barred;  ///< must be 0

  bool single() const { return low == high; }
};

/// The impedance as a sum over rows, each a Dirichlet loss with linear costs; the starts also have a cost of their
/// total.
class ChainRows {
 public:
  /// Logarithms are kept up to these totals of each row, as far as there is room for them.
  ChainRows(const MarkovChainProblem& problem, const solvers::SizeCost& size_cost, const std::vector<Index>& most);

  std::size_t states() const { return log_theta_.front().size(); }
  std::size_t rows() const { return log_theta_.size(); }
  bool possible(std::size_t row, std::size_t j) const { return log_theta_[row][j] > -infinity; }

  /// What the (k+1)-th count of this category adds, but for the total's part.
  double increment(std::size_t row, std::size_t j, Index k) const {
    const std::vector<double>& logs = logs_[row][j];
    const bool kept = k < static_cast<Index>(logs.size());
    const double log = kept ? logs[static_cast<std::size_t>(k)] : std::log(beta_[row][j] + static_cast<double>(k));
    return log - log_theta_[row][j] + cost_[row];
  }
  /// What a total of t takes off, less what it costs by itself.
  double of_total(std::size_t row, Index t) const;
  /// Nothing taught.
  double untaught(std::size_t row) const { return untaught_[row]; }

  double impedance(const Rows& rows) const;

  struct Best {
    std::vector<Index> counts;
    Index total = 0;
    double value = infinity;
  };
  /// The least of the row within the box, with prices[j] more for each count and `rent` more for each of the total:
  /// marginal allocation through all totals.
  void best(std::size_t row, const Box& box, const std::vector<double>& prices, double rent, Best& best) const;

 private:
  std::vector<std::vector<double>> beta_, log_theta_;
  std::vector<double> cost_, untaught_, B_;
  solvers::SizeCost size_cost_;
  std::vector<std::vector<std::vector<double>>> logs_;  ///< log(β + k)
  std::vector<std::vector<double>> of_total_;
};

}  // namespace didact::chains
