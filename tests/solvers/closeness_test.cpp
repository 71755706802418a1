// The effort that grows as two items come close to each other.

#include "lesson_laws.hpp"
#include <didact/core/beyond_reach.hpp>

#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace didact::testing::closeness_test {
namespace {

double drawn(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 1001) / 1000.0;
}

Matrix grid(double low, double high, Index count) {
  return Vector::LinSpaced(count, low, high);
}

/// Every set of up to three items of a grid, then direct search from the best of each size and from random sets.
template <class L>
Found brute_force(const Problem<L>& problem, const Matrix& candidates, Index most = 3, int starts = 4) {
  const auto [least, last] = size_window(problem, most);
  Found best;
  for (Index n = least; n <= last; ++n) {
    Problem<L> sized = with_size(problem, n, n);
    Found found;
    if (n <= 3) found = exhaustive(sized, candidates, n);
    best.consider(found.impedance, found.items);
    if (n == 0) continue;
    const Found finer = direct_search(sized, n, starts, found.items);
    best.consider(finer.impedance, finer.items);
  }
  return best;
}

template <class L>
Problem<L> several(Problem<L> problem, const L& other, Judge judge) {
  problem.learners[0].weight = 0.4;
  problem.learners.push_back({0.6, other});
  problem.judge = judge;
  return problem;
}

template <class L>
using Cases = std::vector<std::pair<std::string, Problem<L>>>;

template <class L>
Cases<L> line_cases(const L& learner, const L& other, const typename L::Target& target,
                    const typename L::Target& another) {
  const Interval range{0.5, 3};
  Cases<L> cases{
      {"range", problem_of(learner, target, per_item(0.1) + closeness(0.1), {.range = {range}})},
      {"range, closeness alone", problem_of(learner, target, closeness(0.3), {.range = {range}})},
      {"range, magnitude",
       problem_of(learner, target, per_item(0.05) + closeness(0.1) + magnitude(0.02), {.range = {range}})},
      {"half line", problem_of(learner, target, per_item(0.1) + closeness(0.1), {.range = {{0.5, infinity}}})},
      {"other half", problem_of(learner, target, per_item(0.1) + closeness(0.1), {.range = {{0, 4}}})},
      {"magnitude", problem_of(learner, target, per_item(0.1) + closeness(0.1) + magnitude(0.05))},
      {"magnitude, no item price", problem_of(learner, target, closeness(0.2) + magnitude(0.05))},
      {"dear", problem_of(learner, target, closeness(50) + magnitude(0.01))},
      {"two", with_size(problem_of(learner, target, closeness(0.5) + magnitude(0.01)), 2, 2)},
      {"three in a narrow range", with_size(problem_of(learner, target, closeness(0.5), {.range = {{1, 1.25}}}), 3, 3)},
      {"distinct", problem_of(learner, target, per_item(0.1) + closeness(0.1), {.range = {range}, .distinct = true})},
      {"of size", problem_of(learner, target, closeness(0.1) + of_size([](double n) { return n == 3 ? 0 : 0.4 * n; }),
                             {.range = {range}})},
      {"a single item", problem_of(learner, target, closeness(0.1), {.range = {{0.75, 0.75}}})},
  };
  for (const Judge judge : {Judge::expected, Judge::worst}) {
    const std::string name = judge == Judge::worst ? "worst" : "expected";
    cases.push_back({name, several(cases[0].second, other, judge)});
    cases.push_back({name + ", magnitude", several(cases[5].second, other, judge)});
  }
  Problem<L> unsure = cases[0].second;
  unsure.target = std::vector<Weighted<typename L::Target>>{{0.5, target}, {0.5, another}};
  cases.push_back({"belief", unsure});
  return cases;
}

