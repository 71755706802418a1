#include "../core/decompositions.hpp"
#include <didact/core/parallel.hpp>
#include <didact/learners/densities.hpp>

#include <cmath>
#include <numbers>

namespace didact {
namespace {
constexpr double log_two_pi = 1.83787706640934548356;
}

namespace {

/// log y for 8 ≤ y ≤ 9, by artanh: half the time of std::log.
double log_near_8(double y) {
  constexpr double log_8_5 = 2.140066163496270771;
  const double t = (y - 8.5) / (y + 8.5), u = t * t;  // |t| ≤ 1/33
  return log_8_5 + 2 * t * (1 + u * (1.0 / 3 + u * (1.0 / 5 + u * (1.0 / 7 + u * (1.0 / 9)))));
}

/// Stirling's remainder for 8 ≤ y ≤ 9: eight terms of the series, the ninth is below 1e-16.
double remainder_near_8(double y) {
  const double r = 1 / y, z = r * r;
  return r *
         (1.0 / 12 -
          z * (1.0 / 360 -
               z * (1.0 / 1260 - z * (1.0 / 1680 - z * (1.0 / 1188 - z * (691.0 / 360360 -
                                                                          z * (1.0 / 156 - z * (3617.0 / 122400))))))));
}

/// Sums log Γ(α) - α log(Nπ) + Nπ + log π - ½ log 2π over categories: their shares of [DIR.1]. Where α is large its
/// parts cancel, and deviance and Stirling's remainder are what is left of them; where it is small they do not.
class CategoryLosses {
 public:
  void add(Twofold alpha, Twofold expected, double log_expected, double log_pi) {
    if (alpha.high >= 16) {
      return add(deviance(alpha, expected) - 0.5 * std::log(alpha.high) + log_pi + stirling_remainder(alpha.high));
    }
    const double a = value(alpha);
    double product = a, y = a + 1;  // log Γ(a) = log Γ(y) - log(a (a+1) … (y-1))
    for (; y < 8; y += 1) product *= y;
    const bool near = y <= 9;  // else a itself was above 8
    const double log_y = near ? log_near_8(y) : std::log(y);
    const double remainder = near ? remainder_near_8(y) : stirling_remainder(y);
    add((y - 0.5) * log_y - y + remainder - a * log_expected + expected.high + log_pi);  // log Γ(y) less ½ log 2π
    product_ *= product;  // one logarithm for many categories
    if (product_ > 1e200 || product_ < 1e-200) flush();
  }

  Twofold sum() {
    flush();
    return {sum_, -carry_};
  }

 private:
  void flush() {
    add(-std::log(product_));
    product_ = 1;
  }
  void add(double term) {
    const double next = sum_ + (term - carry_);
    carry_ = (next - sum_) - (term - carry_);
    sum_ = next;
  }

