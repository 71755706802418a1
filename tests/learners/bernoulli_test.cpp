#include "learner_laws.hpp"

namespace didact::testing::bernoulli_test {
namespace {

Case<Bernoulli> declare(double alpha, double beta, double p) {
  return {{alpha, beta}, {p}, Vector::Constant(1, p)};
}

TEST(Bernoulli, obeys_the_laws) {
  expect_laws<Bernoulli>({declare(2, 5, 0.8), declare(1, 1, 0.5), declare(0.4, 7, 0.05), declare(300, 40, 0.3)});
}

TEST(Bernoulli, is_a_density_in_p) {
  expect_normalised(declare(2, 5, 0.8), [](auto density) {
    return over_unit_interval([&](double p) { return density(Bernoulli::Target{p}); });
  });
}

TEST(Bernoulli, is_a_categorical_of_two) {
  const Bernoulli coin{2.5, 0.7};
  const Categorical two{{0.7, 2.5}};
  for (const double ones : {0.0, 3.0, 11.0}) {
    Vector counts(2);
    counts << 11 - ones, ones;
    EXPECT_NEAR(coin.loss({0.3}, 11, Vector::Constant(1, ones)), two.loss({{0.7, 0.3}}, 11, counts), 1e-13);
  }
}

TEST(Bernoulli, certain_targets) {
  EXPECT_EQ(Bernoulli({2, 5}).standing({0.5}).kind, Standing::ordinary);
  EXPECT_EQ(Bernoulli({2, 5}).standing({0}).kind, Standing::ruled_out);
  EXPECT_EQ(Bernoulli({2, 5}).standing({1}).kind, Standing::ruled_out);
  EXPECT_EQ(Bernoulli({0.5, 5}).standing({0}).kind, Standing::infinite);
  EXPECT_EQ(Bernoulli({1, 5}).standing({0}).kind, Standing::ordinary);
  // Beta(1, b) has the density b at p = 0.
  EXPECT_NEAR(Bernoulli({1, 5}).loss({0}, 3, Vector::Zero(1)), -std::log(8.0), 1e-14);
  EXPECT_EQ(Bernoulli({1, 5}).loss({0}, 3, Vector::Ones(1)), infinity);
}

}  // namespace
}  // namespace didact::testing::bernoulli_test
