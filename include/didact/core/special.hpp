#pragma once
// Special functions, chosen so that differences of large log Γ keep their digits (docs/equations.md, [ACC]).

namespace didact {

double log_gamma(double x);
double digamma(double x);
double trigamma(double x);

/// ψ(x) and ψ'(x) at once, to an absolute 1e-15 of max(1, |value|): for Newton steps over many categories.
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
Twofold exact_sum(double a, double b);
Twofold exact_product(double a, double b);
Twofold operator+(Twofold a, Twofold b);
Twofold operator+(Twofold a, double b);
Twofold operator-(Twofold a, Twofold b);
Twofold operator*(Twofold a, Twofold b);
Twofold operator/(Twofold a, Twofold b);
inline double value(Twofold a) { return a.high + a.low; }

/// x log(x/y) - x + y ≥ 0, without cancellation when x ≈ y   [ACC.2]
double deviance(double x, double y);
double deviance(Twofold x, Twofold y);

/// log(Σ exp(v_i)) of two numbers.
double log_add(double a, double b);

}  // namespace didact
