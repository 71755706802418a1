#pragma once
// Algorithm 1 for any exponential family: convex step 1 over (n, s), least-squares unpacking, bound and gap.   [GEN]

#include "solvers/sized_problem.hpp"
#include <didact/core/effort.hpp>
#include <didact/core/internal/judge.hpp>
#include <didact/core/learner.hpp>

namespace didact::solvers {

class GenericProblem final : public SizedProblem {
 public:
  using Function = std::function<double(double n, const Vector& s)>;
  struct Settings {
    std::vector<Function> losses;  ///< of each learner
    std::vector<double> weights;
    Judge judge = Judge::expected;
    Function effort;            ///< convex, beyond what depends on the size alone; may be empty
    ConvexOfStatistics convex;  ///< the caller's own, added to it; may be empty
    double per_item = 0;
    Index dimension = 1;  ///< of s
    std::function<Vector(const Vector& x)> T;
    std::function<Extreme(const Vector& a)> extreme;  ///< may be empty: s is free
    std::function<Vector(Random&)> sample;
    ItemDomain domain;
  };
  explicit GenericProblem(Settings settings) : settings_(std::move(settings)) {}

  Relaxed relaxed(double n) const override;
  AtSize solve(Index n, const Stop& stop) const override;
  ItemSet unpack(Index n, const Vector& s, Style style, Random& random) const override;
  double trusted() const override { return 0x1p20; }  // A0 loses as many digits as n has

 private:
  struct Point {
    Vector s;
    double value = infinity;
    double bound = -infinity;
  };
  std::vector<double> impedances(double n, const Vector& s) const;
  double impedance(double n, const Vector& s) const;
  double weighted(double n, const Vector& s, const std::vector<double>& weights) const;
  Vector gradient(double n, const Vector& s, const std::vector<double>& weights) const;
  Point minimise(double n, const std::vector<double>& weights) const;
  Point minimise_free(double n, const std::vector<double>& weights) const;
  Point minimise_in_hull(double n, const std::vector<double>& weights) const;
  Vector statistic(const Matrix& rows) const;

  Settings settings_;
};

/// min over x_1…x_n of ‖s - Σ T(x_i)‖² from these rows, inside the domain: the paper's step 2.
Matrix least_squares_items(const std::function<Vector(const Vector&)>& T, const Vector& s, Matrix rows,
                           const ItemDomain& domain);

}  // namespace didact::solvers
