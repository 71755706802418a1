#pragma once
// Learners that see a set as counts of categories: categorical and bernoulli.   [CAT]

#include "solvers/counts_model.hpp"
#include "solvers/sized_problem.hpp"
#include <didact/core/internal/judge.hpp>
#include <didact/core/special.hpp>

namespace didact::solvers {

class CountsProblem final : public SizedProblem {
 public:
  struct Settings {
    std::vector<std::vector<double>> beta;  ///< pseudo-counts of each learner
    std::vector<double> weights;
    std::vector<double> offsets;  ///< added to each learner's loss
    Judge judge = Judge::expected;
    std::vector<Twofold> pi;
    std::vector<double> cost;    ///< of one item of each category, all linear efforts together
    std::vector<double> most;    ///< at most this many of each
    std::vector<double> items;   ///< the item that stands for each category
    bool sum_statistic = false;  ///< s is the number of items of the last category (bernoulli), not all counts
  };
  explicit CountsProblem(Settings settings);

  Relaxed relaxed(double n) const override;
  Relaxed relax(double low, double high, const SizeCost& cost) const override;
  AtSize solve(Index n, const Stop& stop) const override;
  BestSize best_size(Index low, Index high, const Relaxed& relaxed, const SizeCost& cost,
                     const Stop& stop) const override;
  ItemSet unpack(Index n, const Vector& s, Style style, Random& random) const override;
  double largest() const override;
  void end_at(const Stop& stop) override {
    SizedProblem::end_at(stop);
    model_.end_at(deadline);
  }

 private:
  double impedance(const std::vector<double>& counts) const;
  double member_loss(std::size_t j, const std::vector<double>& counts) const;
  Relaxed relaxed_mean(double high) const;
  Relaxed relaxed_result(std::vector<double> s) const;
  Vector statistic(const std::vector<double>& counts) const;
  AtSize solve_worst(Index n, const Stop& stop) const;
  std::pair<double, double> window(double low, double high, const Relaxed& relaxed, double incumbent) const;
  BestSize best_near(const Relaxed& relaxed, double near, const SizeCost& cost) const;
  /// `otherwise` is a bound on all of these sizes, for when it is stopped.
  BestSize best_in(double low, double high, const SizeCost& cost, double otherwise) const;
  double linear_cost(const std::vector<double>& counts) const;

  bool worst() const { return settings_.judge == Judge::worst && settings_.beta.size() > 1; }

  Settings settings_;
  CountsModel model_;
};

}  // namespace didact::solvers
