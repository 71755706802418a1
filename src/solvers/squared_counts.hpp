#pragma once
// A categorical learner judged by E‖π - π*‖²: for each size a sum of equal parabolas, one a category.   [SQ.8]

#include "solvers/sized_problem.hpp"

namespace didact::solvers {

class SquaredCounts final : public SizedProblem {
 public:
  struct Settings {
    std::vector<std::vector<double>> beta;  ///< pseudo-counts of each learner
    std::vector<double> weights;            ///< by which their losses are averaged
    std::vector<double> pi;
    std::vector<double> cost;  ///< of one item of each category, all linear efforts together
    double most = infinity;    ///< of each
  };
  explicit SquaredCounts(Settings settings) : settings_(std::move(settings)) {}

  Relaxed relaxed(double n) const override;
  AtSize solve(Index n, const Stop& stop) const override;
  ItemSet unpack(Index n, const Vector& s, Style style, Random& random) const override;
  double largest() const override { return settings_.most * static_cast<double>(settings_.pi.size()); }

 private:
  struct Parabolas;
  Parabolas parabolas(double n) const;
  double impedance(double n, const Vector& counts) const;

  Settings settings_;
};

}  // namespace didact::solvers
