#pragma once
// Gamma numbers from any source of normal and uniform ones.

#include <cmath>

namespace didact {

/// With this shape and the rate 1, by transformed rejection (Marsaglia and Tsang 2000).
template <class Source>
double gamma_number(double shape, Source& source) {
  if (shape < 1) return gamma_number(shape + 1, source) * std::pow(source.uniform(), 1 / shape);
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = source.normal();
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    const double u = source.uniform();
    const double square = x * x;
    if (u < 1 - 0.0331 * square * square) return d * v;
    if (std::log(u) < 0.5 * square + d * (1 - v + std::log(v))) return d * v;
  }
}

}  // namespace didact
