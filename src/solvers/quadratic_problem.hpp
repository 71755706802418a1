#pragma once
// Learners whose loss is quadratic in the sum: multivariate-gaussian-mean.   [MGM]

#include "solvers/line.hpp"
#include "solvers/sized_problem.hpp"
#include <didact/core/internal/judge.hpp>
#include <didact/core/problem.hpp>

namespace didact::solvers {

class QuadraticProblem final : public SizedProblem {
 public:
  /// A Normal belief over the mean.
  struct Member {
    Vector mean;
    Matrix covariance;
  };
  struct Settings {
    std::vector<Member> learners;
    std::vector<double> weights;
    std::vector<double> offsets;
    Judge judge = Judge::expected;
    Matrix covariance;  ///< of the items
    Vector mu;
    ItemDomain domain;
    double per_item = 0;
    double magnitude = 0;
    std::function<Vector(Random&)> sample;
    Loss loss = Loss::kl;  ///< -log density, E‖μ - μ*‖² [SQ.5], or the prediction's divergence [PRED.7]
  };
  explicit QuadraticProblem(Settings settings);

  Relaxed relaxed(double n) const override;
  AtSize solve(Index n, const Stop& stop) const override;
  ItemSet unpack(Index n, const Vector& s, Style style, Random& random) const override;
  double largest() const override;
  bool proves() const override { return !(settings_.domain.integers && settings_.domain.distinct); }

 private:
  struct Form;  ///< ½ sᵀH s - hᵀs for weighted learners at size n
  Form form(double n, const std::vector<double>& weights) const;
  Vector best_sum(double n, const std::vector<double>& weights) const;
  std::vector<double> impedances(double n, const Vector& s) const;
  double impedance(double n, const Vector& s) const;
  double effort(double n, const Vector& s) const;
  AtSize best_whole(Index n, const Relaxed& real, const Stop& stop) const;
  AtSize best_distinct(Index n, const Relaxed& real, const Stop& stop) const;
  ItemSet unpack_many(Index n, const Vector& s) const;
  Line line(Index coordinate) const;

  Settings settings_;
  Matrix precision_;  ///< of the items
  std::vector<Matrix> prior_precisions_;
};

}  // namespace didact::solvers
