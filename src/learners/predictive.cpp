#include "../core/decompositions.hpp"
#include <didact/core/special.hpp>
#include <didact/learners/predictive.hpp>

#include <cmath>
#include <limits>

namespace didact {
namespace {

/// ∫ f(t) dt/t over t > 0, by trapezoids in log t. f(t) is e^(-decay t) times what grows with t, and near 0 at least
/// like t: analytic about the positive numbers, so that the error of the step is far below rounding.   [PRED.2]
template <class Function>
double log_integral(Function f, double decay) {
  constexpr double step = 0.2, last = 45, negligible = 1e-18;
  if (!(decay > 0) || !(last / decay > 0)) return decay > 0 ? 0 : std::numeric_limits<double>::quiet_NaN();
  double sum = 0;
  for (double v = std::log(std::min(last / decay, std::numeric_limits<double>::max()));; v -= step) {
    const double t = std::exp(v), term = f(t);
    sum += term;
    const bool falling = decay * t < 1;
    if (falling && (std::abs(term) <= negligible * std::abs(sum) || t < std::numeric_limits<double>::min())) break;
  }
  return step * sum;
}

/// log Γ(a + r) - log Γ(a), with all digits where a is large beside r.
double log_gamma_ratio(double a, double r) {
  constexpr double large = 32;
  if (a < large) return log_gamma(a + r) - log_gamma(a);
  auto rest = [](double x) {  // of Stirling's series
    const double z = 1 / (x * x);
    return (1 / 12.0 - z * (1 / 360.0 - z * (1 / 1260.0 - z * (1 / 1680.0 - z / 1188.0)))) / x;
  };
  return (a - 0.5) * std::log1p(r / a) + r * (std::log(a + r) - 1) + rest(a + r) - rest(a);
}

/// log(a/b) for a = b + more, with all digits where that is little and where it is nearly all of b.
double log_quotient(double a, double b, double more) {
  return std::abs(more) < 0.5 * b ? std::log1p(more / b) : std::log(a) - std::log(b);
}

/// x log y, which is 0 where x is.
double x_log(double x, double y) {
  return x > 0 ? x * std::log(y) : 0;
}

/// 1 - (1 - e^-z)/z, for z ≥ 0.
double missing_of_mean(double z) {
  if (z < 0.02) return z * (1 / 2.0 - z * (1 / 6.0 - z * (1 / 24.0 - z * (1 / 120.0 - z * (1 / 720.0 - z / 5040.0)))));
  return 1 + std::expm1(-z) / z;
}

/// 1 - log(1 + w)/w, for w ≥ 0.
double missing_of_log(double w) {
  if (w >= 0.02) return 1 - std::log1p(w) / w;
  double sum = 0;
  for (int k = 12; k >= 2; --k) sum = 1.0 / k - w * sum;
  return w * sum;
}

/// A rate in a Gamma(a, b) belief, and items, or powers of them, that are Gamma(k, rate): E log(b + X) - log b is
/// ∫ (1 - E e^-Xt) e^-bt dt/t.   [PRED.3]
double gamma_predictive_loss(double a, double b, double k, double rate) {
  const double spread =
      log_integral([&](double t) { return -std::expm1(-k * std::log1p(t / rate)) * std::exp(-b * t); }, b);
  return k * (std::log(b * rate) - 1) - log_gamma_ratio(a, k) + (a + k) * spread;
}
double gamma_predictive_slope(double a, double b, double k, double rate) {
  const double missing =
      log_integral([&](double t) { return -std::expm1(-k * std::log1p(t / rate)) * t * std::exp(-b * t); }, b);
  return k / b - (a + k) * missing;
}

/// A Beta(a, b) belief about p, and items that are X failures before r successes: with E e^-Xt = e^-L(t).   [PRED.4]
struct Failures {
  double r, p;

