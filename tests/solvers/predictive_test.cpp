// Learners judged by what they predict of the target's next item.

#include "lesson_laws.hpp"
#include <didact/learners/predictive.hpp>

namespace didact::testing::predictive_test {
namespace {

template <class L>
Problem<L> predictive_problem(L learner, typename L::Target target, Effort effort = {}, ItemRules items = {}) {
  Problem<L> problem = problem_of(std::move(learner), std::move(target), std::move(effort), std::move(items));
  problem.loss = Loss::predictive;
  return problem;
}

/// Loss and effort, from the posteriors' own losses, which a table and differences check.
template <class L>
double impedance_of_sum(const Problem<L>& problem, double n, const Vector& s) {
  double loss = 0;
  for (const auto& [weight, learner] : problem.learners) {
    const double one =
        predictive_loss(n == 0 ? learner : learner.after(n, s), std::get<typename L::Target>(problem.target));
    loss = problem.judge == Judge::worst ? std::max(loss, one) : loss + weight * one;
  }
  return loss + problem.effort.per_item * n;
}

/// The best of whole sums up to `most` an item, of every size up to `sizes`.
template <class L>
double best_whole_sum(const Problem<L>& problem, int sizes, int most) {
  double best = impedance_of_sum(problem, 0, Vector::Zero(1));
  for (int n = 1; n <= sizes; ++n) {
    for (int s = 0; s <= most * n; ++s) best = std::min(best, impedance_of_sum(problem, n, Vector::Constant(1, s)));
  }
  return best;
}

template <class L>
void expect_best(const Problem<L>& problem, double best) {
  const Lesson lesson = teach(problem);
  EXPECT_EQ(to_string(lesson.status), "optimal") << L::name;
  EXPECT_NEAR(lesson.impedance, best, 1e-11) << L::name;
  const Evaluation again = evaluate(problem, lesson.items);
  EXPECT_EQ(again.violates, "") << L::name;
  EXPECT_NEAR(again.impedance, lesson.impedance, 1e-12) << L::name;
}

TEST(Predictive, whole_sums_are_the_best_of_all) {
  for (const double price : {0.05, 0.01}) {
    auto expect = [&](const auto& problem, int most) { expect_best(problem, best_whole_sum(problem, 60, most)); };
    expect(predictive_problem(Bernoulli{2, 5}, {0.8}, per_item(price)), 1);
    expect(predictive_problem(Bernoulli{0.3, 9}, {0.1}, per_item(price)), 1);
    expect(predictive_problem(Poisson{2, 1}, {4}, per_item(price)), 15);
    expect(predictive_problem(Poisson{9, 1}, {0.4}, per_item(price)), 15);
    expect(predictive_problem(Geometric{2, 3}, {0.3}, per_item(price)), 15);
    expect(predictive_problem(Geometric{2, 30}, {0.7}, per_item(price)), 15);
    expect(predictive_problem(NegativeBinomial{3, 2, 3}, {0.5}, per_item(price)), 15);
  }
}

/// The worst of two learners too.
TEST(Predictive, the_worst_of_several_is_best) {
  Problem<Geometric> problem = predictive_problem(Geometric{2, 3}, {0.3}, per_item(0.02));
  problem.learners = {{0.5, Geometric{2, 3}}, {0.5, Geometric{5, 1}}};
  problem.judge = Judge::worst;
  expect_best(problem, best_whole_sum(problem, 25, 15));
  Problem<Poisson> average = predictive_problem(Poisson{2, 1}, {4}, per_item(0.02));
  average.learners = {{0.3, Poisson{2, 1}}, {0.7, Poisson{30, 2}}};
  expect_best(average, best_whole_sum(average, 25, 20));
}

TEST(Predictive, counts_are_the_best_of_all) {
  const std::vector<double> pi{0.1, 0.3, 0.6};
  for (const Categorical& learner : {Categorical{{6, 3, 1}}, Categorical{{0.2, 0.2, 4}}}) {
    const Problem<Categorical> problem = predictive_problem(learner, {pi}, per_item(0.01));
    double best = infinity;
    for (int a = 0; a <= 20; ++a) {
      for (int b = 0; b <= 20; ++b) {
        for (int c = 0; c <= 25; ++c) {
          best = std::min(best, impedance_of_sum(problem, a + b + c, Vector{{double(a), double(b), double(c)}}));
        }
      }
    }
    expect_best(problem, best);
  }
}

/// Real sums on a fine grid are never better, and come near.
TEST(Predictive, real_sums_are_the_best_of_a_grid) {
  auto expect = [&](const auto& problem, double scale) {
    const Lesson lesson = teach(problem);
    EXPECT_EQ(to_string(lesson.status), "optimal");
    double best = infinity;
    for (int n = 1; n <= 20; ++n) {
      for (int i = 0; i <= 2000; ++i) {
        best = std::min(best, impedance_of_sum(problem, n, Vector::Constant(1, scale * n * i / 1000)));
      }
    }
    EXPECT_LE(lesson.impedance, best + 1e-12);
    EXPECT_NEAR(lesson.impedance, best, 1e-5);
  };
  expect(predictive_problem(Exponential{2, 1}, {0.5}, per_item(0.01)), 3);
  expect(predictive_problem(Exponential{0.4, 8}, {3}, per_item(0.01)), 0.6);
  expect(predictive_problem(Gamma{3, 2, 1}, {0.5}, per_item(0.01)), 9);
  expect(predictive_problem(Weibull{2, 2, 1}, {0.5}, per_item(0.01)), 3);
  expect(predictive_problem(GaussianMean{0.2, 1, 1}, {0.9}, per_item(0.01)), 1);
}

/// No simplex over the items themselves is below what is proven of a gaussian.
TEST(Predictive, a_gaussian_is_bounded) {
  Random random(3);
  for (int trial = 0; trial < 12; ++trial) {
    const Gaussian learner{2 * random.normal(), std::exp(random.normal()), std::exp(random.normal()),
                           std::exp(random.normal())};
    const Gaussian::Target target{2 * random.normal(), std::exp(random.normal())};
    const Problem<Gaussian> problem = predictive_problem(learner, target, per_item(0.02));
    const Lesson lesson = teach(problem);
    EXPECT_LE(lesson.lower_bound, lesson.impedance);
    for (int set = 0; set < 300; ++set) {
      const Index n = 1 + set % 6;
      Matrix rows(n, 1);
      for (double& x : rows.reshaped()) x = target.mean + 2 * std::sqrt(target.variance) * random.normal();
      const double value =
          evaluate(problem, ItemSet{rows, std::vector<Index>(static_cast<std::size_t>(n), 1)}).impedance;
      EXPECT_GE(value, lesson.lower_bound - 1e-10) << trial;
    }
  }
}

/// A prediction has no unit: scaled items are worth the same.
TEST(Predictive, has_no_unit) {
  const Lesson one = teach(predictive_problem(Gaussian{1, 1, 2, 2}, {0, 1}, per_item(0.02)));
  for (const double unit : {1e-9, 1e6}) {
    const Lesson other =
        teach(predictive_problem(Gaussian{unit, 1, 2, 2 * unit * unit}, {0, unit * unit}, per_item(0.02)));
    EXPECT_NEAR(other.impedance, one.impedance, 1e-10) << unit;
    EXPECT_EQ(other.n, one.n) << unit;
  }
}

TEST(Predictive, free_items_approach_a_perfect_prediction) {
  for (const Lesson& lesson :
       {teach(predictive_problem(Poisson{2, 1}, {4})), teach(predictive_problem(Exponential{2, 5}, {0.8})),
        teach(predictive_problem(Gaussian{1, 1, 2, 2}, {0, 1}))}) {
    EXPECT_EQ(to_string(lesson.status), "unbounded");
    EXPECT_EQ(lesson.direction, Direction::more_items);
    EXPECT_EQ(lesson.lower_bound, 0);
  }
}

/// Counts can predict exactly: (2 + 18)/(7 + 18) = 0.8.
TEST(Predictive, a_perfect_prediction_is_optimal) {
  const Lesson lesson = teach(predictive_problem(Bernoulli{2, 5}, {0.8}));
  EXPECT_EQ(to_string(lesson.status), "optimal");
  EXPECT_NEAR(lesson.impedance, 0, 1e-15);
  EXPECT_EQ(lesson.n, 18);
}

/// Of less than one success no more is known than that no divergence is below 0.
TEST(Predictive, few_successes_are_searched_and_bounded) {
  const Lesson lesson = teach(predictive_problem(NegativeBinomial{0.4, 2, 3}, {0.5}, per_item(0.02)));
  EXPECT_EQ(to_string(lesson.status), "feasible");
  EXPECT_NEAR(lesson.impedance,
              best_whole_sum(predictive_problem(NegativeBinomial{0.4, 2, 3}, {0.5}, per_item(0.02)), 25, 15), 1e-11);
}

/// Rates next to nothing: the whole prediction is of 0.
TEST(Predictive, rates_next_to_nothing_have_a_loss) {
  for (const double rate : {1e-20, 3.23e-79, 1e-290}) {
    EXPECT_NEAR(predictive_loss(Poisson{2.63, 3.5}, {rate}), 2.63 * std::log1p(1 / 3.5), 1e-12);
  }
  EXPECT_NEAR(predictive_loss(Geometric{3, 2}, {1 - 1e-16}), std::log(5 / 3.0), 1e-12);
}

/// Squares that are no numbers are no predictions, and end.
TEST(Predictive, items_beyond_squaring_are_infinitely_bad) {
  EXPECT_EQ(predictive_loss(Gaussian{1e200, 1, 1, 1}, {0, 1}), infinity);
  EXPECT_EQ(predictive_loss(Gaussian{0, 1e-300, 1, 1e20}, {0, 1}), infinity);
  EXPECT_TRUE(std::isnan(predictive_loss(Exponential{2, std::nan("")}, {1})));
}

TEST(Predictive, what_it_cannot_be_asked_for) {
  EXPECT_THROW(teach(predictive_problem(MultivariateGaussian{}, {}, per_item(0.1))), std::invalid_argument);
  Problem<Poisson> belief = predictive_problem(Poisson{2, 1}, {4}, per_item(0.1));
  belief.target = Poisson{3, 1};
  EXPECT_THROW(teach(belief), std::invalid_argument);
  Effort close = per_item(0.1);
  close.closeness = 1;
  EXPECT_THROW(teach(predictive_problem(GaussianMean{}, {}, close)), std::invalid_argument);
}

/// The price of an item hides what one more of 10¹⁵ changes, and items that the target never makes all change the same.
TEST(Predictive, sizes_that_cannot_be_counted_one_by_one) {
  for (const std::vector<double>& pi : {std::vector{0.25, 0.75}, std::vector{0.0, 1.0}}) {
    Problem<Categorical> problem =
        predictive_problem(Categorical{{1, 2}}, {pi}, per_item(6.5) + per_category({0, 0.5}));
    if (pi[0] > 0) problem.effort = per_item(6.5);
    const Index n = Index{1} << 50;
    problem.min_size = n;
    problem.max_size = n;
    const Lesson lesson = teach(problem);
    ASSERT_TRUE(lesson.counts);
    EXPECT_EQ((*lesson.counts)[0] + (*lesson.counts)[1], n);
    const double share = static_cast<double>((*lesson.counts)[0]) / static_cast<double>(n);
    EXPECT_NEAR(share, pi[0] > 0 ? 0.25 : 1, 1e-6);
    EXPECT_LE(lesson.lower_bound, lesson.impedance);
  }
}

}  // namespace
}  // namespace didact::testing::predictive_test
