#include "learner_laws.hpp"

namespace didact {

/// From the textbook posterior: Gamma(shape + n, rate + Σxᵏ).
double true_loss(const Weibull& learner, const Weibull::Target& target, const Matrix& items) {
  testing::Real shape = learner.shape, rate = learner.rate;
  for (Index i = 0; i < items.rows(); ++i) {
    shape += 1;
    rate += std::pow(static_cast<testing::Real>(items(i, 0)), static_cast<testing::Real>(learner.item_shape));
  }
  return testing::gamma_density_loss(shape, rate, target.rate);
}

template <class Function>
double expectation(const Weibull& belief, Function f) {
  return testing::over_half_line([&](double rate) {
    const double weight = std::exp(-testing::gamma_density_loss(belief.shape, belief.rate, rate));
    return weight > 0 ? weight * f(Weibull::Target{rate}) : 0.0;
  });
}

namespace testing::weibull_test {
namespace {

Case<Weibull> declare(double k, double shape, double rate, double target) {
  return {{k, shape, rate}, {target}, Vector::Constant(1, 1 / target)};
}

TEST(Weibull, obeys_the_laws) {
  expect_laws<Weibull>(
      {declare(2, 2, 1, 0.5), declare(0.5, 0.3, 4, 30), declare(7.5, 50, 0.5, 1), declare(1, 1, 1, 0.01)});
}

TEST(Weibull, is_a_density_in_the_rate) {
  expect_normalised(declare(3, 2, 1, 0.5), [](auto density) {
    return over_half_line([&](double rate) { return density(Weibull::Target{rate}); });
  });
}

/// T has an inverse, which rises.
TEST(Weibull, items_come_back_from_their_powers) {
  for (const double k : {0.3, 1.0, 2.5, 12.0}) {
    const Weibull learner{k, 2, 1};
    double before = -1;
    for (const double t : {0.0, 1e-9, 0.3, 1.0, 77.0, 1e9}) {
      const double x = learner.item_of(t);
      EXPECT_GT(x, before);
      EXPECT_NEAR(learner.T(Vector::Constant(1, x))[0], t, 1e-13 * t);
      before = x;
    }
  }
}

/// Powers of the items are waiting times: the same lesson, in other units.
TEST(Weibull, teaches_what_an_exponential_learner_is_taught) {
  for (const double k : {0.4, 2.0, 3.7}) {
    for (const Interval range : {Interval{0, infinity}, Interval{0.5, 1.5}, Interval{1.2, 3}}) {
      for (const Loss loss : {Loss::kl, Loss::squared}) {
        Problem<Weibull> problem = problem_of(Weibull{k, 3, 2}, {0.4}, per_item(0.06), {.range = {range}});
        Problem<Exponential> powers = problem_of(Exponential{3, 2}, {0.4}, per_item(0.06));
        powers.items.range = {{std::pow(range.low, k), std::pow(range.high, k)}};
        problem.loss = powers.loss = loss;
        problem.max_size = powers.max_size = 30;
        const Lesson lesson = teach(problem), other = teach(powers);
        EXPECT_EQ(lesson.n, other.n);
        EXPECT_EQ(lesson.status, other.status);
        EXPECT_NEAR(lesson.impedance, other.impedance, 1e-9);
        EXPECT_NEAR(lesson.lower_bound, other.lower_bound, 1e-9);
        if (loss == Loss::kl) {
          EXPECT_EQ(dishonesty(problem, lesson), "");
        }
      }
    }
  }
}

/// At the end of a range items that must differ lie next to each other, and their powers may have one root.
TEST(Weibull, different_items_stay_different) {
  for (const Index n : {2, 8, 40}) {
    Problem<Weibull> problem = problem_of(Weibull{1.03, 7.65, 1.78}, {0.36}, per_item(0.22), {.range = {{1.07, 3.8}}});
    problem.items.distinct = true;
    problem = with_size(problem, n, n);
    const Lesson lesson = teach(problem);
    EXPECT_EQ(lesson.items.rows.rows(), n);
    EXPECT_EQ(dishonesty(problem, lesson), "");
  }
}

}  // namespace
}  // namespace testing::weibull_test
}  // namespace didact