  double sum_ = 0, carry_ = 0, product_ = 1;
};

}  // namespace

double dirichlet_loss(std::span<const double> beta, std::span<const double> s, std::span<const Twofold> pi) {
  struct Totals {
    Twofold alpha{}, pi{};
  };
  const Index K = static_cast<Index>(beta.size());
  const Totals total = in_blocks(
      K,
      [&](Index begin, Index end) {
        Totals sum;
        for (Index k = begin; k < end; ++k) {
          sum.alpha = sum.alpha + exact_sum(beta[k], s[k]);
          sum.pi = sum.pi + pi[k];
        }
        return sum;
      },
      [](Totals& sum, const Totals& part) {
        sum = {sum.alpha + part.alpha, sum.pi + part.pi};
      });
  const double N = value(total.alpha), log_N = std::log(N);
  struct Sum {
    Twofold terms{};
    double impossible = 0, certain = 0;  ///< categories of probability 0; the loss where one of them is infinite
  };
  const Sum sum = in_blocks(
      K,
      [&](Index begin, Index end) {
        Sum local;
        CategoryLosses losses;
        for (Index k = begin; k < end; ++k) {
          const Twofold alpha = exact_sum(beta[k], s[k]);
          if (pi[k].high == 0) {
            if (value(alpha) != 1 && local.certain == 0) local.certain = value(alpha) > 1 ? infinity : -infinity;
            local.impossible += 1;
            continue;
          }
          const double log_pi = std::log(pi[k].high);
          losses.add(alpha, total.alpha * pi[k], log_N + log_pi, log_pi);
        }
        local.terms = losses.sum();
        return local;
      },
      [](Sum& all, const Sum& part) {
        if (all.certain == 0) all.certain = part.certain;
        all.impossible += part.impossible;
        all.terms = all.terms + part.terms;
      });
  if (sum.certain != 0) return sum.certain;
  const double possible = static_cast<double>(beta.size()) - sum.impossible;
  const Twofold defect = total.alpha * (Twofold{1, 0} - total.pi);
  return value(sum.terms) + value(defect) + (0.5 - sum.impossible) * log_N + 0.5 * (possible - 1) * log_two_pi -
         stirling_remainder(N);
}

Standing dirichlet_standing(std::span<const double> beta, std::span<const double> pi, const std::string& target_name,
                            const std::string& prior_name) {
  Standing standing;
  for (std::size_t k = 0; k < beta.size(); ++k) {
    if (pi[k] > 0 || beta[k] == 1) continue;
    const std::string where = target_name + "[" + std::to_string(k) + "] is 0";
    if (beta[k] > 1) {
      return {Standing::ruled_out, where + ", but the learner already believes in it (" + prior_name + " > 1)"};
    }
    standing = {Standing::infinite,
                where + ", where the belief's density is infinite already (" + prior_name + " < 1)"};
  }
  return standing;
}

double gamma_loss(Twofold a, Twofold b, double rate) {
  if (rate == 0) return value(a) > 1 ? infinity : value(a) < 1 ? -infinity : -std::log(value(b));
  return deviance(a, b * Twofold{rate, 0}) - 0.5 * std::log(a.high) + 0.5 * log_two_pi + std::log(rate) +
         stirling_remainder(a.high);
}

NormalInverseWishart NormalInverseWishart::after(double n, const Vector& sum, const Matrix& squares) const {
  NormalInverseWishart next = *this;
  next.kappa = kappa + n;
  next.nu = nu + n;
  next.mean = (kappa * mean + sum) / next.kappa;
  // Centred at the prior mean, which keeps the digits that S - s sᵀ/n loses far from 0.
  const Vector t = sum - n * mean;
  const Matrix Q = squares - mean * sum.transpose() - sum * mean.transpose() + n * mean * mean.transpose();
  next.scale = scale + 0.5 * (Q + Q.transpose()) - t * t.transpose() / next.kappa;
  return next;
}

double normal_inverse_wishart_loss(const NormalInverseWishart& prior, const Vector& mu, const Matrix& sigma, double n,
                                   const Vector& sum, const Matrix& squares) {
  const Index D = prior.dimension();
  const Twofold kappa_n = exact_sum(prior.kappa, n);
  const Twofold nu_n = exact_sum(prior.nu, n);
  const Twofold size{n, 0};

  // u = κn (μn - μ*), and Λn - νn Σ*, each entry with all its digits.
  std::vector<Twofold> u(D);
  for (Index i = 0; i < D; ++i) {
    const Twofold pull = Twofold{prior.kappa, 0} * exact_sum(prior.mean[i], -mu[i]);
    u[i] = Twofold{sum[i], 0} - size * Twofold{mu[i], 0} + pull;
  }
  Matrix excess(D, D);
  for (Index i = 0; i < D; ++i) {
    for (Index j = 0; j <= i; ++j) {
      const Twofold square = exact_sum(0.5 * squares(i, j), 0.5 * squares(j, i));
      const Twofold Q =
          square - exact_product(mu[i], sum[j]) - exact_product(sum[i], mu[j]) + size * exact_product(mu[i], mu[j]);
      const Twofold pull =
          Twofold{prior.kappa, 0} * exact_sum(prior.mean[i], -mu[i]) * exact_sum(prior.mean[j], -mu[j]);
      const Twofold lambda_n = Twofold{prior.scale(i, j), 0} + pull + Q - u[i] * u[j] / kappa_n;
      excess(i, j) = excess(j, i) = value(lambda_n - nu_n * Twofold{sigma(i, j), 0});
    }
  }
  const Cholesky factor(sigma);
  if (!factor.succeeded()) return std::numeric_limits<double>::quiet_NaN();
  excess = factor.half_solve(excess);
  excess = factor.half_solve(excess.transpose());
  const double nu = value(nu_n);
  const Vector epsilon = eigenvalues(excess) / nu;

  double result = 0;
  for (Index i = 0; i < D; ++i) {
    if (!(epsilon[i] > -1)) return infinity;
    const Twofold half_nu{nu_n.high / 2, nu_n.low / 2};
    result += deviance(half_nu, half_nu + half_nu.high * epsilon[i]);
  }
  Vector pull(D);
  for (Index i = 0; i < D; ++i) pull[i] = value(u[i]);
  return result + factor.half_solve(pull).squaredNorm() / (2 * value(kappa_n)) +
         normal_inverse_wishart_floor(D, value(kappa_n), nu, factor.log_det());
}

double normal_inverse_wishart_floor(Index D, double kappa_n, double nu_n, double log_det_sigma) {
  // Σ_i [log Γ(a_i) - (ν/2) log(ν/2) + ν/2], a_i = ν/2 + δ_i, δ_i = (1 - i)/2, with log Γ by [ACC.1]: no large terms
  // remain.
  const double half = nu_n / 2;
  double sum = 0;
  for (Index i = 0; i < D; ++i) {
    const double delta = -0.5 * static_cast<double>(i);
    const double a = half + delta;
    sum += (delta - 0.5) * std::log(half) - delta + (a - 0.5) * std::log1p(delta / half) + 0.5 * log_two_pi +
           stirling_remainder(a);
  }
  const double dimension = static_cast<double>(D);
  return sum + 0.25 * dimension * (dimension - 1) * std::log(std::numbers::pi) + 0.5 * dimension * log_two_pi -
         0.5 * dimension * std::log(kappa_n) + 0.5 * (dimension + 2) * log_det_sigma;
}

double beta_squared_distance(double a, double b, double p) {
  const double N = a + b, bias = a / N - p;
  return a / N * (b / N) / (N + 1) + bias * bias;
}

double gamma_squared_distance(double a, double b, double rate) {
  const double bias = a / b - rate;
  return a / b / b + bias * bias;
}

double squared_distance(const NormalInverseWishart& belief, const Vector& mu, const Matrix& sigma) {
  const double D = static_cast<double>(belief.dimension()), free = belief.nu - D;
  if (!(free > 3)) return infinity;  // the squares of an inverse Wishart have no mean
  const Matrix& scale = belief.scale;
  const double trace = scale.trace(), spread = (free + 1) * scale.squaredNorm() + (free - 1) * trace * trace;
  return (belief.mean - mu).squaredNorm() + trace / (belief.kappa * (free - 1)) +
         (scale / (free - 1) - sigma).squaredNorm() + spread / (free * (free - 1) * (free - 1) * (free - 3));
}

}  // namespace didact
