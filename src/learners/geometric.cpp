#include "too_far.hpp"
#include <didact/learners/geometric.hpp>
#include <didact/learners/internal/densities.hpp>

#include <cmath>

namespace didact {
namespace {

NaturalTarget geometric_from_logs(double log_p, double log_q) {
  // θ = log(1-p), A(θ) = -log p, h0 = 1/(p(1-p)): then λ1 = beta and λ2 = alpha.
  return {Vector::Constant(1, log_q), -log_p, -log_p - log_q};
}

}  // namespace

double Geometric::A0(const Vector& lambda1, double lambda2) const {
  return log_gamma(lambda2) + log_gamma(lambda1[0]) - log_gamma(lambda1[0] + lambda2);
}

NaturalTarget Geometric::natural(const Target& target) const {
  return geometric_from_logs(std::log(target.p), std::log1p(-target.p));
}

NaturalTarget Geometric::natural_less(const Target& target, const Target& from) const {
  return geometric_from_logs(log_ratio(target.p, from.p), log_ratio_of_rests(target.p, from.p));
}

Vector Geometric::sample(const Target& target, Random& random) const {
  return Vector::Constant(1, random.geometric(target.p));
}

Extreme Geometric::extreme(const Vector& a) const {
  return a[0] >= 0 ? extreme_point(Vector::Zero(1)) : extreme_ray(Vector::Ones(1));
}

double Geometric::loss(const Target& target, double n, double s) const {
  const double pseudo[] = {alpha, beta};
  const double counts[] = {n, s};
  const Twofold probabilities[] = {{target.p, 0}, exact_sum(1, -target.p)};
  return dirichlet_loss(pseudo, counts, probabilities);
}

Slopes Geometric::slopes(const Target& target, double n, double s) const {
  const double a = alpha + n, b = beta + s;
  return {-digamma_rise(a, b) - std::log(target.p), -digamma_rise(b, a) - std::log1p(-target.p)};
}

Standing Geometric::standing(const Target& target) const {
  if (target.p < 1 || beta == 1) return {};
  if (beta > 1) return {Standing::ruled_out, "target.p is 1, but the learner already believes in failures (beta > 1)"};
  return {Standing::infinite, "target.p is 1, where the belief's density is infinite already (beta < 1)"};
}

Geometric::Target Geometric::from_natural(const Vector& theta) const {
  const double p = -std::expm1(theta[0]);
  return {std::isfinite(theta[0]) ? possible_probability(p) : p};
}

NaturalTarget Geometric::mean_natural(const Geometric& belief) const {
  const double all = digamma(belief.alpha + belief.beta);
  return geometric_from_logs(digamma(belief.alpha) - all, digamma(belief.beta) - all);
}

double Geometric::squared_loss(const Target& target) const {
  return beta_squared_distance(alpha, beta, target.p);
}

double Geometric::squared_slope(const Target& target, double n, double s) const {
  const double a = alpha + n, N = a + beta + s;
  return a / (N * N) * (2 * target.p - (a + 1) * (2 * N + 1) / ((N + 1) * (N + 1)));
}

std::vector<Mistake> Geometric::beyond_reach(const Target& target) const {
  TooFar distances;
  if (target.p > 0) {
    const double expected = (1 - target.p) / target.p;
    distances.count("p", "expects items of about", expected);
    if (expected <= largest_size) {
      distances.count("p", "to outweigh alpha takes failures of about", alpha * expected);
    }
  }
  return std::move(distances).found();
}

}  // namespace didact
