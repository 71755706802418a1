// Items from a range: the paper's third example, and against grids of items.

#include "patience.hpp"
#include "support.hpp"
#include <didact/core/beyond_reach.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace didact::testing::continuous_test {
namespace {

double drawn(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 1001) / 1000.0;
}

ItemSet set_of(const std::vector<double>& items) {
  return {Vector::Map(items.data(), static_cast<Index>(items.size())), std::vector<Index>(items.size(), 1)};
}

TEST(Hypotheses, ThePapersTwoGaussians) {
  // Means ∓1/4, variance 1/2, items down to -1: each takes d = 1 off the log ratio; n = (1/d) log(d/c - 1).
  for (const double c : {0.001, 0.01, 0.05, 0.1, 0.3, 0.45, 0.6}) {
    HypothesesProblem problem = problem_of({gaussian_density(-0.25, 0.5), gaussian_density(0.25, 0.5)}, 0, per_item(c));
    problem.items.range = {{-1, 1}};
    const Lesson lesson = teach(problem);
    double best = infinity;
    for (int n = 0; n < 100; ++n) best = std::min(best, std::log1p(std::exp(-n)) + c * n);
    EXPECT_EQ(lesson.status, Status::optimal) << c;
    EXPECT_NEAR(lesson.impedance, best, 1e-10) << c;
    if (c < 0.5) {
      EXPECT_NEAR(lesson.relaxed->n, std::log(1 / c - 1), 1e-6) << c;
    }
  }
}

TEST(Hypotheses, FartherItemsTellMore) {
  const HypothesesProblem problem =
      problem_of({gaussian_density(-0.25, 0.5), gaussian_density(0.25, 0.5)}, 0, per_item(0.1));
  const Lesson lesson = teach(problem);
  EXPECT_EQ(lesson.status, Status::unbounded);
  EXPECT_EQ(lesson.direction, Direction::larger_items);
  EXPECT_NEAR(lesson.lower_bound, 0.1, 1e-12);
  // A narrow target beside a wide hypothesis is told by items at its own mean: no range is needed.
  const Lesson narrow = teach(problem_of({gaussian_density(1, 0.1), gaussian_density(1, 3)}, 0, per_item(0.1)));
  EXPECT_EQ(narrow.status, Status::optimal);
  for (const double x : narrow.items.rows.reshaped()) EXPECT_NEAR(x, 1, 1e-6);
}

TEST(Hypotheses, AnItemMayRuleAHypothesisOut) {
  HypothesesProblem problem = problem_of({uniform_density(0, 1), uniform_density(0.4, 2)}, 0, per_item(0.1));
  const Lesson lesson = teach(problem);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_EQ(lesson.n, 1);
  EXPECT_EQ(lesson.loss, 0);
  EXPECT_LT(lesson.items.rows(0, 0), 0.4);
}

RC_GTEST_PROP(Hypotheses, no_grid_of_items_is_better, ()) {
  const int H = *rc::gen::inRange(2, 7);
  std::vector<Density> densities;
  const double variance = drawn(0.2, 2);
  const bool equal = *rc::gen::arbitrary<bool>();
  for (int h = 0; h < H; ++h) {
    switch (*rc::gen::inRange(0, 6)) {
      case 0:
        densities.push_back(exponential_density(drawn(0.2, 3)));
        break;
      case 1:
        densities.push_back(uniform_density(drawn(-3, 0), drawn(0.1, 3)));
        break;
      default:
        densities.push_back(gaussian_density(drawn(-2, 2), equal ? variance : drawn(0.2, 2)));
    }
  }
  HypothesesProblem problem =
      problem_of(densities, 0, per_item(drawn(0.02, 0.3)) + magnitude(*rc::gen::inRange(0, 2) * 0.05));
  if (*rc::gen::inRange(0, 4) == 0) {
    problem.effort.magnitude = 0;
    problem.loss = HypothesesLoss::zero_one;
  }
  problem.items.range = {{-2, 2}};
  problem.max_size = 3;
  const Lesson lesson = teach(problem);
  RC_ASSERT(lesson.lower_bound <= lesson.impedance + 1e-12);
  const Interval range = problem.domain().range[0];
  const Vector grid = Vector::LinSpaced(25, range.low, range.high);
  double best = evaluate(problem, {Matrix(0, 1), {}}).impedance;
  for (int i = 0; i < 25; ++i) {
    best = std::min(best, evaluate(problem, set_of({grid[i]})).impedance);
    for (int j = 0; j <= i; ++j) {
      best = std::min(best, evaluate(problem, set_of({grid[i], grid[j]})).impedance);
      for (int k = 0; k <= j; ++k)
        best = std::min(best, evaluate(problem, set_of({grid[i], grid[j], grid[k]})).impedance);
    }
  }
  RC_ASSERT(lesson.lower_bound <= best + 1e-9);  // the bound is one
  RC_ASSERT(lesson.impedance <= best + 1e-9);    // and the set is as good as any of the grid
}