template <class L>
void expect_line_cases_solved(const Cases<L>& cases) {
  for (const auto& [name, problem] : cases) {
    SCOPED_TRACE(std::string(L::name) + ", " + name);
    const Interval range = narrowed(problem.learners[0].value.domain(), problem.items).range[0];
    expect_proven(problem, brute_force(problem, grid(std::max(0.0, range.low), std::min(4.0, range.high), 33), 5));
  }
}

TEST(Closeness, exponential) {
  expect_line_cases_solved(line_cases<Exponential>({2, 1}, {5, 9}, {0.5}, {1.5}));
}

TEST(Closeness, gaussian_mean) {
  expect_line_cases_solved(line_cases<GaussianMean>({1, -1, 0.5}, {1, 2, 3}, {1}, {0.5}));
}

/// One dimension of the multivariate model is the same line.
TEST(Closeness, multivariate_gaussian_mean_on_a_line) {
  const Vector one = Vector::Ones(1);
  const Matrix unit = Matrix::Identity(1, 1);
  const MultivariateGaussianMean learner{unit, -one, 0.5 * unit};
  for (const auto& [name, narrow] : line_cases<GaussianMean>({1, -1, 0.5}, {1, 2, 3}, {1}, {0.5})) {
    if (narrow.learners.size() > 1 || !std::holds_alternative<GaussianMean::Target>(narrow.target)) continue;
    SCOPED_TRACE(name);
    Problem<MultivariateGaussianMean> problem = problem_of(learner, {one}, narrow.effort, narrow.items);
    problem.min_size = narrow.min_size;
    problem.max_size = narrow.max_size;
    EXPECT_NEAR(teach(problem).impedance, teach(narrow).impedance, 1e-9);
  }
}

template <class L>
void expect_whole_cases_solved(const L& learner, const L& other, const typename L::Target& target) {
  const ItemRules rules{.range = {{0, 9}}, .integers = true};
  const Cases<L> cases{
      {"per item", problem_of(learner, target, per_item(0.1) + closeness(0.2), rules)},
      {"alone", problem_of(learner, target, closeness(0.3), rules)},
      {"magnitude", problem_of(learner, target, per_item(0.05) + closeness(0.3) + magnitude(0.01), rules)},
      {"magnitude, four", with_size(problem_of(learner, target, closeness(1) + magnitude(0.003), rules), 4, 4)},
      {"narrow", problem_of(learner, target, closeness(0.2), {.range = {{2, 4}}, .integers = true})},
      {"worst", several(problem_of(learner, target, closeness(0.2) + magnitude(0.005), rules), other, Judge::worst)},
      {"distinct", problem_of(learner, target, per_item(0.1) + closeness(0.2),
                              {.range = {{0, 9}}, .integers = true, .distinct = true})},
  };
  for (const auto& [name, problem] : cases) {
    SCOPED_TRACE(std::string(L::name) + ", " + name);
    const Interval range = problem.items.range[0];
    expect_proven(problem, exhaustive(problem, whole_items(range.low, range.high), 6));
  }
}

TEST(Closeness, whole_numbers) {
  expect_whole_cases_solved<Poisson>({2, 1}, {8, 1}, {4});
  expect_whole_cases_solved<Geometric>({2, 3}, {1, 9}, {0.25});
  expect_whole_cases_solved<GaussianMean>({1, 2, 0.5}, {1, 8, 3}, {5});
  expect_whole_cases_solved<Exponential>({2, 1}, {5, 9}, {0.25});
}

TEST(Closeness, counts_without_a_range) {
  const Problem<Poisson> poisson = problem_of(Poisson{2, 1}, {4}, closeness(0.2));
  expect_proven(poisson, exhaustive(poisson, whole_items(0, 16), 5));
  const Problem<Geometric> geometric = problem_of(Geometric{2, 3}, {0.25}, closeness(0.2) + per_item(0.05));
  expect_proven(geometric, exhaustive(geometric, whole_items(0, 16), 5));
}

