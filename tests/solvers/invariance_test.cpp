// Changes that change nothing: names, units, origins, other words for the same problem.

#include "lesson_laws.hpp"

#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace didact::testing::invariance_test {
namespace {

Matrix matrix(std::initializer_list<std::initializer_list<double>> rows) {
  return Matrix(rows);
}
Vector vector(std::initializer_list<double> values) {
  return Matrix({values}).transpose();
}

/// The same answer up to a constant.
void expect_same(const Lesson& a, const Lesson& b, double shift = 0, double slack = 1e-9) {
  EXPECT_EQ(to_string(a.status), to_string(b.status));
  EXPECT_EQ(a.n, b.n);
  EXPECT_NEAR(a.impedance + shift, b.impedance, slack * scale_of(a.impedance));
  EXPECT_NEAR(a.lower_bound + shift, b.lower_bound, slack * scale_of(a.impedance));
  EXPECT_NEAR(a.loss_before + shift, b.loss_before, slack * scale_of(a.loss_before));
}

double drawn(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 1001) / 1000.0;
}

RC_GTEST_PROP(Invariance, categories_have_no_order, ()) {
  const std::size_t K = *rc::gen::inRange(2, 7);
  Categorical learner{std::vector<double>(K)};
  Categorical::Target target{std::vector<double>(K)};
  std::vector<double> costs(K), order(K);
  double sum = 0;
  for (std::size_t k = 0; k < K; ++k) {
    learner.beta[k] = std::exp(drawn(-2, 3));
    sum += target.pi[k] = std::exp(drawn(-3, 0));
    costs[k] = drawn(0.02, 0.5);
    order[k] = static_cast<double>(k);
  }
  for (double& p : target.pi) p /= sum;
  const std::size_t shift = *rc::gen::inRange<std::size_t>(1, K);
  auto turned = [&](std::vector<double> v) {
    std::rotate(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(shift), v.end());
    return v;
  };
  const Lesson a = teach(problem_of(learner, target, per_category(costs)));
  const Lesson b = teach(problem_of(Categorical{turned(learner.beta)}, Categorical::Target{turned(target.pi)},
                                    per_category(turned(costs))));
  RC_ASSERT(std::abs(a.impedance - b.impedance) <= 1e-11 * scale_of(a.impedance));
  RC_ASSERT(std::abs(a.lower_bound - b.lower_bound) <= 1e-11 * scale_of(a.impedance));
}

TEST(Invariance, a_coin_has_two_sides) {
  for (const double p : {0.8, 0.3, 0.01}) {
    expect_same(teach(problem_of(Bernoulli{2, 5}, {p}, per_item(0.05))),
                teach(problem_of(Bernoulli{5, 2}, {1 - p}, per_item(0.05))));
  }
}

/// x → a x + b moves the Gaussian posteriors along; their densities change by the volume alone.
struct Affine {
  double a, b;
};
const std::vector<Affine> affine_maps{{1, 3}, {1, -1e3}, {1, 1e5}, {2.5, 0}, {1e-3, 0.25}, {1e4, -7}, {-1, 0}};

TEST(Invariance, gaussian_mean_has_no_origin_and_no_unit) {
  const Lesson lesson = teach(problem_of(GaussianMean{1, 2, 0.5}, {0.5}, per_item(0.05)));
  for (const auto [a, b] : affine_maps) {
    SCOPED_TRACE(::testing::Message() << a << " x + " << b);
    const Problem<GaussianMean> moved =
        problem_of(GaussianMean{a * a, 2 * a + b, 0.5 * a * a}, {0.5 * a + b}, per_item(0.05));
    expect_same(lesson, teach(moved), std::log(std::abs(a)));
    EXPECT_EQ(dishonesty(moved, teach(moved)), "");
  }
}

