#pragma once
// A gaussian learner judged by what it predicts: a Student distribution against the target's Normal.   [PRED.6]

#include "solvers/moments_problem.hpp"

namespace didact::solvers {

class PredictiveMoments final : public SizedProblem {
 public:
  /// One learner, D = 1.
  explicit PredictiveMoments(MomentsProblem::Settings settings);

  Relaxed relaxed(double n) const override;
  AtSize solve(Index n, const Stop& stop) const override;
  ItemSet unpack(Index n, const Vector& s, Style style, Random& random) const override {
    return items_.unpack(n, s, style, random);
  }
  double largest() const override { return items_.largest(); }
  bool proves() const override { return !boxed(); }

 private:
  bool boxed() const { return settings().domain.bounded() || settings().domain.integers; }
  const MomentsProblem::Settings& settings() const { return items_.settings(); }
  AtSize free_optimum(double n) const;
  AtSize packed(double n, double mean, double scatter) const;
  double best_spread(double n, double off, double magnitude) const;

  MomentsProblem items_;  ///< finds items for moments
};

}  // namespace didact::solvers
