#include "learner_laws.hpp"

namespace didact::testing::exponential_test {
namespace {

Case<Exponential> declare(double shape, double rate, double target) {
  return {{shape, rate}, {target}, Vector::Constant(1, 1 / target)};
}

TEST(Exponential, obeys_the_laws) {
  expect_laws<Exponential>({declare(2, 1, 0.5), declare(0.3, 4, 30), declare(50, 0.5, 1), declare(1, 1, 0.01)});
}

TEST(Exponential, is_a_density_in_the_rate) {
  expect_normalised(declare(2, 1, 0.5), [](auto density) {
    return over_half_line([&](double rate) { return density(Exponential::Target{rate}); });
  });
}

/// A rate times a rate may be less than any number, its logarithm is one.
TEST(Exponential, of_tiny_rates) {
  EXPECT_NEAR(Exponential({1, 1e-200}).loss({1e-200}, 0, 0), 200 * std::log(10.0), 1e-9);
}

}  // namespace
}  // namespace didact::testing::exponential_test
