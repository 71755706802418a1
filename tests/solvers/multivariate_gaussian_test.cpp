// multivariate-gaussian against direct search over the items, n ≤ D included.

#include "lesson_laws.hpp"

#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace didact::testing::multivariate_gaussian_test {
namespace {

using Cases = std::vector<std::pair<std::string, Problem<MultivariateGaussian>>>;

Matrix matrix(std::initializer_list<std::initializer_list<double>> rows) {
  return Matrix(rows);
}
Vector vector(std::initializer_list<double> values) {
  return Matrix({values}).transpose();
}

const MultivariateGaussian::Target target2{vector({0.5, 0}), matrix({{1, -0.4}, {-0.4, 0.8}})};
const MultivariateGaussian::Target target3{vector({0, 0, 1}), matrix({{1, 0.2, 0}, {0.2, 2, 0.5}, {0, 0.5, 1}})};

/// The best that direct search finds at the lesson's size and at those beside it, the lesson's items among the starts.
Found search_near(const Problem<MultivariateGaussian>& problem, const Lesson& lesson, int starts) {
  const Index D = problem.learners[0].value.mean.size();
  const auto [least, most] = size_window(problem, lesson.n + 1);
  Found best;
  if (least == 0) best.consider(true_impedance(problem, Matrix(0, D)), Matrix(0, D));
  for (Index n = std::max<Index>({1, least, lesson.n - 1}); n <= most; ++n) {
    const Found found = direct_search(problem, n, n == lesson.n ? starts : 2, lesson.items.expanded());
    best.consider(found.impedance, found.items);
  }
  return best;
}

/// As good as direct search in six decimals, proven or not (docs/mathematics.md §4).
Lesson expect_as_good(const Problem<MultivariateGaussian>& problem, int starts) {
  const Lesson lesson = teach(problem);
  EXPECT_EQ(dishonesty(problem, lesson), "");
  const Found best = search_near(problem, lesson, starts);
  EXPECT_EQ(contradiction(lesson, best), "");
  EXPECT_LE(lesson.impedance, best.impedance + 1e-6) << best.items;
  return lesson;
}

MultivariateGaussian random_prior(Index D, Random& random, double size) {
  const Matrix root = Matrix::NullaryExpr(D, D, [&] { return random.normal(); });
  return {Vector::NullaryExpr(D, [&] { return random.normal(); }), std::exp(random.normal()),
          static_cast<double>(D) - 1 + std::exp(random.normal()),
          size * (root * root.transpose() + 0.1 * Matrix::Identity(D, D))};
}

TEST(MultivariateGaussian, fixed_sizes_in_two_dimensions) {
  Random random(31);
  for (int trial = 0; trial < 6; ++trial) {
    const MultivariateGaussian prior = random_prior(2, random, trial % 2 ? 1 : 0.05);
    for (Index n = 1; n <= 4; ++n) {
      SCOPED_TRACE("trial " + std::to_string(trial) + ", " + std::to_string(n) + " items");
      const Lesson lesson = expect_as_good(with_size(problem_of(prior, target2), n, n), 4);
      EXPECT_TRUE(n == 2 || lesson.status == Status::optimal) << "only 1 < n ≤ D may stay unproven";
    }
  }
}

TEST(MultivariateGaussian, fixed_sizes_in_three_dimensions) {
  Random random(32);
  for (int trial = 0; trial < 3; ++trial) {
    const MultivariateGaussian prior = random_prior(3, random, trial % 2 ? 1 : 0.05);
    for (Index n = 1; n <= 3; ++n) {
      SCOPED_TRACE("trial " + std::to_string(trial) + ", " + std::to_string(n) + " items");
      const Lesson lesson = expect_as_good(with_size(problem_of(prior, target3), n, n), 4);
      EXPECT_TRUE(n > 1 || lesson.status == Status::optimal);
    }
  }
}

TEST(MultivariateGaussian, efforts_and_classes) {
  const MultivariateGaussian prior{vector({1, -1}), 2, 3.5, matrix({{2, 0.3}, {0.3, 1}})};
  const MultivariateGaussian other{vector({0, 2}), 1, 2.5, matrix({{1, 0}, {0, 3}})};
  Problem<MultivariateGaussian> several = problem_of(prior, target2, per_item(0.4));
  several.learners = {{0.3, prior}, {0.7, other}};
  Problem<MultivariateGaussian> worst = several;
  worst.judge = Judge::worst;
  Problem<MultivariateGaussian> unsure = problem_of(prior, target2, per_item(0.1));
  unsure.target = std::vector<Weighted<MultivariateGaussian::Target>>{
      {0.5, target2}, {0.5, {vector({1, 0}), 2 * Matrix::Identity(2, 2)}}};
  Problem<MultivariateGaussian> family = problem_of(prior, target2, per_item(0.1));
  family.target = MultivariateGaussian{vector({0.5, 0}), 4, 9, 6 * target2.covariance};
  const Cases cases{
      {"per item", problem_of(prior, target2, per_item(0.4))},
      {"dear", problem_of(prior, target2, per_item(20))},
      {"magnitude", problem_of(prior, target2, per_item(0.2) + magnitude(0.1))},
      {"magnitude alone", problem_of(prior, target2, magnitude(0.2))},
      {"fixed", problem_of(prior, target2, per_item(0.4) + fixed(0.3))},
      {"any size", problem_of(prior, target2, of_size([](double n) {
                                                return 0.3 * n + 0.5 * std::sin(n);
                                              }) + of_size([](double) { return 0.5; }))},
      {"expected", several},
      {"worst", worst},
      {"belief of points", unsure},
      {"belief of the family", family},
  };
  for (const auto& [name, problem] : cases) {
    SCOPED_TRACE(name);
    expect_as_good(problem, 2);
  }
}

/// More than D items without a box are solved by the spectrum alone: nothing is left unproven.
TEST(MultivariateGaussian, many_items_are_proven) {
  Random random(33);
  for (Index D = 1; D <= 5; ++D) {
    const Matrix root = Matrix::NullaryExpr(D, D, [&] { return random.normal(); });
    const MultivariateGaussian::Target target{Vector::Ones(D), root * root.transpose() + Matrix::Identity(D, D)};
    for (const double size : {0.01, 1.0, 40.0}) {
      const Problem<MultivariateGaussian> problem =
          with_size(problem_of(random_prior(D, random, size), target, per_item(0.2)), D + 1, std::nullopt);
      const Lesson lesson = teach(problem);
      EXPECT_EQ(lesson.status, Status::optimal) << "D = " << D << ", scale " << size;
      EXPECT_EQ(dishonesty(problem, lesson), "");
      EXPECT_EQ(contradiction(lesson, neighbours(problem, lesson.items.expanded())), "");
    }
  }
}

TEST(MultivariateGaussian, in_a_box) {
  const MultivariateGaussian prior{vector({0.2, 0.2}), 1, 2.5, 0.3 * Matrix::Identity(2, 2)};
  const MultivariateGaussian::Target wide{vector({0.5, 0.5}), Matrix::Identity(2, 2)};
  const Cases cases{
      {"unit square", problem_of(prior, wide, per_item(0.3), {.range = {{0, 1}}})},
      {"one for each", problem_of(prior, wide, per_item(0.3), {.range = {{0, 1}, {-3, 3}}})},
      {"half planes", problem_of(prior, wide, per_item(0.3), {.range = {{0, infinity}, {-infinity, 0.5}}})},
      {"large enough", problem_of(prior, wide, per_item(0.3), {.range = {{-20, 20}}})},
      {"two items", with_size(problem_of(prior, wide, {}, {.range = {{0, 1}}}), 2, 2)},
  };
  for (const auto& [name, problem] : cases) {
    SCOPED_TRACE(name);
    const Lesson lesson = expect_as_good(problem, 4);
    EXPECT_EQ(contradiction(lesson, exhaustive(problem, whole_pairs(0, 1), 3)), "");
  }
}

TEST(MultivariateGaussian, whole_items) {
  const MultivariateGaussian prior{vector({0.2, 0.2}), 1, 2.5, 0.3 * Matrix::Identity(2, 2)};
  const MultivariateGaussian::Target wide{vector({0.3, 0}), matrix({{1.5, 0.3}, {0.3, 1}})};
  const ItemRules whole{.range = {{-1, 1}}, .integers = true};
  ItemRules distinct = whole;
  distinct.distinct = true;
  const Cases cases{
      {"free", problem_of(prior, wide, per_item(0.4), {.integers = true})},
      {"in a box", problem_of(prior, wide, per_item(0.4), whole)},
      {"magnitude", problem_of(prior, wide, per_item(0.3) + magnitude(0.1), whole)},
      {"distinct", problem_of(prior, wide, per_item(0.4), distinct)},
      {"two", with_size(problem_of(prior, wide, {}, whole), 2, 2)},
      {"three distinct", with_size(problem_of(prior, wide, {}, distinct), 3, 3)},
      {"distinct, free", problem_of(prior, wide, per_item(0.4), {.integers = true, .distinct = true})},
  };
  for (const auto& [name, problem] : cases) {
    SCOPED_TRACE(name);
    const Lesson lesson = teach(problem);
    EXPECT_EQ(dishonesty(problem, lesson), "");
    const Found best = exhaustive(problem, whole_pairs(-1, 1), 4);
    EXPECT_EQ(contradiction(lesson, best), "");
    // No proof is asked here, but exchanges of items should come close to what a few thousand tries find.
    EXPECT_LE(lesson.impedance, best.impedance + 0.05);
  }
}

TEST(MultivariateGaussian, every_distinct_item_there_is) {
  const MultivariateGaussian prior{vector({0.2, 0.2}), 1, 2.5, 0.3 * Matrix::Identity(2, 2)};
  const Problem<MultivariateGaussian> problem =
      with_size(problem_of(prior, target2, {}, {.range = {{0, 1}}, .integers = true, .distinct = true}), 4, 4);
  const Lesson lesson = expect_unbeaten(problem, exhaustive(problem, whole_pairs(0, 1), 4));
  EXPECT_EQ(lesson.n, 4);
}

double drawn(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 1001) / 1000.0;
}

