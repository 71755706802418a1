#pragma once
// Random sets of one size of the learners that didact ships, drawn as the few numbers that a learner makes of them: a
// set is never written down, and its impedance costs some nanoseconds.   [SIM]

#include <didact/learners/internal/densities.hpp>
#include <didact/simulation/population.hpp>

#include <functional>
#include <memory>
#include <vector>

namespace didact::simulation {

/// What sets of a size cost beyond their statistics.
struct KernelCost {
  double constant = 0;   ///< efforts of the size
  double magnitude = 0;  ///< times Σ ‖x‖²
};

/// Counts of K categories, a learner with pseudo-counts β and costs of each category.   [SIM.1]
struct CountsKernel {
  std::vector<double> beta;
  std::vector<double> pi;
  std::vector<double> cost;  ///< of one item of each category, or none
};
std::unique_ptr<SetSampler> counts_sampler(const CountsKernel& kernel, Index n, double constant);

/// Every way to spread n items over categories with these chances, if they are at most `most`: what each is worth, and
/// the chance n! Π π_k^c_k / c_k! of it. Ways that cannot happen are left out.
std::optional<EnumeratedSets> enumerated_counts(
    const std::vector<double>& pi, Index n, Index most,
    const std::function<double(const std::vector<Index>& counts)>& impedance);

/// The moments of Gaussian items, a normal-inverse-Wishart learner.   [SIM.2]
std::unique_ptr<SetSampler> moments_sampler(const NormalInverseWishart& learner, const Vector& mean,
                                            const Matrix& covariance, Index n, const KernelCost& cost);

/// The sum of Gaussian items with a known covariance, a learner with a normal belief about their mean.   [SIM.3]
struct NormalMeanKernel {
  Vector prior_mean;
  Matrix prior_covariance;
  Matrix covariance;
  Vector mean;  ///< the target
};
std::unique_ptr<SetSampler> normal_mean_sampler(const NormalMeanKernel& kernel, Index n, double constant);

}  // namespace didact::simulation
