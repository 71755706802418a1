// gaussian: mean and variance of numbers, free, in a range, and whole.

#include "lesson_laws.hpp"
#include "solvers/gaussian_line.hpp"

#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <set>

namespace didact::testing::gaussian_test {
namespace {

using Cases = std::vector<std::pair<std::string, Problem<Gaussian>>>;

const Gaussian prior{1, 1, 2, 2};
const Gaussian::Target standard{0, 1};

/// Direct search over the items of each size; the lesson's own items are one of the starts.
Found search_sets(const Problem<Gaussian>& problem, Index most, int starts, const Matrix& hint) {
  const auto [least, last] = size_window(problem, most);
  Found best;
  if (least == 0) best.consider(true_impedance(problem, Matrix(0, 1)), Matrix(0, 1));
  for (Index n = std::max<Index>(1, least); n <= last; ++n) {
    const Found found = direct_search(problem, n, starts, hint);
    best.consider(found.impedance, found.items);
  }
  return best;
}

Lesson expect_real_case(const Problem<Gaussian>& problem, Index most = 5, int starts = 4) {
  return expect_unbeaten(problem, search_sets(problem, most, starts, teach(problem).items.expanded()));
}

void expect_proven_cases(const Cases& cases, Index most = 5, int starts = 4) {
  for (const auto& [name, problem] : cases) {
    SCOPED_TRACE(name);
    const Lesson lesson = expect_real_case(problem, most, starts);
    EXPECT_EQ(lesson.status, Status::optimal) << to_string(lesson.status) << lesson;
  }
}

double bumpy(double n) {
  return 0.2 * n + (static_cast<int>(n) % 2 ? 0.3 : 0);
}

TEST(Gaussian, direct_search_over_free_items) {
  Cases cases{
      {"per item", problem_of(prior, standard, per_item(0.3))},
      {"dear", problem_of(prior, standard, per_item(5))},
      {"fixed", problem_of(prior, standard, per_item(0.3) + fixed(0.2))},
      {"magnitude", problem_of(prior, standard, per_item(0.2) + magnitude(0.05))},
      {"magnitude alone", problem_of(prior, {1, 0.5}, magnitude(0.1))},
      {"bumpy", problem_of(prior, standard, of_size(bumpy))},
      {"one", with_size(problem_of(prior, standard), 1, 1)},
      {"two", with_size(problem_of(prior, standard), 2, 2)},
      {"too wide a prior", problem_of(Gaussian{1, 1, 2, 50}, standard, per_item(0.3))},
      {"narrow prior, far off", problem_of(Gaussian{6, 3, 0.5, 0.01}, standard, per_item(0.3))},
      {"tiny variance", problem_of(Gaussian{0, 1, 1, 1}, {3, 1e-4}, per_item(0.3))},
  };
  Problem<Gaussian> limited = problem_of(prior, standard);
  limited.limits.max_items = 3;
  cases.push_back({"at most three", limited});
  expect_proven_cases(cases);
}

TEST(Gaussian, several_learners) {
  Problem<Gaussian> problem = problem_of(prior, standard, per_item(0.3));
  problem.learners = {{0.4, prior}, {0.6, {-1, 2, 1, 5}}};
  expect_proven_cases({{"expected", problem}});
  problem.judge = Judge::worst;
  expect_proven_cases({{"worst", problem}});
  problem.effort = per_item(0.3) + magnitude(0.05);
  expect_proven_cases({{"worst, magnitude", problem}});
}

TEST(Gaussian, beliefs) {
  Problem<Gaussian> problem = problem_of(prior, standard, per_item(0.1));
  problem.target = std::vector<Weighted<Gaussian::Target>>{{0.5, {0, 1}}, {0.5, {1, 2}}};
  expect_proven_cases({{"points", problem}}, 4);
  problem.effort = {};
  expect_proven_cases({{"points, no effort", problem}}, 4);
  problem.learners = {{0.5, prior}, {0.5, {-1, 2, 1, 5}}};
  expect_proven_cases({{"points, expected", problem}}, 3);
  problem.judge = Judge::worst;
  expect_proven_cases({{"points, worst", problem}}, 3);

  Problem<Gaussian> family = problem_of(prior, standard, per_item(0.1));
  family.target = Gaussian{0.5, 4, 6, 5};
  const Lesson lesson = teach(family);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_EQ(dishonesty(family, lesson), "");  // by quadrature over the belief
}

/// docs/mathematics.md §4: for a single item the loss has two minima, and only one of them is the least.
TEST(Gaussian, two_minima_for_one_item) {
  const Gaussian learner{0.1, 1, 0.5, 0.005};  // κ0 = ν0 = 1, Λ0 = 0.01
  const Problem<Gaussian> problem = with_size(problem_of(learner, standard), 1, 1);
  const Lesson lesson = expect_real_case(problem, 1, 12);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_NEAR(lesson.items.rows(0, 0), -1.36, 0.005);
  auto at = [&](double x) { return true_impedance(problem, Matrix::Constant(1, 1, x)); };
  EXPECT_LT(at(1.455), at(1.40));  // the other one is there
  EXPECT_LT(at(1.455), at(1.51));
  EXPECT_NEAR(at(1.455) - lesson.impedance, 1.490 - 1.208, 0.001);
}

/// docs/mathematics.md §2: the hull promises what no two items can do.
TEST(Gaussian, a_range_whose_hull_is_not_reached) {
  const Problem<Gaussian> problem =
      with_size(problem_of(Gaussian{0, 1, 1, 0.5}, {0.5, 1}, {}, {.range = {{0, 1}}}), 2, 2);
  const Lesson lesson = expect_real_case(problem, 2, 12);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_NEAR(lesson.impedance, 1.6093, 5e-5);
  ASSERT_TRUE(lesson.relaxed);
  EXPECT_NEAR(lesson.relaxed->impedance, 1.5117, 5e-5);
}

TEST(Gaussian, direct_search_in_a_range) {
  const Gaussian near{0, 1, 1, 0.5};
  const Gaussian::Target wide{0.5, 1};
  Cases cases{
      {"unit interval", problem_of(near, wide, per_item(0.05), {.range = {{0, 1}}})},
      {"interval that does not matter", problem_of(prior, standard, per_item(0.3), {.range = {{-9, 9}}})},
      {"away from the target", problem_of(prior, standard, per_item(0.2), {.range = {{1, 2}}})},
      {"half line above", problem_of(prior, standard, per_item(0.2), {.range = {{0.5, infinity}}})},
      {"half line below", problem_of(prior, standard, per_item(0.2), {.range = {{-infinity, -0.5}}})},
      {"a single item", problem_of(prior, standard, per_item(0.2), {.range = {{0.5, 0.5}}})},
      {"magnitude", problem_of(near, wide, per_item(0.05) + magnitude(0.1), {.range = {{0, 1}}})},
  };
  for (Index n = 1; n <= 4; ++n) {
    cases.push_back(
        {"unit interval, " + std::to_string(n), with_size(problem_of(near, wide, {}, {.range = {{0, 1}}}), n, n)});
    cases.push_back(
        {"far, " + std::to_string(n), with_size(problem_of(prior, standard, {}, {.range = {{1, 2}}}), n, n)});
  }
  expect_proven_cases(cases, 4, 6);
}

void expect_whole_cases(const Cases& cases, Index most = 5) {
  for (const auto& [name, problem] : cases) {
    SCOPED_TRACE(name);
    const Interval range = narrowed(prior.domain(), problem.items).range[0];
    const Matrix items = whole_items(std::max(range.low, -5.0), std::min(range.high, 6.0));
    EXPECT_LE(expect_proven(problem, exhaustive(problem, items, most)).n, most);
  }
}

TEST(Gaussian, every_set_of_whole_items) {
  const Gaussian::Target wide{0.6, 4};
  const ItemRules whole{.integers = true};
  Cases cases{
      {"free", problem_of(Gaussian{0, 1, 1, 0.5}, wide, per_item(0.35), whole)},
      {"magnitude", problem_of(Gaussian{0, 1, 1, 0.5}, wide, per_item(0.25) + magnitude(0.02), whole)},
      {"range", problem_of(prior, wide, per_item(0.3), {.range = {{-1, 2}}, .integers = true})},
      {"two values", problem_of(prior, wide, per_item(0.3), {.range = {{0, 1}}, .integers = true})},
      {"distinct", problem_of(prior, wide, per_item(0.3), {.range = {{-2, 3}}, .integers = true, .distinct = true})},
      {"distinct, free",
       problem_of(Gaussian{0, 1, 1, 0.5}, wide, per_item(0.35), {.integers = true, .distinct = true})},
  };
  for (Index n = 1; n <= 5; ++n) {
    cases.push_back({"size " + std::to_string(n), with_size(problem_of(prior, wide, {}, whole), n, n)});
  }
  expect_whole_cases(cases);
}

TEST(Gaussian, all_distinct_items_there_are) {
  const Problem<Gaussian> problem =
      with_size(problem_of(prior, {0.6, 4}, {}, {.range = {{-1, 2}}, .integers = true, .distinct = true}), 4, 4);
  const Lesson lesson = expect_proven(problem, exhaustive(problem, whole_items(-1, 2), 4));
  EXPECT_EQ(lesson.n, 4);
}

/// Distinct real items: any scatter does, unless the best scatter is none at all or all items should be at the ends.
TEST(Gaussian, distinct_items) {
  const ItemRules distinct{.distinct = true};
  Problem<Gaussian> problem = problem_of(prior, standard, per_item(0.3), distinct);
  EXPECT_EQ(expect_real_case(problem).status, Status::optimal);

  auto expect_approached = [](const Problem<Gaussian>& strict) {
    Problem<Gaussian> loose = strict;
    loose.items.distinct = false;
    const Lesson free = teach(loose), lesson = teach(strict);
    ASSERT_GT(free.n, 1);
    EXPECT_EQ(lesson.status, Status::unbounded);
    EXPECT_EQ(lesson.direction, Direction::closer_items);
    EXPECT_EQ(dishonesty(strict, lesson), "");
    EXPECT_NEAR(lesson.lower_bound, free.impedance, 1e-9);
    EXPECT_NEAR(lesson.impedance, free.impedance, 1e-4);
  };
  {
    SCOPED_TRACE("no scatter wanted");
    expect_approached(with_size(problem_of(Gaussian{0, 1, 1, 100}, {0.5, 1}, {}, distinct), 3, 3));
  }
  {
    SCOPED_TRACE("no scatter wanted, range");
    expect_approached(
        with_size(problem_of(Gaussian{0, 1, 1, 100}, {0.5, 1}, {}, {.range = {{0, 1}}, .distinct = true}), 3, 3));
  }
  {
    SCOPED_TRACE("all at the ends");
    expect_approached(
        with_size(problem_of(Gaussian{0, 1, 1, 0.5}, {0.5, 1}, {}, {.range = {{0, 1}}, .distinct = true}), 4, 4));
  }
}

double drawn(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 1001) / 1000.0;
}

Gaussian drawn_prior() {
  return {drawn(-2, 2), std::exp(drawn(-2, 2)), std::exp(drawn(-1, 2)), std::exp(drawn(-4, 2))};
}

RC_GTEST_PROP(Gaussian, random_whole_problems_are_solved_exactly, ()) {
  Problem<Gaussian> problem =
      problem_of(drawn_prior(), {drawn(-2, 2), std::exp(drawn(-2, 2))}, per_item(drawn(0.1, 0.8)),
                 {.range = {{-2, *rc::gen::inRange(-1, 4) + 0.5}}, .integers = true});
  problem.items.distinct = *rc::gen::inRange(0, 4) == 0;
  problem.max_size = 4;
  const double high = narrowed(prior.domain(), problem.items).range[0].high;
  const Lesson lesson = teach(problem);
  RC_ASSERT(to_string(lesson.status) == "optimal");
  RC_ASSERT(dishonesty(problem, lesson) == "");
  RC_ASSERT(contradiction(lesson, exhaustive(problem, whole_items(-2, high), 4)) == "");
}

/// Of a set that exists, or of one with other squares: each moment of so few numbers is had or is proven not to be.
RC_GTEST_PROP(Gaussian, distinct_whole_items_are_found_by_their_moments, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const Index n = *rc::gen::inRange(1, 40);
  std::vector<double> drawn;
  double s = 0, S = 0;
  for (double x = -std::floor(20 * random.uniform()); static_cast<Index>(drawn.size()) < n; ++x) {
    if (random.uniform() < 0.4) continue;
    drawn.push_back(x);
    s += x, S += x * x;
  }
  bool complete = false;
  const auto items = solvers::integers_with_moments(n, s, S, {-infinity, infinity}, true, complete);
  RC_ASSERT(complete);
  RC_ASSERT(static_cast<Index>(items.size()) == n);
  double sum = 0, squares = 0;
  for (const double x : items) sum += x, squares += x * x;
  RC_ASSERT(sum == s && squares == S);
  RC_ASSERT(static_cast<Index>(std::set<double>(items.begin(), items.end()).size()) == n);
  const double least = static_cast<double>(n * n * (n * n - 1)) / 12;
  const double less = std::floor((s * s + least) / static_cast<double>(n)) - 1;  // than any distinct items have
  RC_ASSERT(solvers::integers_with_moments(n, s, less, {-infinity, infinity}, true, complete).empty() && complete);
}

TEST(Gaussian, many_distinct_whole_items) {
  Problem<Gaussian> problem =
      problem_of(Gaussian{-3.88, 2.45, 4.67, 5.46}, {3.12, 4.94}, per_item(0.25), {.integers = true, .distinct = true});
  const Lesson lesson = teach(problem);
  EXPECT_EQ(lesson.status, Status::optimal) << lesson;
  for (Index n = 1; n <= 30; ++n) {
    const Lesson sized = teach(with_size(problem, n, n));
    EXPECT_EQ(sized.status, Status::optimal) << n;
    EXPECT_GE(sized.impedance, lesson.impedance - 1e-9) << n;
  }
}

TEST(Gaussian, a_mean_that_is_right_with_a_scale_too_large_leaves_no_scatter) {
  Problem<Gaussian> problem = problem_of(Gaussian{-1.6, 0.5, 0.5, 1.8}, {-1.6, 0.7}, per_item(0.1));
  for (const Index n : {2, 3}) {
    problem.min_size = problem.max_size.emplace(n);
    expect_proven_cases({{"free", problem}});
  }
}

TEST(Gaussian, an_end_of_the_range_that_rounding_puts_beside_a_step_is_no_trap) {
  Problem<Gaussian> problem = problem_of(Gaussian{0.1 * -20, 0.1 * 10, 0.1 * 15, 0.1 * 9}, {0.1 * -6, 0.1 * 4});
  problem.items.range = {{-1.5, 0.1 * -1}};
  problem.min_size = problem.max_size.emplace(2);
  const Lesson lesson = teach(problem);
  EXPECT_NEAR(lesson.impedance, 0.358192775, 1e-8);
}

RC_GTEST_PROP(Gaussian, random_real_problems_are_not_beaten, ()) {
  Problem<Gaussian> problem =
      problem_of(drawn_prior(), {drawn(-2, 2), std::exp(drawn(-2, 2))}, per_item(drawn(0.1, 0.8)));
  if (*rc::gen::arbitrary<bool>()) problem.effort = problem.effort + magnitude(drawn(0, 0.1));
  if (*rc::gen::arbitrary<bool>()) {
    const double low = drawn(-3, 2);
    problem.items.range = {{low, low + drawn(0, 3)}};
  }
  problem.max_size = 3;
  const Lesson lesson = teach(problem);
  RC_ASSERT(to_string(lesson.status) == "optimal");
  RC_ASSERT(dishonesty(problem, lesson) == "");
  // A coarse grid of up to three items finds any gross error; the lesson's own neighbourhood the fine ones.
  const Interval range = narrowed(prior.domain(), problem.items).range[0];
  const Vector grid = Vector::LinSpaced(13, std::max(range.low, -5.0), std::min(range.high, 5.0));
  RC_ASSERT(contradiction(lesson, exhaustive(problem, grid, 3)) == "");
  if (lesson.n > 0)
    RC_ASSERT(contradiction(lesson, direct_search(problem, lesson.n, 0, lesson.items.expanded())) == "");
}

/// Two equal items moved apart add an even number of squares, and leave the sum.
RC_GTEST_PROP(Gaussian, even_whole_items_are_spread_to_any_squares, ()) {
  const Index n = *rc::gen::inRange<Index>(20, 200);
  const double s = *rc::gen::inRange(-500, 500), size = static_cast<double>(n);
  const double base = std::floor(s / size), upper = s - size * base;
  const double least = (size - upper) * base * base + upper * (base + 1) * (base + 1);
  const double S = least + 2 * *rc::gen::inRange(0, 5000);
  const std::vector<double> items = solvers::spread_integers(n, s, S, {-infinity, infinity});
  RC_ASSERT(static_cast<Index>(items.size()) == n);
  double sum = 0, squares = 0;
  for (const double x : items) sum += x, squares += x * x;
  RC_ASSERT(sum == s && squares == S);
}

/// By another road: at each size and sum all squares from the least ones on, two by two, can be had.
TEST(Gaussian, whole_items_of_many_sizes_are_proven) {
  const Gaussian learner{-1.31, 18.73, 0.9124, 3.406};
  const Lesson lesson = teach(problem_of(learner, {2.86, 0.2144}, per_item(0.02761), {.integers = true}));
  EXPECT_EQ(to_string(lesson.status), "optimal");
  EXPECT_NEAR(lesson.impedance, 55.95317574741792, 1e-8);
}

/// Distinct whole items have scatter whether it is wanted or not; and there may be more of them than calls can be
/// nested.
TEST(Gaussian, more_distinct_whole_items_than_calls_can_be_nested) {
  const Gaussian learner{0, 1672, 0.3592, 9051};
  Problem<Gaussian> problem =
      problem_of(learner, {4.52, 0.2403}, per_item(0.001), {.integers = true, .distinct = true});
  const Lesson best = teach(problem);
  EXPECT_EQ(to_string(best.status), "optimal");
  EXPECT_EQ(dishonesty(problem, best), "");
  for (const Index n : {1, 2, 3, 5, 8, 20}) {
    const Lesson other = teach(with_size(problem, n, n));
    EXPECT_LE(best.lower_bound, other.impedance + 1e-6) << n;
  }
  const Lesson many = teach(with_size(problem, 100000, 100000));
  EXPECT_EQ(many.n, 100000);
  EXPECT_LE(many.lower_bound, many.impedance);
}

}  // namespace
}  // namespace didact::testing::gaussian_test
