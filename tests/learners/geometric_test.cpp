#include "learner_laws.hpp"

namespace didact::testing::geometric_test {
namespace {

Case<Geometric> declare(double alpha, double beta, double p) {
  return {{alpha, beta}, {p}, Vector::Constant(1, (1 - p) / p)};
}

TEST(Geometric, obeys_the_laws) {
  expect_laws<Geometric>({declare(2, 3, 0.25), declare(1, 1, 0.5), declare(0.5, 2, 0.9), declare(40, 80, 0.05)});
}

TEST(Geometric, is_a_density_in_p) {
  expect_normalised(declare(2, 3, 0.25), [](auto density) {
    return over_unit_interval([&](double p) { return density(Geometric::Target{p}); });
  });
}

TEST(Geometric, certain_targets) {
  EXPECT_EQ(Geometric({2, 3}).standing({1}).kind, Standing::ruled_out);
  EXPECT_EQ(Geometric({2, 0.5}).standing({1}).kind, Standing::infinite);
  EXPECT_EQ(Geometric({2, 1}).standing({1}).kind, Standing::ordinary);
  EXPECT_NEAR(Geometric({2, 1}).loss({1}, 3, 0), -std::log(5.0), 1e-14);
  EXPECT_EQ(Geometric({2, 1}).loss({1}, 3, 1), infinity);
}

}  // namespace
}  // namespace didact::testing::geometric_test
