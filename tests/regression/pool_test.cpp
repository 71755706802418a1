// Rows (x, y) of a pool, against every set of them.

#include "support.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace didact::testing::pool_test {
namespace {

double drawn(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 1001) / 1000.0;
}

RegressionProblem drawn_problem(Index D, bool known) {
  RegressionProblem problem;
  Matrix root(D, D);
  for (double& a : root.reshaped()) a = drawn(-1, 1);
  const Matrix covariance = root * root.transpose() + 0.3 * Matrix::Identity(D, D);
  Vector mean(D), weights(D);
  for (double& m : mean) m = drawn(-2, 2);
  for (double& w : weights) w = drawn(-2, 2);
  if (known) {
    LinearRegression learner;
    learner.variance = drawn(0.3, 2);
    learner.mean = mean;
    learner.covariance = covariance;
    problem.target = regression_target(learner, LinearRegression::Target{weights});
    problem.learner = learner;
  } else {
    LinearRegressionUnknownVariance learner;
    learner.mean = mean;
    learner.covariance = covariance;
    learner.shape = drawn(0.5, 3);
    learner.scale = drawn(0.3, 3);
    problem.target = regression_target(learner, Unknown::Target{weights, drawn(0.3, 2)});
    problem.learner = learner;
  }
  problem.effort.per_item = drawn(0.01, 0.4);
  problem.effort.magnitude = *rc::gen::element(0.0, 0.05);
  return problem;
}

RC_GTEST_PROP(RegressionPool, is_solved_exactly, ()) {
  const Index D = *rc::gen::inRange(1, 4), N = *rc::gen::inRange(2, 9);
  RegressionProblem problem = drawn_problem(D, *rc::gen::arbitrary<bool>());
  Matrix drawn_rows(N, D + 1);
  for (double& x : drawn_rows.reshaped()) x = drawn(-2, 2);
  Pool pool{.rows = drawn_rows, .labelled = true};
  if (*rc::gen::arbitrary<bool>()) {
    for (Index i = 0; i < N; ++i) pool.costs.push_back(drawn(0, 0.3));
  }
  problem.pool = std::make_shared<const Pool>(pool);
  double best = infinity;
  for (unsigned set = 0; set < (1u << N); ++set) {
    std::vector<Index> rows;
    double cost = 0;
    for (Index i = 0; i < N; ++i) {
      if ((set >> i) & 1u) rows.push_back(i), cost += pool.cost(i);
    }
    const ItemSet items{pool.rows.chosen(rows), std::vector<Index>(rows.size(), 1)};
    const double length = items.rows.leftCols(D).squaredNorm();
    best = std::min(best, problem.loss_stepwise(items) + cost + problem.effort.magnitude * length +
                              problem.effort.per_item * static_cast<double>(rows.size()));
  }
  const Lesson lesson = teach(problem);
  const double slack = 1e-9 * std::max(1.0, std::abs(best));
  RC_ASSERT(lesson.status == Status::optimal);
  RC_ASSERT(std::abs(lesson.impedance - best) <= slack);
  RC_ASSERT(lesson.lower_bound <= best + slack);
}

}  // namespace
}  // namespace didact::testing::pool_test