TEST(Invariance, gaussian_has_no_origin_and_no_unit) {
  const std::vector<ItemRules> rules{{}, {.range = {{-0.5, 1}}}};
  for (const ItemRules& rule : rules) {
    const Lesson lesson = teach(problem_of(Gaussian{1, 1, 2, 2}, {0.5, 1}, per_item(0.05), rule));
    for (const auto [a, b] : affine_maps) {
      SCOPED_TRACE(::testing::Message() << a << " x + " << b << (rule.range.empty() ? "" : ", range"));
      ItemRules moved_rule = rule;
      for (Interval& i : moved_rule.range)
        i = {std::min(a * i.low, a * i.high) + b, std::max(a * i.low, a * i.high) + b};
      const Problem<Gaussian> moved =
          problem_of(Gaussian{a + b, 1, 2, 2 * a * a}, {0.5 * a + b, a * a}, per_item(0.05), moved_rule);
      const Lesson there = teach(moved);
      expect_same(lesson, there, 3 * std::log(std::abs(a)));  // one for the mean, two for the variance
      EXPECT_EQ(dishonesty(moved, there), "");
    }
  }
}

TEST(Invariance, far_from_the_origin) {
  // Time stamps are numbers like these; their squares leave a double no digits for the variance.
  for (const double far : {1e6, 1e7, 1e8}) {
    SCOPED_TRACE(far);
    const Lesson near = teach(problem_of(Gaussian{1, 1, 2, 2}, {0.5, 1}, per_item(0.05)));
    expect_same(near, teach(problem_of(Gaussian{1 + far, 1, 2, 2}, {0.5 + far, 1}, per_item(0.05))), 0, 1e-6);
  }
}

TEST(Invariance, vectors_have_no_axes) {
  const Matrix A = matrix({{2, 0.5}, {-1, 0.3}});
  const Vector b = vector({3, -10});
  auto moved = [&](const Vector& x) { return Vector(A * x + b); };
  auto spread = [&](const Matrix& m) { return Matrix(A * m * A.transpose()); };
  const double volume = std::log(std::abs(A.determinant()));

  const MultivariateGaussianMean mean{matrix({{2, 0.9}, {0.9, 1}}), vector({3, -1}), matrix({{0.5, -0.2}, {-0.2, 2}})};
  expect_same(teach(problem_of(mean, {vector({1, 2})}, per_item(0.1))),
              teach(problem_of(MultivariateGaussianMean{spread(mean.covariance), moved(mean.prior_mean),
                                                        spread(mean.prior_covariance)},
                               {moved(vector({1, 2}))}, per_item(0.1))),
              volume);

  const Matrix sigma = matrix({{1, -0.4}, {-0.4, 0.8}});
  for (const double scale : {0.01, 3.0}) {
    const MultivariateGaussian both{vector({1, -1}), 2, 3.5, scale * matrix({{2, 0.3}, {0.3, 1}})};
    const MultivariateGaussian turned{moved(both.mean), both.kappa, both.nu, spread(both.scale)};
    // D for the mean, D + 1 for each column of the covariance's triangle.
    expect_same(teach(problem_of(both, {vector({0.5, 0}), sigma}, per_item(0.1))),
                teach(problem_of(turned, {moved(vector({0.5, 0})), spread(sigma)}, per_item(0.1))), 4 * volume, 1e-8);
  }
}

TEST(Invariance, waiting_times_have_no_unit) {
  const Lesson lesson = teach(problem_of(Exponential{2, 1}, {0.5}, per_item(0.05)));
  for (const double unit : {1e-6, 60.0, 1e9}) {
    expect_same(lesson, teach(problem_of(Exponential{2, unit}, {0.5 / unit}, per_item(0.05))), -std::log(unit));
  }
}

