// Items that no range holds: how far out the best are, or that there are no best.   [HYP.4]

#include "support.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace didact::testing::far_out_test {
namespace {

double drawn(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 1001) / 1000.0;
}

Lesson taught(std::vector<Density> densities, Effort effort, Index max_size = 0) {
  HypothesesProblem problem = problem_of(std::move(densities), 0, std::move(effort));
  if (max_size > 0) problem.max_size = max_size;
  return teach(problem);
}

TEST(FarOut, WhatItemsCostHoldsThem) {
  const Lesson lesson =
      taught({gaussian_density(0, 1), gaussian_density(0.001, 1)}, per_item(0.001) + magnitude(1e-10));
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_EQ(lesson.n, 2);
  EXPECT_NEAR(lesson.impedance, 0.0053379, 1e-7);
  EXPECT_NEAR(lesson.items.rows(0, 0), -3615.6, 0.1);
}

TEST(FarOut, AWiderRivalHoldsThem) {
  // Far beyond 1,000 standard deviations, where the rival that is wider by 1e-7 begins to win.
  const Lesson lesson =
      taught({gaussian_density(0, 1), gaussian_density(0.001, 1), gaussian_density(0, 1.0000001)}, per_item(0.1));
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_NEAR(lesson.impedance, 0.94923667, 1e-8);
  EXPECT_LT(lesson.items.rows(0, 0), -1500);
}

/// Every item costs at least the least magnitude there is, so that sets of many cannot be the best.
TEST(FarOut, MagnitudeAloneEndsTheSizes) {
  HypothesesProblem p = problem_of({uniform_density(3, 7), uniform_density(1, 3)}, 0, magnitude(1));
  Lesson lesson = teach(p);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_NEAR(lesson.impedance, std::log(2), 1e-12);  // nothing is taught
  p.effort = magnitude(0.01);
  for (const bool ranged : {false, true}) {
    if (ranged) p.items.range = {{0, 10}};
    lesson = teach(p);
    EXPECT_EQ(lesson.status, Status::optimal);
    EXPECT_NEAR(lesson.impedance, 0.09, 1e-9);  // one item, just above 3
  }
}

TEST(FarOut, ANarrowerRivalDoesNot) {
  // Only from about 1e5 standard deviations on do items tell this rival from the target.
  const Lesson lesson = taught({gaussian_density(0, 1), gaussian_density(0, 0.999999999)}, per_item(0.1));
  EXPECT_EQ(lesson.status, Status::unbounded);
  EXPECT_EQ(lesson.direction, Direction::larger_items);
  EXPECT_NEAR(lesson.lower_bound, 0.1, 1e-12);
  const Lesson dear = taught({gaussian_density(0, 1), gaussian_density(0, 0.5)}, per_item(0.7));
  EXPECT_EQ(dear.status, Status::optimal);  // nothing is better than one item, however far out
  EXPECT_EQ(dear.n, 0);
}

TEST(FarOut, TwoItemsOnOppositeSidesRuleOutTheNarrow) {
  const std::vector<Density> sides = {gaussian_density(0, 1), gaussian_density(0.5, 1), gaussian_density(-0.5, 1)};
  std::vector<Density> all = sides;
  all.push_back(gaussian_density(0, 0.5));
  const Lesson lesson = taught(all, per_item(0.05)), rest = taught(sides, per_item(0.05));
  EXPECT_EQ(rest.status, Status::optimal);
  EXPECT_EQ(lesson.status, Status::unbounded);
  EXPECT_EQ(lesson.direction, Direction::larger_items);
  EXPECT_NEAR(lesson.lower_bound, rest.impedance, 1e-9);
  EXPECT_NE(taught(all, per_item(0.05), 1).status, Status::unbounded);  // a single item has no other side
}

TEST(FarOut, WholeItemsWithoutARange) {
  HypothesesProblem problem =
      problem_of({gaussian_density(0.3, 1), gaussian_density(0.3, 2)}, 0, per_item(0.05) + magnitude(0.01));
  problem.items.integers = true;
  const Lesson lesson = teach(problem);
  EXPECT_EQ(lesson.status, Status::optimal);
  for (const double x : lesson.items.rows.reshaped()) EXPECT_EQ(x, std::round(x));
}

