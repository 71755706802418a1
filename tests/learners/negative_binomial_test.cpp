#include "learner_laws.hpp"

namespace didact {

/// From the textbook posterior: Beta(alpha + r n, beta + Σx).
double true_loss(const NegativeBinomial& learner, const NegativeBinomial::Target& target, const Matrix& items) {
  testing::Real alpha = learner.alpha, beta = learner.beta;
  for (Index i = 0; i < items.rows(); ++i) alpha += learner.r, beta += items(i, 0);
  return testing::beta_density_loss(alpha, beta, target.p);
}

template <class Function>
double expectation(const NegativeBinomial& belief, Function f) {
  return testing::over_unit_interval([&](double p) {
    return std::exp(-testing::beta_density_loss(belief.alpha, belief.beta, p)) * f(NegativeBinomial::Target{p});
  });
}

namespace testing::negative_binomial_test {
namespace {

Case<NegativeBinomial> declare(double r, double alpha, double beta, double p) {
  return {{r, alpha, beta}, {p}, Vector::Constant(1, r * (1 - p) / p)};
}

TEST(NegativeBinomial, obeys_the_laws) {
  expect_laws<NegativeBinomial>(
      {declare(3, 2, 3, 0.25), declare(0.5, 0.7, 4, 0.6), declare(20, 30, 2, 0.9), declare(1, 1, 1, 0.05)});
}

TEST(NegativeBinomial, is_a_density_in_p) {
  expect_normalised(declare(3, 2, 3, 0.25), [](auto density) {
    return over_unit_interval([&](double p) { return density(NegativeBinomial::Target{p}); });
  });
}

TEST(NegativeBinomial, waiting_for_one_success_is_geometric) {
  for (const double p : {0.2, 0.7, 1.0}) {
    const Lesson one = teach(NegativeBinomial{1, 2, 1}, {p}, per_item(0.05));
    const Lesson geometric = teach(Geometric{2, 1}, {p}, per_item(0.05));
    EXPECT_EQ(one.n, geometric.n);
    EXPECT_EQ(one.status, geometric.status);
    EXPECT_NEAR(one.impedance, geometric.impedance, 1e-12);
  }
}

TEST(NegativeBinomial, small_sets_are_solved_exactly) {
  for (const double r : {0.5, 2.0, 4.5}) {
    Problem<NegativeBinomial> problem = problem_of(NegativeBinomial{r, 2, 5}, {0.4}, per_item(0.15));
    problem.items.range = {{0, 9}};
    problem.max_size = 5;
    expect_proven(problem, exhaustive(problem, whole_items(0, 9), 5));
    problem.items.distinct = true;
    expect_proven(problem, exhaustive(problem, whole_items(0, 9), 5));
    problem.effort = problem.effort + magnitude(0.01);
    expect_proven(problem, exhaustive(problem, whole_items(0, 9), 5));
    problem.target = NegativeBinomial{r, 8, 3};
    expect_proven(problem, exhaustive(problem, whole_items(0, 9), 5));
  }
}

}  // namespace
}  // namespace testing::negative_binomial_test
}  // namespace didact
