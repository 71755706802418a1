#include "../core/decompositions.hpp"
#include "core/parallel.hpp"
#include <didact/core/beyond_reach.hpp>
#include <didact/learners/internal/densities.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

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
    const double longer = product_ * product;  // one logarithm for many categories
    const bool holds = longer > 1e-200 && longer < 1e200;
    if (!holds) flush();
    product_ = holds ? longer : product;
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

namespace {

/// deviance(a, b·rate), also where the product of two small numbers is none: then nothing of it counts beside a, but
/// its logarithm does.
double gamma_deviance(Twofold a, Twofold b, double rate) {
  constexpr double least_product = 1e-280;  // below, the digits that are kept apart from it begin to be lost
  const Twofold expected = b * Twofold{rate, 0};
  if (expected.high >= least_product) return deviance(a, expected);
  return a.high * (std::log(a.high) - std::log(b.high) - std::log(rate) - 1) + value(expected);
}

}  // namespace

double gamma_loss(Twofold a, Twofold b, double rate) {
  if (rate == 0) return value(a) > 1 ? infinity : value(a) < 1 ? -infinity : -std::log(value(b));
  return gamma_deviance(a, b, rate) - 0.5 * std::log(a.high) + 0.5 * log_two_pi + std::log(rate) +
         stirling_remainder(a.high);
}

CentredMoments centred_moments(double n, const Vector& sum, const Matrix& squares) {
  const Index D = sum.size();
  if (n == 0) return {0, Vector::Zero(D), Matrix::Zero(D, D), {}};
  CentredMoments result{n, sum / n, Matrix(D, D), {}};
  for (Index i = 0; i < D; ++i) {
    for (Index j = 0; j <= i; ++j) {
      const Twofold square = exact_sum(0.5 * squares(i, j), 0.5 * squares(j, i));
      result.scatter(i, j) = result.scatter(j, i) = value(square - exact_product(sum[i], sum[j]) / Twofold{n, 0});
    }
  }
  return result;
}

namespace {

/// Rows whose squares add up to the scatter: each item's distance from the mean of those before it. They have no more
/// directions than the items do, where distances from the common mean have one more by rounding.
Matrix contrasts(const Matrix& rows, const Vector& copies) {
  Matrix result(rows.rows(), rows.cols());
  Vector mean = rows.row(0).transpose();
  double before = 0;
  for (Index i = 0; i < rows.rows(); ++i) {
    const double after = before + copies[i];
    const Vector off = rows.row(i).transpose() - mean;
    result.row(i) = std::sqrt(before * (copies[i] / after)) * off.transpose();
    mean += copies[i] / after * off;
    before = after;
  }
  return result;
}

}  // namespace

CentredMoments centred_moments(const ItemSet& items) {
  constexpr Index few = 1000;
  const Index D = items.rows.cols();
  const auto n = static_cast<double>(items.size());
  if (n == 0) return {0, Vector::Zero(D), Matrix::Zero(D, D), {}};
  const Vector copies = Vector::NullaryExpr(
      items.rows.rows(), [&](Index i) { return static_cast<double>(items.copies[static_cast<std::size_t>(i)]); });
  const Vector origin = items.rows.row(0).transpose();
  Matrix deviations = items.rows.rowwise() - origin.transpose();
  const Vector shift = deviations.transpose() * copies / n;
  deviations.rowwise() -= shift.transpose();
  CentredMoments result{n, origin + shift, weighted_gram(deviations, copies), {}};
  if (deviations.rows() <= few) result.deviations = contrasts(items.rows, copies);
  return result;
}

NormalInverseWishart NormalInverseWishart::after(const CentredMoments& items) const {
  if (items.n == 0) return *this;
  const double kappa_n = kappa + items.n, share = items.n / kappa_n;
  const Vector d = items.mean - mean;
  return {mean + share * d, kappa_n, nu + items.n, scale + items.scatter + kappa * share * d * d.transpose()};
}

