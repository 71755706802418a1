#include "core/gamma_number.hpp"
#include "too_far.hpp"
#include <didact/learners/internal/densities.hpp>
#include <didact/learners/negative_binomial.hpp>

#include <algorithm>
#include <cmath>

namespace didact {
namespace {

/// θ = log(1-p), A(θ) = -r log p, h0 = 1/(p(1-p)): then λ1 = beta and r λ2 = alpha.
NaturalTarget from_logs(double log_p, double log_q, double r) {
  return {Vector::Constant(1, log_q), -r * log_p, -log_p - log_q};
}

}  // namespace

double NegativeBinomial::A0(const Vector& lambda1, double lambda2) const {
  const double a = r * lambda2;
  return log_gamma(a) + log_gamma(lambda1[0]) - log_gamma(lambda1[0] + a);
}

NaturalTarget NegativeBinomial::natural(const Target& target) const {
  return from_logs(std::log(target.p), std::log1p(-target.p), r);
}

NaturalTarget NegativeBinomial::natural_less(const Target& target, const Target& from) const {
  return from_logs(log_ratio(target.p, from.p), log_ratio_of_rests(target.p, from.p), r);
}

Vector NegativeBinomial::sample(const Target& target, Random& random) const {
  if (target.p >= 1) return Vector::Zero(1);
  return Vector::Constant(1, random.poisson(gamma_number(r, random) * (1 - target.p) / target.p));
}

Extreme NegativeBinomial::extreme(const Vector& a) const {
  return a[0] >= 0 ? extreme_point(Vector::Zero(1)) : extreme_ray(Vector::Ones(1));
}

double NegativeBinomial::loss(const Target& target, double n, double s) const {
  const double pseudo[] = {alpha, beta};
  const double counts[] = {r * n, s};
  const Twofold probabilities[] = {{target.p, 0}, exact_sum(1, -target.p)};
  return dirichlet_loss(pseudo, counts, probabilities);
}

Slopes NegativeBinomial::slopes(const Target& target, double n, double s) const {
  const double a = alpha + r * n, b = beta + s;
  return {-r * (digamma_rise(a, b) + std::log(target.p)), -digamma_rise(b, a) - std::log1p(-target.p)};
}

Standing NegativeBinomial::standing(const Target& target) const {
  if (target.p < 1 || beta == 1) return {};
  if (beta > 1) return {Standing::ruled_out, "target.p is 1, but the learner already believes in failures (beta > 1)"};
  return {Standing::infinite, "target.p is 1, where the belief's density is infinite already (beta < 1)"};
}

NegativeBinomial::Target NegativeBinomial::from_natural(const Vector& theta) const {
  const double p = -std::expm1(theta[0]);
  return {std::isfinite(theta[0]) ? possible_probability(p) : p};
}

NaturalTarget NegativeBinomial::mean_natural(const NegativeBinomial& belief) const {
  const double all = digamma(belief.alpha + belief.beta);
  return from_logs(digamma(belief.alpha) - all, digamma(belief.beta) - all, r);
}

double NegativeBinomial::squared_loss(const Target& target) const {
  return beta_squared_distance(alpha, beta, target.p);
}

double NegativeBinomial::squared_slope(const Target& target, double n, double s) const {
  const double a = alpha + r * n, N = a + beta + s;
  return a / (N * N) * (2 * target.p - (a + 1) * (2 * N + 1) / ((N + 1) * (N + 1)));
}

std::optional<Curve> NegativeBinomial::item_curve(const Target& target) const {
  const double p = target.p, successes = r;
  if (!(p > 0 && p <= 1) || !(successes > 0) || !std::isfinite(successes)) return {};
  auto probability = [p, successes](double k) {
    if (p == 1) return k == 0 ? 1.0 : 0.0;
    return std::exp(log_gamma(k + successes) - log_gamma(successes) - log_gamma(k + 1) + successes * std::log(p) +
                    k * std::log1p(-p));
  };
  const double mean = successes * (1 - p) / p, deviation = std::sqrt(mean / p);
  return Curve{probability, {std::floor(std::max(0.0, mean - 4 * deviation)), std::ceil(mean + 4 * deviation + 1)}, 0};
}

std::vector<Mistake> NegativeBinomial::beyond_reach(const Target& target) const {
  TooFar distances;
  if (target.p > 0) {
    const double expected = r * (1 - target.p) / target.p;
    distances.count("p", "expects items of about", expected);
    distances.count("p", "the prior's alpha is worth as many items as", alpha / r);
    if (expected <= largest_size && alpha / r <= largest_size) {
      distances.count("p", "to outweigh alpha takes failures of about", alpha / r * expected);
    }
  }
  return std::move(distances).found();
}

}  // namespace didact
