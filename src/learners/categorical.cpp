#include <didact/learners/categorical.hpp>
#include <didact/learners/internal/densities.hpp>

#include <cmath>

namespace didact {

Vector Categorical::T(const Vector& x) const {
  Vector t = Vector::Zero(static_cast<Index>(beta.size()));
  t[static_cast<Index>(x[0]) - 1] = 1;
  return t;
}

Vector Categorical::summed(const ItemSet& items) const {
  Vector counts = Vector::Zero(static_cast<Index>(beta.size()));
  for (Index row = 0; row < items.rows.rows(); ++row) {
    counts[static_cast<Index>(items.rows(row, 0)) - 1] += static_cast<double>(items.copies[row]);
  }
  return counts;
}

double Categorical::A0(const Vector& lambda1, double) const {
  double sum = -log_gamma(lambda1.sum());
  for (const double alpha : lambda1) sum += log_gamma(alpha);
  return sum;
}

Prior Categorical::prior() const {
  const Vector b = Vector::Map(beta.data(), static_cast<Index>(beta.size()));
  return {b, b.sum()};
}

NaturalTarget Categorical::natural(const Target& target) const {
  // One coordinate more than needed, so that no category is special: θ = log π, A = 0, h0 = Π 1/π_k.
  NaturalTarget natural{Vector(static_cast<Index>(target.pi.size())), 0, 0};
  for (Index k = 0; k < natural.theta.size(); ++k) natural.theta[k] = std::log(target.pi[k]);
  natural.log_h0 = -natural.theta.sum();
  return natural;
}

NaturalTarget Categorical::natural_less(const Target& target, const Target& from) const {
  NaturalTarget less{Vector(static_cast<Index>(target.pi.size())), 0, 0};
  for (Index k = 0; k < less.theta.size(); ++k) less.theta[k] = log_ratio(target.pi[k], from.pi[k]);
  less.log_h0 = -less.theta.sum();
  return less;
}

Vector Categorical::sample(const Target& target, Random& random) const {
  return Vector::Constant(1, static_cast<double>(random.one_of(target.pi) + 1));
}

Extreme Categorical::extreme(const Vector& a) const {
  Index k = 0;
  a.minCoeff(&k);
  return extreme_point(Vector::Unit(a.size(), k));
}

double Categorical::loss(const Target& target, double, const Vector& s) const {
  return dirichlet_loss(beta, {s.data(), static_cast<std::size_t>(s.size())}, probabilities(target));
}

Categorical Categorical::after(double, const Vector& s) const {
  Categorical next = *this;
  for (std::size_t k = 0; k < beta.size(); ++k) next.beta[k] += s[static_cast<Index>(k)];
  return next;
}

Standing Categorical::standing(const Target& target) const {
  return dirichlet_standing(beta, target.pi, "target.pi", "beta");
}

Categorical::Target Categorical::from_natural(const Vector& theta) const {
  const double top = theta.maxCoeff();
  const Vector weights = (theta.array() - top).exp();
  Vector pi = weights / weights.sum();
  for (Index k = 0; k < pi.size(); ++k) {
    if (std::isfinite(theta[k])) pi[k] = std::max(pi[k], least_positive);
  }
  return {{pi.begin(), pi.end()}};
}

NaturalTarget Categorical::mean_natural(const Categorical& belief) const {
  const Prior b = belief.prior();
  NaturalTarget mean{b.lambda1.unaryExpr([](double x) { return digamma(x); }), 0, 0};
  mean.theta.array() -= digamma(b.lambda2);
  mean.log_h0 = -mean.theta.sum();
  return mean;
}

Categorical::Target Categorical::maximum_likelihood(double n, const Vector& s) const {
  const Vector pi = s / n;
  return {{pi.begin(), pi.end()}};
}

std::vector<Twofold> Categorical::probabilities(const Target& target) const {
  std::vector<Twofold> pi(target.pi.size());
  for (std::size_t k = 0; k < pi.size(); ++k) pi[k] = {target.pi[k], 0};
  return pi;
}

double Categorical::squared_loss(const Target& target) const {
  double N = 0, sum = 0;
  for (const double b : beta) N += b;
  for (std::size_t k = 0; k < beta.size(); ++k) {
    const double bias = beta[k] / N - target.pi[k];
    sum += beta[k] / N * (N - beta[k]) / N / (N + 1) + bias * bias;
  }
  return sum;
}

}  // namespace didact