TEST(Invariance, one_dimension_is_one_dimension) {
  const Lesson numbers = teach(problem_of(Gaussian{1, 1, 2, 2}, {0.5, 1}, per_item(0.05)));
  const MultivariateGaussian vectors{vector({1}), 1, 4, matrix({{4}})};
  expect_same(numbers, teach(problem_of(vectors, {vector({0.5}), matrix({{1}})}, per_item(0.05))));
  const MultivariateGaussianMean mean{matrix({{1}}), vector({2}), matrix({{0.5}})};
  expect_same(teach(problem_of(GaussianMean{1, 2, 0.5}, {0.5}, per_item(0.05))),
              teach(problem_of(mean, {vector({0.5})}, per_item(0.05))));
}

/// The same price in other words, for every model.
template <class L>
void expect_prices_to_agree(const L& learner, const typename L::Target& target, double price) {
  SCOPED_TRACE(L::name);
  const Lesson plain = teach(problem_of(learner, target, per_item(price)));
  const Lesson convex = teach(
      problem_of(learner, target, convex_of_size([=](double n) { return price * n; }, [=](double) { return price; })));
  Problem<L> any_problem = problem_of(learner, target, of_size([=](double n) { return price * n; }));
  any_problem.limits.max_items = 4000;
  const Lesson any = teach(any_problem);
  const Lesson halves = teach(problem_of(learner, target, per_item(price / 2) + per_item(price / 2)));
  expect_same(plain, convex);
  expect_same(plain, any);
  expect_same(plain, halves);
  EXPECT_EQ(any.proven_up_to, 4000);

  // A class of one, a certain belief.
  Problem<L> classroom = problem_of(learner, target, per_item(price));
  classroom.learners = {{0.25, learner}, {0.75, learner}};
  expect_same(plain, teach(classroom));
  classroom.judge = Judge::worst;
  expect_same(plain, teach(classroom));
  Problem<L> certain = problem_of(learner, target, per_item(price));
  certain.target = std::vector<Weighted<typename L::Target>>{{0.5, target}, {0.5, target}};
  expect_same(plain, teach(certain));

  // The best of all sizes is the best of each.
  double best = infinity;
  for (Index n = std::max<Index>(0, plain.n - 2); n <= plain.n + 2; ++n) {
    best = std::min(best, teach(with_size(problem_of(learner, target, per_item(price)), n, n)).impedance);
  }
  EXPECT_NEAR(best, plain.impedance, 1e-9 * scale_of(best));
}

TEST(Invariance, prices_in_other_words) {
  expect_prices_to_agree(Bernoulli{2, 5}, {0.8}, 0.03);
  expect_prices_to_agree(Geometric{2, 3}, {0.25}, 0.03);
  expect_prices_to_agree(Categorical{{6, 3, 1}}, {{0.1, 0.3, 0.6}}, 0.03);
  expect_prices_to_agree(Poisson{2, 1}, {4}, 0.03);
  expect_prices_to_agree(Exponential{2, 1}, {0.5}, 0.03);
  expect_prices_to_agree(GaussianMean{1, 2, 0.5}, {0.5}, 0.03);
  expect_prices_to_agree(Gaussian{1, 1, 2, 2}, {0.5, 1}, 0.1);
  expect_prices_to_agree(MultivariateGaussianMean{}, {}, 0.03);
  expect_prices_to_agree(MultivariateGaussian{}, {}, 0.3);
}

TEST(Invariance, a_price_per_category_that_is_the_same_for_all) {
  const Categorical learner{{6, 3, 1}};
  const Categorical::Target target{{0.1, 0.3, 0.6}};
  expect_same(teach(problem_of(learner, target, per_item(0.3))),
              teach(problem_of(learner, target, per_category({0.3, 0.3, 0.3}))));
  expect_same(teach(problem_of(learner, target, per_item(0.3))),
              teach(problem_of(learner, target, per_category({0.1, 0.1, 0.1}) + per_item(0.2))));
}

