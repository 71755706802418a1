#pragma once
// How many documents of each class: counts whose first item of a class also brings what its words are worth.   [NB]

#include "solvers/counts_model.hpp"
#include "solvers/sized_problem.hpp"
#include <didact/core/special.hpp>

namespace didact::solvers {

class DocumentsProblem final : public SizedProblem {
 public:
  struct Settings {
    std::vector<double> beta;  ///< pseudo-counts of the classes
    std::vector<Twofold> pi;
    double per_item = 0;
    std::vector<double> gain;  ///< of each class's words, ≤ 0, once it has a document
    double untaught_words = 0;
  };
  explicit DocumentsProblem(Settings settings);

  /// Σ_k φ_k(s_k) + gain_k min(s_k, 1), convex and right at whole counts.   [NB.4]
  Relaxed relaxed(double n) const override;
  AtSize solve(Index n, const Stop& stop) const override;
  BestSize best_size(Index low, Index high, const Relaxed& relaxed, const SizeCost& cost,
                     const Stop& stop) const override;
  /// The labels alone: rows are classes, from 1.
  ItemSet unpack(Index n, const Vector& s, Style style, Random& random) const override;
  void end_at(const Stop& stop) override {
    SizedProblem::end_at(stop);
    model_.end_at(deadline);
  }

 private:
  double impedance(const std::vector<double>& counts) const;
  double filled(std::size_t k, double lambda) const;
  BestSize best_in(double low, double high, const SizeCost& cost, double otherwise) const;

  Settings settings_;
  std::vector<double> log_pi_;
  CountsModel model_;
};

}  // namespace didact::solvers
