#include <didact/hypotheses/density.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace didact::density_test {
namespace {

double total(const Density& density, double low, double high) {
  constexpr int steps = 200000;
  double sum = 0;
  for (int i = 0; i < steps; ++i) {
    const double x = low + (high - low) * (i + 0.5) / steps;
    sum += std::exp(density.log_at(Vector::Constant(1, x))) * (high - low) / steps;
  }
  return sum;
}

TEST(Density, SumsToOne) {
  EXPECT_NEAR(total(gaussian_density(0.3, 0.7), -12, 12), 1, 1e-9);
  EXPECT_NEAR(total(exponential_density(0.8), 0, 60), 1, 1e-6);
  EXPECT_NEAR(total(uniform_density(-1, 2.5), -3, 4), 1, 1e-4);
  double poisson = 0;
  for (int k = 0; k < 100; ++k) poisson += std::exp(poisson_density(7.5).log_at(Vector::Constant(1, k)));
  EXPECT_NEAR(poisson, 1, 1e-12);
  const Density pair =
      multivariate_gaussian_density(Eigen::Vector2d(0.2, -1), (Matrix(2, 2) << 1, 0.4, 0.4, 0.5).finished());
  double plane = 0;
  for (double x = -8; x < 8; x += 0.05) {
    for (double y = -8; y < 8; y += 0.05) plane += std::exp(pair.log_at(Eigen::Vector2d(x, y))) * 0.05 * 0.05;
  }
  EXPECT_NEAR(plane, 1, 1e-9);
}

TEST(Density, WhatCannotHappen) {
  EXPECT_EQ(exponential_density(1).log_at(Vector::Constant(1, -0.1)), -infinity);
  EXPECT_EQ(uniform_density(0, 1).log_at(Vector::Constant(1, 1.1)), -infinity);
  EXPECT_EQ(poisson_density(0).log_at(Vector::Constant(1, 1)), -infinity);
  EXPECT_EQ(poisson_density(0).log_at(Vector::Constant(1, 0)), 0);
  EXPECT_EQ(bernoulli_density(1).log_at(Vector::Constant(1, 0)), -infinity);
  EXPECT_EQ(categorical_density(Eigen::Vector2d(0, 1)).log_at(Vector::Constant(1, 1)), -infinity);
}

TEST(Density, QuadraticsDifferAsTheDensitiesDo) {
  const std::vector<std::pair<Density, Density>> pairs = {{gaussian_density(-1, 0.3), gaussian_density(2, 1.7)},
                                                          {exponential_density(0.4), gaussian_density(1, 2)},
                                                          {poisson_density(3), poisson_density(0.7)},
                                                          {uniform_density(0, 9), exponential_density(2)}};
  for (const auto& [a, b] : pairs) {
    for (const double x : {0.0, 1.0, 2.0, 5.0}) {
      const Vector at = Vector::Constant(1, x);
      EXPECT_NEAR(quadratic_of(a)(x) - quadratic_of(b)(x), a.log_at(at) - b.log_at(at), 1e-12) << x;
    }
  }
}

}  // namespace
}  // namespace didact::density_test
