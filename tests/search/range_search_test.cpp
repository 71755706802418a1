// Searches over a box: known optima are found, inside and on the edge, and what is proven is so.

#include "search/evolution.hpp"
#include <didact/search/range_search.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace didact::search::range_search_test {
namespace {

LossOracle<Matrix> each(std::function<double(const Matrix&)> loss) {
  return [loss = std::move(loss)](const std::vector<Matrix>& sets) {
    std::vector<double> losses;
    for (const Matrix& set : sets) losses.push_back(loss(set));
    return losses;
  };
}

BatchFunction pointwise(std::function<double(const Vector&)> f) {
  return [f = std::move(f)](const std::vector<Vector>& points) {
    std::vector<double> values;
    for (const Vector& x : points) values.push_back(f(x));
    return values;
  };
}

TEST(Evolution, FollowsABentValley) {
  // Rosenbrock's function of four variables, its minimum at 3/4 of each.
  const auto f = pointwise([](const Vector& u) {
    const Vector x = u / 0.75;
    double sum = 0;
    for (Index i = 0; i + 1 < x.size(); ++i) {
      sum += 100 * std::pow(x[i + 1] - x[i] * x[i], 2) + std::pow(1 - x[i], 2);
    }
    return sum;
  });
  Random random(1);
  const Evolved found = evolve(f, {Vector::Constant(4, 0.2), 0.3}, 20'000, random);
  EXPECT_LT((found.x - Vector::Constant(4, 0.75)).norm(), 1e-6);
}

TEST(Evolution, GoesToTheEdge) {
  Random random(1);
  const Evolved found =
      evolve(pointwise([](const Vector& x) { return x[0] - 2 * x[1]; }), {Vector::Constant(2, 0.5), 0.3}, 5000, random);
  EXPECT_EQ(found.x[0], 0);
  EXPECT_EQ(found.x[1], 1);
}

TEST(Evolution, EndsAtOnceWhereNothingChanges) {
  Random random(1);
  Index asked = 0;
  const auto flat = pointwise([&](const Vector&) { return static_cast<double>(0 * ++asked); });
  evolve(flat, {Vector::Constant(2, 0.5), 0.3}, 100'000, random);
  EXPECT_LT(asked, 300);
}

TEST(RangeSearch, FindsASmoothOptimum) {
  // Two items are determined by their mean and their variance: 0.3 ± 0.2.
  RangeSearchProblem problem;
  problem.range = {{-1, 2}};
  problem.effort = per_item(0.001);
  const auto found = search_range(problem, each([](const Matrix& x) {
                                    if (x.rows() == 0) return 1.0;
                                    const double mean = x.mean();
                                    const double variance = (x.array() - mean).square().mean();
                                    return std::pow(mean - 0.3, 2) + std::pow(variance - 0.04, 2);
                                  }));
  ASSERT_EQ(found.set.rows(), 2);
  EXPECT_NEAR(found.set(0, 0), 0.1, 1e-6);
  EXPECT_NEAR(found.set(1, 0), 0.5, 1e-6);
  EXPECT_NEAR(found.loss, 0, 1e-12);
}

TEST(RangeSearch, PlacesSeveralPointsOfAPlane) {
  // Every corner of a square wants an item near it, but the box ends before the outer found.
  RangeSearchProblem problem;
  problem.range = {{0, 1}, {-3, 3}};
  problem.effort = per_item(0.01);
  const std::vector<Vector> wishes = {Vector{{0.25, -2}}, Vector{{0.25, 2}}, Vector{{1.5, -2}}, Vector{{1.5, 2}}};
  const auto found = search_range(problem, each([&](const Matrix& x) {
                                    double sum = 0;
                                    for (const Vector& wish : wishes) {
                                      double least = 10;
                                      for (Index i = 0; i < x.rows(); ++i) {
                                        least = std::min(least, (Vector(x.row(i)) - wish).squaredNorm());
                                      }
                                      sum += least;
                                    }
                                    return sum;
                                  }));
  ASSERT_EQ(found.set.rows(), 4);
  const Matrix expected{{0.25, -2}, {0.25, 2}, {1, -2}, {1, 2}};
  EXPECT_LT((found.set.col(0) - expected.col(0)).cwiseAbs().maxCoeff(), 1e-6) << found.set;
  EXPECT_NEAR(found.impedance, 2 * 0.25 + 0.04, 1e-9);
}

TEST(RangeSearch, FindsTheDeepestOfManyHollows) {
  RangeSearchProblem problem;
  problem.range = {{-5, 5}};
  problem.min_size = problem.max_size.emplace(1);
  const auto loss = [](double x) { return x * x / 10 - std::cos(3 * (x - 1)); };
  double best = infinity;
  for (int i = 0; i <= 100'000; ++i) best = std::min(best, loss(-5 + i * 1e-4));
  const auto found = search_range(problem, each([&](const Matrix& x) { return x.size() ? loss(x(0, 0)) : 9.0; }));
  EXPECT_LE(found.impedance, best);
}

TEST(RangeSearch, ChoosesTheSize) {
  // exp(-n) + 0.05 n is least at n = 3.
  RangeSearchProblem problem;
  problem.range = {{0, 1}};
  problem.effort = per_item(0.05);
  problem.least_loss = 0;
  const auto found = search_range(problem, each([](const Matrix& x) {
                                    return std::exp(-static_cast<double>(x.rows())) + (x.array() - 0.5).square().sum();
                                  }));
  ASSERT_EQ(found.set.rows(), 3);
  EXPECT_NEAR(found.impedance, std::exp(-3) + 0.15, 1e-9);
  EXPECT_NEAR(found.bound, 0.05, 1e-12);  // the empty set was tried; one item costs this much at least
}

TEST(RangeSearch, NothingIsTaughtWhereThatIsProven) {
  RangeSearchProblem problem;
  problem.range = {{2, 3}};
  problem.effort = magnitude(1);
  problem.least_loss = 0;
  const auto found = search_range(problem, each([](const Matrix& x) { return x.rows() == 0 ? 3.9 : 0.0; }));
  EXPECT_EQ(found.set.rows(), 0);
  EXPECT_EQ(found.bound, found.impedance);  // an item costs 4 at least
  EXPECT_EQ(found.asked, 1);
}

TEST(RangeSearch, KeepsTheBestWhereAnswersEnd) {
  for (const Index answers : {0, 1, 40, 200}) {
    RangeSearchProblem problem;
    problem.range = {{0, 1}};
    Index left = answers;
    double best = infinity;
    const auto found = search_range(problem, each([&](const Matrix& x) {
                                      if (left == 0) return std::nan("");
                                      --left;
                                      const double loss =
                                          2 + (x.array() - 0.3).square().sum() - 0.5 * static_cast<double>(x.rows());
                                      best = std::min(best, loss);
                                      return loss;
                                    }));
    EXPECT_TRUE(found.ended_early);
    EXPECT_EQ(found.impedance, best) << answers;
    EXPECT_EQ(found.any, answers > 0);
  }
}

TEST(RangeSearch, RefusesARangeWithoutEnd) {
  RangeSearchProblem problem;
  problem.range = {{0, infinity}};
  EXPECT_THROW(search_range(problem, each([](const Matrix&) { return 0.0; })), std::invalid_argument);
}

}  // namespace
}  // namespace didact::search::range_search_test