/// The target's own support can be all that holds whole items.
RC_GTEST_PROP(FarOut, whole_items_of_a_uniform_target, ()) {
  std::vector<Density> densities;
  for (int h = *rc::gen::inRange(2, 5); h > 0; --h) {
    const double low = drawn(-3, 2);
    densities.push_back(uniform_density(low, low + drawn(0.1, 4)));
  }
  HypothesesProblem problem = problem_of(densities, 0, per_item(drawn(0.01, 0.4)));
  problem.items.integers = true;
  problem.items.distinct = *rc::gen::arbitrary<bool>();
  problem.loss = *rc::gen::element(HypothesesLoss::kl, HypothesesLoss::zero_one);
  problem.max_size = 3;
  double best = infinity;
  every_count(11, 3, problem.items.distinct ? 1 : 3, [&](const std::vector<Index>& counts) {
    ItemSet set{Matrix(0, 1), {}};
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] == 0) continue;
      set.rows.conservativeResize(set.rows.rows() + 1, 1);
      set.rows(set.rows.rows() - 1, 0) = static_cast<double>(i) - 4;
      set.copies.push_back(counts[i]);
    }
    best = std::min(best, evaluate(problem, set).impedance);
  });
  const Lesson lesson = teach(problem);
  RC_ASSERT(to_string(lesson.status) == "optimal");
  RC_ASSERT(std::abs(lesson.impedance - best) <= 1e-9);
}

TEST(FarOut, ARangeThatTheTargetCannotReach) {
  HypothesesProblem problem = problem_of({uniform_density(0, 1), uniform_density(0, 2)}, 0, per_item(0.1));
  problem.items.range = {{2, 3}};
  const Lesson lesson = teach(problem);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_EQ(lesson.n, 0);
  problem.min_size = 1;
  EXPECT_EQ(teach(problem).status, Status::unteachable);
}

TEST(FarOut, ManyItemsThatCostLittle) {
  HypothesesProblem problem = problem_of({gaussian_density(0, 1), gaussian_density(1e-6, 1)}, 0, per_item(1e-12));
  problem.items.range = {{-1, 1}};
  const Lesson lesson = teach(problem);  // log(1 + exp(-n d)) + c n, d = 1e-6: n = log(d/c - 1)/d
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_NEAR(static_cast<double>(lesson.n) * 1e-6, std::log(1e6 - 1), 1e-4);
}

/// Sets whose items are near, far, and very far, some of them moved for the better.
double best_met(const HypothesesProblem& problem, bool positive) {
  double best = infinity;
  for (int trial = 0; trial < 60; ++trial) {
    const Index n = std::max<Index>(problem.min_size, *rc::gen::inRange<Index>(0, 5));
    if (problem.max_size && n > *problem.max_size) continue;
    ItemSet set{Matrix(n, 1), std::vector<Index>(static_cast<std::size_t>(n), 1)};
    const double scale = std::pow(10, *rc::gen::inRange(-1, 7));
    for (double& x : set.rows.reshaped()) x = positive ? drawn(0, scale) : drawn(-scale, scale);
    double value = evaluate(problem, set).impedance;
    for (int step = 0; step < 60 && n > 0; ++step) {
      ItemSet next = set;
      double& x = next.rows(*rc::gen::inRange<Index>(0, n), 0);
      x = x * drawn(0.5, 1.6) + drawn(-0.5, 0.5);
      if (positive) x = std::abs(x);
      if (const double there = evaluate(problem, next).impedance; there < value) set = next, value = there;
    }
    best = std::min(best, value);
  }
  return best;
}

RC_GTEST_PROP(FarOut, nothing_out_there_is_better, ()) {
  const int H = *rc::gen::inRange(2, 5), kind = *rc::gen::inRange(0, 3);
  std::vector<Density> densities;
  const double nearly = std::pow(10, -*rc::gen::inRange(0, 7));
  for (int h = 0; h < H; ++h) {
    const double mean = drawn(-1, 1) * nearly, apart = drawn(-0.5, 1) * std::pow(nearly, *rc::gen::inRange(1, 3));
    densities.push_back(kind == 0 ? exponential_density(1 + apart) : gaussian_density(mean, kind == 1 ? 1 : 1 + apart));
  }
  HypothesesProblem problem = problem_of(densities, 0, per_item(std::pow(10, -*rc::gen::inRange(1, 4))));
  if (*rc::gen::inRange(0, 3) == 0) problem.effort.magnitude = std::pow(10, -*rc::gen::inRange(1, 12));
  if (problem.effort.magnitude == 0 && *rc::gen::inRange(0, 4) == 0) problem.loss = HypothesesLoss::zero_one;
  if (*rc::gen::inRange(0, 3) == 0) problem.max_size = problem.min_size = *rc::gen::inRange<Index>(1, 4);
  problem.limits.seconds = 2;
  const Lesson lesson = teach(problem);
  const double best = best_met(problem, kind == 0);
  RC_ASSERT(lesson.lower_bound <= best + 1e-9 * std::max(1.0, best));
  if (lesson.status == Status::optimal) RC_ASSERT(lesson.impedance <= best + 1e-8 * std::max(1.0, best));
  if (problem.effort.magnitude > 0) RC_ASSERT(lesson.status != Status::unbounded);
}

}  // namespace
}  // namespace didact::testing::far_out_test
