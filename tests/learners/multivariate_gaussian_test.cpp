#include "learner_laws.hpp"

namespace didact::testing::multivariate_gaussian_test {
namespace {

Matrix matrix(std::initializer_list<std::initializer_list<double>> rows) {
  return Matrix(rows);
}
Vector vector(std::initializer_list<double> values) {
  return Matrix({values}).transpose();
}

Case<MultivariateGaussian> declare(MultivariateGaussian learner, MultivariateGaussian::Target target) {
  const Index D = target.mean.size();
  Vector moments(D + D * D);
  const Matrix squares = target.covariance + target.mean * target.mean.transpose();
  moments << target.mean, Vector::Map(squares.data(), D * D);
  return {std::move(learner), std::move(target), moments};
}

const MultivariateGaussian two{vector({1, -1}), 2, 3.5, matrix({{2, 0.3}, {0.3, 1}})};
const MultivariateGaussian::Target two_target{vector({0.5, 0}), matrix({{1, -0.4}, {-0.4, 0.8}})};

TEST(MultivariateGaussian, obeys_the_laws) {
  const MultivariateGaussian three{vector({0, 1, 2}), 0.5, 2.5, matrix({{1, 0, 0.2}, {0, 3, 0}, {0.2, 0, 1}})};
  expect_laws<MultivariateGaussian>({declare(two, two_target),
                                     declare(three, {vector({0, 0, 1}), Matrix::Identity(3, 3)}),
                                     declare({vector({2}), 3, 0.2, matrix({{4}})}, {vector({1}), matrix({{0.5}})})});
}

TEST(MultivariateGaussian, in_one_dimension_is_gaussian) {
  const MultivariateGaussian vectors{vector({1}), 2, 5, matrix({{3}})};
  const Gaussian numbers{1, 2, 2.5, 1.5};
  const MultivariateGaussian::Target target{vector({0.2}), matrix({{0.7}})};
  const MultivariateGaussian belief{vector({0.3}), 1.5, 4, matrix({{2}})};
  const NaturalTarget a = vectors.mean_natural(belief), b = numbers.mean_natural({0.3, 1.5, 2, 1});
  for (const double n : {0.0, 1.0, 6.0}) {
    const Vector s = vector({n * 0.4, n * 1.1});
    EXPECT_NEAR(vectors.loss(target, n, s), numbers.loss({0.2, 0.7}, n, s), 1e-13);
    EXPECT_NEAR(natural_loss(vectors, a, n, s), natural_loss(numbers, b, n, s), 1e-12);
  }
}

/// log h0 is a multiple of log |Σ|, A(θ) = (μᵀΣ⁻¹μ + log |Σ|)/2, and E μᵀΣ⁻¹μ = D/κ + mᵀ(νΛ⁻¹)m: this checks the one
/// mean that ∇A0 does not.
TEST(MultivariateGaussian, mean_of_log_h0) {
  const MultivariateGaussian belief{vector({0.3, 0.1}), 1.5, 4, matrix({{2, 0.5}, {0.5, 1}})};
  const NaturalTarget mean = two.mean_natural(belief);
  const Matrix precision = belief.nu * belief.scale.inverse();
  const double mean_log_det = 2 * mean.A - 2 / belief.kappa - belief.mean.dot(precision * belief.mean);
  const NaturalTarget at_e = two.natural({vector({0, 0}), std::exp(0.5) * Matrix::Identity(2, 2)});  // log |Σ| = 1
  EXPECT_NEAR(mean.log_h0, at_e.log_h0 * mean_log_det, 1e-10);
}

TEST(MultivariateGaussian, needs_enough_degrees_of_freedom) {
  EXPECT_TRUE(two.mistakes().empty());
  MultivariateGaussian few = two;
  few.nu = 1;
  ASSERT_EQ(few.mistakes().size(), 1u);
  EXPECT_EQ(few.mistakes()[0].field, "nu");
}

}  // namespace
}  // namespace didact::testing::multivariate_gaussian_test
