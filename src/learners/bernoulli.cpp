#include <didact/learners/bernoulli.hpp>
#include <didact/learners/internal/densities.hpp>

#include <cmath>

namespace didact {
namespace {

NaturalTarget bernoulli_from_logs(double log_p, double log_q) {
  // θ = log(p/(1-p)), A(θ) = -log(1-p), h0 = 1/(p(1-p)): then λ1 = alpha and λ2 = alpha + beta.
  return {Vector::Constant(1, log_p - log_q), -log_q, -log_p - log_q};
}

}  // namespace

double Bernoulli::A0(const Vector& lambda1, double lambda2) const {
  return log_gamma(lambda1[0]) + log_gamma(lambda2 - lambda1[0]) - log_gamma(lambda2);
}

NaturalTarget Bernoulli::natural(const Target& target) const {
  return bernoulli_from_logs(std::log(target.p), std::log1p(-target.p));
}

NaturalTarget Bernoulli::natural_less(const Target& target, const Target& from) const {
  return bernoulli_from_logs(log_ratio(target.p, from.p), log_ratio_of_rests(target.p, from.p));
}

Vector Bernoulli::sample(const Target& target, Random& random) const {
  return Vector::Constant(1, random.uniform() < target.p ? 1 : 0);
}

Extreme Bernoulli::extreme(const Vector& a) const {
  return extreme_point(Vector::Constant(1, a[0] < 0 ? 1 : 0));
}

double Bernoulli::loss(const Target& target, double n, const Vector& s) const {
  const double counts[] = {n - s[0], s[0]};
  return dirichlet_loss(pseudo_counts(), counts, probabilities(target));
}

Standing Bernoulli::standing(const Target& target) const {
  if (target.p > 0 && target.p < 1) return {};
  const double impossible = target.p == 0 ? alpha : beta;
  const std::string which = target.p == 0 ? "ones (alpha > 1)" : "zeros (beta > 1)";
  if (impossible > 1) return {Standing::ruled_out, "target.p: the learner already believes in " + which};
  if (impossible < 1) return {Standing::infinite, "target.p: the belief's density is infinite there already"};
  return {};
}

Bernoulli::Target Bernoulli::from_natural(const Vector& theta) const {
  const double p = 1 / (1 + std::exp(-theta[0]));
  return {std::isfinite(theta[0]) ? possible_probability(p) : p};
}

NaturalTarget Bernoulli::mean_natural(const Bernoulli& belief) const {
  const double all = digamma(belief.alpha + belief.beta);
  return bernoulli_from_logs(digamma(belief.alpha) - all, digamma(belief.beta) - all);
}

double Bernoulli::squared_loss(const Target& target) const {
  return beta_squared_distance(alpha, beta, target.p);
}

double Bernoulli::squared_slope(const Target& target, double n, double s) const {
  const double N = alpha + beta + n;
  return 2 * ((alpha + s + 0.5) / (N + 1) - target.p) / N;
}

}  // namespace didact
