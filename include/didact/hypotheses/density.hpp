#pragma once
// What a hypothesis says about items: a named density.

#include <didact/core/items.hpp>
#include <didact/core/random.hpp>

#include <string_view>

namespace didact {

struct Density {
  enum class Family { gaussian, exponential, uniform, poisson, bernoulli, categorical, multivariate_gaussian };

  Family family = Family::gaussian;
  Vector at;      ///< mean; rate; {low, high}; rate; p; π; mean
  Matrix spread;  ///< gaussian: the variance; multivariate gaussian: the covariance

  /// log p(x), -infinity where it cannot happen.
  double log_at(const Vector& x) const;
  /// log p(x) - log q(x), q another density, under which x can happen.
  double log_ratio_at(const Vector& x, const Density& other) const;
  Vector sample(Random& random) const;
  /// The items that the family speaks of.
  ItemDomain domain() const;
};

Density gaussian_density(double mean, double variance);
Density multivariate_gaussian_density(Vector mean, Matrix covariance);
Density exponential_density(double rate);
Density uniform_density(double low, double high);
Density poisson_density(double rate);
Density bernoulli_density(double p);
Density categorical_density(Vector pi);

/// log p(x) = c0 + c1 x + c2 x² on [low, high], -infinity elsewhere; what no hypothesis can change (log x!) left out.
/// [HYP.2]
struct Quadratic {
  double c0 = 0, c1 = 0, c2 = 0;
  double low = -infinity, high = infinity;

  double operator()(double x) const { return c0 + x * (c1 + x * c2); }
};

/// For families whose items are numbers.
Quadratic quadratic_of(const Density& density);

}  // namespace didact
