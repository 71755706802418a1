// Searches that are stopped at any moment: what they say by then is true.

#include "support.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace didact::testing::stopped_test {
namespace {

double drawn(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 1001) / 1000.0;
}

constexpr double moments[] = {1e-9, 1e-6, 1e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1};

Matrix covariance(double a, double b, double c) {
  return (Matrix(2, 2) << a, b, b, c).finished();
}

/// Six Gaussians in the plane; one item has 1.1097.
HypothesesProblem six_in_the_plane() {
  const auto density = [](double x, double y, const Matrix& spread) {
    return multivariate_gaussian_density(Eigen::Vector2d(x, y), spread);
  };
  HypothesesProblem problem =
      problem_of({density(0.45, -0.49, covariance(0.5475, 0.3801, 2.7352)),
                  density(-0.28, 0.51, covariance(4.8727, -0.7333, 2.2192)), density(-0.32, -0.77, covariance(1, 0, 1)),
                  density(-0.76, 0.17, covariance(1.8663, 2.0141, 4.7965)), density(-0.54, -0.5, covariance(1, 0, 1)),
                  density(-0.26, 0.3, covariance(1.0981, -0.1708, 2.559))},
                 3, per_item(0.2) + magnitude(0.05));
  problem.seen = {Matrix(0, 2), {}};
  return problem;
}

TEST(StoppedHypotheses, KeepOnlyBoundsThatWereProven) {
  HypothesesProblem problem = six_in_the_plane();
  const Lesson full = teach(problem);
  EXPECT_NEAR(full.impedance, 1.1097, 1e-3);
  for (const double seconds : moments) {
    problem.limits.seconds = seconds;
    const Lesson lesson = teach(problem);
    EXPECT_LE(lesson.lower_bound, full.impedance + 1e-9) << seconds;
    if (lesson.status == Status::optimal) {
      EXPECT_NEAR(lesson.impedance, full.impedance, 1e-9) << seconds;
    }
  }
}

/// Some set of whole size, and the bound is below a set that another search found.
void expect_honest(HypothesesProblem problem, double best) {
  for (const double seconds : moments) {
    problem.limits.seconds = seconds;
    const Lesson lesson = teach(problem);
    RC_ASSERT(lesson.has_items || lesson.status == Status::unbounded);
    RC_ASSERT(lesson.lower_bound <= best + 1e-9);
    if (lesson.has_items) {
      const Evaluation worth = evaluate(problem, lesson.items);
      RC_ASSERT(worth.violates.empty());
      RC_ASSERT(std::abs(worth.impedance - lesson.impedance) <= 1e-9 * std::max(1.0, std::abs(worth.impedance)));
    }
    if (lesson.status == Status::optimal) RC_ASSERT(lesson.impedance <= best + 1e-8);
  }
}

RC_GTEST_PROP(StoppedHypotheses, are_honest, ()) {
  const int H = *rc::gen::inRange(2, 6), kind = *rc::gen::inRange(0, 4);
  std::vector<Density> densities;
  for (int h = 0; h < H; ++h) {
    if (kind == 0) {
      const double a = drawn(0.3, 1.5), b = drawn(0.3, 1.5), r = drawn(-0.8, 0.8);
      densities.push_back(multivariate_gaussian_density(Eigen::Vector2d(drawn(-1, 1), drawn(-1, 1)),
                                                        covariance(a * a, r * a * b, b * b)));
    } else if (kind == 1) {
      densities.push_back(poisson_density(drawn(0.5, 6)));
    } else {
      densities.push_back(gaussian_density(drawn(-2, 2), drawn(0.2, 2)));
    }
  }
  Effort effort = per_item(drawn(0.002, 0.3));
  if (*rc::gen::inRange(0, 3) == 0) effort = effort + magnitude(drawn(0.001, 0.1));
  if (*rc::gen::inRange(0, 4) == 0) effort = effort + of_size([](double n) { return 0.1 * std::abs(n - 2); });
  HypothesesProblem problem = problem_of(densities, 0, effort);
  if (kind == 0) problem.seen = {Matrix(0, 2), {}};
  const bool bounded = *rc::gen::arbitrary<bool>();
  if (bounded) problem.items.range.assign(kind == 0 ? 2 : 1, kind == 1 ? Interval{0, 9} : Interval{-2, 2});
  if (kind == 3) problem.items.integers = true;
  if (kind > 1 && bounded && *rc::gen::inRange(0, 3) == 0)
    problem.effort = problem.effort + closeness(drawn(0.01, 0.5));
  if (problem.effort.magnitude == 0 && *rc::gen::inRange(0, 4) == 0) problem.loss = HypothesesLoss::zero_one;
  if (*rc::gen::arbitrary<bool>()) problem.min_size = *rc::gen::inRange<Index>(1, 4);
  if (*rc::gen::arbitrary<bool>() || problem.effort.of_size) problem.max_size = problem.min_size + 2;
  HypothesesProblem patient = problem;
  patient.limits.seconds = 0.5;
  const Lesson full = teach(patient);
  expect_honest(problem, full.has_items ? full.impedance : infinity);
}

TEST(StoppedHypotheses, OfATableAreHonest) {
  for (const Index low : {0, 1, 30}) {
    HypothesesProblem problem =
        table_problem(Matrix{{0.5, 0.3, 0.2}, {0.4, 0.4, 0.2}, {0.1, 0.2, 0.7}}, 0, per_item(0.001));
    problem.min_size = low;
    const Lesson full = teach(problem);
    EXPECT_EQ(full.status, Status::optimal);
    for (const double seconds : moments) {
      problem.limits.seconds = seconds;
      const Lesson lesson = teach(problem);
      EXPECT_LE(lesson.lower_bound, full.impedance + 1e-12) << seconds;
      EXPECT_GE(lesson.n, low) << seconds;
    }
  }
}

}  // namespace
}  // namespace didact::testing::stopped_test
