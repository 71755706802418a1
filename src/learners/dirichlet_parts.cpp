#include "dirichlet_parts.hpp"

#include <cmath>
#include <numeric>

namespace didact {

std::vector<Twofold> exact(const std::vector<double>& pi) {
  std::vector<Twofold> result(pi.size());
  for (std::size_t k = 0; k < pi.size(); ++k) result[k] = {pi[k], 0};
  return result;
}

std::vector<double> normalised(std::vector<double> values) {
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  for (double& value : values) value /= sum;
  return values;
}

void add(std::vector<double>& sum, const std::vector<double>& part) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += part[i];
}

StepwiseDirichlet::StepwiseDirichlet(const std::vector<double>& beta, const std::vector<double>& pi)
    : alpha_(beta), pi_(pi), total_(std::accumulate(beta.begin(), beta.end(), 0.0)) {
  loss_ = -std::lgamma(total_);
  for (std::size_t k = 0; k < beta.size(); ++k) {
    loss_ += std::lgamma(beta[k]);
    if (beta[k] != 1) loss_ -= (beta[k] - 1) * std::log(pi[k]);
  }
}

void StepwiseDirichlet::show(Index category, Index times) {
  const auto k = static_cast<std::size_t>(category);
  const double log_pi = std::log(pi_[k]);
  constexpr Index few = 8;  // beyond, all at once: the same factors as ratios of Γ
  if (times > few) {
    const auto n = static_cast<double>(times);
    loss_ += std::lgamma(alpha_[k] + n) - std::lgamma(alpha_[k]) - std::lgamma(total_ + n) + std::lgamma(total_);
    loss_ -= n * log_pi;
    alpha_[k] += n;
    total_ += n;
    return;
  }
  for (Index i = 0; i < times; ++i, alpha_[k] += 1, total_ += 1) {
    loss_ += std::log(alpha_[k]) - std::log(total_) - log_pi;
  }
}

}  // namespace didact
