#pragma once
// A bound on all counts in a box: leaving a state costs a price, entering it pays that price, and rows are free of each
// other.   [MC.5]

#include "chain_rows.hpp"
#include <didact/core/stop.hpp>

#include <functional>

namespace didact::chains {

class PriceSearch {
 public:
  PriceSearch(const ChainRows& model, const Box& box, std::vector<double> prices);

  /// Raises the bound until it is within `enough` of `known`, or the rounds or the work are over. Counts on the way
  /// that leave no state more often than they enter it are passed on.
  void run(int rounds, double most_work, const double& known, double enough,
           const std::function<void(const Rows&)>& meet, const Stop& stop);

  double bound() const { return bound_; }
  const std::vector<double>& prices() const { return best_prices_; }
  /// The rows' best counts at these prices.
  const Rows& rows() const { return best_rows_; }
  /// Of the rows, over the last rounds.
  const std::vector<double>& mean_totals() const { return mean_totals_; }
  double work() const { return work_; }

 private:
  double solve_rows();
  Rows counts() const;
  bool step(double known, double value, double scale);

  const ChainRows& model_;
  const Box& box_;
  std::vector<double> prices_, best_prices_;
  std::vector<ChainRows::Best> rows_;
  Rows best_rows_;
  std::vector<double> missing_;  ///< how much oftener each state is left than entered
  std::vector<double> mean_totals_;
  double bound_ = -infinity;
  double work_ = 0;
};

}  // namespace didact::chains
