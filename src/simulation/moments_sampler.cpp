#include "../core/decompositions.hpp"
#include "moments.hpp"
#include "simulation/kernels.hpp"

#include <algorithm>
#include <cmath>

namespace didact::simulation {

void BatchedSampler::fill(Draws& draws, std::span<double> impedances) {
  for (std::size_t at = 0; at < impedances.size(); at += sets_at_a_time) {
    const auto count = static_cast<int>(std::min<std::size_t>(sets_at_a_time, impedances.size() - at));
    draw(draws, count);
    judge();
    std::copy_n(value_.begin(), count, impedances.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

void draw_chi_squares(Draws& draws, double freedom, int count, Lane& into) {
  const std::span<double> values(into.data(), static_cast<std::size_t>(count));
  if (freedom > 4) {
    for (double& value : values) value = draws.chi_square(freedom);
    return;
  }
  const int whole = static_cast<int>(freedom);
  if (whole % 2 == 1) {
    draws.normals(values);
    for (double& value : values) value *= value;
  } else {
    std::fill(values.begin(), values.end(), 0);
  }
  Lane more;
  for (int pair = 0; pair < whole / 2; ++pair) {
    draws.exponentials({more.data(), values.size()});
    for (std::size_t b = 0; b < values.size(); ++b) values[b] += 2 * more[b];
  }
}

std::unique_ptr<SetSampler> moments_sampler(const NormalInverseWishart& learner, const Vector& mean,
                                            const Matrix& covariance, Index n, const KernelCost& cost) {
  const Index D = mean.size();
  const Cholesky factor(covariance);
  const Matrix L = factor.L();
  WhitenedSets w;
  w.mean = factor.half_solve(learner.mean - mean);
  w.scale = factor.half_solve(factor.half_solve(learner.scale).transpose());
  w.origin = L.transpose() * mean;
  w.metric = L.transpose() * L;
  w.far = mean.squaredNorm();
  w.kappa = learner.kappa;
  w.nu = learner.nu;
  w.n = static_cast<double>(n);
  w.magnitude = cost.magnitude;
  // The loss with n items whose moments make Λn = I and the mean 0, in the items' own coordinates: the rest is above.
  const double kappa_n = learner.kappa + w.n, nu_n = learner.nu + w.n;
  w.constant = normal_inverse_wishart_floor(D, kappa_n, nu_n, factor.log_det());
  w.constant += 0.5 * nu_n * static_cast<double>(D) * std::log(nu_n) - 0.5 * nu_n * static_cast<double>(D);
  w.constant += cost.constant;
  if (is_round(w)) return round_moments_sampler(w);
  if (auto small = small_moments_sampler(w)) return small;
  return large_moments_sampler(w);
}

}  // namespace didact::simulation