RC_GTEST_PROP(Hypotheses, no_random_vectors_are_better, ()) {
  const int H = *rc::gen::inRange(2, 5);
  std::vector<Density> densities;
  for (int h = 0; h < H; ++h) {
    const double a = drawn(0.3, 1.5), b = drawn(0.3, 1.5), r = drawn(-0.8, 0.8);
    densities.push_back(multivariate_gaussian_density(Eigen::Vector2d(drawn(-1, 1), drawn(-1, 1)),
                                                      (Matrix(2, 2) << a * a, r * a * b, r * a * b, b * b).finished()));
  }
  HypothesesProblem problem = problem_of(densities, 0, per_item(drawn(0.02, 0.3)));
  problem.seen = {Matrix(0, 2), {}};
  problem.items.range = {{-2, 2}, {-1, 1}};
  problem.max_size = 2;
  const Lesson lesson = teach(problem);
  double best = infinity;
  for (int trial = 0; trial < 300; ++trial) {
    const Index n = *rc::gen::inRange(1, 3);
    ItemSet set{Matrix(n, 2), std::vector<Index>(static_cast<std::size_t>(n), 1)};
    for (Index i = 0; i < n; ++i) set.rows.row(i) << drawn(-2, 2), drawn(-1, 1);
    best = std::min(best, evaluate(problem, set).impedance);
  }
  RC_ASSERT(lesson.lower_bound <= best + 1e-9);
  RC_ASSERT(lesson.impedance <= best + 1e-9);
}

RC_GTEST_PROP(Hypotheses, items_that_must_not_be_close, ()) {
  const int H = *rc::gen::inRange(2, 5);
  std::vector<Density> densities;
  for (int h = 0; h < H; ++h) densities.push_back(gaussian_density(drawn(-2, 2), drawn(0.2, 2)));
  HypothesesProblem problem = problem_of(densities, 0, per_item(drawn(0.02, 0.3)) + closeness(drawn(0.01, 0.5)));
  const bool pooled = *rc::gen::arbitrary<bool>();
  const Vector grid = Vector::LinSpaced(9, -2, 2);
  if (pooled) {
    problem.pool.emplace();
    problem.pool->rows = grid;
  } else {
    problem.items.range = {{-2, 2}};
  }
  problem.max_size = 3;
  const Lesson lesson = teach(problem);
  double best = evaluate(problem, {Matrix(0, 1), {}}).impedance;
  for (int i = 0; i < 9; ++i) {
    best = std::min(best, evaluate(problem, set_of({grid[i]})).impedance);
    for (int j = 0; j < i; ++j) {
      best = std::min(best, evaluate(problem, set_of({grid[i], grid[j]})).impedance);
      for (int k = 0; k < j; ++k)
        best = std::min(best, evaluate(problem, set_of({grid[i], grid[j], grid[k]})).impedance);
    }
  }
  RC_ASSERT(lesson.lower_bound <= best + 1e-9);
  RC_ASSERT(lesson.impedance <= best + 1e-9);
  if (pooled) RC_ASSERT(to_string(lesson.status) == "optimal");
}

/// log Σ_h p(h) p(seen, items | h) / p(target) p(seen, items | target), all as logarithms.
double loss_in_logarithms(const HypothesesProblem& p, const std::vector<double>& items) {
  std::vector<double> logs;
  double top = -infinity;
  for (std::size_t h = 0; h < p.densities.size(); ++h) {
    double log = std::log(p.prior[static_cast<Index>(h)]);
    for (const double x : p.seen.rows.reshaped()) log += p.densities[h].log_at(Vector::Constant(1, x));
    for (const double x : items) log += p.densities[h].log_at(Vector::Constant(1, x));
    logs.push_back(log);
    top = std::max(top, log);
  }
  double sum = 0;
  for (const double log : logs) sum += std::exp(log - top);
  return top + std::log(sum) - logs[p.target];
}

/// What was seen makes the target less probable than a double can say; it is not ruled out.
TEST(Hypotheses, ATargetThatIsHardlyBelievedAnyMore) {
  HypothesesProblem p = problem_of({gaussian_density(0, 1), gaussian_density(40, 1)}, 1, per_item(0.1));
  p.seen = {Matrix{{0.0}}, {1}};
  p.items.range = {{0, 40}};
  Lesson lesson = teach(p);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_NEAR(lesson.loss_before, 800, 1e-9);
  EXPECT_NEAR(lesson.impedance, 0.2, 1e-9);  // both at 40
  p.max_size = 1;
  EXPECT_NEAR(teach(p).impedance, 0.1 + std::log(2), 1e-9);
  p.max_size = 0;
  EXPECT_NEAR(teach(p).impedance, 800, 1e-9);
  p.max_size.reset();
  p.pool = Pool{Matrix{{0.0}, {40.0}, {30.0}}, {}, {}, false, {}, {}};
  EXPECT_NEAR(teach(p).impedance, 0.2, 1e-9);  // 40 and 30
  p.effort.closeness = 1;
  EXPECT_NEAR(teach(p).impedance, 0.3, 1e-9);
  p.effort.closeness = 0;
  p.anticipates = true;
  EXPECT_THROW(teach(p), BeyondReach);
}

