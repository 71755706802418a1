// Rows of a pool for linear learners: against every set of them. And items that can be spread without end.

#include "support.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace didact::teach_pool_test {
namespace {

const LinearKind kinds[] = {LinearKind::ridge, LinearKind::logistic, LinearKind::svm};

double drawn(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 1001) / 1000.0;
}
bool one_in(int many) {
  return *rc::gen::inRange(0, many) == 0;
}
bool has(const std::vector<Index>& list, Index row) {
  return std::find(list.begin(), list.end(), row) != list.end();
}

LinearProblem problem_over(LinearKind kind, const Matrix& rows) {
  LinearProblem problem = linear_problem(kind, 0.5, {0.5});
  problem.pool = Pool{.rows = rows};
  problem.pool->labelled = true;
  return problem;
}

/// The least impedance of all sets of up to `most` rows, infinite where all of them are.
double best_of_all(const LinearProblem& problem, Index most) {
  const Pool& pool = *problem.pool;
  double best = infinity;
  std::vector<Index> rows;
  const auto judge = [&] {
    if (static_cast<Index>(rows.size()) < problem.min_size) return;
    for (const Index must : pool.must_include) {
      if (!has(rows, must)) return;
    }
    double total = problem.effort.at_size(static_cast<double>(rows.size()));
    double nearest = infinity;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      total += pool.cost(rows[i]);
      for (std::size_t j = 0; j < i; ++j) {
        nearest = std::min(nearest, std::abs(pool.rows(rows[i], 0) - pool.rows(rows[j], 0)));
      }
    }
    if (problem.effort.closeness > 0) total += problem.effort.closeness / nearest;
    const ItemSet items{pool.rows.chosen(rows), std::vector<Index>(rows.size(), 1)};
    best = std::min(best, total + problem.loss_of(problem.state_after(items)));
  };
  const std::function<void(Index)> choose = [&](Index from) {
    judge();
    if (static_cast<Index>(rows.size()) == most) return;
    for (Index row = from; row < pool.size(); ++row) {
      if (has(pool.must_exclude, row)) continue;
      rows.push_back(row);
      choose(pool.repeat ? row : row + 1);
      rows.pop_back();
    }
  };
  choose(0);
  return best;
}

/// Each further row makes it a little better, for ever: the search ends all the same, with a bound that holds.
TEST(LinearPool, RowsThatNeverCostAnythingHaveAnEnd) {
  LinearProblem problem = problem_over(LinearKind::logistic, Matrix{{-2, -1}, {-1, -1}, {2, -1}, {-2, 1}});
  problem.learner = {LinearKind::logistic, 0.5, false};
  problem.pool->repeat = true;
  problem.effort = {};
  problem.loss = LinearLoss::risk;
  problem.test = {Matrix{{0, 1}, {0.1, 1}}, {1, 1}};
  problem.min_size = 0;
  problem.max_size.reset();
  const Lesson lesson = teach(problem);
  EXPECT_NE(lesson.status, Status::optimal);
  EXPECT_LT(lesson.impedance, 0.62);
  EXPECT_LE(lesson.lower_bound, lesson.impedance);
}

TEST(LinearPool, RepeatedRowsAreNotTheFirstAndLastSetThatCloseItemsSee) {
  const Matrix rows{{0.3, 1}, {0.7, 1}, {-0.5, -1}, {1.5, 1}, {-2, -1}};
  for (const LinearKind kind : kinds) {
    LinearProblem problem = problem_over(kind, rows);
    problem.pool->repeat = true;
    problem.effort = per_item(0.01) + closeness(0.05);
    problem.min_size = 3, problem.max_size = 3;
    const Lesson lesson = teach(problem);
    EXPECT_EQ(to_string(lesson.status), "optimal");
    EXPECT_NEAR(lesson.impedance, best_of_all(problem, 3), 1e-12);
    if (kind != LinearKind::ridge) continue;
    EXPECT_NEAR(lesson.impedance, 0.068435, 1e-6);
    EXPECT_EQ(lesson.rows, (std::vector<Index>{2, 3, 4}));
  }
}

TEST(LinearPool, IsUnteachableWhereAllItemsAreAtOnePlace) {
  LinearProblem problem = problem_over(LinearKind::svm, Matrix{{0.3, 1}, {0.3, -1}});
  problem.effort.closeness = 0.05;
  problem.min_size = 2;
  const Lesson lesson = teach(problem);
  EXPECT_EQ(to_string(lesson.status), "unteachable");
  EXPECT_EQ(lesson.lower_bound, infinity);
  EXPECT_FALSE(lesson.has_items);
}

