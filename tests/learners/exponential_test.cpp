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

}  // namespace
}  // namespace didact::testing::exponential_test