TEST(Hypotheses, RivalsThatAreFarMoreProbable) {
  HypothesesProblem p = problem_of(
      {gaussian_density(1761.97, 500000), gaussian_density(-2620, 10000), gaussian_density(0, 10000)}, 1, {});
  p.seen = {Matrix{{1440.0}}, {1}};
  p.max_size = 4;
  Lesson lesson = teach(p);
  EXPECT_NEAR(lesson.loss_before, loss_in_logarithms(p, {}), 1e-9);
  EXPECT_NEAR(lesson.loss_before, 822.1, 0.05);
  EXPECT_EQ(lesson.status, Status::optimal);
  for (double x = -10000; x <= 5000; x += 10) {
    EXPECT_LE(lesson.impedance, loss_in_logarithms(p, {x, x, x, x}) + 1e-9);
  }
  // A rival of which one item leaves nothing, however sure the learner was of it.
  p = problem_of({uniform_density(0, 1), gaussian_density(60, 1)}, 1, per_item(0.1));
  p.seen = {Matrix{{0.5}}, {1}};
  lesson = teach(p);
  EXPECT_NEAR(lesson.loss_before, loss_in_logarithms(p, {}), 1e-9);
  EXPECT_NEAR(lesson.impedance, 0.1, 1e-9);
  // Evidence for a rival that another row must make good.
  p = problem_of({gaussian_density(0, 1), gaussian_density(100, 1)}, 1, per_item(0.1));
  p.pool = Pool{Matrix{{0.0}, {100.0}}, {}, {}, false, {0}, {}};
  EXPECT_NEAR(teach(p).impedance, 0.2 + std::log(2), 1e-9);
}

/// Far out on the narrow side nothing is left of the rival, but the one that stays is sure to be it.
TEST(Hypotheses, WhatStaysFarOutMayBeMoreProbableThanDoublesTell) {
  HypothesesProblem p = problem_of({gaussian_density(0, 1), gaussian_density(0, 2), uniform_density(-100, 100)}, 1, {});
  p.seen = {Matrix{{90.0}}, {1}};
  p.max_size = 1;
  const Lesson lesson = teach(p);
  EXPECT_LT(lesson.lower_bound, infinity);
  EXPECT_LE(lesson.lower_bound, lesson.impedance);
}

/// Two items at one place cost infinitely much, and one that the target cannot have made is worth as little.
TEST(Hypotheses, NoTwoItemsOfTheTargetAreApart) {
  HypothesesProblem p = problem_of({uniform_density(0, 1), uniform_density(2, 3)}, 1, closeness(1));
  p.min_size = p.max_size.emplace(2);
  p.pool = Pool{Matrix{{0.5}, {2.5}}, {}, {}, true, {}, {}};
  EXPECT_EQ(teach(p).status, Status::unteachable);
  p.pool = Pool{Matrix{{2.5}, {2.5}}, {}, {}, false, {}, {}};
  EXPECT_EQ(teach(p).status, Status::unteachable);
  p.pool = Pool{Matrix{{2.5}, {2.5}, {2.25}}, {}, {}, false, {0, 1}, {}};
  p.max_size = 3;
  EXPECT_EQ(teach(p).status, Status::unteachable);
  p.pool->must_include = {0};
  for (const double seconds : {1e-9, 10.0}) {
    p.limits.seconds = seconds;
    EXPECT_NEAR(teach(p).impedance, 4, 1e-9) << seconds;
  }
  p.pool.reset();
  p.items.range = {{2.9, 5}};
  for (const double seconds : {1e-9, 10.0}) {  // the target's own range is narrower
    p.limits.seconds = seconds;
    EXPECT_NEAR(teach(p).impedance, 10, 1e-6) << seconds;
  }
  p.items.range = {{3, 5}};
  EXPECT_EQ(teach(p).status, Status::unteachable);
}

TEST(Hypotheses, OnePlaceHasNoTwoItemsApart) {
  HypothesesProblem problem =
      problem_of({gaussian_density(0, 2), gaussian_density(-2, 1)}, 0, per_item(0.001) + closeness(0.5));
  problem.items.range = {{2, 2}};
  const Lesson lesson = teach(problem);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_EQ(lesson.n, 1);
  problem = problem_of({uniform_density(0, 1), uniform_density(-1, 2)}, 0, per_item(0.001) + closeness(0.5));
  problem.items.range = {{1.2, 2}};
  problem.min_size = 2;
  EXPECT_EQ(teach(problem).status, Status::unteachable);
}

TEST(Hypotheses, AThousandGaussiansOverARange) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  std::vector<Density> densities;
  for (int h = 0; h < 1000; ++h) {
    const double variance = 0.3 + std::abs(normal(random));  // the order of arguments is the compiler's
    densities.push_back(gaussian_density(2 * normal(random), variance));
  }
  HypothesesProblem problem = problem_of(densities, 3, per_item(0.02));
  problem.items.range = {{-3, 3}};
  Lesson lesson;
  EXPECT_LT(own_seconds_of([&] { lesson = teach(problem); }), 5);
  EXPECT_LE(lesson.gap(), 1e-6 * lesson.impedance);
}

}  // namespace
}  // namespace didact::testing::continuous_test
