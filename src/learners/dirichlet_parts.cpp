#include "dirichlet_parts.hpp"

#include <didact/learners/internal/densities.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

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

void require_agreement(double loss, double again) {
  if (!std::isfinite(loss) || std::abs(loss - again) <= 1e-6 * std::max(1.0, std::abs(again))) return;
  constexpr double no_digits_left = 1e15;
  if (!std::isfinite(again) || std::max(std::abs(loss), std::abs(again)) > no_digits_left) {
    throw std::overflow_error("these numbers are too large to compute with: nothing is left of a loss's digits");
  }
  throw std::logic_error("two computations of the loss disagree: " + std::to_string(loss) + " and " +
                         std::to_string(again));
}

namespace {

/// log Γ(x + n) - log Γ(x) - n log x, without the large terms of either.   [ACC.1]
double gamma_excess(double x, double n) {
  constexpr double large = 16;  // below, log Γ itself is small
  if (x < large) return std::lgamma(x + n) - std::lgamma(x) - n * std::log(x);
  const double y = x + n;
  return deviance(y, x) - std::log(y / x) / 2 + stirling_remainder(y) - stirling_remainder(x);
}

}  // namespace

StepwiseDirichlet::StepwiseDirichlet(const std::vector<double>& beta, const std::vector<double>& pi)
    : alpha_(beta), pi_(pi), total_(std::accumulate(beta.begin(), beta.end(), 0.0)) {
  loss_ = dirichlet_loss(beta, std::vector<double>(beta.size(), 0.0), exact(pi));
}

void StepwiseDirichlet::show(Index category, Index times) {
  const auto k = static_cast<std::size_t>(category);
  const double log_pi = std::log(pi_[k]);
  constexpr Index few = 8;  // beyond, all at once: the same factors as ratios of Γ
  if (times > few) {
    const auto n = static_cast<double>(times);
    loss_ += gamma_excess(alpha_[k], n) - gamma_excess(total_, n) + n * (std::log(alpha_[k] / total_) - log_pi);
    alpha_[k] += n;
    total_ += n;
    return;
  }
  for (Index i = 0; i < times; ++i, alpha_[k] += 1, total_ += 1) {
    loss_ += std::log(alpha_[k]) - std::log(total_) - log_pi;
  }
}

}  // namespace didact
