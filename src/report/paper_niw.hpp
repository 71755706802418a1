#pragma once
// The numbers of example 6, and its objective as the paper writes it.

#include "report/reproduce.hpp"
#include <didact/didact.hpp>

#include <Eigen/Core>

#include <optional>
#include <vector>

namespace didact::report::paper {

/// n items by their sums. The example is three-dimensional, which keeps 100,000 sets cheap.
struct Sums {
  double n = 0;
  Eigen::Vector3d s = Eigen::Vector3d::Zero();
  Eigen::Matrix3d S = Eigen::Matrix3d::Zero();
};

/// Λn = Λ0 + S + κ0 n/κn μ0μ0ᵀ - sum - ssᵀ/κn, where the sum is
enum class LambdaN {
  printed,  ///< 2κ0/κn μ0sᵀ
  correct,  ///< κ0/κn (μ0sᵀ + sμ0ᵀ)
};

struct NiwExample {
  static constexpr int D = 3;
  Eigen::Vector3d mu0 = Eigen::Vector3d::Ones();
  double kappa0 = 1;
  double nu0 = 2 + 1e-5;
  Eigen::Matrix3d Lambda0 = 1e-5 * Eigen::Matrix3d::Identity();
  double c = 1;  // the target is N(0, I), whose Σ* and μ* the formulas below leave out

  /// Of any size, or of this one.
  Problem<MultivariateGaussian> problem(std::optional<Index> size = {}) const;

  /// The paper's objective: no constants.
  double impedance(const Sums& sums, LambdaN form) const;
  /// What it leaves out: D(D-1)/4 log π + D/2 log 2π + (D+2)/2 log|Σ*|
  double constants() const;

  /// s and S at their best for a real n: μn = μ* and Λn = νn Σ*.
  Sums best_sums(double n) const;
  /// The n at which the objective is least there.
  double best_size() const;

  /// Impedances of sets of four from the target, with the printed Λn and with the correct one.
  struct Sample {
    std::vector<double> printed, correct;
  };
  Sample random_sets(const ReproduceOptions& options) const;
};

}  // namespace didact::report::paper
