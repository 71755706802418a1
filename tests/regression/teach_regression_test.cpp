#include "support.hpp"

#include <Eigen/Dense>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace didact::testing::teach_regression_test {
namespace {

const LinearRegression known{0.7, vector({0.4, -1}), Matrix({{2, 0.5}, {0.5, 1}})};
const LinearRegression::Target known_target{vector({1, -0.5})};
const Unknown unknown{vector({0.4, -1}), Matrix({{2, 0.5}, {0.5, 1}}), 2, 1.5};
const Unknown::Target unknown_target{vector({1, -0.5}), 0.8};
const std::vector<Interval> line = {{1, 1}, {0, 2}};  // an intercept, and one number

Matrix corners(const std::vector<Interval>& range) {
  const Index D = static_cast<Index>(range.size());
  Matrix rows(Index{1} << D, D);
  for (Index i = 0; i < rows.rows(); ++i) {
    for (Index j = 0; j < D; ++j) rows(i, j) = (i >> j) & 1 ? range[j].high : range[j].low;
  }
  return rows;
}

/// The best log det of n rows in corners, every set of them tried.
double best_log_det(const Matrix& precision, double noise, const Matrix& candidates, Index n, Index from = 0) {
  if (n == 0) return std::log(precision.determinant());
  double best = -infinity;
  for (Index k = from; k < candidates.rows(); ++k) {
    const Matrix next = precision + candidates.row(k).transpose() * candidates.row(k) / noise;
    best = std::max(best, best_log_det(next, noise, candidates, n - 1, k));
  }
  return best;
}

TEST(TeachRegression, corners_are_the_best_of_all_sets_of_corners) {
  int proven = 0;
  for (int trial = 0; trial < 30; ++trial) {
    Random random(static_cast<std::uint64_t>(trial));
    const Index D = 2 + trial % 2, n = D + trial % 4;
    const Matrix root = Matrix::NullaryExpr(D, D, [&] { return random.normal(); });
    const LinearRegression learner{0.5 + random.uniform(), Vector::NullaryExpr(D, [&] { return random.normal(); }),
                                   root * root.transpose() + Matrix::Identity(D, D)};
    std::vector<Interval> range;
    for (Index j = 0; j < D; ++j) range.push_back({-2 * random.uniform(), 2 * random.uniform()});
    const Regression given(learner, {Vector::NullaryExpr(D, [&] { return random.normal(); })}, per_item(0.1), range);
    const Lesson lesson = teach(given.of_size(n).problem);
    EXPECT_EQ(dishonesty(given.of_size(n), lesson), "");
    const double log_det = best_log_det(learner.covariance.inverse(), learner.variance, corners(range), n);
    const double best =
        0.5 * static_cast<double>(D) * std::log(2 * std::numbers::pi) - 0.5 * log_det + 0.1 * static_cast<double>(n);
    EXPECT_LE(lesson.lower_bound, best + 1e-9 * scale_of(best));
    if (lesson.status == Status::unbounded) {  // too few corners for every direction: labels without end
      EXPECT_EQ(lesson.direction, Direction::larger_items);
      EXPECT_NEAR(lesson.lower_bound, best, 1e-9 * scale_of(best));
    } else {
      EXPECT_EQ(to_string(lesson.status), "optimal") << trial;
      EXPECT_NEAR(lesson.impedance, best, 1e-9 * scale_of(best));
      ++proven;
    }
  }
  EXPECT_GE(proven, 15);
}

TEST(TeachRegression, hadamard_designs_are_found_and_proven) {
  for (const Index D : {2, 3, 4}) {
    for (const Index n : {4, 8}) {
      const LinearRegression learner{2, Vector::Ones(D), 3 * Matrix::Identity(D, D)};
      const Regression given(learner, {Vector::Zero(D)}, per_item(0.01), std::vector<Interval>(D, {-1, 1}));
      const Lesson lesson = teach(given.of_size(n).problem);
      EXPECT_EQ(dishonesty(given.of_size(n), lesson), "");
      EXPECT_EQ(to_string(lesson.status), "optimal") << D << " " << n;
      const Matrix x = lesson.items.expanded().leftCols(D);
      EXPECT_LE((x.transpose() * x - static_cast<double>(n) * Matrix::Identity(D, D)).norm(), 1e-9);
    }
  }
}

TEST(TeachRegression, the_learner_ends_at_the_target) {
  const Lesson lesson = teach(Regression(known, known_target, per_item(0.05), line).problem);
  EXPECT_EQ(to_string(lesson.status), "optimal");
  const LinearRegression after = known.after(static_cast<double>(lesson.n), summed_statistic(known, lesson.items));
  EXPECT_LE((after.mean - known_target.weights).norm(), 1e-10);
  const Lesson noisy = teach(Regression(unknown, unknown_target, per_item(0.05), line).problem);
  EXPECT_EQ(to_string(noisy.status), "optimal");
  const Unknown state = unknown.after(static_cast<double>(noisy.n), summed_statistic(unknown, noisy.items));
  EXPECT_LE((state.mean - unknown_target.weights).norm(), 1e-10);
  EXPECT_NEAR(state.scale / state.shape, unknown_target.variance, 1e-10);
}

template <class L>
void expect_search_finds_no_better(const Regression<L>& given, Index most, int starts) {
  for (Index n = 1; n <= most; ++n) {
    const Regression<L> sized = given.of_size(n);
    expect_unbeaten(sized, sized.searched(n, starts));
  }
}

TEST(TeachRegression, direct_search_finds_no_better_items) {
  expect_search_finds_no_better(Regression(known, known_target, per_item(0.1) + magnitude(0.05)), 3, 12);
  expect_search_finds_no_better(Regression(known, known_target, per_item(0.1), line), 3, 12);
  expect_search_finds_no_better(Regression(known, known_target, per_item(0.1) + magnitude(0.05), line), 3, 12);
  expect_search_finds_no_better(Regression(unknown, unknown_target, per_item(0.1) + magnitude(0.05)), 3, 12);
  expect_search_finds_no_better(Regression(unknown, unknown_target, per_item(0.1), line), 3, 12);
  const Unknown far{vector({4}), Matrix({{0.2}}), 1, 0.1};
  expect_search_finds_no_better(Regression(far, {vector({0}), 1}, per_item(0.1), {{-1, 2}}), 4, 12);
}

/// A learner of the noise whose weights are far off: a set of corners is not the best of all sets.
TEST(TeachRegression, items_of_learned_noise_need_not_stand_in_corners) {
  const Unknown off{vector({0.09, 0.36, -1.6}),
                    Matrix({{0.08, -0.015, -0.057}, {-0.015, 0.07, 0.04}, {-0.057, 0.04, 0.17}}), 3.6, 12};
  Regression given(off, {vector({0, -2, -0.4}), 0.46}, per_item(0), {{-2.9, 2.9}, {-2.8, 3}, {-3, 2.8}});
  given = given.of_size(2);
  const Lesson lesson = expect_unbeaten(given, given.searched(2, 40));
  const Matrix rows = lesson.items.expanded();
  bool inside = false;
  for (Index i = 0; i < 2; ++i) {
    for (Index j = 0; j < 3; ++j) {
      const auto [low, high] = given.problem.range[static_cast<std::size_t>(j)];
      inside |= rows(i, j) > low + 0.1 && rows(i, j) < high - 0.1;
    }
  }
  EXPECT_TRUE(inside);
}

/// What is searched for, not solved, is as good as what the simplex finds.
TEST(TeachRegression, searched_sets_are_as_good_as_direct_search) {
  for (const Index n : {1, 2, 3}) {
    const Regression boxed = Regression(known, known_target, per_item(0.1) + magnitude(0.05), line).of_size(n);
    const Lesson lesson = teach(boxed.problem);
    EXPECT_LE(lesson.impedance, boxed.searched(n, 20).impedance + 1e-6);
    Regression labels = Regression(unknown, unknown_target, per_item(0.1), line).of_size(n);
    labels.problem.y_range = Interval{-0.2, 0.9};
    const Lesson within = expect_unbeaten(labels, labels.searched(n, 20));
    EXPECT_LE(within.impedance, labels.searched(n, 20).impedance + 1e-6);
  }
}

TEST(TeachRegression, squares_that_cost_are_filled_like_water) {
  const Regression given(known, known_target, per_item(0.01) + magnitude(0.02));
  const Lesson lesson = teach(given.of_size(4).problem);
  EXPECT_EQ(dishonesty(given.of_size(4), lesson), "");
  EXPECT_EQ(to_string(lesson.status), "optimal");
  // The posterior precision is σ⁻²/(2c) σ² I = I/(2c σ²)·σ²: every direction is lifted to the same.
  const Matrix precision = known.after(4, summed_statistic(known, lesson.items)).covariance.inverse();
  EXPECT_LE((precision - Matrix::Identity(2, 2) / (2 * 0.02 * known.variance)).norm(), 1e-8);
}

TEST(TeachRegression, without_a_range_items_grow) {
  for (const Lesson& lesson : {teach(Regression(known, known_target, per_item(0.1)).problem),
                               teach(Regression(unknown, unknown_target, per_item(0.1)).problem)}) {
    EXPECT_EQ(lesson.status, Status::unbounded);
    EXPECT_EQ(lesson.direction, Direction::larger_items);
    EXPECT_EQ(lesson.lower_bound, -infinity);
  }
  Regression nothing(known, known_target, per_item(0.1));
  nothing.problem.max_size = 0;
  EXPECT_EQ(teach(nothing.problem).status, Status::optimal);
}

TEST(TeachRegression, free_items_are_never_enough) {
  const Lesson lesson = teach(Regression(known, known_target, {}, line).problem);
  EXPECT_EQ(lesson.status, Status::unbounded);
  EXPECT_EQ(lesson.direction, Direction::more_items);
}

/// So dear that no x is worth its square: a tiny x with a huge y still moves the belief.
TEST(TeachRegression, tiny_items_with_large_labels_approach_what_none_reaches) {
  const Regression given(known, known_target, per_item(0.01) + magnitude(10));
  const Lesson lesson = teach(given.problem);
  EXPECT_EQ(dishonesty(given, lesson), "");
  EXPECT_EQ(lesson.status, Status::unbounded);
  EXPECT_EQ(lesson.direction, Direction::larger_items);
  EXPECT_NEAR(lesson.impedance, lesson.lower_bound, 1e-6);
  EXPECT_EQ(lesson.n, 1);
}

TEST(TeachRegression, sizes_and_other_efforts_count) {
  Regression given(known, known_target, of_size([](double n) { return 0.02 * n * n; }) + fixed(0.3), line);
  given.problem.limits.max_items = 40;
  const Lesson best = teach(given.problem);
  EXPECT_EQ(dishonesty(given, best), "");
  EXPECT_EQ(to_string(best.status), "optimal");
  EXPECT_EQ(best.proven_up_to, 40);
  for (Index n = 1; n < 12; ++n) EXPECT_LE(best.impedance, teach(given.of_size(n).problem).impedance + 1e-9) << n;
}

/// A coordinate that no item has cannot be taught: what is missing there stays, and the rest is proven.
TEST(TeachRegression, directions_without_items_stay_as_they_are) {
  const std::vector<Interval> flat = {{-1, 1}, {0, 0}};
  for (const Lesson& lesson : {teach(Regression(known, known_target, per_item(0.1), flat).problem),
                               teach(Regression(unknown, unknown_target, per_item(0.1), flat).problem)}) {
    EXPECT_EQ(to_string(lesson.status), "optimal");
    EXPECT_GT(lesson.n, 0);
  }
  EXPECT_EQ(teach(Regression(known, known_target, per_item(0.1), {{0, 0}, {0, 0}}).problem).n, 0);
}

TEST(TeachRegression, a_belief_bounds_brute_force_teaching) {
  const LinearRegression belief{known.variance, vector({0.9, -0.4}), Matrix({{0.2, 0.05}, {0.05, 0.1}})};
  RegressionProblem problem = Regression(known, known_target, {}).problem;
  problem.target = regression_target(known, belief);
  const Lesson lesson = teach(problem);
  EXPECT_EQ(to_string(lesson.status), "optimal");
  EXPECT_NEAR(lesson.loss, belief_loss(known, belief, lesson.items.expanded()), 1e-9);
  const LinearRegression after = known.after(2, summed_statistic(known, lesson.items));
  EXPECT_LE((after.covariance - belief.covariance).norm(), 1e-9);  // it shares the teacher's belief
  const Unknown unsure{vector({0.9, -0.4}), Matrix({{0.2, 0.05}, {0.05, 0.1}}), 8, 6};
  RegressionProblem noisy = Regression(unknown, unknown_target, per_item(0.01)).problem;
  noisy.target = regression_target(unknown, unsure);
  const Lesson second = teach(noisy);
  EXPECT_EQ(to_string(second.status), "optimal") << second.gap();
  EXPECT_NEAR(second.loss, belief_loss(unknown, unsure, second.items.expanded()), 1e-7);
  EXPECT_NEAR(second.loss, noisy.loss_stepwise(second.items), 1e-9);
}

/// The mean loss of weighted targets, each by itself.
template <class L>
double mean_loss(const L& learner, const std::vector<Weighted<typename L::Target>>& points, const ItemSet& items) {
  double mean = 0;
  const Vector s = summed_statistic(learner, items);
  for (const auto& [weight, target] : points) {
    mean += weight * learner.loss(target, static_cast<double>(items.size()), s);
  }
  return mean;
}

TEST(TeachRegression, points_may_differ_in_their_variance_alone) {
  const Unknown learner{Vector::Zero(1), Matrix::Ones(1, 1), 1, 1};
  auto taught = [&](double weight) {
    const std::vector<Weighted<Unknown::Target>> points{{0.5, {Vector::Constant(1, weight), 1}},
                                                        {0.5, {Vector::Zero(1), 2}}};
    RegressionProblem problem = Regression(learner, points[0].value, per_item(0.1), {{-1, 1}}).problem;
    problem.target = regression_target(learner, points);
    const Lesson lesson = teach(problem);
    EXPECT_NEAR(lesson.loss, mean_loss(learner, points, lesson.items), 1e-9);
    EXPECT_NEAR(lesson.loss_before, mean_loss(learner, points, {Matrix(0, 2), {}}), 1e-12);
    return lesson;
  };
  const Lesson lesson = taught(0);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_EQ(lesson.n, 6);
  EXPECT_NEAR(lesson.loss_before, 2.53537, 5e-6);
  EXPECT_NEAR(lesson.impedance, 1.5479919402, 1e-8);
  EXPECT_NEAR(taught(1e-5).impedance, lesson.impedance, 1e-8);
}

/// y → y + c x moves the prior's mean and all weights by c, and nothing else changes.
TEST(TeachRegression, large_weights_keep_their_doubt) {
  auto moved_by = [](double c) {
    const LinearRegression learner{0.01, Vector::Constant(1, c), Matrix::Ones(1, 1)};
    RegressionProblem problem = Regression(learner, {Vector::Constant(1, c)}, per_item(0.1), {{-1, 1}}).problem;
    problem.target =
        regression_target(learner, std::vector<Weighted<LinearRegression::Target>>{
                                       {0.5, {Vector::Constant(1, c)}}, {0.5, {Vector::Constant(1, c + 0.5)}}});
    return teach(problem);
  };
  const Lesson here = moved_by(0);
  EXPECT_EQ(here.status, Status::optimal);
  for (const double c : {1e3, 1e5, 1e6, -1e7}) {
    const Lesson there = moved_by(c);
    EXPECT_EQ(there.status, here.status) << c;
    EXPECT_EQ(there.n, here.n) << c;
    EXPECT_NEAR(there.impedance, here.impedance, 1e-9) << c;
  }
  EXPECT_NEAR(here.impedance, 0.1326441721, 1e-9);
}

/// Fewer points than directions leave one open, in whatever coordinates; and a size that is asked for is no "more".
TEST(TeachRegression, few_points_leave_a_direction_open) {
  Matrix covariance(3, 3);
  covariance << 17091336632267.992, -4882795590729.668, 39974978777760.12, -4882795590729.668, 2065487721596.6438,
      -11553569732165.176, 39974978777760.12, -11553569732165.176, 97780076991725.7;
  const Unknown learner{Vector::Zero(3), covariance, 0.0536, 6.205888716521634e-10};
  const std::vector<Weighted<Unknown::Target>> points{
      {1.0 / 6, {vector({-2.1017380511644066, 1.3206108075498275, 2.216940270546413}), 8.533096985217247e-13}},
      {1.0 / 3, {vector({-1.4470522678471516, -1.2250772597696273, -5.788209071388606}), 6.027850925473882e-10}},
      {0.5, {vector({3.090791251712363, -0.6293974912577902, 7.4459971063979635}), 2.8231706866143497e-10}}};
  RegressionProblem problem = Regression(learner, points[0].value, per_item(0.321)).of_size(4).problem;
  problem.target = regression_target(learner, points);
  const Lesson lesson = teach(problem);
  EXPECT_EQ(lesson.status, Status::unbounded);
  EXPECT_EQ(lesson.direction, Direction::larger_items);
}

TEST(TeachRegression, plain_items_are_as_good_as_natural_ones) {
  for (const auto& range : {line, std::vector<Interval>{}}) {
    const Regression given(unknown, unknown_target, per_item(0.03) + magnitude(range.empty() ? 0.05 : 0), range);
    const Lesson natural = teach(given.problem), plain = teach(given.problem, {.style = Style::plain});
    EXPECT_EQ(dishonesty(given, natural), "");
    EXPECT_EQ(dishonesty(given, plain), "");
    EXPECT_NEAR(natural.impedance, plain.impedance, 1e-9);
    EXPECT_LE(plain.items.rows.rows(), 6);
  }
}

TEST(TeachRegression, many_items_are_counted_not_listed) {
  const Regression given(unknown, unknown_target, per_item(1e-7), line);
  const Lesson lesson = teach(given.problem, {.style = Style::plain});
  EXPECT_GT(lesson.n, 1000000);
  EXPECT_LE(lesson.gap(), 1e-9 * scale_of(lesson.impedance));
}

TEST(TeachRegression, many_coordinates_have_a_bound) {
  const Index D = 16;
  const LinearRegression learner{1, Vector::Zero(D), Matrix::Identity(D, D)};
  Regression given(learner, {Vector::Ones(D)}, per_item(0.3), std::vector<Interval>(D, {-1, 1}));
  given = given.of_size(16);
  const Lesson lesson = teach(given.problem);
  EXPECT_EQ(dishonesty(given, lesson), "");
  EXPECT_LT(lesson.gap(), 1.5);
}

/// No set that is allowed is below the bound, whatever the problem.
template <class L>
void expect_bound(const Regression<L>& given, Random& random) {
  const Lesson lesson = teach(given.problem);
  RC_ASSERT(dishonesty(given, lesson) == "");
  for (int trial = 0; trial < 60; ++trial) {
    const Index n = 1 + trial % 6, D = given.learner.dimension();
    if (n < given.problem.min_size || n > given.problem.max_size.value_or(n)) continue;
    Matrix rows = Matrix::NullaryExpr(n, D + 1, [&] { return 3 * random.normal(); });
    rows = given.clamped(std::move(rows));
    for (Index i = 0; i < n && trial % 2; ++i) {  // near what the target would say
      rows(i, D) = rows.row(i).head(D).dot(given.target.weights) + random.normal();
    }
    rows = given.clamped(std::move(rows));
    RC_ASSERT(given.impedance(rows) >= lesson.lower_bound - 1e-9 * scale_of(lesson.lower_bound));
  }
}

RC_GTEST_PROP(TeachRegression, no_set_is_below_the_bound, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const Index D = *rc::gen::inRange(1, 4);
  const Matrix root = Matrix::NullaryExpr(D, D, [&] { return random.normal(); });
  const Matrix covariance = root * root.transpose() + 0.1 * Matrix::Identity(D, D);
  auto some = [&] { return Vector(Vector::NullaryExpr(D, [&] { return random.normal(); })); };
  std::vector<Interval> range;
  const bool boxed = *rc::gen::arbitrary<bool>();
  for (Index j = 0; j < D && boxed; ++j) {
    const double a = 2 * random.normal(), b = random.uniform() < 0.2 ? a : 2 * random.normal();
    range.push_back({std::min(a, b), std::max(a, b)});
  }
  const bool square = !boxed || random.uniform() < 0.3;
  const Effort effort = per_item(0.02 + 0.3 * random.uniform()) + magnitude(square ? 0.01 + random.uniform() : 0);
  std::optional<Interval> y_range;
  if (*rc::gen::inRange(0, 4) == 0) y_range = Interval{-1, 2};
  if (*rc::gen::arbitrary<bool>()) {
    Regression given(LinearRegression{0.1 + random.uniform(), some(), covariance}, {some()}, effort, range);
    given.problem.y_range = y_range;
    expect_bound(given, random);
  } else {
    Regression given(Unknown{some(), covariance, 0.5 + 3 * random.uniform(), 0.1 + 2 * random.uniform()},
                     {some(), 0.2 + random.uniform()}, effort, range);
    given.problem.y_range = y_range;
    expect_bound(given, random);
  }
}

}  // namespace
}  // namespace didact::testing::teach_regression_test
