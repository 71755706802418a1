#pragma once
// Special functions, chosen so that differences of large log Γ keep their digits (docs/equations.md, [ACC]).

#include <algorithm>
#include <cmath>
#include <limits>

namespace didact {

double log_gamma(double x);
double digamma(double x);
/// ψ(x + more) - ψ(x). Of a large x both have few digits that differ.
double digamma_rise(double x, double more);
/// log x - ψ(x), which is about 1/2x: the difference of both keeps no digits where x is large.
double log_less_digamma(double x);
/// log(x/y), and log((1-p)/(1-q)), where the two are near each other too.
double log_ratio(double x, double y);
double log_ratio_of_rests(double p, double q);
/// log(xy), where the product of two small or two large numbers is no number too.
double log_product(double x, double y);
double trigamma(double x);

/// ψ(x) and ψ'(x) at once, to about 1e-14 of max(1, |value|): for Newton steps over many categories.
struct Polygamma {
  double psi;
  double psi_prime;
};
Polygamma polygamma(double x);

/// The x > 0 with digamma(x) = y.
double inverse_digamma(double y);

/// r(x) in log Γ(x) = (x - 1/2) log x - x + log(2π)/2 + r(x)   [ACC.1]
double stirling_remainder(double x);

/// A number carried as an unevaluated sum, so that 0.3 + 10^9 loses nothing.
struct Twofold {
  double high = 0;
  double low = 0;
};
inline double value(Twofold a) {
  return a.high + a.low;
}

inline Twofold exact_sum(double a, double b) {
  const double sum = a + b;
  const double shift = sum - a;
  return {sum, (a - (sum - shift)) + (b - shift)};
}

inline Twofold exact_product(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

inline Twofold operator+(Twofold a, Twofold b) {
  const Twofold sum = exact_sum(a.high, b.high);
  return exact_sum(sum.high, sum.low + a.low + b.low);
}
inline Twofold operator+(Twofold a, double b) {
  return a + Twofold{b, 0};
}
inline Twofold operator-(Twofold a, Twofold b) {
  return a + Twofold{-b.high, -b.low};
}

inline Twofold operator*(Twofold a, Twofold b) {
  const Twofold product = exact_product(a.high, b.high);
  return exact_sum(product.high, product.low + a.high * b.low + a.low * b.high);
}

inline Twofold operator/(Twofold a, Twofold b) {
  const double quotient = a.high / b.high;
  const Twofold rest = a - b * Twofold{quotient, 0};
  return exact_sum(quotient, value(rest) / b.high);
}

/// x log(x/y) - x + y ≥ 0, without cancellation when x ≈ y   [ACC.2]
double deviance(double x, double y);
double deviance(Twofold x, Twofold y);

/// The least number that has all its digits, for what is positive but has no number of its own.
inline constexpr double least_positive = std::numeric_limits<double>::min();
/// The number next to a probability that is neither 0 nor 1.
inline double possible_probability(double p) {
  return std::clamp(p, least_positive, 1 - std::numeric_limits<double>::epsilon() / 2);
}

/// log(Σ exp(v_i)) of two numbers.
double log_add(double a, double b);

}  // namespace didact