TEST(Closeness, bernoulli) {
  for (const double c : {0.01, 0.3, 2.0}) {
    for (const double p : {0.1, 0.5}) {
      Problem<Bernoulli> problem = problem_of(Bernoulli{1.5, 0.7}, {p}, closeness(c));
      EXPECT_LE(expect_proven(problem, exhaustive(problem, whole_items(0, 1), 4)).n, 2);
      problem = several(problem, Bernoulli{3, 3}, Judge::worst);
      expect_proven(problem, exhaustive(problem, whole_items(0, 1), 4));
    }
  }
}

TEST(Closeness, gaussian) {
  const Gaussian learner{0, 1, 2, 3}, other{2, 3, 1, 1};
  const Gaussian::Target target{1, 0.5};
  Cases<Gaussian> cases{
      {"alone", problem_of(learner, target, closeness(0.2))},
      {"per item", problem_of(learner, target, closeness(0.2) + per_item(0.2))},
      {"dear", problem_of(learner, target, closeness(5) + per_item(0.01))},
      {"magnitude", problem_of(learner, target, closeness(0.2) + magnitude(0.1))},
      {"two", with_size(problem_of(learner, target, closeness(3)), 2, 2)},
      {"three", with_size(problem_of(learner, target, closeness(0.5)), 3, 3)},
  };
  cases.push_back({"expected", several(cases[1].second, other, Judge::expected)});
  cases.push_back({"worst", several(cases[1].second, other, Judge::worst)});
  for (const auto& [name, problem] : cases) {
    SCOPED_TRACE(name);
    expect_proven(problem, brute_force(problem, grid(-2, 4, 25), 5));
  }
}

TEST(Closeness, gaussian_in_a_range) {
  const Gaussian learner{0, 1, 2, 3};
  for (const Interval& range : {Interval{-4, 5}, Interval{0, 1.5}, Interval{0, infinity}, Interval{-infinity, 0.5}}) {
    for (const double c : {0.05, 0.5}) {
      for (const double m : {0.0, 0.1}) {
        SCOPED_TRACE(std::to_string(range.low) + " " + std::to_string(range.high) + " " + std::to_string(c));
        const Problem<Gaussian> problem =
            problem_of(learner, {1, 0.5}, closeness(c) + per_item(0.1) + magnitude(m), {.range = {range}});
        const Found best = brute_force(problem, grid(std::max(-4.0, range.low), std::min(5.0, range.high), 25), 5);
        const Lesson lesson = expect_unbeaten(problem, best);
        EXPECT_LE(lesson.impedance, best.impedance + 1e-6);
        if (range.low == -4) {
          EXPECT_EQ(to_string(lesson.status), "optimal");
        }
      }
    }
  }
}

TEST(Closeness, whole_gaussian_items) {
  for (const double c : {0.1, 1.0}) {
    const Problem<Gaussian> problem = with_size(problem_of(Gaussian{0, 1, 2, 3}, {1.3, 4}, closeness(c) + per_item(0.1),
                                                           {.range = {{-5, 6}}, .integers = true}),
                                                0, 6);
    const Found best = exhaustive(problem, whole_items(-5, 6), 6);
    EXPECT_NEAR(expect_unbeaten(problem, best).impedance, best.impedance, 1e-9);
  }
}

/// Without a range or a price for large items, items part for ever: what they approach is the optimum without the
/// effort.
TEST(Closeness, items_part_without_end) {
  for (const bool integers : {false, true}) {
    const Problem<GaussianMean> loose =
        problem_of(GaussianMean{1, -1, 0.5}, {1}, per_item(0.1), {.integers = integers});
    Problem<GaussianMean> close = loose;
    close.effort.closeness = 0.3;
    const Lesson without = teach(loose), lesson = teach(close);
    ASSERT_GT(without.n, 1);
    EXPECT_EQ(lesson.status, Status::unbounded);
    EXPECT_EQ(lesson.direction, Direction::spread_items);
    EXPECT_EQ(dishonesty(close, lesson), "");
    EXPECT_NEAR(lesson.lower_bound, without.impedance, 1e-10);
    EXPECT_LE(lesson.impedance, without.impedance + 1e-4);
    EXPECT_GT(lesson.impedance, without.impedance);
    close.max_size = 1;
    EXPECT_EQ(teach(close).status, Status::optimal);
    close.max_size = {};
    close.effort.per_item = 30;
    EXPECT_EQ(teach(close).status, Status::optimal);
    close.effort.per_item = 0;
    EXPECT_EQ(teach(close).direction, Direction::more_items);
  }
}

