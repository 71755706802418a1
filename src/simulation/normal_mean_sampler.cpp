#include "../core/decompositions.hpp"
#include "simulation/kernels.hpp"

#include <cmath>
#include <numbers>

namespace didact::simulation {
namespace {

/// ½ ‖a + B z‖² with z standard normal.   [SIM.3]
class NormalMeanSampler final : public SetSampler {
 public:
  NormalMeanSampler(Vector a, Matrix B, double constant)
      : a_(std::move(a)), B_(std::move(B)), z_(a_.size()), w_(a_.size()), constant_(constant) {}

  void fill(Draws& draws, std::span<double> impedances) override {
    for (double& value : impedances) {
      for (double& z : z_) z = draws.normal();
      w_ = a_;
      w_.noalias() += B_ * z_;
      value = constant_ + 0.5 * w_.squaredNorm();
    }
  }

 private:
  Vector a_;
  Matrix B_;
  Vector z_, w_;
  double constant_;
};

}  // namespace

std::unique_ptr<SetSampler> normal_mean_sampler(const NormalMeanKernel& kernel, Index n, double constant) {
  const auto size = static_cast<double>(n);
  const Index D = kernel.mean.size();
  const Cholesky items(kernel.covariance), prior(kernel.prior_covariance);
  const Matrix prior_precision = prior.inverse();
  const Cholesky posterior(prior_precision + size * items.inverse());  // P = Uᵀ U
  // The posterior's mean less the target: P⁻¹ (P0 (m0 - μ*) + √n Σ⁻¹ L z), and its loss is ½ ‖U · ‖² and a constant.
  const Vector a = posterior.half_solve(prior_precision * (kernel.prior_mean - kernel.mean));
  const Matrix back = lower_transposed_solve(items.L(), Matrix::Identity(D, D));  // Σ⁻¹ L = L⁻ᵀ
  const Matrix B = posterior.half_solve(std::sqrt(size) * back);
  const double log_density = 0.5 * posterior.log_det() - 0.5 * static_cast<double>(D) * std::log(2 * std::numbers::pi);
  return std::make_unique<NormalMeanSampler>(a, B, constant - log_density);
}

}  // namespace didact::simulation