namespace {

/// log det Λ from the rows that it is made of, the longest first, by reflections: small pivots keep their digits beside
/// large ones, which the sum of their squares loses.
double log_det_of_rows(const NormalInverseWishart& prior, const CentredMoments& items, double rho) {
  const Index D = prior.dimension(), more = items.n > 0 ? items.deviations.rows() + 1 : 0;
  Matrix rows(D + more, D);
  rows.topRows(D) = Cholesky(prior.scale).L().transpose();
  if (more > 0) {
    rows.middleRows(D, more - 1) = items.deviations;
    rows.row(D + more - 1) = std::sqrt(rho) * (items.mean - prior.mean).transpose();
  }
  std::vector<Index> order(static_cast<std::size_t>(rows.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  const Vector lengths = rows.rowwise().lpNorm<Eigen::Infinity>();
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return lengths[a] > lengths[b]; });
  return PivotedQr(rows(order, Eigen::all)).log_squared_pivots();
}

/// Σ deviance(ν/2, λ_i/2) over the eigenvalues of Σ*⁻¹Λ, `factor` that of Σ*.   [NIW.1]
double scale_deviance(const NormalInverseWishart& prior, const Cholesky& factor, const CentredMoments& items,
                      double rho, Twofold nu) {
  const Index D = prior.dimension();
  const Vector d = items.mean - prior.mean;
  const Matrix lambda = prior.scale + items.scatter + rho * d * d.transpose();
  const Matrix half = factor.half_solve(lambda), whitened = factor.half_solve(half.transpose());
  const Matrix excess = whitened - value(nu) * Matrix::Identity(D, D);
  const Vector epsilon = eigenvalues(excess) / value(nu);
  constexpr double near = -0.5;  // below, 1 + ε has lost digits
  const Twofold half_nu{nu.high / 2, nu.low / 2};
  if (epsilon.minCoeff() > near) {
    double result = 0;
    for (Index i = 0; i < D; ++i) result += deviance(half_nu, half_nu + half_nu.high * epsilon[i]);
    return result;
  }
  const bool has_rows = items.n == 0 || items.deviations.size() > 0;
  double log_det = 0;
  if (has_rows) {
    log_det = log_det_of_rows(prior, items, rho);
  } else {
    const Cholesky posterior(lambda);
    if (!posterior.succeeded()) return infinity;
    log_det = posterior.log_det();
  }
  return 0.5 *
         (excess.trace() - value(nu) * (log_det - factor.log_det() - static_cast<double>(D) * std::log(value(nu))));
}

/// The same for numbers, without matrices.
double scale_deviance(const NormalInverseWishart& prior, double variance, const CentredMoments& items, double rho,
                      Twofold nu) {
  const double d = items.mean[0] - prior.mean[0];
  const double lambda = prior.scale(0, 0) + items.scatter(0, 0) + rho * d * d;
  if (!(lambda > 0)) return infinity;
  return deviance({nu.high / 2, nu.low / 2}, {0.5 * lambda / variance, 0});
}

}  // namespace

