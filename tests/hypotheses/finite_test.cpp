// Finitely many items: against all sets, and what cannot be taught.

#include "patience.hpp"
#include "support.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace didact::testing::finite_test {
namespace {

double drawn(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 1001) / 1000.0;
}

Matrix drawn_table(Index H, Index N) {
  Matrix table(H, N);
  for (double& p : table.reshaped()) p = *rc::gen::inRange(0, 8) == 0 ? 0 : drawn(0.02, 1);
  table.col(0).array() += 0.01;  // something that every hypothesis can show
  for (Index h = 0; h < H; ++h) table.row(h) /= table.row(h).sum();
  return table;
}

Vector drawn_prior(Index H) {
  Vector prior(H);
  for (double& p : prior) p = drawn(0.05, 1);
  return prior / prior.sum();
}

void expect_best(const HypothesesProblem& problem, std::size_t items, Index most, Index each) {
  double best = infinity;
  every_count(items, most, each, [&](const std::vector<Index>& counts) {
    Index n = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      n += counts[i];
      if (!problem.pool) continue;
      const auto row = static_cast<Index>(i);
      for (const Index must : problem.pool->must_include)
        if (must == row && counts[i] == 0) return;
      for (const Index never : problem.pool->must_exclude)
        if (never == row && counts[i] > 0) return;
    }
    if (n < problem.min_size) return;
    best = std::min(best, static_cast<double>(true_impedance(problem, counts)));
  });
  const Lesson lesson = teach(problem);
  RC_ASSERT(to_string(lesson.status) == "optimal");
  RC_ASSERT(std::abs(lesson.impedance - best) <= 1e-9);
  RC_ASSERT(lesson.lower_bound <= best + 1e-12);
  RC_ASSERT(evaluate(problem, lesson.items).violates == "");
}

RC_GTEST_PROP(Hypotheses, tables_are_solved_exactly, ()) {
  const Index H = *rc::gen::inRange(2, 7), N = *rc::gen::inRange(2, 6);
  HypothesesProblem problem = table_problem(drawn_table(H, N), static_cast<std::size_t>(*rc::gen::inRange<Index>(0, H)),
                                            per_item(drawn(0.01, 0.4)) + fixed(drawn(0, 0.2)));
  problem.prior = drawn_prior(H);
  problem.loss = *rc::gen::element(HypothesesLoss::kl, HypothesesLoss::zero_one);
  problem.items.distinct = *rc::gen::arbitrary<bool>();
  problem.max_size = 5;
  if (*rc::gen::inRange(0, 3) == 0) problem.min_size = 1;
  if (*rc::gen::inRange(0, 3) == 0) problem.effort.of_size = [](double n) { return 0.1 * std::abs(n - 3); };
  expect_best(problem, static_cast<std::size_t>(N), 5, problem.items.distinct ? 1 : 5);
}

RC_GTEST_PROP(Hypotheses, pools_are_solved_exactly, ()) {
  const Index H = *rc::gen::inRange(2, 6), N = *rc::gen::inRange(2, 7);
  std::vector<Density> densities;
  for (Index h = 0; h < H; ++h) densities.push_back(gaussian_density(drawn(-2, 2), drawn(0.2, 2)));
  HypothesesProblem problem = problem_of(densities, 0, per_item(drawn(0.01, 0.3)) + magnitude(drawn(0, 0.1)));
  problem.pool.emplace();
  Vector rows(N);
  for (double& x : rows) x = drawn(-3, 3);
  problem.pool->rows = rows;
  if (*rc::gen::arbitrary<bool>()) {
    for (Index i = 0; i < N; ++i) problem.pool->costs.push_back(drawn(0, 0.3));
  }
  problem.pool->repeat = *rc::gen::arbitrary<bool>();
  if (*rc::gen::arbitrary<bool>()) problem.pool->must_include = {0};
  if (*rc::gen::arbitrary<bool>()) problem.pool->must_exclude = {N - 1};
  problem.max_size = 4;
  expect_best(problem, static_cast<std::size_t>(N), 4, problem.pool->repeat ? 4 : 1);
}

