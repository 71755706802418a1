#include "learner_laws.hpp"

namespace didact::testing::linear_regression_test {
namespace {

using Unknown = LinearRegressionUnknownVariance;

Matrix matrix(std::initializer_list<std::initializer_list<double>> rows) {
  return Matrix(rows);
}
Vector vector(std::initializer_list<double> values) {
  return Matrix({values}).transpose();
}

/// Samples have standard normal x: E T = (I, w, wᵀw + σ²).
Case<LinearRegression> declare(LinearRegression learner, LinearRegression::Target target) {
  const Index D = target.weights.size();
  Vector statistic(D * D + D);
  const Matrix one = Matrix::Identity(D, D);
  statistic << Vector::Map(one.data(), D * D), target.weights;
  return {std::move(learner), std::move(target), statistic};
}
Case<Unknown> declare(Unknown learner, Unknown::Target target) {
  const Index D = target.weights.size();
  Vector statistic(D * D + D + 1);
  const Matrix one = Matrix::Identity(D, D);
  statistic << Vector::Map(one.data(), D * D), target.weights, target.weights.squaredNorm() + target.variance;
  return {std::move(learner), std::move(target), statistic};
}

const LinearRegression two{0.7, vector({1, -1}), matrix({{2, 0.3}, {0.3, 1}})};
const LinearRegression::Target two_target{vector({0.5, 0.2})};
const Unknown unknown{vector({1, -1}), matrix({{2, 0.3}, {0.3, 1}}), 1.5, 0.8};
const Unknown::Target unknown_target{vector({0.5, 0.2}), 0.6};

TEST(LinearRegression, obeys_the_laws) {
  expect_laws<LinearRegression>(
      {declare(two, two_target), declare({2, vector({0.5}), matrix({{3}})}, {vector({-1})}),
       declare({0.1, vector({0, 1, 2}), matrix({{1, 0, 0.2}, {0, 3, 0}, {0.2, 0, 1}})}, {vector({0.1, 0.2, 1})})});
}

TEST(LinearRegressionUnknownVariance, obeys_the_laws) {
  expect_laws<Unknown>(
      {declare(unknown, unknown_target), declare({vector({0.5}), matrix({{3}}), 0.4, 2}, {vector({-1}), 0.3}),
       declare({vector({0, 1, 2}), matrix({{1, 0, 0.2}, {0, 3, 0}, {0.2, 0, 1}}), 5, 1}, {vector({0.1, 0.2, 1}), 2})});
}

/// With one weight both beliefs can be integrated.
TEST(LinearRegression, density_is_normalised) {
  const LinearRegression learner{0.5, vector({0.3}), matrix({{2}})};
  expect_normalised(declare(learner, {vector({1})}), [](auto density) {
    return over_line([&](double w) { return density(LinearRegression::Target{vector({w})}); });
  });
}
TEST(LinearRegressionUnknownVariance, density_is_normalised) {
  const Unknown learner{vector({0.3}), matrix({{2}}), 2.5, 1.2};
  expect_normalised(declare(learner, {vector({1}), 0.7}), [](auto density) {
    return over_half_line([&](double v) {
      // About the weights that matter, in units in which the tails are alike for all variances.
      return over_line([&](double z) {
        const double value = std::sqrt(v) * density(Unknown::Target{vector({0.6 + std::sqrt(v) * z}), v});
        return std::isfinite(value) ? value : 0.0;
      });
    });
  });
}

/// ∇ loss = (A(θ*) - E A(θ), E θ - θ*) under the posterior: what a search over a pool goes by.
template <class L>
void expect_gradient_of_loss(const L& learner, const typename L::Target& target) {
  Random random(3);
  Vector s = Vector::Zero(learner.prior().lambda1.size());
  for (int i = 0; i < 7; ++i) s += learner.T(learner.sample(target, random));
  const NaturalTarget at = learner.natural(target), mean = learner.mean_natural(learner.after(7, s));
  for (Index i = 0; i < s.size(); ++i) {
    const double slope =
        derivative([&](double h) { return learner.loss(target, 7, s + h * Vector::Unit(s.size(), i)); }, 1e-3);
    EXPECT_NEAR(slope, mean.theta[i] - at.theta[i], 1e-7 * scale_of(slope)) << i;
  }
  const double slope = derivative([&](double h) { return learner.loss(target, 7 + h, s); }, 1e-3);
  EXPECT_NEAR(slope, at.A - mean.A, 1e-7 * scale_of(slope));
}
TEST(LinearRegression, gradient_is_belief_minus_target) {
  expect_gradient_of_loss(two, two_target);
}
TEST(LinearRegressionUnknownVariance, gradient_is_belief_minus_target) {
  expect_gradient_of_loss(unknown, unknown_target);
}

TEST(LinearRegression, a_sure_belief_in_the_noise_is_a_known_noise) {
  const double shape = 1e9;
  const Unknown sure{two.mean, two.covariance / two.variance, shape, shape * two.variance};
  Random random(5);
  const Matrix items = sampled(declare(two, two_target), 6, random);
  const Vector s = statistic_of(two, items), t = statistic_of(sure, items);
  const Unknown after = sure.after(6, t);
  EXPECT_LE((after.mean - two.after(6, s).mean).norm(), 1e-10);
  EXPECT_LE((after.covariance * two.variance - two.after(6, s).covariance).norm(), 1e-10);
}

/// The mean loss over a belief is the loss at its mean natural parameters.
template <class L>
void expect_belief_loss(const L& learner, const L& belief) {
  Random random(9);
  const Matrix items = Matrix::NullaryExpr(4, learner.dimension() + 1, [&] { return random.normal(); });
  const double loss = natural_loss(learner, learner.mean_natural(belief), 4, statistic_of(learner, items));
  EXPECT_NEAR(loss, belief_loss(learner, belief, items), 1e-8 * scale_of(loss));
}
TEST(LinearRegression, mean_loss_over_a_belief) {
  expect_belief_loss(two, {two.variance, vector({0.2, 0.4}), matrix({{0.3, 0.1}, {0.1, 0.2}})});
}
TEST(LinearRegressionUnknownVariance, mean_loss_over_a_belief) {
  expect_belief_loss(unknown, {vector({0.2, 0.4}), matrix({{0.3, 0.1}, {0.1, 0.2}}), 4, 3});
}

TEST(LinearRegression, least_squares_needs_as_many_items_as_weights) {
  const ItemSet one{matrix({{1, 2, 3}}), {5}};
  EXPECT_FALSE(two.maximum_likelihood(one).weights.allFinite());
  const ItemSet enough{matrix({{1, 0, 2}, {0, 1, -1}, {1, 1, 4}}), {1, 1, 1}};
  const Unknown::Target fit = unknown.maximum_likelihood(enough);
  EXPECT_LE((fit.weights - vector({3, 0})).norm(), 1e-12);
  EXPECT_NEAR(fit.variance, 1, 1e-12);  // each row is off by 1
}

}  // namespace
}  // namespace didact::testing::linear_regression_test
