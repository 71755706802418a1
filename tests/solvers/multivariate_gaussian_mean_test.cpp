// multivariate-gaussian-mean: a quadratic problem in the sum, free, in a box, and on a lattice.

#include "lesson_laws.hpp"

#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace didact::testing::multivariate_gaussian_mean_test {
namespace {

using Cases = std::vector<std::pair<std::string, Problem<MultivariateGaussianMean>>>;

Matrix matrix(std::initializer_list<std::initializer_list<double>> rows) {
  return Matrix(rows);
}
Vector vector(std::initializer_list<double> values) {
  return Matrix({values}).transpose();
}

const MultivariateGaussianMean prior{matrix({{2, 0.9}, {0.9, 1}}), vector({3, -1}), matrix({{0.5, -0.2}, {-0.2, 2}})};
const MultivariateGaussianMean other{prior.covariance, vector({-1, 1}), matrix({{3, 0}, {0, 0.4}})};
const MultivariateGaussianMean::Target target{vector({1, 2})};

/// All items equal are as good as any: direct search over one item, shown n times, reaches every sum.
Found every_size(const Problem<MultivariateGaussianMean>& problem, Index most) {
  const auto [least, last] = size_window(problem, most);
  const ItemDomain domain = narrowed(problem.learners[0].value.domain(), problem.items);
  const Index D = domain.dimension();
  Found best;
  if (least == 0) best.consider(true_impedance(problem, Matrix(0, D)), Matrix(0, D));
  for (Index n = std::max<Index>(1, least); n <= last; ++n) {
    auto items = [&](const Vector& x) {
      Matrix rows(n, D);
      for (Index j = 0; j < D; ++j)
        rows.col(j).setConstant(std::clamp(x[j], domain.range[j].low, domain.range[j].high));
      return rows;
    };
    const auto [value, x] =
        nelder_mead([&](const Vector& y) { return true_impedance(problem, items(y)); }, Vector::Ones(D), 1, 3000);
    best.consider(value, items(x));
  }
  return best;
}

TEST(MultivariateGaussianMean, every_size_of_equal_items) {
  Problem<MultivariateGaussianMean> several = problem_of(prior, target, per_item(0.3));
  several.learners = {{0.3, prior}, {0.7, other}};
  Problem<MultivariateGaussianMean> worst = several;
  worst.judge = Judge::worst;
  Problem<MultivariateGaussianMean> unsure = problem_of(prior, target, per_item(0.1));
  unsure.target = std::vector<Weighted<MultivariateGaussianMean::Target>>{{0.5, target}, {0.5, {vector({0, 1})}}};
  Problem<MultivariateGaussianMean> family = problem_of(prior, target, per_item(0.1));
  family.target = MultivariateGaussianMean{prior.covariance, vector({1, 2}), matrix({{0.3, 0.1}, {0.1, 0.2}})};
  Problem<MultivariateGaussianMean> family_worst = family;
  family_worst.learners = several.learners;
  family_worst.judge = Judge::worst;
  const Cases cases{
      {"per item", problem_of(prior, target, per_item(0.3))},
      {"dear", problem_of(prior, target, per_item(50))},
      {"magnitude", problem_of(prior, target, per_item(0.2) + magnitude(0.1))},
      {"magnitude alone", problem_of(prior, target, magnitude(0.1))},
      {"range", problem_of(prior, target, per_item(0.2), {.range = {{-1, 1.5}}})},
      {"one for each", problem_of(prior, target, per_item(0.2), {.range = {{-1, 0}, {2.5, 9}}})},
      {"range, magnitude", problem_of(prior, target, per_item(0.2) + magnitude(0.1), {.range = {{-1, 1.5}}})},
      {"fixed", problem_of(prior, target, per_item(0.2) + fixed(1))},
      {"any size", problem_of(prior, target, of_size([](double n) { return 0.4 * n + 1 + std::cos(2 * n); }))},
      {"three", with_size(problem_of(prior, target), 3, 3)},
      {"expected", several},
      {"worst", worst},
      {"belief of points", unsure},
      {"belief of the family", family},
      {"belief of the family, worst", family_worst},
  };
  for (const auto& [name, problem] : cases) {
    SCOPED_TRACE(name);
    EXPECT_LE(expect_proven(problem, every_size(problem, 10)).n, 12);
  }
}

TEST(MultivariateGaussianMean, whole_items) {
  const ItemRules whole{.range = {{-1, 2}}, .integers = true};
  ItemRules distinct = whole;
  distinct.distinct = true;
  const Cases cases{
      {"in a box", problem_of(prior, target, per_item(0.4), whole)},
      {"magnitude", problem_of(prior, target, per_item(0.3) + magnitude(0.1), whole)},
      {"free", problem_of(prior, target, per_item(0.6), {.integers = true})},
      {"distinct", problem_of(prior, target, per_item(0.4), distinct)},
      {"distinct, magnitude", problem_of(prior, target, per_item(0.3) + magnitude(0.1), distinct)},
      {"distinct, free", problem_of(prior, target, per_item(0.6), {.integers = true, .distinct = true})},
      {"two", with_size(problem_of(prior, target, {}, whole), 2, 2)},
  };
  for (const auto& [name, problem] : cases) {
    SCOPED_TRACE(name);
    const bool proven = !problem.items.distinct;  // sums of distinct vectors have no simple description
    const Found best = exhaustive(problem, whole_pairs(-1, 2), 3);
    const Lesson lesson = proven ? expect_proven(problem, best) : expect_unbeaten(problem, best);
    EXPECT_LE(lesson.impedance, best.impedance + 0.05);
  }
}

TEST(MultivariateGaussianMean, every_distinct_item_there_is) {
  const Problem<MultivariateGaussianMean> problem =
      with_size(problem_of(prior, target, {}, {.range = {{0, 1}}, .integers = true, .distinct = true}), 4, 4);
  const Lesson lesson = expect_unbeaten(problem, exhaustive(problem, whole_pairs(0, 1), 4));
  EXPECT_EQ(lesson.n, 4);
}

TEST(MultivariateGaussianMean, worst_of_two_on_a_lattice) {
  Problem<MultivariateGaussianMean> problem =
      problem_of(prior, target, per_item(0.4), {.range = {{-1, 2}}, .integers = true});
  problem.learners = {{0.5, prior}, {0.5, other}};
  problem.judge = Judge::worst;
  const Found best = exhaustive(problem, whole_pairs(-1, 2), 3);
  EXPECT_LE(expect_unbeaten(problem, best).impedance, best.impedance + 0.05);
}

double drawn(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 1001) / 1000.0;
}

