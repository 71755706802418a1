// The random numbers of simulations: Random123's own bits, and the distributions that they are said to have.

#include <didact/core/draws.hpp>

#include <Random123/philox.h>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/exponential.hpp>
#include <boost/math/distributions/gamma.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/poisson.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace didact::draws_test {
namespace {

constexpr std::size_t sample = 200'000;

template <class Draw>
std::vector<double> drawn(Draw draw) {
  Draws draws(20261116, 5);
  std::vector<double> values(sample);
  for (double& value : values) value = draw(draws);
  std::sort(values.begin(), values.end());
  return values;
}

/// Kolmogorov and Smirnov: the largest distance between the two distribution functions, times √sample, exceeds 2.2 with
/// a chance of 1e-4 if they are the same. Steps of a discrete one are compared at their upper ends.
template <class Distribution>
double distance(const std::vector<double>& sorted, const Distribution& distribution) {
  double largest = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i + 1 < sorted.size() && sorted[i + 1] == sorted[i]) continue;
    const double empirical = static_cast<double>(i + 1) / static_cast<double>(sorted.size());
    largest = std::max(largest, std::abs(empirical - boost::math::cdf(distribution, sorted[i])));
  }
  return largest * std::sqrt(static_cast<double>(sorted.size()));
}
constexpr double unlikely = 2.2;

TEST(Draws, AreThoseOfPhilox) {
  const std::uint64_t seed = 0x123456789abcdef0, stream = 0x0fedcba987654321;
  Draws draws(seed, stream);
  constexpr int lanes = 16;
  for (std::uint64_t block = 0; block < 1000; block += lanes) {
    std::uint64_t first[lanes], second[lanes];
    for (auto& bits : first) bits = draws.bits();
    for (auto& bits : second) bits = draws.bits();
    for (std::uint32_t l = 0; l < lanes; ++l) {
      const r123::Philox4x32::ctr_type counter{{static_cast<std::uint32_t>(block) + l, 0,
                                                static_cast<std::uint32_t>(stream),
                                                static_cast<std::uint32_t>(stream >> 32) | 0x80000000u}};
      const r123::Philox4x32::key_type key{{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
      const auto expected = r123::Philox4x32()(counter, key);
      EXPECT_EQ(first[l], (std::uint64_t{expected[1]} << 32) | expected[0]);
      EXPECT_EQ(second[l], (std::uint64_t{expected[3]} << 32) | expected[2]);
    }
  }
}

TEST(Draws, AreNormal) {
  const auto values = drawn([](Draws& draws) { return draws.normal(); });
  EXPECT_LT(distance(values, boost::math::normal()), unlikely);
  EXPECT_GT(values.back(), 4);  // the tail beyond the last layer, 3.65, has a share of 2.6e-4
  const auto beyond = std::count_if(values.begin(), values.end(), [](double x) { return std::abs(x) > 3.7; });
  EXPECT_NEAR(static_cast<double>(beyond), sample * 2.1560e-4, 5 * std::sqrt(sample * 2.1560e-4));
}

TEST(Draws, AreExponential) {
  const auto values = drawn([](Draws& draws) { return draws.exponential(); });
  EXPECT_LT(distance(values, boost::math::exponential()), unlikely);
  const auto beyond = std::count_if(values.begin(), values.end(), [](double x) { return x > 8; });
  EXPECT_NEAR(static_cast<double>(beyond), sample * std::exp(-8), 5 * std::sqrt(sample * std::exp(-8)));
}

TEST(Draws, AreChiSquare) {
  for (const double freedom : {1.0, 2.0, 3.0, 3.5, 11.0}) {
    const auto values = drawn([&](Draws& draws) { return draws.chi_square(freedom); });
    EXPECT_LT(distance(values, boost::math::chi_squared(freedom)), unlikely) << freedom;
  }
}

TEST(Draws, AreGamma) {
  for (const double shape : {0.3, 1.0, 2.5, 40.0}) {
    const auto values = drawn([&](Draws& draws) { return draws.gamma(shape); });
    EXPECT_LT(distance(values, boost::math::gamma_distribution<>(shape)), unlikely) << shape;
  }
}

TEST(Draws, AreBinomial) {
  for (const auto& one : std::vector<std::pair<double, double>>{{5, 0.3}, {40, 0.5}, {30, 0.9}, {1000, 0.2}}) {
    const double n = one.first, p = one.second;
    const auto values = drawn([&](Draws& draws) { return draws.binomial(n, p); });
    EXPECT_LT(distance(values, boost::math::binomial(n, p)), unlikely) << n << ' ' << p;
  }
  Draws draws(1, 1);
  EXPECT_EQ(draws.binomial(7, 0), 0);
  EXPECT_EQ(draws.binomial(7, 1), 7);
}

TEST(Draws, ArePoisson) {
  for (const double rate : {0.5, 8.0, 300.0}) {
    const auto values = drawn([&](Draws& draws) { return draws.poisson(rate); });
    EXPECT_LT(distance(values, boost::math::poisson(rate)), unlikely) << rate;
  }
}

TEST(Draws, AreEvenlyBelow) {
  Draws draws(3, 0);
  std::vector<double> counts(7);
  for (std::size_t i = 0; i < sample; ++i) ++counts[draws.below(7)];
  for (const double count : counts) EXPECT_NEAR(count, sample / 7.0, 5 * std::sqrt(sample / 7.0));
}

TEST(Draws, AreTheSameLawsManyAtATime) {
  Draws draws(8, 1);
  std::vector<double> normal(sample), exponential(sample);
  draws.normals(normal);
  draws.exponentials(exponential);
  std::sort(normal.begin(), normal.end());
  std::sort(exponential.begin(), exponential.end());
  EXPECT_LT(distance(normal, boost::math::normal()), unlikely);
  EXPECT_LT(distance(exponential, boost::math::exponential()), unlikely);
  EXPECT_GT(normal.back(), 4);
  EXPECT_LT(normal.front(), -4);
  EXPECT_GT(exponential.back(), 9);
  EXPECT_GE(exponential.front(), 0);
}

TEST(Draws, HaveStreamsOfTheirOwn) {
  Draws one(1, 0), other(1, 1), again(1, 0);
  const auto bits = one.bits();
  EXPECT_NE(bits, other.bits());
  EXPECT_EQ(bits, again.bits());
}

}  // namespace
}  // namespace didact::draws_test