TEST(Closeness, vectors_part_without_end) {
  const Matrix unit = Matrix::Identity(2, 2);
  Problem<MultivariateGaussianMean> problem =
      problem_of(MultivariateGaussianMean{unit, Vector::Zero(2), unit}, {Vector::Constant(2, 1.5)}, per_item(0.1));
  const double without = teach(problem).impedance;
  problem.effort.closeness = 0.2;
  for (const std::vector<Interval>& range : {std::vector<Interval>{}, {{0, 4}, {-infinity, infinity}}}) {
    problem.items.range = range;
    const Lesson lesson = teach(problem);
    EXPECT_EQ(lesson.direction, Direction::spread_items);
    EXPECT_NEAR(lesson.lower_bound, without, 1e-9);
    EXPECT_EQ(dishonesty(problem, lesson), "");
  }
}

/// A price for large items: up to D + 1 of them are a regular simplex, proven.
TEST(Closeness, vectors_with_a_magnitude_effort) {
  const Matrix unit = Matrix::Identity(2, 2);
  const MultivariateGaussianMean learner{unit, Vector::Zero(2), unit};
  for (const double m : {0.05, 0.2}) {
    const Problem<MultivariateGaussianMean> problem =
        problem_of(learner, {Vector::Constant(2, 1.5)}, per_item(0.3) + closeness(0.2) + magnitude(m));
    const Lesson lesson = expect_unbeaten(problem, brute_force(problem, whole_pairs(-1, 4) * 0.8, 4, 6));
    EXPECT_LE(lesson.impedance - lesson.lower_bound, 0.2);
    for (const Index n : {2, 3}) {
      const Problem<MultivariateGaussianMean> sized = with_size(problem, n, n);
      expect_proven(sized, direct_search(sized, n, 10));
    }
  }
}

template <class L>
void expect_near_brute_force(const Problem<L>& problem, const Matrix& candidates) {
  const Found best = brute_force(problem, candidates, 4, 8);
  const Lesson lesson = expect_unbeaten(problem, best);
  EXPECT_LE(lesson.impedance, best.impedance + 1e-6);
  EXPECT_TRUE(std::isfinite(lesson.lower_bound));
}

TEST(Closeness, vectors_in_a_range) {
  const Matrix unit = Matrix::Identity(2, 2);
  Matrix prior(2, 2);
  prior << 1, 0.4, 0.4, 0.5;
  const MultivariateGaussianMean learner{unit, Vector::Zero(2), prior};
  const Vector mean = Vector::Constant(2, 0.7);
  for (const bool integers : {false, true}) {
    const ItemRules rules{.range = {{-1, 2}}, .integers = integers};
    const Matrix candidates = integers ? whole_pairs(-1, 2) : Matrix(whole_pairs(-2, 4) * 0.5);
    for (const double c : {0.1, 1.0}) {
      SCOPED_TRACE(std::to_string(c) + (integers ? " integers" : ""));
      Problem<MultivariateGaussianMean> problem = problem_of(learner, {mean}, per_item(0.3) + closeness(c), rules);
      problem.max_size = 4;
      const Found best = integers ? exhaustive(problem, candidates, 4) : brute_force(problem, candidates, 4, 8);
      EXPECT_LE(expect_unbeaten(problem, best).impedance, best.impedance + 1e-6);
    }
  }
}

