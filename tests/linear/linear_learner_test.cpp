// ridge, logistic and svm as they train: against other implementations, and against every state nearby.

#include "retrained.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <array>

namespace didact::linear_learner_test {
namespace {

const LinearKind kinds[] = {LinearKind::ridge, LinearKind::logistic, LinearKind::svm};

TEST(LinearLearner, TrainsAsAnotherImplementationDoes) {
  Random random(11);
  for (int trial = 0; trial < 150; ++trial) {
    const LinearLearner learner{kinds[trial % 3], std::exp(random.normal()), trial % 2 == 0};
    const Index D = 1 + trial % 3, n = 2 + trial % 4;
    ItemSet items = random_items(learner.kind, D, n, 1, random);
    items.rows(0, D) = 1, items.rows(1, D) = -1;
    items.copies[0] = 1 + trial % 5;
    if (trial % 7 == 0 && n > 2) items.rows.row(n - 1) = items.rows.row(0);  // equal items
    const LinearState state = learner.after(items), expected = retrained(learner, items);
    const std::string what = "trial " + std::to_string(trial);
    EXPECT_LE((state.weights - expected.weights).norm(), 1e-8 * (1 + expected.weights.norm())) << what;
    EXPECT_NEAR(state.bias, expected.bias, 1e-8 * (1 + std::abs(expected.bias))) << what;
  }
}

/// Exact by rational arithmetic: an item of 1e7 leaves the digits of those of 1.
TEST(LinearLearner, LargeItemsBesideSmallOnes) {
  const LinearLearner learner{LinearKind::ridge, 0.5, true};
  const ItemSet items{Matrix{{-2.2, -0.7, -1, 2.3},
                             {-2.5, -1.3, 2, 0.5},
                             {2945138.556299397, 3162498.496312708, -21433288.140932243, -39121066.82880102}},
                      {1, 1, 1}};
  const LinearState state = learner.after(items);
  const Vector exact{{-1.0369126427153599, 0.8391697758442057, 1.8065864287368723}};
  EXPECT_LE((state.weights - exact).norm(), 1e-12 * exact.norm());
  EXPECT_NEAR(state.bias, -1.1008684158799897, 1e-12);
}

TEST(LinearLearner, NoStateNearbyIsBetter) {
  Random random(12);
  for (int trial = 0; trial < 120; ++trial) {
    const LinearLearner learner{kinds[trial % 3], std::exp(5 * random.normal() - 1), trial % 2 == 0};
    ItemSet items = random_items(learner.kind, 3, 20 + trial, std::exp(random.normal()), random);
    if (trial % 4 == 0) items.rows = items.rows.array().round();  // many equal ones, many on the margin
    if (learner.kind != LinearKind::ridge) items.rows(0, 3) = 1, items.rows(1, 3) = -1;
    const LinearState state = learner.after(items);
    const double least = objective_of(learner, items, state);
    for (int look = 0; look < 50; ++look) {
      LinearState other = state;
      const double far = std::exp(-12 * random.uniform());
      for (double& w : other.weights) w += far * random.normal();
      if (learner.bias) other.bias += far * random.normal();
      ASSERT_GE(objective_of(learner, items, other), least - 1e-12 * std::max(1.0, least)) << trial;
    }
  }
}

TEST(LinearLearner, ALogisticLearnersGradientIsRounding) {
  Random random(13);
  for (int trial = 0; trial < 60; ++trial) {
    const LinearLearner learner{LinearKind::logistic, std::exp(4 * random.normal()), trial % 2 == 0};
    ItemSet items = random_items(learner.kind, 3, 30, std::exp(2 * random.normal()), random);
    items.rows(0, 3) = 1, items.rows(1, 3) = -1;
    const LinearState state = learner.after(items);
    const LongItems data(items, learner.bias);
    LongVector theta(data.X.cols()), gradient = LongVector::Zero(data.X.cols());
    theta.head(3) = state.weights.cast<long double>();
    if (learner.bias) theta[3] = state.bias;
    gradient.head(3) = static_cast<long double>(learner.lambda) * theta.head(3);
    long double scale = gradient.norm();
    for (Index i = 0; i < 30; ++i) {
      const long double pull = data.y[i] / (1 + std::exp(data.y[i] * data.X.row(i).dot(theta)));
      gradient -= pull * data.X.row(i).transpose();
      scale += std::abs(pull) * data.X.row(i).norm();
    }
    EXPECT_LE(gradient.norm(), 1e-12L * scale) << trial;
  }
}

/// Items that part orthogonally to w, in balance, teach what they would all in one place.
TEST(LinearLearner, ALogisticLearnerKeepsItsDigitsWhereItemsAreFarApart) {
  Random random(15);
  for (int trial = 0; trial < 40; ++trial) {
    const LinearLearner learner{LinearKind::logistic, std::exp(random.normal()), false};
    const Vector along = Vector::NullaryExpr(3, [&] { return random.normal(); });
    Vector across = Vector::NullaryExpr(3, [&] { return random.normal(); });
    across -= across.dot(along) / along.squaredNorm() * along;
    across *= std::pow(10, 4 + trial % 3) / across.norm();
    const Index n = 3 + trial % 4;
    ItemSet together{Matrix(1, 4), {n}}, apart{Matrix(n, 4), std::vector<Index>(static_cast<std::size_t>(n), 1)};
    together.rows << along.transpose(), 1;
    for (Index i = 0; i < n; ++i) {
      const double step = i + 1 < n ? static_cast<double>(i + 1) : -0.5 * static_cast<double>((n - 1) * n);
      apart.rows.row(i) << (along + step * across).transpose(), 1;
    }
    const Vector expected = learner.after(together).weights;
    EXPECT_LE((learner.after(apart).weights - expected).norm(), 1e-9 * (1 + expected.norm())) << trial;
  }
}

TEST(LinearLearner, AnSvmIsExactWithItemsOnTheMargin) {
  // Both at the margin of w = (1, 0), b = 0.5, one of them three times, and a third that is right at it too.
  ItemSet items{Matrix(3, 3), {3, 2, 1}};
  items.rows << 0.5, 0, 1, -1.5, 0, -1, 0.5, 0, 1;
  const LinearLearner learner{LinearKind::svm, 1, true};
  const LinearState state = learner.after(items);
  EXPECT_NEAR(state.weights[0], 1, 1e-12);
  EXPECT_NEAR(state.weights[1], 0, 1e-12);
  EXPECT_NEAR(state.bias, 0.5, 1e-12);
}

/// By the exact solution of every set of items on the margin, in 50 digits: three items of 1e6, nearly parallel, of
/// which the margin takes two.
TEST(LinearLearner, AnSvmKeepsItsDigitsWhereLargeItemsAreNearlyParallel) {
  const LinearLearner learner{LinearKind::svm, 1.67, false};
  Matrix rows{{2.64, 2.03, 1},
              {-2.6, -2.63, -1},
              {-1.58, 0.74, 1},
              {1.68, 1.22, 1},
              {-2.43, -0.97, -1},
              {235382.59452212366, 20652.564710006456, 1},
              {2910800.339090747, 255423.50924817988, 1},
              {-3145070.270376818, -275986.01207924564, 1}};
  const Vector exact{{0.034750244335610305, -0.39600905685349151}};
  for (const auto& order : {std::array{5, 6, 7}, {5, 7, 6}, {6, 5, 7}, {6, 7, 5}, {7, 5, 6}, {7, 6, 5}}) {
    Matrix turned = rows;
    for (Index i = 0; i < 3; ++i) turned.row(5 + i) = rows.row(order[static_cast<std::size_t>(i)]);
    const LinearState state = learner.after({turned, std::vector<Index>(8, 1)});
    EXPECT_LE((state.weights - exact).norm(), 1e-10) << order[0] << order[1] << order[2];
  }
}

/// The order of its items is nothing to a learner, however large they are beside each other.
TEST(LinearLearner, AnSvmIsTheSameInAnyOrder) {
  Random random(13);
  for (int trial = 0; trial < 300; ++trial) {
    const LinearLearner learner{LinearKind::svm, std::exp(random.normal()), trial % 2 == 0};
    ItemSet items = random_items(LinearKind::svm, 2, 4 + trial % 4, 1, random);
    items.rows(0, 2) = 1, items.rows(1, 2) = -1;
    for (auto row : items.rows.rowwise()) row.head(2) *= std::pow(10, 5 * random.uniform());
    const LinearState state = learner.after(items);
    items.rows = items.rows.colwise().reverse().eval();
    const LinearState again = learner.after(items);
    EXPECT_LE((state.weights - again.weights).norm(), 1e-10 * (1 + state.weights.norm())) << trial;
  }
}

TEST(LinearLearner, AnSvmIsNotMovedByAnItemBeyondItsMargin) {
  Random random(14);
  for (int trial = 0; trial < 300; ++trial) {
    const LinearLearner learner{LinearKind::svm, std::exp(random.normal()), false};
    const Index D = 1 + trial % 3, n = 2 + trial % 6;
    ItemSet items = random_items(learner.kind, D, n, 1, random);
    const LinearState before = learner.after(items);
    const double norm = before.weights.norm();
    if (norm < 1e-3) continue;
    const double y = trial % 2 ? 1 : -1, margin = 1 + std::pow(10, -5 - trial % 6);  // hardly beyond it
    Vector x = Vector::NullaryExpr(D, [&] { return random.normal(); });
    x += (y * margin - before.weights.dot(x)) / (norm * norm) * before.weights;
    items.rows.conservativeResize(n + 1, Eigen::NoChange);
    items.rows.row(n) << x.transpose(), y;
    items.copies.push_back(1);
    EXPECT_LE((learner.after(items).weights - before.weights).norm(), 1e-10 * (1 + norm)) << trial;
  }
}

TEST(LinearLearner, WithoutABestBiasTakesTheOneClosestToZero) {
  ItemSet one{Matrix(1, 2), {1}};
  one.rows << 3, -1;
  EXPECT_EQ((LinearLearner{LinearKind::svm, 1, true}.after(one)).bias, -1);
  EXPECT_EQ((LinearLearner{LinearKind::svm, 1, true}.after(one)).weights[0], 0);
  EXPECT_EQ((LinearLearner{LinearKind::logistic, 1, true}.after(one)).bias, 0);
  EXPECT_EQ((LinearLearner{LinearKind::logistic, 1, true}.after(one)).weights[0], 0);
  EXPECT_NEAR((LinearLearner{LinearKind::ridge, 1, true}.after(one)).bias, -1, 1e-15);
  // Two items at one place with both labels: every b in [-1, 1] is as good.
  ItemSet both{Matrix(2, 2), {1, 1}};
  both.rows << 3, 1, 3, -1;
  EXPECT_NEAR((LinearLearner{LinearKind::svm, 1, true}.after(both)).bias, 0, 1e-12);
  for (const LinearKind kind : kinds) {
    for (const bool bias : {false, true}) {
      const LinearState state = LinearLearner{kind, 1, bias}.after(no_items(2));
      EXPECT_EQ(state.weights.norm(), 0);
      EXPECT_EQ(state.bias, 0);
    }
  }
}

TEST(LinearLearner, RiskIsTheMeanOfItsOwnLoss) {
  ItemSet items{Matrix(2, 2), {1, 3}};
  items.rows << 2, 1, -1, -1;
  const LinearState state{Vector::Constant(1, 0.25), 0.1};
  const double f = 0.6, g = -0.15;
  EXPECT_NEAR(linear_risk(LinearKind::ridge, state, items), ((f - 1) * (f - 1) + 3 * (g + 1) * (g + 1)) / 4, 1e-15);
  EXPECT_NEAR(linear_risk(LinearKind::logistic, state, items),
              (std::log(1 + std::exp(-f)) + 3 * std::log(1 + std::exp(g))) / 4, 1e-15);
  EXPECT_NEAR(linear_risk(LinearKind::svm, state, items), (0.4 + 3 * 0.85) / 4, 1e-15);
}

}  // namespace
}  // namespace didact::linear_learner_test
