#include "learner_laws.hpp"

namespace didact::testing::poisson_test {
namespace {

Case<Poisson> declare(double shape, double rate, double target) {
  return {{shape, rate}, {target}, Vector::Constant(1, target)};
}

TEST(Poisson, obeys_the_laws) {
  // 9.9 and 10.1 stand on either side of where the sampler changes its method.
  expect_laws<Poisson>(
      {declare(2, 1, 4), declare(0.7, 0.01, 0.2), declare(1, 1, 9.9), declare(30, 5, 10.1), declare(3, 0.1, 80)});
}

TEST(Poisson, is_a_density_in_the_rate) {
  expect_normalised(declare(2, 1, 4), [](auto density) {
    return over_half_line([&](double rate) { return density(Poisson::Target{rate}); });
  });
}

TEST(Poisson, certain_targets) {
  EXPECT_EQ(Poisson({2, 3}).standing({0}).kind, Standing::ruled_out);
  EXPECT_EQ(Poisson({0.5, 3}).standing({0}).kind, Standing::infinite);
  EXPECT_EQ(Poisson({1, 3}).standing({0}).kind, Standing::ordinary);
  EXPECT_NEAR(Poisson({1, 3}).loss({0}, 2, 0), -std::log(5.0), 1e-14);
  EXPECT_EQ(Poisson({1, 3}).loss({0}, 2, 1), infinity);
}

/// A rate times a rate may be less than any number, its logarithm is one.
TEST(Poisson, of_tiny_rates) {
  EXPECT_NEAR(Poisson({1, 1e-268}).loss({1e-73}, 0, 0), 268 * std::log(10.0), 1e-9);
  EXPECT_NEAR(Poisson({1, 1e-268}).slopes({1e-73}, 0, 0).by_s, digamma(1) + 341 * std::log(10.0), 1e-9);
}

}  // namespace
}  // namespace didact::testing::poisson_test