TEST(Closeness, multivariate_gaussian) {
  const MultivariateGaussian learner{Vector::Zero(2), 1, 4, Matrix::Identity(2, 2)};
  Matrix covariance(2, 2);
  covariance << 1, 0.3, 0.3, 0.6;
  const MultivariateGaussian::Target target{Vector::Constant(2, 0.5), covariance};
  for (const double m : {0.0, 0.1}) {
    for (const double c : {0.05, 0.5}) {
      SCOPED_TRACE(std::to_string(m) + " " + std::to_string(c));
      const Effort effort = per_item(0.4) + closeness(c) + magnitude(m);
      expect_near_brute_force(problem_of(learner, target, effort), whole_pairs(-2, 2));
      expect_near_brute_force(problem_of(learner, target, effort, {.range = {{-1, 1.5}}}), whole_pairs(-1, 1));
    }
  }
}

/// A range far wider than the items need.
TEST(Closeness, vectors_in_a_wide_range) {
  const Matrix unit = Matrix::Identity(2, 2);
  Problem<MultivariateGaussianMean> problem =
      problem_of(MultivariateGaussianMean{unit, Vector::Zero(2), unit}, {Vector::Ones(2)}, closeness(0.3),
                 {.range = {{0, 1e9}, {0, 5}}});
  problem.max_size = 3;
  expect_near_brute_force(problem, whole_pairs(0, 5));
}

/// Nothing but closeness keeps sets small: still a set, and a bound.
TEST(Closeness, alone_in_several_dimensions) {
  const Matrix unit = Matrix::Identity(2, 2);
  const Problem<MultivariateGaussian> free =
      problem_of(MultivariateGaussian{Vector::Zero(2), 1, 4, unit}, {Vector::Constant(2, 0.5), unit}, closeness(2));
  expect_near_brute_force(free, whole_pairs(-2, 2));
  const Problem<MultivariateGaussianMean> boxed =
      problem_of(MultivariateGaussianMean{unit, Vector::Zero(2), unit}, {Vector::Constant(2, 0.7)}, closeness(3),
                 {.range = {{-1, 2}}});
  expect_near_brute_force(boxed, whole_pairs(-1, 2));
}

TEST(Closeness, evaluation_counts_equal_items_as_infinitely_dear) {
  const Problem<GaussianMean> problem = problem_of(GaussianMean{1, 0, 1}, {1}, closeness(0.5));
  EXPECT_EQ(evaluate(problem, {Matrix::Ones(1, 1), {2}}).effort, infinity);
  EXPECT_EQ(evaluate(problem, {Matrix::Ones(1, 1), {1}}).effort, 0);
  EXPECT_EQ(evaluate(problem, {Vector::LinSpaced(3, 0, 4), {1, 1, 1}}).effort, 0.25);
  EXPECT_THROW(teach(problem_of(Categorical{{1, 1}}, {{0.5, 0.5}}, closeness(1))), std::invalid_argument);
}

/// No set of any kind lies below the bound.
template <class L>
void check_bound(const Problem<L>& problem) {
  const Lesson lesson = teach(problem);
  RC_ASSERT(dishonesty(problem, lesson) == "");
  const ItemDomain domain = narrowed(problem.learners[0].value.domain(), problem.items);
  Found best;
  for (int trial = 0; trial < 300; ++trial) {
    const Index most = std::min<Index>(4, problem.max_size.value_or(4));
    Matrix items(*rc::gen::inRange<Index>(0, most + 1), domain.dimension());
    const double width = std::exp(drawn(-1, 1.5)), centre = drawn(-2, 2);
    for (Index j = 0; j < items.cols(); ++j) {
      for (double& x : items.col(j)) {
        x = centre + width * drawn(-1, 1);
        if (domain.integers) x = std::round(x);
        x = std::clamp(x, domain.range[j].low, domain.range[j].high);
      }
    }
    best.consider(true_impedance(problem, items), items);
  }
  RC_ASSERT(contradiction(lesson, best) == "");
}