TEST(Invariance, restrictions_never_help) {
  const Problem<Gaussian> free = problem_of(Gaussian{1, 1, 2, 2}, {0.5, 1}, per_item(0.2));
  double least = teach(free).impedance;
  for (const double width : {8.0, 2.0, 1.0, 0.5, 0.1}) {
    Problem<Gaussian> narrow = free;
    narrow.items.range = {{0.5 - width, 0.5 + width}};
    const double impedance = teach(narrow).impedance;
    EXPECT_GE(impedance, least - 1e-9) << width;
    least = impedance;
  }
  for (const double cost : {0.3, 0.5, 1.0}) {
    EXPECT_GE(teach(problem_of(Gaussian{1, 1, 2, 2}, {0.5, 1}, per_item(cost))).impedance, teach(free).impedance);
  }
}

template <class L>
void expect_same_bits(const Problem<L>& problem) {
  SCOPED_TRACE(L::name);
  for (const Style style : {Style::natural, Style::plain}) {
    const Options options{.seed = 7, .style = style};
    const Lesson a = teach(problem, options), b = teach(problem, options);
    EXPECT_EQ(a.items.rows, b.items.rows);
    EXPECT_EQ(a.items.copies, b.items.copies);
    EXPECT_EQ(a.impedance, b.impedance);
    EXPECT_EQ(a.lower_bound, b.lower_bound);
    EXPECT_EQ(a.seed, 7u);
    EXPECT_EQ(dishonesty(problem, a), "");
    const Lesson other = teach(problem, {.seed = 8, .style = style});
    EXPECT_EQ(dishonesty(problem, other), "");
    EXPECT_NEAR(a.impedance, other.impedance, 1e-9 * scale_of(a.impedance));
    EXPECT_EQ(a.n, other.n);
  }
}

TEST(Invariance, same_seed_same_bits) {
  expect_same_bits(problem_of(Bernoulli{2, 5}, {0.8}, per_item(0.03)));
  expect_same_bits(problem_of(Geometric{2, 3}, {0.25}, per_item(0.03)));
  expect_same_bits(problem_of(Categorical{{6, 3, 1}}, {{0.1, 0.3, 0.6}}, per_item(0.03)));
  expect_same_bits(problem_of(Poisson{2, 1}, {4}, per_item(0.03)));
  expect_same_bits(problem_of(Exponential{2, 1}, {0.5}, per_item(0.03)));
  expect_same_bits(problem_of(GaussianMean{1, 2, 0.5}, {0.5}, per_item(0.03)));
  expect_same_bits(problem_of(Gaussian{1, 1, 2, 2}, {0.5, 1}, per_item(0.1)));
  expect_same_bits(problem_of(Gaussian{1, 1, 2, 2}, {0.5, 1}, per_item(0.1), {.range = {{-1, 1}}}));
  expect_same_bits(problem_of(Gaussian{1, 1, 2, 2}, {0.5, 4}, per_item(0.3), {.integers = true}));
  expect_same_bits(problem_of(MultivariateGaussianMean{}, {}, per_item(0.03)));
  expect_same_bits(problem_of(MultivariateGaussian{}, {}, per_item(0.3)));
  expect_same_bits(problem_of(MultivariateGaussian{}, {}, per_item(1), {.range = {{-2, 2}}}));
}

/// Natural items look like the target: they differ from each other and between seeds; plain ones are equal where they
/// can.
TEST(Invariance, styles) {
  const Problem<GaussianMean> problem = problem_of(GaussianMean{1, 2, 0.5}, {0.5}, per_item(0.03));
  const Lesson natural = teach(problem), other = teach(problem, {.seed = 2}),
               plain = teach(problem, {.style = Style::plain});
  EXPECT_NE(natural.items.rows, other.items.rows);
  EXPECT_EQ(natural.items.rows.rows(), natural.n);
  EXPECT_EQ(plain.items.rows.rows(), 1);
  EXPECT_NEAR(natural.impedance, plain.impedance, 1e-12);
}

}  // namespace
}  // namespace didact::testing::invariance_test
