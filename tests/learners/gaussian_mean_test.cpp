#include "learner_laws.hpp"

namespace didact::testing::gaussian_mean_test {
namespace {

Case<GaussianMean> declare(double variance, double prior_mean, double prior_variance, double mean) {
  return {{variance, prior_mean, prior_variance}, {mean}, Vector::Constant(1, mean)};
}

TEST(GaussianMean, obeys_the_laws) {
  expect_laws<GaussianMean>({declare(1, 2, 0.5, 0), declare(4, -3, 10, 5), declare(0.01, 0.1, 0.3, 0.2)});
}

TEST(GaussianMean, is_a_density_in_the_mean) {
  expect_normalised(declare(1, 2, 0.5, 0), [](auto density) {
    return over_line([&](double mean) { return density(GaussianMean::Target{mean}); });
  });
}

TEST(GaussianMean, keeps_its_digits_far_from_zero) {
  // The same problem moved by 2^40, which every number here survives exactly.
  const double far = 0x1p40;
  const double near = GaussianMean{1, 2, 0.5}.loss({0.5}, 8, 3.25);
  EXPECT_NEAR((GaussianMean{1, 2 + far, 0.5}.loss({0.5 + far}, 8, 3.25 + 8 * far)), near, 1e-14);
}

}  // namespace
}  // namespace didact::testing::gaussian_mean_test
