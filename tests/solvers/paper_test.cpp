// The figures of the paper and their corrections (docs/mathematics.md §3), as far as they concern conjugate
// learners.

#include "lesson_laws.hpp"

namespace didact::testing::paper_test {
namespace {

Problem<Categorical> multinomial() {
  return problem_of(Categorical{{6, 3, 1}}, Categorical::Target{{0.1, 0.3, 0.6}}, per_item(0.3));
}

ItemSet with_counts(std::initializer_list<Index> counts) {
  return {whole_items(1, static_cast<double>(counts.size())), counts};
}

TEST(Paper, multinomial) {
  const Lesson lesson = teach(multinomial());
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_EQ(lesson.counts, (std::vector<Index>{0, 2, 8}));
  EXPECT_NEAR(lesson.impedance, 2.645685961, 5e-10);
  EXPECT_NEAR(lesson.loss, -0.354314039, 5e-10);
  EXPECT_NEAR(lesson.loss_before, 6.5997, 5e-5);
  ASSERT_TRUE(lesson.relaxed);
  EXPECT_NEAR(lesson.relaxed->impedance, 2.640629856, 5e-10);
  EXPECT_NEAR(lesson.relaxed->n, 9.9652048938606357, 1e-9);
  EXPECT_NEAR(lesson.relaxed->s[0], 0, 1e-12);
  EXPECT_NEAR(lesson.relaxed->s[1], 1.8169548146173206, 1e-9);  // mpmath, from the two equations of the optimum
  EXPECT_NEAR(lesson.relaxed->s[2], 8.1482500792433151, 1e-9);
}

TEST(Paper, multinomial_sets_of_others) {
  EXPECT_NEAR(evaluate(multinomial(), with_counts({0, 2, 8})).impedance, 2.645685961, 5e-10);
  EXPECT_NEAR(evaluate(multinomial(), with_counts({1, 3, 6})).impedance, 4.506438302, 5e-10);
  EXPECT_NEAR(evaluate(multinomial(), with_counts({317, 965, 1933})).impedance, 956.250858967, 5e-10);
  const Vector mle = Vector::Map(Categorical{}.maximum_likelihood(3215, Vector{{317, 965, 1933}}).pi.data(), 3);
  EXPECT_TRUE(mle.isApprox(Vector{{0.099, 0.300, 0.601}}, 1e-3)) << mle.transpose();
}

/// Ten items drawn from the target, by enumeration: what the paper estimated from 100,000 sets.
TEST(Paper, multinomial_random_baseline) {
  double mean = 0, square = 0, mass = 0, least = infinity, most = -infinity;
  for (Index a = 0; a <= 10; ++a) {
    for (Index b = 0; a + b <= 10; ++b) {
      const Index c = 10 - a - b;
      auto factorial = [](Index k) { return std::lgamma(static_cast<double>(k) + 1); };
      const double weight =
          std::exp(factorial(10) - factorial(a) - factorial(b) - factorial(c) + static_cast<double>(a) * std::log(0.1) +
                   static_cast<double>(b) * std::log(0.3) + static_cast<double>(c) * std::log(0.6));
      const double impedance = evaluate(multinomial(), with_counts({a, b, c})).impedance;
      mass += weight;
      mean += weight * impedance;
      square += weight * impedance * impedance;
      least = std::min(least, impedance);
      most = std::max(most, impedance);
    }
  }
  EXPECT_NEAR(mass, 1, 1e-12);
  EXPECT_NEAR(mean, 4.957329, 5e-7);
  EXPECT_NEAR(std::sqrt(square - mean * mean), 1.870282, 5e-7);
  EXPECT_NEAR(least, 2.645686, 5e-7);
  EXPECT_NEAR(most, 29.199, 5e-4);
  EXPECT_EQ(most, evaluate(multinomial(), with_counts({10, 0, 0})).impedance);
}

/// What the paper's impedance of the multivariate example lacks: D(D-1)/4 log π + D/2 log 2π, |Σ*| being 1.
constexpr double dropped = 4.473910;

TEST(Paper, multivariate_gaussian) {
  const Problem<MultivariateGaussian> problem =
      problem_of(MultivariateGaussian{}, MultivariateGaussian::Target{}, per_item(1));
  const Lesson lesson = teach(problem);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_EQ(lesson.n, 4);
  EXPECT_NEAR(lesson.impedance - dropped, 1.676156, 1e-6);
  ASSERT_TRUE(lesson.relaxed);
  EXPECT_NEAR(lesson.relaxed->n, 3.63386, 5e-5);
  const Matrix items = lesson.items.expanded();
  EXPECT_TRUE(items.colwise().mean().isApprox(Eigen::RowVector3d::Constant(-0.25), 1e-9));
  Matrix squares = Matrix::Constant(3, 3, -1);
  squares.diagonal().setConstant(5);
  EXPECT_TRUE((items.transpose() * items).isApprox(squares, 1e-9)) << items.transpose() * items;

  EXPECT_NEAR(teach(with_size(problem, 3, 3)).impedance - dropped, 1.746143, 1e-6);

  // S_ii = 4.63 as printed belongs to the relaxed n, not to n = 4.
  EXPECT_NEAR(lesson.relaxed->s[3], 4.63, 0.005);
  squares.diagonal().setConstant(4.63);
  Vector s(12);
  s << Vector::Constant(3, -1), Vector::Map(squares.data(), 9);
  EXPECT_NEAR(MultivariateGaussian{}.loss({}, 4, s) + 4 - dropped, 1.694007, 1e-6);
}

TEST(Paper, multivariate_gaussian_random_baseline) {
  const MultivariateGaussian learner;
  Random random(1);
  constexpr int sets = 20000;
  double mean = 0, square = 0;
  for (int i = 0; i < sets; ++i) {
    Matrix items(4, 3);
    for (Index j = 0; j < 4; ++j) items.row(j) = learner.sample({}, random).transpose();
    const double impedance = learner.loss({}, 4, summed_statistic(learner, ItemSet{items, {1, 1, 1, 1}})) + 4 - dropped;
    mean += impedance / sets;
    square += impedance * impedance / sets;
  }
  const double deviation = std::sqrt(square - mean * mean);
  EXPECT_NEAR(mean, 10.00, 5 * 4.23 / std::sqrt(double{sets}));
  EXPECT_NEAR(deviation, 4.23, 0.2);
}

TEST(Paper, gaussian_mean) {
  for (const double cost : {0.01, 0.05, 0.1, 0.3}) {
    const GaussianMean learner{1.5, 2, 0.8};
    const Lesson lesson = teach(problem_of(learner, {-1}, per_item(cost)));
    const double n = 1 / (2 * cost) - learner.variance / learner.prior_variance;
    ASSERT_TRUE(lesson.relaxed);
    if (n > 0) {
      EXPECT_NEAR(lesson.relaxed->n, n, 1e-4 * n);  // a minimum is flat: half the digits
    }
    EXPECT_LE(std::abs(static_cast<double>(lesson.n) - n), 1.5);
    EXPECT_NEAR(lesson.items.expanded().sum(),
                learner.variance / learner.prior_variance * (-1 - 2) - static_cast<double>(lesson.n), 1e-9);
  }
}

TEST(Paper, gaussian_mean_that_is_right_already) {
  // Not worth teaching iff σ0² < 2cσ², up to the whole number of items.
  for (const double prior_variance : {0.02, 0.15, 0.199}) {
    EXPECT_EQ(teach(problem_of(GaussianMean{1, 2, prior_variance}, {2}, per_item(0.1))).n, 0) << prior_variance;
  }
  EXPECT_GT(teach(problem_of(GaussianMean{1, 2, 0.3}, {2}, per_item(0.1))).n, 0);
}

TEST(Paper, gaussian_mean_that_is_wrong_is_worth_one_item) {
  // σ0² < 2cσ², and yet: at n = 0 the sum is 0, whatever is wanted.
  const GaussianMean learner{1, 2, 0.1};
  const Lesson lesson = teach(problem_of(learner, {0}, per_item(0.3)));
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_EQ(lesson.n, 1);
  EXPECT_NEAR(lesson.items.rows(0, 0), 0 + 1 / 0.1 * (0 - 2), 1e-9);
}

TEST(Paper, unpacking_three_and_five) {
  const Gaussian learner;
  const Vector s{{3, 5}};
  for (const Style style : {Style::natural, Style::plain}) {
    const ItemSet items = unpack(learner, {0, 1}, 3, s, {}, style);
    EXPECT_EQ(items.size(), 3);
    EXPECT_TRUE(summed_statistic(learner, items).isApprox(s, 1e-12));
  }
  const double root = std::sqrt(13.0);
  const Matrix whole = Vector{{0, 1, 2}}, real = Vector{{0.5, (5 + root) / 4, (5 - root) / 4}};
  for (const Matrix& items : {whole, real}) {
    EXPECT_TRUE(summed_statistic(learner, ItemSet{items, {1, 1, 1}}).isApprox(s, 1e-12));
  }
  const Matrix found = unpack(learner, {0, 1}, 3, s, {.integers = true}).expanded();
  EXPECT_TRUE(summed_statistic(learner, ItemSet{found, {1, 1, 1}}).isApprox(s, 1e-12)) << found;
  EXPECT_THROW(unpack(learner, {0, 1}, 1, s), std::invalid_argument);  // 3² is not 5
}

}  // namespace
}  // namespace didact::testing::paper_test
