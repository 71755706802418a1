#include "learner_laws.hpp"

namespace didact::testing::categorical_test {
namespace {

Case<Categorical> declare(std::vector<double> beta, std::vector<double> pi) {
  const Vector mean = Vector::Map(pi.data(), static_cast<Index>(pi.size()));
  return {{std::move(beta)}, {std::move(pi)}, mean};
}

TEST(Categorical, obeys_the_laws) {
  expect_laws<Categorical>({declare({6, 3, 1}, {0.1, 0.3, 0.6}), declare({0.5, 2}, {0.4, 0.6}),
                            declare({1, 1, 1, 1}, {0.25, 0.25, 0.25, 0.25}),
                            declare({0.1, 20, 3, 1, 7}, {0.01, 0.09, 0.5, 0.2, 0.2})});
}

TEST(Categorical, is_a_density_in_the_first_coordinates) {
  expect_normalised(declare({2, 3, 1.5}, {0.2, 0.3, 0.5}), [](auto density) {
    return over_unit_interval([&](double a) {
      return (1 - a) * over_unit_interval([&](double u) {
               const double b = u * (1 - a), c = (1 - u) * (1 - a);
               return density(Categorical::Target{{a, b, c}});
             });
    });
  });
}

TEST(Categorical, names_what_is_ruled_out) {
  const Standing standing = Categorical{{1, 2, 0.5}}.standing({{1, 0, 0}});
  EXPECT_EQ(standing.kind, Standing::ruled_out);  // beats the infinite density of the third
  EXPECT_NE(standing.reason.find("target.pi[1]"), std::string::npos) << standing.reason;
  EXPECT_EQ(Categorical({{1, 1, 0.5}}).standing({{1, 0, 0}}).kind, Standing::infinite);
  EXPECT_EQ(Categorical({{1, 1, 1}}).standing({{1, 0, 0}}).kind, Standing::ordinary);
}

TEST(Categorical, certain_targets_keep_their_density) {
  // Dirichlet(a, b, 1) at π3 = 0 is Γ(a+b+1)/(Γ(a)Γ(b)) π1^(a-1) π2^(b-1).
  const Categorical learner{{2, 3, 1}};
  const double expected = std::lgamma(2.0) + std::lgamma(3.0) - std::lgamma(6.0) - std::log(0.4) - 2 * std::log(0.6);
  EXPECT_NEAR(learner.loss({{0.4, 0.6, 0}}, 0, Vector::Zero(3)), expected, 1e-14);
  EXPECT_EQ(learner.loss({{0.4, 0.6, 0}}, 1, Vector::Unit(3, 2)), infinity);
}

}  // namespace
}  // namespace didact::testing::categorical_test