  double mean() const { return r * (1 - p) / p; }
  double log_transform(double y) const { return r * std::log1p((1 - p) / p * y); }  // L, y = 1 - e^-t
  /// 1 - (1 - e^-L)/(mean y).
  double missing(double y) const {
    const double L = log_transform(y), of_mean = missing_of_mean(L);
    return of_mean + (1 - of_mean) * missing_of_log((1 - p) / p * y);
  }
};

double beta_predictive_loss(double a, double b, double r, double p) {
  const Failures items{r, p};
  const double fixed = r * std::log(p) - log_gamma_ratio(a, r) + log_gamma_ratio(a + b, r), mean = items.mean();
  if (mean == 0) return fixed;
  const double rounded = log_integral(
      [&](double t) { return -std::expm1(-(a + r) * t) * items.missing(-std::expm1(-t)) * std::exp(-b * t); }, b);
  return fixed + mean * (log_quotient((1 - p) * (a + r + b), b, (1 - p) * (a + r) - p * b) - rounded);
}
double beta_predictive_slope(double a, double b, double r, double p) {
  const Failures items{r, p};
  return log_integral(
      [&](double t) {
        const double y = -std::expm1(-t), L = items.log_transform(y);
        const double pulls = std::exp(-a * t) * std::expm1(-r * t - L) - std::expm1(-L);
        return -pulls * t / y * std::exp(-b * t);
      },
      b);
}

}  // namespace

double predictive_loss(const Bernoulli& belief, const Bernoulli::Target& target) {
  const double all = belief.alpha + belief.beta, p = target.p, q = 1 - p;
  return x_log(p, p * (all / belief.alpha)) + x_log(q, q * (all / belief.beta));
}

double predictive_loss(const Categorical& belief, const Categorical::Target& target) {
  double all = 0, sum = 0;
  for (const double b : belief.beta) all += b;
  for (std::size_t k = 0; k < belief.beta.size(); ++k) {
    sum += x_log(target.pi[k], target.pi[k] * (all / belief.beta[k]));
  }
  return sum;
}

/// E log Γ(a + X) - log Γ(a) - rate log a is ∫ (rate - (1 - E e^-Xt)/(1 - e^-t)) e^-at dt/t.   [PRED.5]
double predictive_loss(const Poisson& belief, const Poisson::Target& target) {
  const double a = belief.shape, b = belief.rate, rate = target.rate, unseen = a * std::log1p(1 / b);
  if (rate == 0) return unseen;
  const double rounded =
      log_integral([&](double t) { return missing_of_mean(-rate * std::expm1(-t)) * std::exp(-a * t); }, a);
  return rate * (log_quotient(rate * (b + 1), a, rate * (b + 1) - a) - 1 - rounded) + unseen;
}
double predictive_slope(const Poisson& belief, const Poisson::Target& target) {
  const double grown = log_integral(
      [&](double t) {
        const double y = -std::expm1(-t);
        return -std::expm1(-target.rate * y) * t / y * std::exp(-belief.shape * t);
      },
      belief.shape);
  return std::log1p(1 / belief.rate) - grown;
}

double predictive_loss(const Exponential& belief, const Exponential::Target& target) {
  return gamma_predictive_loss(belief.shape, belief.rate, 1, target.rate);
}
double predictive_slope(const Exponential& belief, const Exponential::Target& target) {
  return gamma_predictive_slope(belief.shape, belief.rate, 1, target.rate);
}
double predictive_loss(const Gamma& belief, const Gamma::Target& target) {
  return gamma_predictive_loss(belief.shape, belief.rate, belief.item_shape, target.rate);
}
double predictive_slope(const Gamma& belief, const Gamma::Target& target) {
  return gamma_predictive_slope(belief.shape, belief.rate, belief.item_shape, target.rate);
}
double predictive_loss(const Weibull& belief, const Weibull::Target& target) {
  return gamma_predictive_loss(belief.shape, belief.rate, 1, target.rate);
}
double predictive_slope(const Weibull& belief, const Weibull::Target& target) {
  return gamma_predictive_slope(belief.shape, belief.rate, 1, target.rate);
}

double predictive_loss(const Geometric& belief, const Geometric::Target& target) {
  return beta_predictive_loss(belief.alpha, belief.beta, 1, target.p);
}
double predictive_slope(const Geometric& belief, const Geometric::Target& target) {
  return beta_predictive_slope(belief.alpha, belief.beta, 1, target.p);
}
double predictive_loss(const NegativeBinomial& belief, const NegativeBinomial::Target& target) {
  return beta_predictive_loss(belief.alpha, belief.beta, belief.r, target.p);
}
double predictive_slope(const NegativeBinomial& belief, const NegativeBinomial::Target& target) {
  return beta_predictive_slope(belief.alpha, belief.beta, belief.r, target.p);
}

/// Two Normals, the wider of which is the prediction.
double predictive_loss(const GaussianMean& belief, const GaussianMean::Target& target) {
  const double more = belief.prior_variance / belief.variance, off = belief.prior_mean - target.mean;
  return 0.5 * (std::log1p(more) - more / (1 + more) + off * off / (belief.variance + belief.prior_variance));
}
double predictive_slope(const GaussianMean& belief, const GaussianMean::Target& target) {
  const double pull = belief.prior_variance / belief.variance;  // of the mean, by the sum
  return pull * (belief.prior_mean - target.mean) / (belief.variance + belief.prior_variance);
}

double predictive_loss(const MultivariateGaussianMean& belief, const MultivariateGaussianMean::Target& target) {
  const Cholesky items(belief.covariance), prediction(belief.covariance + belief.prior_covariance);
  const Vector off = belief.prior_mean - target.mean;
  return 0.5 * (prediction.log_det() - items.log_det() - prediction.solve(belief.prior_covariance).trace() +
                off.dot(prediction.solve(off)));
}

double predictive_loss(const StudentPrediction& prediction, double off, double variance) {
  const double a = prediction.shape, q = prediction.spread;
  if (!(q < infinity) || !(off * off < infinity)) return infinity;  // a square that is no number
  const double far = log_integral(
      [&](double t) {
        const double w = 2 * variance * t;
        return -std::expm1(-0.5 * std::log1p(w) - off * off * t / (1 + w)) * std::exp(-q * t);
      },
      q);
  return 0.5 * (std::log(q / (2 * variance)) - 1) - log_gamma_ratio(a, 0.5) + (a + 0.5) * far;
}
double predictive_slope(const StudentPrediction& prediction, double off, double variance) {
  const double a = prediction.shape, q = prediction.spread;
  const double missing = log_integral(
      [&](double t) {
        const double w = 2 * variance * t;
        return -std::expm1(-0.5 * std::log1p(w) - off * off * t / (1 + w)) * t * std::exp(-q * t);
      },
      q);
  return 0.5 / q - (a + 0.5) * missing;
}

double predictive_loss(const Gaussian& belief, const Gaussian::Target& target) {
  const StudentPrediction prediction{belief.shape, 2 * belief.scale * (1 + 1 / belief.kappa)};
  return predictive_loss(prediction, target.mean - belief.mean, target.variance);
}

}  // namespace didact
