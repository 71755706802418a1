#include "learner_laws.hpp"

namespace didact::testing::multivariate_gaussian_mean_test {
namespace {

Matrix matrix(std::initializer_list<std::initializer_list<double>> rows) {
  return Matrix(rows);
}
Vector vector(std::initializer_list<double> values) {
  return Matrix({values}).transpose();
}

Case<MultivariateGaussianMean> declare(MultivariateGaussianMean learner, Vector mean) {
  return {std::move(learner), {mean}, mean};
}

TEST(MultivariateGaussianMean, obeys_the_laws) {
  expect_laws<MultivariateGaussianMean>(
      {declare({}, Vector::Zero(2)),
       declare({matrix({{2, 0.9}, {0.9, 1}}), vector({3, -1}), matrix({{0.5, -0.2}, {-0.2, 4}})}, vector({1, 2})),
       declare({matrix({{1, 0.1, 0}, {0.1, 1, 0.3}, {0, 0.3, 2}}), vector({0, 1, 2}), 10 * Matrix::Identity(3, 3)},
               vector({-1, 0, 1}))});
}

TEST(MultivariateGaussianMean, in_one_dimension_is_gaussian_mean) {
  const MultivariateGaussianMean vectors{matrix({{2}}), vector({3}), matrix({{0.7}})};
  const GaussianMean numbers{2, 3, 0.7};
  for (const double n : {0.0, 1.0, 12.0}) {
    EXPECT_NEAR(vectors.loss({vector({1})}, n, vector({n * 0.4})), numbers.loss({1}, n, n * 0.4), 1e-13);
  }
  const MultivariateGaussianMean belief{matrix({{2}}), vector({-1}), matrix({{0.2}})};
  const NaturalTarget a = vectors.mean_natural(belief), b = numbers.mean_natural({2, -1, 0.2});
  // h0 holds the prior here and not there: only what it makes of the loss is the same.
  EXPECT_NEAR(natural_loss(vectors, a, 5, vector({2})), natural_loss(numbers, b, 5, vector({2})), 1e-12);
}

}  // namespace
}  // namespace didact::testing::multivariate_gaussian_mean_test