TEST(Hypotheses, CountsOfPoissonItems) {
  HypothesesProblem problem =
      problem_of({poisson_density(1), poisson_density(2), poisson_density(4)}, 1, per_item(0.02));
  problem.items.range = {{0, 6}};
  const Lesson lesson = teach(problem);
  EXPECT_EQ(lesson.status, Status::optimal);
  // The evidence is in (n, Σx) alone.
  double best = infinity;
  for (int n = 0; n <= 60; ++n) {
    for (int s = 0; s <= 6 * n; ++s) {
      const double low = -s * std::log(2) + n, high = s * std::log(2) - 2.0 * n;
      best = std::min(best, std::log1p(std::exp(low) + std::exp(high)) + 0.02 * n);
    }
  }
  EXPECT_NEAR(lesson.impedance, best, 1e-9);
}

TEST(Hypotheses, NothingCostsAnything) {
  const Matrix apart = (Matrix(2, 2) << 0.9, 0.1, 0.2, 0.8).finished();
  const Lesson endless = teach(table_problem(apart, 0, {}));
  EXPECT_EQ(endless.status, Status::unbounded);
  EXPECT_EQ(endless.direction, Direction::more_items);
  EXPECT_NEAR(endless.lower_bound, 0, 1e-9);

  const Matrix telling = (Matrix(2, 2) << 0.9, 0.1, 0, 1).finished();
  const Lesson told = teach(table_problem(telling, 0, {}));
  EXPECT_EQ(told.status, Status::optimal);
  EXPECT_EQ(told.loss, 0);

  HypothesesProblem few = table_problem(apart, 0, {});
  few.max_size = 3;
  const Lesson three = teach(few);
  EXPECT_EQ(three.status, Status::optimal);
  EXPECT_NEAR(three.loss, std::log1p(std::pow(2.0 / 9, 3)), 1e-12);
}

TEST(Hypotheses, WhatCannotBeTaught) {
  HypothesesProblem problem = table_problem((Matrix(2, 2) << 0.9, 0.1, 0, 1).finished(), 1, per_item(0.1));
  problem.seen = {Matrix::Constant(1, 1, 1), {1}};
  EXPECT_EQ(teach(problem).status, Status::unteachable);
  problem.seen = {Matrix(0, 1), {}};
  problem.prior << 1, 0;
  EXPECT_EQ(teach(problem).status, Status::unteachable);
}

TEST(Hypotheses, WhatWasSeenIsANewPrior) {
  const Matrix table = (Matrix(3, 3) << 0.5, 0.3, 0.2, 0.2, 0.3, 0.5, 0.1, 0.8, 0.1).finished();
  HypothesesProblem seen = table_problem(table, 2, per_item(0.05));
  seen.seen = {(Matrix(2, 1) << 1, 3).finished(), {2, 1}};
  HypothesesProblem updated = table_problem(table, 2, per_item(0.05));
  updated.prior = belief(updated, seen.seen);
  EXPECT_NEAR(teach(seen).impedance, teach(updated).impedance, 1e-12);
}

TEST(Hypotheses, ManyOfThemAndManyItems) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  std::vector<Density> densities;
  for (int h = 0; h < 80; ++h) {
    const double variance = 0.3 + std::abs(normal(random));  // the order of arguments is the compiler's
    densities.push_back(gaussian_density(2 * normal(random), variance));
  }
  HypothesesProblem problem = problem_of(densities, 3, per_item(0.02));
  problem.pool.emplace();
  problem.pool->rows = Vector::LinSpaced(400, -3, 3);
  problem.limits.seconds = 100;  // it ends when the gap is reached, also where all is slow
  const Lesson lesson = teach(problem, {.gap = 0.01});
  EXPECT_LE(lesson.gap(), 0.01 * lesson.impedance);
}

TEST(Hypotheses, AClockEndsARandomTable) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(0.01, 1);
  Matrix table(60, 300);
  for (double& p : table.reshaped()) p = uniform(random);
  for (Index h = 0; h < table.rows(); ++h) table.row(h) /= table.row(h).sum();
  HypothesesProblem problem = table_problem(table, 7, per_item(0.2));
  Lesson lesson;
  for (double seconds = 0.3; !(lesson.lower_bound > 0) && seconds < patience; seconds *= 3) {
    problem.limits.seconds = seconds;
    EXPECT_LT(own_seconds_of([&] { lesson = teach(problem); }), 7 * seconds);
    EXPECT_LE(lesson.lower_bound, lesson.impedance);
  }
  EXPECT_GT(lesson.lower_bound, 0);
}

}  // namespace
}  // namespace didact::testing::finite_test
