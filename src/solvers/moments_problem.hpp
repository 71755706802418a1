#pragma once
// Learners that see a set through its sum and its squares: gaussian and multivariate-gaussian.   [NIW]

#include "solvers/sized_problem.hpp"
#include "solvers/spectral_niw.hpp"
#include <didact/core/internal/judge.hpp>

#include <memory>

namespace didact::solvers {

class MomentsProblem final : public SizedProblem {
 public:
  struct Settings {
    std::vector<NormalInverseWishart> learners;
    std::vector<double> weights;
    std::vector<double> offsets;  ///< added to each learner's loss
    Judge judge = Judge::expected;
    Vector mu;
    Matrix sigma;
    ItemDomain domain;
    double per_item = 0;
    double magnitude = 0;
    std::function<double(double n, const Vector& sum, const Matrix& squares)> loss;  ///< instead of -log density
  };
  explicit MomentsProblem(Settings settings);
  ~MomentsProblem() override;

  Relaxed relaxed(double n) const override;
  double bound(double n) const override;
  Relaxed relax(double low, double high, const SizeCost& cost) const override;
  AtSize solve(Index n, const Stop& stop) const override;
  ItemSet unpack(Index n, const Vector& s, Style style, Random& random) const override;
  double largest() const override;
  double trusted() const override { return several() ? 0x1p30 : largest_size; }
  bool proves() const override { return !boxed() || (settings_.mu.size() == 1 && !several()); }

  /// Impedance of n items with this sum and these squares, size costs aside.
  double impedance(double n, const Vector& sum, const Matrix& squares) const;
  const Settings& settings() const { return settings_; }

  /// The mean of n real numbers, whatever their range, that one learner is best shown.
  double best_mean(double n) const;

 private:
  /// Without range or integers.
  Moments free_optimum(double n, Index rank, double& bound, const Stop& stop) const;
  Moments hull_optimum(double n) const;  ///< the hull of a range
  AtSize solve_free(Index n, const Stop& stop) const;
  AtSize solve_boxed(Index n, const Stop& stop) const;
  AtSize packed(double n, const Moments& moments, double bound) const;
  bool several() const { return settings_.learners.size() > 1; }
  bool boxed() const { return settings_.domain.bounded() || settings_.domain.integers; }
  Moments single(double n, const Vector& linear, const Vector& square, Index rank, const Stop& stop) const;

  Settings settings_;
  struct Core;
  std::unique_ptr<Core> core_;  ///< the spectrum for the magnitude effort alone, computed once
};

/// (Σx, Σxxᵀ) as one vector, the square row by row, and back.
Vector pack_moments(const Vector& sum, const Matrix& squares);
Matrix unpack_squares(const Vector& s, Index dimension);

/// The same of n items that have all been moved.
Vector moved_moments(double n, const Vector& s, const Vector& by);

/// Where a magnitude effort below 0 would let the impedance fall without end.
double least_magnitude(const Matrix& sigma);

/// n items with this mean and scatter: centred orthonormal columns, drawn or (plain) cosines, times a root of it.
/// [NIW.8]
Matrix items_with_moments(Index n, const Vector& mean, const Matrix& scatter, Style style, Random& random);

/// The same from D + 1 different items only, each shown about equally often: n > D + 1.   [NIW.10]
ItemSet few_items_with_moments(Index n, const Vector& mean, const Matrix& scatter);

}  // namespace didact::solvers
