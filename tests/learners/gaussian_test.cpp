#include "learner_laws.hpp"

namespace didact::testing::gaussian_test {
namespace {

Case<Gaussian> declare(Gaussian learner, Gaussian::Target target) {
  Vector moments(2);
  moments << target.mean, target.variance + target.mean * target.mean;
  return {learner, target, moments};
}

TEST(Gaussian, obeys_the_laws) {
  expect_laws<Gaussian>(
      {declare({1, 1, 2, 2}, {0, 1}), declare({0, 0.2, 0.6, 5}, {3, 0.1}), declare({-2, 7, 12, 0.3}, {-1, 4})});
}

TEST(Gaussian, is_a_density_in_mean_and_variance) {
  expect_normalised(declare({1, 1, 2, 2}, {0, 1}), [](auto density) {
    return over_half_line([&](double variance) {
      const double deviation = std::sqrt(variance);  // μ given σ² is no wider than this
      return deviation * over_line([&](double z) { return density(Gaussian::Target{z * deviation, variance}); });
    });
  });
}

TEST(Gaussian, maximum_likelihood_from_items_far_from_zero) {
  Matrix items(4, 1);
  items << 0, 1, 2, 5;
  const ItemSet near{items, {1, 2, 1, 1}}, far{items.array() + 0x1p30, {1, 2, 1, 1}};
  const Gaussian learner;
  EXPECT_NEAR(learner.maximum_likelihood(near).mean, 1.8, 1e-15);
  EXPECT_NEAR(learner.maximum_likelihood(near).variance, 31.0 / 5 - 1.8 * 1.8, 1e-14);
  EXPECT_NEAR(learner.maximum_likelihood(far).variance, 31.0 / 5 - 1.8 * 1.8, 1e-12);
}

}  // namespace
}  // namespace didact::testing::gaussian_test
