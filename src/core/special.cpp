#include <didact/core/special.hpp>
#include <didact/core/types.hpp>

#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>

#include <cmath>

namespace didact {
namespace {

namespace policies = boost::math::policies;
// No promotion to long double (three times faster, still ≤ 2 ULP), and infinities instead of exceptions.
using Policy =
    policies::policy<policies::promote_double<false>, policies::overflow_error<policies::ignore_error>,
                     policies::pole_error<policies::ignore_error>, policies::domain_error<policies::ignore_error>>;
constexpr Policy policy{};

}  // namespace

double log_gamma(double x) {
  if (!(x > 0)) return x == 0 ? infinity : std::numeric_limits<double>::quiet_NaN();
  if (x == infinity) return infinity;
  return boost::math::lgamma(x, policy);
}

double digamma(double x) {
  return x > 0 ? boost::math::digamma(x, policy) : -infinity;
}

double log_less_digamma(double x) {
  if (x < 16) return std::log(x) - digamma(x);
  const double r = 1 / x, y = r * r;  // Bernoulli numbers B_2k / (2k x^2k): all digits at x ≥ 16
  return 0.5 * r + y * (1.0 / 12 - y * (1.0 / 120 - y * (1.0 / 252 - y * (1.0 / 240 - y * (1.0 / 132)))));
}

double log_ratio(double x, double y) {
  if (std::abs(x - y) < 0.5 * y) return std::log1p((x - y) / y);
  return std::log(x) - std::log(y);
}

double log_ratio_of_rests(double p, double q) {
  if (std::abs(q - p) < 0.5 * (1 - q)) return std::log1p((q - p) / (1 - q));
  return std::log1p(-p) - std::log1p(-q);
}

double log_product(double x, double y) {
  const double product = x * y;
  return std::isnormal(product) ? std::log(product) : std::log(x) + std::log(y);
}

double trigamma(double x) {
  return x > 0 ? boost::math::trigamma(x, policy) : infinity;
}

Polygamma polygamma(double x) {
  // Up to x ≥ 8, where the asymptotic series has all digits. With p = x (x+1) … the sums of 1/(x+i) and 1/(x+i)² are
  // p'/p and (p'/p)² - p''/p: one division for all of them.
  double p = 1, p1 = 0, p2 = 0;
  for (; x < 8; x += 1) {
    p2 = p2 * x + 2 * p1;
    p1 = p1 * x + p;
    p *= x;
  }
  const double shift = p1 / p;
  const double r = 1 / x, y = r * r;
  const double psi =
      std::log(x) - 0.5 * r -
      y * (1.0 / 12 - y * (1.0 / 120 -
                           y * (1.0 / 252 - y * (1.0 / 240 - y * (1.0 / 132 - y * (691.0 / 32760 - y * (1.0 / 12)))))));
  const double psi_prime =
      r + 0.5 * y +
      r * y *
          (1.0 / 6 -
           y * (1.0 / 30 - y * (1.0 / 42 - y * (1.0 / 30 - y * (5.0 / 66 - y * (691.0 / 2730 - y * (7.0 / 6)))))));
  return {psi - shift, psi_prime + (shift * shift - p2 / p)};
}

double inverse_digamma(double y) {
  if (y == -infinity) return 0;
  if (y == infinity) return infinity;
  // digamma(x) ≈ log(x - 1/2) for large x and ≈ -1/x - γ for small x (Minka): within a few per cent everywhere.
  double x = y >= -2.22 ? std::exp(y) + 0.5 : -1 / (y + 0.57721566490153286);
  for (int step = 0; step < 12; ++step) {
    const double change = (digamma(x) - y) / trigamma(x);
    x = std::max(x - change, x / 4);
    if (std::abs(change) <= 1e-9 * x) break;  // quadratic: the next step would be below the last digit
  }
  return x;
}

double stirling_remainder(double x) {
  if (x < 16) {
    // log Γ(x) = log Γ(y) - log(x (x+1) … (y-1)) with y ≥ 16: two logarithms instead of a general log Γ.
    double product = x, y = x + 1;
    for (; y < 16; y += 1) product *= y;
    return ((y - 0.5) * std::log(y) - y) - ((x - 0.5) * std::log(x) - x) + stirling_remainder(y) - std::log(product);
  }
  // Bernoulli numbers B_2k / (2k (2k-1) x^(2k-1)); at x ≥ 16 the seventh term is about 1e-18.
  const double y = 1 / (x * x);
  return (1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y * (1.0 / 1680 - y * (1.0 / 1188 - y * (691.0 / 360360)))))) /
         x;
}

namespace {

/// y·[(1 + u) log(1 + u) - u] for small u = difference / y, as y·Σ_{k≥2} (-u)^k / (k (k-1)): all digits, where the
/// closed form would cancel.
double small_deviance(double difference, double y) {
  const double u = difference / y;
  double power = u * u, sum = 0;
  for (int k = 2; k < 40; ++k) {
    const double term = power / (k * (k - 1.0));
    sum += term;
    if (std::abs(term) <= 1e-17 * sum) break;
    power *= -u;
  }
  return y * sum;
}

}  // namespace

double deviance(double x, double y) {
  return deviance(Twofold{x, 0}, Twofold{y, 0});
}

double deviance(Twofold x, Twofold y) {
  if (x.high == 0) return value(y);
  if (y.high == 0) return infinity;
  const double difference = (x.high - y.high) + (x.low - y.low);
  if (std::abs(difference) <= 0.1 * y.high) return small_deviance(difference, y.high);
  const double ratio = x.high / y.high;
  const bool holds = ratio > 0 && ratio < infinity;  // and has not left the numbers
  return x.high * (holds ? std::log(ratio) : std::log(x.high) - std::log(y.high)) - difference;
}

double log_add(double a, double b) {
  const double top = std::max(a, b);
  return top == -infinity ? top : top + std::log1p(std::exp(std::min(a, b) - top));
}

double digamma_rise(double x, double more) {
  // The series has the digits of the difference.
  constexpr double large = 1e4;  // the next term of the series is below 1e-16 of the first
  if (x < large) return digamma(x + more) - digamma(x);
  const double y = x + more, step = more / x / y;  // 1/x - 1/y
  return std::log1p(more / x) + step * (0.5 + (1 / x + 1 / y) / 12);
}

}  // namespace didact
