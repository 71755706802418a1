#include <didact/core/random.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

namespace didact::random_test {
namespace {

using Words = std::array<std::uint32_t, 4>;

/// Philox 4x32 with ten rounds, from the paper (Salmon et al. 2011).
Words philox(Words counter, std::uint32_t key0, std::uint32_t key1) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * counter[0], b = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key0, static_cast<std::uint32_t>(b),
               static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key1, static_cast<std::uint32_t>(a)};
    key0 += 0x9E3779B9;
    key1 += 0xBB67AE85;
  }
  return counter;
}

TEST(Random, the_test_knows_philox) {  // Random123's own vectors
  EXPECT_EQ(philox({0, 0, 0, 0}, 0, 0), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t all = 0xffffffff;
  EXPECT_EQ(philox({all, all, all, all}, all, all), (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0xa4093822, 0x299f31d0),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

/// Two draws are one block of four words, in whatever order.
TEST(Random, is_philox_counted_by_block_and_stream) {
  const std::uint64_t seed = 0x123456789abcdef0, stream = 0xfedcba9876543210;
  Random random(seed, stream);
  for (std::uint32_t block = 0; block < 5; ++block) {
    const Words words = philox({block, 0, static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)},
                               static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32));
    std::multiset<std::uint32_t> expected(words.begin(), words.end()), got;
    for (int draw = 0; draw < 2; ++draw) {
      const std::uint64_t bits = random.bits();
      got.insert(static_cast<std::uint32_t>(bits));
      got.insert(static_cast<std::uint32_t>(bits >> 32));
    }
    EXPECT_EQ(got, expected) << "block " << block;
  }
}

TEST(Random, same_seed_same_bits) {
  Random a(42), b(42), other_seed(43), other_stream(42, 1);
  int same_seed = 0, same_stream = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t bits = a.bits();
    EXPECT_EQ(bits, b.bits());
    same_seed += bits == other_seed.bits();
    same_stream += bits == other_stream.bits();
  }
  EXPECT_EQ(same_seed, 0);
  EXPECT_EQ(same_stream, 0);
}

TEST(Random, uniform_never_touches_its_ends) {
  Random random(5);
  for (int i = 0; i < 100000; ++i) {
    const double u = random.uniform();
    ASSERT_GT(u, 0);
    ASSERT_LT(u, 1);
  }
}

TEST(Random, streams_are_uncorrelated) {
  constexpr int count = 100000;
  for (std::uint64_t stream = 1; stream < 4; ++stream) {
    Random a(9, 0), b(9, stream);
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += (a.uniform() - 0.5) * (b.uniform() - 0.5) * 12;
    EXPECT_LE(std::abs(sum), 5 * std::sqrt(double{count})) << stream;
  }
}

struct Moments {
  const char* name;
  std::function<double(Random&)> draw;
  double mean, variance, skewness;
};

TEST(Random, moments) {
  const std::vector<Moments> all{
      {"uniform", [](Random& r) { return r.uniform(); }, 0.5, 1.0 / 12, 0},
      {"normal", [](Random& r) { return r.normal(); }, 0, 1, 0},
      {"exponential", [](Random& r) { return r.exponential(); }, 1, 1, 2},
      {"poisson 0.3", [](Random& r) { return r.poisson(0.3); }, 0.3, 0.3, 1 / std::sqrt(0.3)},
      {"poisson 9", [](Random& r) { return r.poisson(9); }, 9, 9, 1.0 / 3},
      {"poisson 12", [](Random& r) { return r.poisson(12); }, 12, 12, 1 / std::sqrt(12.0)},
      {"poisson 1e4", [](Random& r) { return r.poisson(1e4); }, 1e4, 1e4, 0.01},
      {"geometric 0.3", [](Random& r) { return r.geometric(0.3); }, 0.7 / 0.3, 0.7 / 0.09, 1.7 / std::sqrt(0.7)},
  };
  constexpr int count = 200000;
  for (const Moments& at : all) {
    SCOPED_TRACE(at.name);
    Random random(123);
    double m1 = 0, m2 = 0, m3 = 0, m4 = 0, m6 = 0;
    const double deviation = std::sqrt(at.variance);
    for (int i = 0; i < count; ++i) {
      const double z = (at.draw(random) - at.mean) / deviation, z2 = z * z;
      m1 += z / count, m2 += z2 / count, m3 += z2 * z / count, m4 += z2 * z2 / count, m6 += z2 * z2 * z2 / count;
    }
    const double five = 5 / std::sqrt(double{count});  // standard errors
    EXPECT_NEAR(m1, 0, five);
    EXPECT_NEAR(m2, 1, five * std::sqrt(m4 - 1));
    EXPECT_NEAR(m3, at.skewness, five * std::sqrt(m6));
  }
}

/// Pearson's statistic against the exact probabilities, where the sampler rejects and where it counts.
TEST(Random, poisson_frequencies) {
  for (const double rate : {3.0, 20.0}) {
    constexpr int count = 200000;
    std::vector<double> seen(80, 0.0);
    Random random(77);
    for (int i = 0; i < count; ++i) seen[static_cast<std::size_t>(std::min(79.0, random.poisson(rate)))] += 1;
    double statistic = 0, cells = 0;
    for (std::size_t k = 0; k < seen.size(); ++k) {
      const double expected = count * std::exp(static_cast<double>(k) * std::log(rate) - rate - std::lgamma(k + 1.0));
      if (expected < 20) continue;
      statistic += (seen[k] - expected) * (seen[k] - expected) / expected;
      cells += 1;
    }
    EXPECT_LE(statistic, cells + 5 * std::sqrt(2 * cells)) << rate;
  }
}

TEST(Random, certain_draws) {
  Random random(1);
  EXPECT_EQ(random.poisson(0), 0);
  EXPECT_EQ(random.geometric(1), 0);
}

}  // namespace
}  // namespace didact::random_test
