#pragma once
// gaussian and multivariate-gaussian learners judged by E‖μ - μ*‖² + E‖Σ - Σ*‖².   [SQ.9]

#include "solvers/moments_problem.hpp"

namespace didact::solvers {

class SquaredMoments final : public SizedProblem {
 public:
  /// One learner.
  explicit SquaredMoments(MomentsProblem::Settings settings);

  Relaxed relaxed(double n) const override;
  AtSize solve(Index n, const Stop& stop) const override;
  ItemSet unpack(Index n, const Vector& s, Style style, Random& random) const override {
    return items_.unpack(n, s, style, random);
  }
  double largest() const override { return items_.largest(); }
  bool proves() const override { return !boxed(); }

  struct Size;  ///< the loss as a function of the mean and the scale matrix, for one n

 private:
  bool boxed() const { return settings().domain.bounded() || settings().domain.integers; }
  const MomentsProblem::Settings& settings() const { return items_.settings(); }
  AtSize free_optimum(double n) const;  ///< any mean, any scatter
  AtSize single_item() const;           ///< n = 1 on a line

  AtSize packed(double n, const Vector& mean, const Matrix& scatter) const;

  MomentsProblem items_;  ///< finds items for moments
};

}  // namespace didact::solvers
