#include "learner_laws.hpp"

namespace didact {

/// From the textbook posterior: Gamma(shape + k n, rate + Σx).
double true_loss(const Gamma& learner, const Gamma::Target& target, const Matrix& items) {
  testing::Real shape = learner.shape, rate = learner.rate;
  for (Index i = 0; i < items.rows(); ++i) shape += learner.item_shape, rate += items(i, 0);
  return testing::gamma_density_loss(shape, rate, target.rate);
}

template <class Function>
double expectation(const Gamma& belief, Function f) {
  return testing::over_half_line([&](double rate) {
    const double weight = std::exp(-testing::gamma_density_loss(belief.shape, belief.rate, rate));
    return weight > 0 ? weight * f(Gamma::Target{rate}) : 0.0;
  });
}

namespace testing::gamma_test {
namespace {

Case<Gamma> declare(double k, double shape, double rate, double target) {
  return {{k, shape, rate}, {target}, Vector::Constant(1, k / target)};
}

TEST(Gamma, obeys_the_laws) {
  expect_laws<Gamma>(
      {declare(2, 2, 1, 0.5), declare(0.5, 0.3, 4, 30), declare(7.5, 50, 0.5, 1), declare(1, 1, 1, 0.01)});
}

TEST(Gamma, is_a_density_in_the_rate) {
  expect_normalised(declare(3, 2, 1, 0.5), [](auto density) {
    return over_half_line([&](double rate) { return density(Gamma::Target{rate}); });
  });
}

/// Waiting for k events is waiting for one, k times.
TEST(Gamma, of_shape_1_is_exponential) {
  const Lesson gamma = teach(Gamma{1, 3, 3}, {0.2}, per_item(0.08));
  const Lesson exponential = teach(Exponential{3, 3}, {0.2}, per_item(0.08));
  EXPECT_EQ(gamma.n, exponential.n);
  EXPECT_NEAR(gamma.impedance, exponential.impedance, 1e-12);
}

/// n items of shape k tell what k n items of shape 1 do.
TEST(Gamma, an_item_is_worth_its_shape) {
  Problem<Gamma> problem = problem_of(Gamma{4, 2, 1}, {0.5}, per_item(0.4));
  problem = with_size(problem, 3, 3);
  Problem<Exponential> singly = problem_of(Exponential{2, 1}, {0.5}, per_item(0.1));
  singly = with_size(singly, 12, 12);
  EXPECT_NEAR(teach(problem).impedance, teach(singly).impedance, 1e-12);
}

TEST(Gamma, beliefs_and_classes) {
  Problem<Gamma> problem = problem_of(Gamma{1.5, 2, 1}, {0.7}, per_item(0.1), {.range = {{0, 6}}, .integers = true});
  problem.max_size = 5;
  problem.target = Gamma{1.5, 6, 9};
  expect_proven(problem, exhaustive(problem, whole_items(0, 6), 5));
  problem.target = std::vector<Weighted<Gamma::Target>>{{0.25, {0.4}}, {0.75, {1.2}}};
  expect_proven(problem, exhaustive(problem, whole_items(0, 6), 5));
  problem.learners = {{0.7, {1.5, 2, 1}}, {0.3, {1.5, 9, 4}}};
  for (const Judge judge : {Judge::expected, Judge::worst}) {
    problem.judge = judge;
    expect_proven(problem, exhaustive(problem, whole_items(0, 6), 5));
  }
}

TEST(Gamma, small_sets_of_whole_items_are_solved_exactly) {
  for (const double price : {0.05, 0.3}) {
    Problem<Gamma> problem = problem_of(Gamma{1.5, 2, 1}, {0.7}, per_item(price));
    problem.items.integers = true;
    problem.items.range = {{0, 6}};
    problem.max_size = 5;
    expect_proven(problem, exhaustive(problem, whole_items(0, 6), 5));
  }
}

}  // namespace
}  // namespace testing::gamma_test
}  // namespace didact