double normal_inverse_wishart_loss(const NormalInverseWishart& prior, const Vector& mu, const Matrix& sigma,
                                   const CentredMoments& items) {
  const Index D = prior.dimension();
  const Twofold nu_n = exact_sum(prior.nu, items.n);
  const double kappa_n = prior.kappa + items.n, rho = prior.kappa * (items.n / kappa_n);
  const Vector u = prior.kappa * (prior.mean - mu) + items.n * (items.mean - mu);  // κn (μn - μ*)
  if (D == 1) {
    const double variance = sigma(0, 0);
    return scale_deviance(prior, variance, items, rho, nu_n) + u[0] / kappa_n * u[0] / variance / 2 +
           normal_inverse_wishart_floor(1, kappa_n, value(nu_n), std::log(variance));
  }
  const Cholesky factor(sigma);
  if (!factor.succeeded()) return std::numeric_limits<double>::quiet_NaN();
  return scale_deviance(prior, factor, items, rho, nu_n) + factor.half_solve(u).squaredNorm() / (2 * kappa_n) +
         normal_inverse_wishart_floor(D, kappa_n, value(nu_n), factor.log_det());
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

namespace {

/// Both ways to call what no number holds.
void refuse_if_not_finite(const CentredBelief& belief) {
  if (belief.mean.allFinite() && belief.covariance.allFinite() && (belief.covariance.diagonal().array() > 0).all())
    return;
  throw BeyondReach("target.belief", "its mean precision has no inverse between 1e-308 and 1e308; choose other units");
}

/// Σ̄, and E log det Σ - log det Σ̄ with it.
void centre_covariances(const std::vector<Weighted<Normal>>& points, CentredBelief& belief) {
  const Index D = belief.mean.size();
  if (D == 1) {
    double precision = 0;
    for (const auto& [weight, point] : points) precision += weight / point.covariance(0, 0);
    belief.covariance = Matrix::Constant(1, 1, 1 / precision);
    for (const auto& [weight, point] : points)
      belief.log_det_excess += weight * std::log(point.covariance(0, 0) / belief.covariance(0, 0));
    return;
  }
  Matrix precision = Matrix::Zero(D, D);
  for (const auto& [weight, point] : points) {
    const Cholesky factor(point.covariance);
    precision += weight * factor.inverse();
    belief.log_det_excess += weight * factor.log_det();
  }
  const Cholesky factor(precision);
  const Matrix covariance = factor.inverse();
  belief.covariance = 0.5 * (covariance + covariance.transpose());
  belief.log_det_excess += factor.log_det();
}

}  // namespace

CentredBelief centred_belief(const std::vector<Weighted<Normal>>& all) {
  std::vector<Weighted<Normal>> points;
  for (const auto& point : all) {
    if (point.weight > 0) points.push_back(point);
  }
  CentredBelief belief{points[0].value.mean};
  centre_covariances(points, belief);
  refuse_if_not_finite(belief);
  std::vector<Cholesky> factors;
  for (const auto& [weight, point] : points) factors.emplace_back(point.covariance);
  // From any point to the centre, and once more from there: a step away from it leaves no digits of the distances.
  for (int step = 0; step < 2; ++step) {
    Vector pull = Vector::Zero(belief.mean.size());
    for (std::size_t i = 0; i < points.size(); ++i)
      pull += points[i].weight * factors[i].solve(points[i].value.mean - belief.mean);
    belief.mean += belief.covariance * pull;
  }
  for (std::size_t i = 0; i < points.size(); ++i)
    belief.spread += points[i].weight * factors[i].half_solve(points[i].value.mean - belief.mean).squaredNorm();
  return belief;
}

CentredBelief centred_belief(const NormalInverseWishart& belief) {
  const Index D = belief.dimension();
  CentredBelief result{belief.mean, belief.scale / belief.nu, static_cast<double>(D) / belief.kappa};
  refuse_if_not_finite(result);
  for (Index i = 0; i < D; ++i) {
    const double less = static_cast<double>(i);  // log(ν/2) - ψ((ν-i)/2)
    result.log_det_excess += log_less_digamma(0.5 * (belief.nu - less)) - std::log1p(-less / belief.nu);
  }
  return result;
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

double least_squared_distance(const NormalMean& prior, double target, const Interval& range, double n) {
  const double d = std::max({0.0, range.low - target, target - range.high});
  if (d == 0) return 0;
  const double m = range.low > target ? prior.mean - range.low : range.high - prior.mean;
  if (m >= 0) return d * d;  // the fewer items, the worse
  const double most = std::isinf(n) ? 0 : prior.item_variance / (prior.item_variance + n * prior.variance);
  const double e = std::clamp((d + prior.variance / (2 * m)) / -m, 0.0, most);  // where the slope by e is 0
  const double miss = std::max(0.0, d + e * m);
  return prior.variance * e + miss * miss;
}

}  // namespace didact
