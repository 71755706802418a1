// Learners that know they are being taught.

#include "solvers/anticipate.hpp"

#include "support.hpp"

#include <gtest/gtest.h>

namespace didact::testing::anticipate_test {
namespace {

/// A settled learner believes what a teacher who chooses by its beliefs makes it believe.
void expect_settled(const Matrix& learner, const Vector& prior, double tolerance) {
  for (Index j = 0; j < learner.cols(); ++j) {
    Vector again(learner.rows());
    for (Index h = 0; h < learner.rows(); ++h) again[h] = prior[h] * learner(h, j) / learner.row(h).sum();
    again /= again.sum();
    EXPECT_NEAR((again - learner.col(j)).lpNorm<Eigen::Infinity>(), 0, tolerance) << "data set " << j;
  }
}

TEST(Anticipate, SettlesFromAnyPositiveMatrix) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> uniform(0.01, 1);
  for (int trial = 0; trial < 20; ++trial) {
    Matrix M(3 + trial % 4, 4 + trial % 3);
    for (double& p : M.reshaped()) p = uniform(random);
    Vector prior(M.rows());
    for (double& p : prior) p = uniform(random);
    prior /= prior.sum();
    const solvers::Anticipation found = solvers::anticipate(M, prior);
    EXPECT_LE(found.change, 1e-12);
    expect_settled(found.learner, prior, 1e-10);
  }
}

TEST(Anticipate, AHintThatOthersWouldNotHaveChosen) {
  // The rounds alone come to this ever slower; some beliefs vanish.
  const Matrix M = (Matrix(3, 3) << 1, 0, 0, 0.5, 0.5, 0, 1 / 3.0, 1 / 3.0, 1 / 3.0).finished();
  const solvers::Anticipation found = solvers::anticipate(M, Vector::Constant(3, 1 / 3.0));
  EXPECT_LE((found.learner - Matrix::Identity(3, 3)).cwiseAbs().maxCoeff(), 1e-9);
}

/// Thresholds 0…10 among ten points, each shown with its label: as a table, a column a labelled point.
HypothesesProblem thresholds(std::size_t target) {
  Matrix table = Matrix::Zero(11, 20);
  for (int k = 0; k <= 10; ++k) {
    for (int x = 0; x < 10; ++x) table(k, 2 * x + (x >= k ? 1 : 0)) = 0.1;
  }
  HypothesesProblem problem = table_problem(table, target, {});
  problem.anticipates = true;
  return problem;
}

TEST(Anticipate, OnePointNextToTheThreshold) {
  for (std::size_t k = 1; k < 10; ++k) {
    const Lesson lesson = teach(thresholds(k));
    ASSERT_EQ(lesson.n, 1);
    const auto shown = static_cast<Index>(lesson.items.rows(0, 0)) - 1;
    const auto point = static_cast<std::size_t>(shown / 2);
    EXPECT_TRUE(point == k || point == k - 1) << "threshold " << k << ", point " << point;
    EXPECT_LT(lesson.loss, lesson.naive->loss) << k;  // one point tells this learner more
  }
}

TEST(Anticipate, SetsOfTwo) {
  HypothesesProblem problem = thresholds(4);
  problem.max_size = 2;
  problem.effort = per_item(0.01);
  const Lesson lesson = teach(problem);
  EXPECT_EQ(lesson.n, 2);
  EXPECT_NEAR(evaluate(problem, lesson.items).impedance, lesson.impedance, 1e-12);
  EXPECT_LE(lesson.impedance, lesson.naive->impedance + 1e-12);
}

TEST(Anticipation, NeedsASetThatIsThere) {
  EXPECT_THROW(solvers::anticipate(Matrix(3, 0), Vector::Constant(3, 1 / 3.0)), std::invalid_argument);
}

}  // namespace
}  // namespace didact::testing::anticipate_test