Effort drawn_effort() {
  return per_item(drawn(0.05, 0.5)) + closeness(std::exp(drawn(-4, 1))) + magnitude(drawn(-0.1, 0.1) > 0 ? 0.05 : 0);
}

ItemRules drawn_rules() {
  ItemRules rules;
  const double low = drawn(-2, 1);
  if (*rc::gen::arbitrary<bool>()) rules.range = {{low, low + drawn(1, 4)}};
  rules.integers = *rc::gen::inRange(0, 3) == 0;
  return rules;
}

RC_GTEST_PROP(Closeness, bounds_of_gaussian_mean, ()) {
  check_bound(
      problem_of(GaussianMean{1, drawn(-2, 2), std::exp(drawn(-1, 1))}, {drawn(-2, 2)}, drawn_effort(), drawn_rules()));
}

RC_GTEST_PROP(Closeness, bounds_of_gaussian, ()) {
  check_bound(problem_of(Gaussian{drawn(-2, 2), drawn(0.5, 3), drawn(1, 3), drawn(0.5, 3)},
                         {drawn(-2, 2), drawn(0.3, 3)}, drawn_effort(), drawn_rules()));
}

RC_GTEST_PROP(Closeness, bounds_of_multivariate_gaussian, ()) {
  const Matrix unit = Matrix::Identity(2, 2);
  Problem<MultivariateGaussian> problem = problem_of(
      MultivariateGaussian{Vector::Constant(2, drawn(-1, 1)), drawn(0.5, 3), drawn(3, 5), drawn(0.5, 2) * unit},
      {Vector::Constant(2, drawn(-1, 1)), drawn(0.5, 2) * unit}, drawn_effort(), drawn_rules());
  problem.max_size = 3;
  check_bound(problem);
}

/// Items that differ are placed one by one; so many are refused before they are.
TEST(Closeness, more_items_than_can_be_placed_are_refused) {
  for (const auto& [prior, range] : {std::pair{GaussianMean{1600, -25000, 1}, Interval{-116200, 5}},
                                     std::pair{GaussianMean{44.37, -2082000, 0.7122}, Interval{-1.85, 0.1552}}}) {
    try {
      teach(problem_of(prior, {0}, per_item(0.01) + closeness(0.2), {.range = {range}}));
      FAIL() << "was not refused";
    } catch (const BeyondReach& error) {
      EXPECT_EQ(error.path(), "effort.closeness");
    }
  }
}

/// Whole items are at least 1 apart: the relaxed problem knows, so it does not lead to sizes beyond all reach.
TEST(Closeness, whole_items_far_from_what_is_believed) {
  Problem<Geometric> problem = problem_of(Geometric{1, 6e14}, {0.5}, per_item(0.1) + magnitude(0.001) + closeness(1));
  const Lesson lesson = teach(problem);
  EXPECT_EQ(to_string(lesson.status), "optimal");
  for (const Index n : {20, 40, 42, 60}) {
    EXPECT_LE(lesson.impedance, teach(with_size(problem, n, n)).impedance * (1 + 1e-12)) << n;
  }
}

/// Few items are valued as they are placed, many by what they have in common: there is no step between them.
TEST(Closeness, many_items_are_worth_what_they_are_placed_for) {
  for (const bool whole : {false, true}) {
    Problem<Exponential> problem =
        problem_of(Exponential{2, 1}, {1e-5}, per_item(1e-5) + magnitude(1e-16) + closeness(0.1),
                   {.range = {{0, 1e6}}, .integers = whole});
    for (const Index n : {9'999, 10'001, 20'000}) {
      const Lesson lesson = teach(with_size(problem, n, n));
      EXPECT_EQ(lesson.n, n);
      EXPECT_NEAR(lesson.impedance, lesson.lower_bound, 1e-9 * std::abs(lesson.impedance)) << n << whole;
    }
  }
}

}  // namespace
}  // namespace didact::testing::closeness_test