RC_GTEST_PROP(LinearPool, IsAsGoodAsTheBestOfAllSets, ()) {
  const LinearKind kind = *rc::gen::element(LinearKind::ridge, LinearKind::logistic, LinearKind::svm);
  const Index N = *rc::gen::inRange<Index>(1, 7);
  Matrix rows(N, 2);
  for (Index i = 0; i < N; ++i) {
    rows.row(i) << drawn(-2, 2), kind == LinearKind::ridge ? drawn(-2, 2) : one_in(2) ? 1 : -1;
    if (i > 0 && one_in(4)) rows(i, 0) = rows(i - 1, 0);
    if (i > 0 && one_in(6)) rows.row(i) = rows.row(0);
  }
  LinearProblem problem = problem_over(kind, rows);
  problem.learner.lambda = drawn(0.1, 2);
  problem.learner.bias = one_in(2);
  problem.target.weights[0] = drawn(-2, 2);
  Pool& pool = *problem.pool;
  pool.repeat = one_in(2);
  if (one_in(3)) {
    for (Index i = 0; i < N; ++i) pool.costs.push_back(drawn(0, 0.3));
  }
  if (one_in(4)) pool.must_include = {*rc::gen::inRange<Index>(0, N)};
  if (one_in(4) && !has(pool.must_include, N - 1)) pool.must_exclude = {N - 1};
  problem.effort.per_item = drawn(0.001, 0.1);
  if (one_in(2)) problem.effort.closeness = drawn(0.001, 0.3);
  problem.max_size = pool.repeat ? 4 : N;
  if (one_in(2)) problem.min_size = *rc::gen::inRange<Index>(0, *problem.max_size + 1);
  const Index usable = N - static_cast<Index>(pool.must_exclude.size());
  RC_PRE(problem.min_size <= usable || (pool.repeat && usable > 0));
  const double best = best_of_all(problem, *problem.max_size);
  const Lesson lesson = teach(problem);
  if (best == infinity) {
    RC_ASSERT(lesson.status == Status::unteachable);
    return;
  }
  const double slack = 1e-9 * std::max(1.0, best);
  RC_LOG() << lesson << ", best " << best << ", bound " << lesson.lower_bound << '\n';
  RC_ASSERT(lesson.lower_bound <= best + slack);
  RC_ASSERT(std::abs(lesson.impedance - best) <= slack);
  RC_ASSERT(lesson.status == Status::optimal);
  RC_ASSERT(evaluate(problem, lesson.items).violates == "");

  problem.limits.seconds = *rc::gen::element(1e-9, 1e-6, 1e-5, 1e-4);
  const Lesson stopped = teach(problem);
  RC_ASSERT(std::isfinite(stopped.impedance));
  RC_ASSERT(stopped.lower_bound <= best + slack);
  RC_ASSERT(stopped.status != Status::optimal || stopped.impedance <= best + slack);
  RC_ASSERT(evaluate(problem, stopped.items).violates == "");
}

/// The others are beyond the margin, where they do nothing, and may be anywhere: closeness costs as little as one
/// likes, but never nothing.
TEST(SpreadItems, HaveAnInfimumThatNoSetAttains) {
  struct Case {
    LinearProblem problem;
    Index n;
    double infimum;
  };
  LinearProblem margin = linear_problem(LinearKind::svm, 0.5, {1}), half = margin, nothing = margin, labels = margin,
                aside = linear_problem(LinearKind::svm, 0.5, {2, 1}, 0.5);
  half.range = {{-infinity, 0}};
  nothing.target.weights[0] = 0;
  labels.learner.bias = true, labels.target = {Vector::Zero(1), 1};
  for (const auto& [problem, n, infimum] : {Case{margin, 2, 0.02}, Case{margin, 5, 0.05}, Case{half, 3, 0.03},
                                            Case{nothing, 3, 0.03}, Case{labels, 3, 0.03}, Case{aside, 4, 0.04}}) {
    LinearProblem sized = problem;
    sized.effort = per_item(0.01) + closeness(0.05);
    sized.min_size = n, sized.max_size = n;
    const Lesson lesson = teach(sized);
    EXPECT_EQ(to_string(lesson.status), "unbounded") << lesson;
    EXPECT_EQ(lesson.direction, Direction::spread_items);
    EXPECT_NEAR(lesson.lower_bound, infimum, 1e-12);
    EXPECT_NEAR(lesson.impedance, infimum, 1e-6);
    EXPECT_TRUE(evaluate(sized, lesson.items).violates.empty());
  }
}

/// A range keeps them together: there is a best set again.
TEST(SpreadItems, AreNoneWhereTheRangeEnds) {
  LinearProblem problem = linear_problem(LinearKind::svm, 0.5, {1});
  problem.effort = per_item(0.01) + closeness(0.05);
  problem.range = {{-4, 4}};
  problem.min_size = 2, problem.max_size = 2;
  const Lesson lesson = teach(problem);
  EXPECT_FALSE(lesson.direction);
  EXPECT_LE(lesson.lower_bound, 0.02 + 0.05 / 4.5);  // at 0.5 and -4
  EXPECT_NE(to_string(lesson.status), "unbounded");
}

}  // namespace
}  // namespace didact::teach_pool_test