RC_GTEST_PROP(MultivariateGaussianMean, random_problems_are_solved_exactly, ()) {
  auto covariance = [] {
    const double a = std::exp(drawn(-1, 1)), b = std::exp(drawn(-1, 1));
    return matrix({{a * a, 0.9 * drawn(-1, 1) * a * b}, {0, b * b}}).selfadjointView<Eigen::Upper>().toDenseMatrix();
  };
  const Matrix items = covariance();
  auto learner = [&] { return MultivariateGaussianMean{items, vector({drawn(-2, 2), drawn(-2, 2)}), covariance()}; };
  Problem<MultivariateGaussianMean> problem =
      problem_of(learner(), {vector({drawn(-2, 2), drawn(-2, 2)})}, per_item(drawn(0.2, 1)));
  if (*rc::gen::arbitrary<bool>()) problem.effort = problem.effort + magnitude(drawn(0, 0.2));
  if (*rc::gen::arbitrary<bool>()) problem.items.range = {{drawn(-1, 0), drawn(0, 1)}, {drawn(-3, 0), drawn(0, 3)}};
  if (*rc::gen::inRange(0, 3) == 0) problem.learners = {{0.5, problem.learners[0].value}, {0.5, learner()}};
  problem.judge = *rc::gen::element(Judge::expected, Judge::worst);
  const Lesson lesson = teach(problem);
  RC_ASSERT(to_string(lesson.status) == "optimal");
  RC_ASSERT(dishonesty(problem, lesson) == "");
  RC_ASSERT(contradiction(lesson, every_size(problem, 4)) == "");
}

}  // namespace
}  // namespace didact::testing::multivariate_gaussian_mean_test
