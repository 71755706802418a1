#include "too_far.hpp"

#include "../core/decompositions.hpp"
#include <didact/core/beyond_reach.hpp>
#include <didact/core/items.hpp>

#include <cmath>
#include <cstdio>

namespace didact {
namespace {

std::string three_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

}  // namespace

void TooFar::count(std::string_view field, std::string_view what, double value) {
  if (value <= largest_size) return;
  found_.push_back({std::string(field), std::string(what) + " " + three_digits(value) + ", must be at most 2^52"});
}

void TooFar::far(std::string_view field, std::string_view from, double distance) {
  if (distance <= farthest_mean) return;
  found_.push_back({std::string(field), "lies " + three_digits(distance) + " standard deviations " + std::string(from) +
                                            ", must be at most 1e9: beyond, too few of its digits are left"});
}

double distance(const Matrix& covariance, const Vector& off) {
  // Scaled first: a square may be no number where its root is one.
  const Vector deviations = covariance.diagonal().cwiseSqrt();
  const Matrix correlation =
      deviations.cwiseInverse().asDiagonal() * covariance * deviations.cwiseInverse().asDiagonal();
  const Cholesky factor(correlation);
  return factor.succeeded() ? factor.half_solve(off.cwiseQuotient(deviations)).norm() : infinity;
}

}  // namespace didact
