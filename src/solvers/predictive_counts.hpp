#pragma once
// Learners that count, judged by what they predict: for each size a sum of convex functions, one a category.   [PRED.1]

#include "solvers/sized_problem.hpp"

namespace didact::solvers {

class PredictiveCounts final : public SizedProblem {
 public:
  struct Settings {
    std::vector<std::vector<double>> beta;  ///< pseudo-counts of each learner
    std::vector<double> weights;            ///< by which their losses are averaged
    std::vector<double> pi;
    std::vector<double> items;   ///< of each category
    std::vector<double> cost;    ///< of one item of each, all linear efforts together
    std::vector<double> most;    ///< of each
    bool sum_statistic = false;  ///< the statistic is the sum of the items, and not the counts
  };
  explicit PredictiveCounts(Settings settings);

  Relaxed relaxed(double n) const override;
  AtSize solve(Index n, const Stop& stop) const override;
  ItemSet unpack(Index n, const Vector& s, Style style, Random& random) const override;
  double largest() const override;

 private:
  double one_more(std::size_t category, double count) const;
  double count_below(std::size_t category, double level) const;
  Vector best_counts(double n) const;
  double impedance(double n, const Vector& counts) const;
  ItemSet items_of(const Vector& counts) const;

  Settings settings_;
  double least_cost_;
};

}  // namespace didact::solvers