RC_GTEST_PROP(MultivariateGaussian, random_problems_are_not_beaten, ()) {
  Random random(*rc::gen::inRange<std::uint64_t>(0, 1000000));
  Problem<MultivariateGaussian> problem =
      problem_of(random_prior(2, random, std::exp(drawn(-4, 2))), target2, per_item(drawn(0.2, 1)));
  if (*rc::gen::arbitrary<bool>()) problem.effort = problem.effort + magnitude(drawn(0, 0.2));
  if (*rc::gen::inRange(0, 3) == 0)
    problem.learners = {{0.5, problem.learners[0].value}, {0.5, random_prior(2, random, 1)}};
  problem.judge = *rc::gen::element(Judge::expected, Judge::worst);
  const Lesson lesson = teach(problem);
  RC_ASSERT(dishonesty(problem, lesson) == "");
  if (lesson.n > 0) {
    const Found near = direct_search(problem, lesson.n, 0, lesson.items.expanded());
    RC_ASSERT(contradiction(lesson, near) == "");
    RC_ASSERT(lesson.impedance <= near.impedance + 1e-6);  // at least a local optimum
  }
  RC_ASSERT(contradiction(lesson, direct_search(problem, 1 + lesson.n % 3, 1)) == "");
}

/// Where every eigenvalue can be lifted the posterior is μn = μ*, Λn = νn Σ*, and only n is left to choose.
TEST(MultivariateGaussian, closed_form_of_large_sets) {
  Random random(34);
  for (Index D = 1; D <= 4; ++D) {
    const Matrix root = Matrix::NullaryExpr(D, D, [&] { return random.normal(); });
    const MultivariateGaussian::Target target{Vector::Ones(D), root * root.transpose() + Matrix::Identity(D, D)};
    const MultivariateGaussian prior = random_prior(D, random, 0.3);
    const double price = 0.002 * static_cast<double>(D * D);
    double best = infinity;
    Index best_n = 0;
    for (Index n = 1; n <= 2000; ++n) {
      const double size = static_cast<double>(n), nu = prior.nu + size, kappa = prior.kappa + size;
      const RealMatrix sigma = target.covariance.cast<Real>();
      const double value = normal_density_loss(target.mean.cast<Real>(), sigma / kappa, target.mean.cast<Real>()) +
                           inverse_wishart_density_loss(nu, nu * sigma, sigma) + price * size;
      if (value < best) best = value, best_n = n;
    }
    const Problem<MultivariateGaussian> problem = problem_of(prior, target, per_item(price));
    const Lesson lesson = teach(problem);
    EXPECT_EQ(lesson.status, Status::optimal);
    EXPECT_EQ(lesson.n, best_n);
    EXPECT_NEAR(lesson.impedance, best, 1e-9 * scale_of(best));
    EXPECT_EQ(dishonesty(problem, lesson), "");
  }
}

/// Some coordinate has room for different items, not always the first.
TEST(MultivariateGaussian, distinct_items_of_a_flat_range) {
  const MultivariateGaussian learner{Vector::Zero(2), 1, 20, Matrix::Identity(2, 2)};
  Problem<MultivariateGaussian> problem =
      problem_of(learner, {Vector::Zero(2), Matrix::Identity(2, 2)}, per_item(0.1) + magnitude(2),
                 {.range = {{0, 0}, {1, 3}}, .distinct = true});
  problem = with_size(problem, 3, 3);
  const Lesson lesson = teach(problem);
  EXPECT_EQ(dishonesty(problem, lesson), "");
  problem.items.distinct = false;
  EXPECT_NEAR(lesson.impedance, teach(problem).impedance, 1e-9);
}

}  // namespace
}  // namespace didact::testing::multivariate_gaussian_test
