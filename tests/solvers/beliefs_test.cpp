// A teacher's belief in several points: its loss is the mean of theirs, however far apart or near to each other they
// are.

#include "lesson_laws.hpp"
#include <didact/core/beyond_reach.hpp>

namespace didact::testing::beliefs_test {
namespace {

template <class Target>
using Points = std::vector<Weighted<Target>>;

Vector vector(std::initializer_list<double> values) {
  return Matrix({values}).transpose();
}

ItemSet items_of(const Matrix& rows, Index copies = 1) {
  return {rows, std::vector<Index>(static_cast<std::size_t>(rows.rows()), copies)};
}

/// Each point's own loss needs no belief. `digits` is how many of the points' largest loss the mean can keep.
template <class L>
void expect_mean_of_points(const L& learner, const Points<typename L::Target>& points, const ItemSet& items,
                           double digits = 1e-12) {
  Problem<L> problem = problem_of(learner, points[0].value, per_item(0.3));
  problem.target = points;
  double mean = 0, scale = 1;
  for (const auto& [weight, point] : points) {
    const double one = loss(learner, point, items);
    mean += weight * one;
    scale = std::max(scale, weight * std::abs(one));
  }
  EXPECT_NEAR(evaluate(problem, items).loss, mean, digits * scale);
}

TEST(Beliefs, of_points_with_very_different_variances) {
  const ItemSet none = items_of(Matrix(0, 1)), some = items_of(Matrix({{-1.9}, {-1.7}, {3}}));
  for (const Points<Gaussian::Target>& points : {Points<Gaussian::Target>{{0.5, {1e7, 1e13}}, {0.5, {0, 0.001}}},
                                                 {{0.5, {1e7, 1e13}}, {0.5, {-1.78, 0.001}}},
                                                 {{0.5, {-1.78, 0.001}}, {0.5, {1e7, 1e13}}},
                                                 {{0.2, {1e4, 1e8}}, {0.8, {-1.78, 0.001}}},
                                                 {{0.5, {1e5, 1e10}}, {0.5, {0, 0.01}}},
                                                 {{0.4, {1e9, 2}}, {0.6, {1e9 + 1, 1}}}}) {
    for (const Gaussian& learner : {Gaussian{0, 1, 1, 1}, Gaussian{1e9, 1e3, 40, 2}}) {
      expect_mean_of_points(learner, points, none);
      expect_mean_of_points(learner, points, some);
    }
  }
}

TEST(Beliefs, of_vectors_with_very_different_covariances) {
  const Matrix wide{{1e13, 2e12}, {2e12, 3e13}}, narrow{{0.001, 0.0002}, {0.0002, 0.002}};
  const MultivariateGaussian learner{vector({0, 1}), 1, 3, Matrix::Identity(2, 2)};
  const Points<MultivariateGaussian::Target> points{{0.5, {vector({1e7, -3e6}), wide}},
                                                    {0.5, {vector({-1.78, 2}), narrow}}};
  expect_mean_of_points(learner, points, items_of(Matrix(0, 2)));
  expect_mean_of_points(learner, points, items_of(Matrix{{-1, 2}, {-2, 2.5}, {-1.7, 2}}));
}

TEST(Beliefs, of_means_far_from_the_origin) {
  const Points<GaussianMean::Target> points{{0.5, {1e8}}, {0.5, {1e8 + 1}}};
  expect_mean_of_points(GaussianMean{1, 1e8, 1}, points, items_of(Matrix{{1e8 + 2}}, 3));
  const MultivariateGaussianMean learner{Matrix::Identity(2, 2), vector({1e8, 0}), Matrix::Identity(2, 2)};
  const Points<MultivariateGaussianMean::Target> vectors{{0.5, {vector({1e8, -1e8})}},
                                                         {0.5, {vector({1e8 + 1, -1e8})}}};
  expect_mean_of_points(learner, vectors, items_of(Matrix{{1e8 + 2, -1e8}}, 3));
}

/// What many items multiply must keep its digits.
TEST(Beliefs, of_points_near_each_other_and_many_items) {
  expect_mean_of_points(Poisson{1, 1}, {{0.5, {1e12}}, {0.5, {1.000001e12}}}, items_of(Matrix{{1000000499999}}, 3),
                        1e-10);
  expect_mean_of_points(Poisson{1, 1}, {{0.25, {4}}, {0.75, {4.00001}}}, items_of(Matrix{{4}}, 1'000'000'000));
  expect_mean_of_points(Exponential{1, 1}, {{0.5, {4e-3}}, {0.5, {4.00001e-3}}},
                        items_of(Matrix{{250}}, 1'000'000'000));
  expect_mean_of_points(Geometric{1, 1}, {{0.5, {0.2}}, {0.5, {0.200001}}}, items_of(Matrix{{4}}, 1'000'000'000));
  expect_mean_of_points(Bernoulli{1, 1}, {{0.5, {0.2}}, {0.5, {0.200001}}},
                        items_of(Matrix{{0}, {0}, {0}, {0}, {1}}, 200'000'000));
  expect_mean_of_points(Categorical{{1, 2, 3}}, {{0.5, {{0.25, 0.25, 0.5}}}, {0.5, {{0.250001, 0.249999, 0.5}}}},
                        items_of(Matrix{{1}, {2}, {3}, {3}}, 250'000'000));
}

/// By mpmath, with 50 digits.
TEST(Beliefs, are_taught_as_they_are_worth) {
  const Gaussian learner{0, 1, 1, 1};
  auto best = [&](Points<Gaussian::Target> points, Index most) {
    Problem<Gaussian> problem = problem_of(learner, points[0].value, per_item(0.3));
    problem.target = std::move(points);
    problem.limits.max_items = most;
    return teach(problem);
  };
  EXPECT_LE(best({{0.5, {1e7, 1e13}}, {0.5, {0, 0.001}}}, 100).lower_bound, 532.20125219563 + 1e-8);
  EXPECT_NEAR(best({{0.5, {1e7, 1e13}}, {0.5, {0, 0.001}}}, 0).impedance, 532.20125219563, 1e-8);
  EXPECT_NEAR(best({{0.5, {1e7, 1e13}}, {0.5, {-1.78, 0.001}}}, 3).impedance, 1324.30125219563, 1e-8);
  EXPECT_NEAR(best({{0.5, {1e4, 1e8}}, {0.5, {-1.78, 0.001}}}, 0).impedance, 1307.6600953694, 1e-8);
  EXPECT_NEAR(best({{0.5, {1e5, 1e10}}, {0.5, {0, 0.01}}}, 0).impedance, 74.19478946320, 1e-9);

  Problem<GaussianMean> mean = problem_of(GaussianMean{1, 1e8, 1}, {1e8}, per_item(0.01));
  mean.target = Points<GaussianMean::Target>{{0.5, {1e8}}, {0.5, {1e8 + 1}}};
  EXPECT_NEAR(teach(mean).impedance, 0.75579135264472743, 1e-12);
  EXPECT_NEAR(teach(mean).lower_bound, 0.75579135264472743, 1e-12);

  Problem<Poisson> rates = with_size(problem_of(Poisson{1, 1}, {1e12}, per_item(0.01)), 3, 3);
  rates.target = Points<Poisson::Target>{{0.5, {1e12}}, {0.5, {1.000001e12}}};
  EXPECT_NEAR(teach(rates).impedance, 14.57130191060902, 1e-8);
  rates.target = Points<Poisson::Target>{{0.5, {1e6}}, {0.5, {1000001}}};
  EXPECT_NEAR(teach(rates).impedance, 7.16354740245975, 1e-11);
}

/// A precision that no number holds has no point to stand for it.
TEST(Beliefs, without_a_mean_precision_are_refused) {
  Problem<Gaussian> problem = with_size(problem_of(Gaussian{0, 1, 1, 1}, {0, 1}, per_item(0.01)), 4, 4);
  problem.target = Gaussian{0, 1, 1e-120, 1e240};
  try {
    teach(problem);
    FAIL() << "was not refused";
  } catch (const BeyondReach& error) {
    EXPECT_EQ(error.path(), "target.belief");
  }
}

}  // namespace
}  // namespace didact::testing::beliefs_test
