// Rows of a pool: against every set of them, for every conjugate model.

#include "teaching.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace didact::testing::pool_test {
namespace {

double drawn(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 1001) / 1000.0;
}
bool one_in(int many) {
  return *rc::gen::inRange(0, many) == 0;
}
Vector drawn_vector(Index D, double low, double high) {
  Vector x(D);
  for (double& value : x) value = drawn(low, high);
  return x;
}
Matrix drawn_covariance(Index D) {
  Matrix A(D, D);
  for (double& a : A.reshaped()) a = drawn(-1, 1);
  return A * A.transpose() + drawn(0.1, 1) * Matrix::Identity(D, D);
}
std::vector<double> drawn_simplex(std::size_t K) {
  std::vector<double> pi(K);
  double sum = 0;
  for (double& p : pi) sum += p = drawn(0.05, 1);
  for (double& p : pi) p /= sum;
  return pi;
}

// A learner, a target and a row of each model.

template <class L>
struct Drawn;

template <>
struct Drawn<Bernoulli> {
  Bernoulli learner() const { return {drawn(0.3, 5), drawn(0.3, 5)}; }
  Bernoulli::Target target() const { return {drawn(0.05, 0.95)}; }
  Vector row() const { return Vector::Constant(1, *rc::gen::inRange(0, 2)); }
};
template <>
struct Drawn<Geometric> {
  Geometric learner() const { return {drawn(0.3, 5), drawn(0.3, 5)}; }
  Geometric::Target target() const { return {drawn(0.05, 0.95)}; }
  Vector row() const { return Vector::Constant(1, *rc::gen::inRange(0, 6)); }
};
template <>
struct Drawn<Categorical> {
  std::size_t K = static_cast<std::size_t>(*rc::gen::inRange(2, 5));
  Categorical learner() const {
    Categorical learner;
    learner.beta.resize(K);
    for (double& b : learner.beta) b = drawn(0.3, 6);
    return learner;
  }
  Categorical::Target target() const { return {drawn_simplex(K)}; }
  Vector row() const { return Vector::Constant(1, *rc::gen::inRange<int>(1, static_cast<int>(K) + 1)); }
};
template <>
struct Drawn<Poisson> {
  Poisson learner() const { return {drawn(0.3, one_in(2) ? 5 : 20), drawn(0.3, 5)}; }
  Poisson::Target target() const { return {drawn(0.2, 5)}; }
  Vector row() const { return Vector::Constant(1, *rc::gen::inRange(0, 9)); }
};
template <>
struct Drawn<Exponential> {
  Exponential learner() const { return {drawn(0.3, 5), drawn(0.3, 5)}; }
  Exponential::Target target() const { return {drawn(0.2, 5)}; }
  Vector row() const { return Vector::Constant(1, drawn(0, 4)); }
};
template <>
struct Drawn<GaussianMean> {
  GaussianMean learner() const {
    GaussianMean learner;
    learner.variance = noise;
    learner.prior_mean = drawn(-2, 2);
    learner.prior_variance = drawn(0.1, 4);
    return learner;
  }
  GaussianMean::Target target() const { return {drawn(-2, 2)}; }
  Vector row() const { return Vector::Constant(1, drawn(-3, 3)); }
  double noise = drawn(0.2, 3);
};
template <>
struct Drawn<Gaussian> {
  Gaussian learner() const { return {drawn(-2, 2), drawn(0.2, 3), drawn(0.3, 4), drawn(0.1, 3)}; }
  Gaussian::Target target() const { return {drawn(-2, 2), drawn(0.2, 3)}; }
  Vector row() const { return Vector::Constant(1, drawn(-3, 3)); }
};
template <>
struct Drawn<MultivariateGaussianMean> {
  Index D = *rc::gen::inRange(1, 4);
  Matrix noise = drawn_covariance(D);
  MultivariateGaussianMean learner() const {
    MultivariateGaussianMean learner;
    learner.covariance = noise;
    learner.prior_mean = drawn_vector(D, -2, 2);
    learner.prior_covariance = drawn_covariance(D);
    return learner;
  }
  MultivariateGaussianMean::Target target() const { return {drawn_vector(D, -2, 2)}; }
  Vector row() const { return drawn_vector(D, -3, 3); }
};
template <>
struct Drawn<MultivariateGaussian> {
  Index D = *rc::gen::inRange(1, 4);
  MultivariateGaussian learner() const {
    return {drawn_vector(D, -2, 2), drawn(0.2, 3), static_cast<double>(D) - 1 + drawn(0.1, 3), drawn_covariance(D)};
  }
  MultivariateGaussian::Target target() const { return {drawn_vector(D, -2, 2), drawn_covariance(D)}; }
  Vector row() const { return drawn_vector(D, -3, 3); }
};

template <class L>
Matrix drawn_rows(const Drawn<L>& model, Index N) {
  Matrix rows(N, model.row().size());
  for (Index i = 0; i < N; ++i) {
    rows.row(i) = i > 0 && one_in(6) ? Vector(rows.row(*rc::gen::inRange<Index>(0, i))) : model.row();
  }
  return rows;
}

bool has(const std::vector<Index>& list, Index row) {
  return std::find(list.begin(), list.end(), row) != list.end();
}

Pool drawn_pool(Matrix rows) {
  Pool pool{.rows = std::move(rows)};
  const Index N = pool.size();
  pool.repeat = one_in(3);
  if (one_in(3)) {
    for (Index i = 0; i < N; ++i) pool.costs.push_back(one_in(3) ? 0.1 : drawn(0, 0.5));
  }
  if (one_in(5)) pool.must_include = {*rc::gen::inRange<Index>(0, N)};
  if (one_in(6)) {
    const Index row = *rc::gen::inRange<Index>(0, N);
    if (pool.must_include != std::vector<Index>{row}) pool.must_include.push_back(row);
  }
  if (one_in(5)) {
    const Index row = *rc::gen::inRange<Index>(0, N);
    if (!has(pool.must_include, row)) pool.must_exclude = {row};
  }
  return pool;
}

template <class L>
Problem<L> drawn_problem(const Drawn<L>& model, Index N) {
  Problem<L> problem = problem_of(model.learner(), model.target(), per_item(drawn(0.01, 0.3)));
  if (one_in(4)) problem.effort.fixed = drawn(0, 0.5);
  if (one_in(4) && !problem.learners[0].value.domain().labels) problem.effort.magnitude = drawn(0, 0.1);
  if (one_in(4) && !problem.learners[0].value.domain().labels) problem.effort.per_unit = drawn(0, 0.2);
  if (one_in(4)) {
    problem.learners = {{0.4, model.learner()}, {0.6, model.learner()}};
    if (one_in(2)) problem.learners = {{0.3, model.learner()}, {0.2, model.learner()}, {0.5, model.learner()}};
    problem.judge = *rc::gen::element(Judge::expected, Judge::worst);
  } else if (one_in(4)) {
    problem.target = std::vector<Weighted<typename L::Target>>{{0.3, model.target()}, {0.7, model.target()}};
  }
  problem.pool = std::make_shared<const Pool>(drawn_pool(drawn_rows(model, N)));
  if (one_in(4)) problem.effort.closeness = problem.learners[0].value.domain().labels ? 0 : drawn(0.01, 0.5);
  if (one_in(4)) problem.items.distinct = true;
  if (one_in(3)) problem.min_size = *rc::gen::inRange<Index>(1, 4);
  problem.max_size = problem.pool->repeat ? 4 : N;
  if (one_in(8)) problem.max_size = *rc::gen::inRange<Index>(0, 3);
  if (one_in(6)) problem.effort.of_size = [](double n) { return 0.1 * std::abs(n - 3); };
  return problem;
}

bool equal_items(const Pool& pool, const std::vector<Index>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (pool.rows.row(rows[i]) == pool.rows.row(rows[j])) return true;
    }
  }
  return false;
}

/// How good the best set of rows is, and every set must be no better than the bound says.
template <class L>
double best_of_all(const Problem<L>& problem) {
  const Pool& pool = *problem.pool;
  std::vector<Index> rows;
  double best = infinity;
  const auto judge = [&] {
    if (static_cast<Index>(rows.size()) < problem.min_size) return;
    for (const Index must : pool.must_include) {
      if (!has(rows, must)) return;
    }
    if (problem.items.distinct && equal_items(pool, rows)) return;
    double cost = 0;
    for (const Index row : rows) cost += pool.cost(row);
    best = std::min(best, true_impedance(problem, pool.rows.chosen(rows)) + cost);
  };
  const std::function<void(Index)> choose = [&](Index from) {
    judge();
    if (static_cast<Index>(rows.size()) == *problem.max_size) return;
    for (Index row = from; row < pool.size(); ++row) {
      if (has(pool.must_exclude, row)) continue;
      rows.push_back(row);
      choose(pool.repeat ? row : row + 1);
      rows.pop_back();
    }
  };
  choose(0);
  return best;
}

/// No set that is allowed has a finite impedance: refused, or said to be so.
template <class L>
void expect_none(const Problem<L>& problem) {
  std::optional<Lesson> lesson;
  try {
    lesson = teach(problem);
  } catch (const std::invalid_argument&) {
    return;
  }
  RC_ASSERT(lesson->status == Status::unteachable);
  RC_ASSERT(lesson->lower_bound == infinity);
  RC_ASSERT(!lesson->has_items);
}

/// Stopped at any moment, also before it began: a set that is allowed, and a bound that no set contradicts.
template <class L>
void expect_valid_when_stopped(Problem<L> problem, double best, double seconds) {
  const std::atomic<bool> at_once = seconds == 0;
  if (seconds > 0) problem.limits.seconds = seconds;
  const Lesson lesson = teach(problem, {.interrupt = &at_once});
  const double slack = 1e-9 * std::max(1.0, std::abs(best));
  RC_LOG() << "stopped after " << seconds << " s: " << lesson << ", best " << best << '\n';
  RC_ASSERT(lesson.lower_bound <= best + slack);
  RC_ASSERT(std::isfinite(lesson.impedance));
  RC_ASSERT(lesson.impedance >= best - slack);
  RC_ASSERT(lesson.status != Status::optimal || lesson.impedance <= best + slack);
  RC_ASSERT(evaluate(problem, lesson.items).violates == "");
}

template <class L>
void expect_best() {
  const Drawn<L> model;
  const Index N = *rc::gen::inRange<Index>(2, 9);
  const Problem<L> problem = drawn_problem(model, N);
  const double best = best_of_all(problem);
  if (best == infinity) return expect_none(problem);
  const Lesson lesson = teach(problem);
  const double slack = 1e-9 * std::max(1.0, std::abs(best));
  RC_LOG() << "status " << to_string(lesson.status) << ", impedance " << lesson.impedance << ", best " << best
           << ", bound " << lesson.lower_bound << '\n';
  RC_ASSERT(lesson.lower_bound <= best + slack);
  RC_ASSERT(std::abs(lesson.impedance - best) <= slack);
  RC_ASSERT(lesson.status == Status::optimal);
  RC_ASSERT(lesson.rows.size() == lesson.items.copies.size());
  const Evaluation again = evaluate(problem, lesson.items);
  RC_ASSERT(again.violates == "");
  RC_ASSERT(std::abs(again.impedance - lesson.impedance) <= slack);
  expect_valid_when_stopped(problem, best, *rc::gen::element(0.0, 1e-9, 1e-5, 1e-4, 1e-3));
}

/// The slope of the worst of several learners jumps where another becomes the worst, and says little about the best
/// size.
TEST(Pool, FindsTheBestSizeForTheWorstOfThree) {
  Problem<Poisson> problem = problem_of(Poisson{17, 3.14}, Poisson::Target{5}, per_item(0.06));
  problem.learners = {{1, {17, 3.14}}, {1, {14.69, 1.26}}, {1, {14.79, 4}}};
  problem.judge = Judge::worst;
  Pool pool{.rows = Matrix({{8, 0, 5, 6, 9, 3, 2, 4}}).transpose()};
  pool.costs = {0.25, 0, 0.38, 0, 0.29, 0, 0.4, 0.22};
  problem.pool = std::make_shared<const Pool>(pool);
  problem.max_size = 8;
  const double best = best_of_all(problem);
  const Lesson lesson = teach(problem);
  EXPECT_NEAR(lesson.impedance, best, 1e-9);
  EXPECT_LE(lesson.lower_bound, best + 1e-12);
  ASSERT_TRUE(lesson.relaxed);
  EXPECT_LE(lesson.relaxed->impedance, best + 1e-9);
}

/// A row that must be there makes the smallest set one of one item: smaller sizes say nothing about the best one.
TEST(Pool, BeginsAtTheSizeThatMustBe) {
  using Target = Gaussian::Target;
  Problem<Gaussian> problem = problem_of(Gaussian{-0.58, 0.3932, 1.9576, 0.9091}, Target{}, per_item(0.07409));
  problem.target = std::vector<Weighted<Target>>{{0.3, {-0.848, 1.1436}}, {0.7, {-0.996, 1.208}}};
  problem.effort.magnitude = 0.0399;
  problem.max_size = 4;
  Pool pool{.rows = Vector(Eigen::Vector3d(-0.948, -3, -2.892))};
  pool.costs = {0.1655, 0.07, 0.1};
  pool.repeat = true;
  pool.must_include = {0};
  problem.pool = std::make_shared<const Pool>(pool);
  const Lesson lesson = teach(problem);
  EXPECT_NEAR(lesson.impedance, best_of_all(problem), 1e-9);
  EXPECT_EQ(lesson.n, 3);
}

/// So many rows that they are not even looked through.
TEST(Pool, IsLeftAtOnceHoweverManyRowsThereAre) {
  Random random(5);
  Problem<Gaussian> problem = problem_of(Gaussian{0, 1, 2, 1}, Gaussian::Target{0.5, 2}, per_item(0.01));
  const std::atomic<bool> at_once = true;
  for (const bool repeat : {false, true}) {
    for (const double close : {0.0, 0.01}) {
      Pool pool{.rows = Vector(Vector::NullaryExpr(100000, [&](Index) { return std::round(1e3 * random.normal()); }))};
      pool.repeat = repeat;
      pool.must_include = {7};
      problem.pool = std::make_shared<const Pool>(std::move(pool));
      problem.min_size = 4;
      problem.effort.closeness = close;
      const Lesson lesson = teach(problem, {.interrupt = &at_once});
      EXPECT_EQ(to_string(lesson.status), "feasible");
      EXPECT_EQ(lesson.reason, Reason::interrupted);
      EXPECT_TRUE(std::isfinite(lesson.impedance));
      EXPECT_EQ(evaluate(problem, lesson.items).violates, "");
    }
  }
}

/// Two equal rows cost infinitely much by their closeness: a set without them is best, whatever its size.
TEST(Pool, EqualRowsAreNeverCloseTogether) {
  Problem<Poisson> problem = problem_of(Poisson{2, 1}, Poisson::Target{3}, per_item(0.1) + closeness(0.1));
  problem.pool = std::make_shared<const Pool>(Pool{.rows = Vector(Eigen::Vector3d(2, 2, 3))});
  problem.min_size = 2;
  const Lesson lesson = teach(problem);
  EXPECT_NEAR(lesson.impedance, best_of_all([&] {
                problem.max_size = 2;
                return problem;
              }()),
              1e-9);
  EXPECT_EQ(to_string(lesson.status), "optimal");
  problem.min_size = 3, problem.max_size = 3;
  EXPECT_THROW(teach(problem), std::invalid_argument);
  Pool musts{.rows = Vector(Eigen::Vector2d(2, 2))};
  musts.must_include = {0, 1};
  problem.pool = std::make_shared<const Pool>(musts);
  problem.min_size = 0;
  EXPECT_THROW(teach(problem), std::invalid_argument);
}

/// A belief with too heavy a tail has no squared distance: no set of such a size teaches anything.
TEST(Pool, IsUnteachableWhereEverySquaredDistanceIsInfinite) {
  Problem<Gaussian> problem = problem_of(Gaussian{0, 1, 0.5, 1}, Gaussian::Target{1, 1}, per_item(0.1));
  problem.loss = Loss::squared;
  problem.pool = std::make_shared<const Pool>(Pool{.rows = Vector(Eigen::Vector3d(1, 2, 3))});
  problem.max_size = 1;
  const Lesson lesson = teach(problem);
  EXPECT_EQ(to_string(lesson.status), "unteachable");
  EXPECT_EQ(lesson.explanation, "too few items are allowed for the belief to have a squared distance at all");
  EXPECT_EQ(lesson.lower_bound, infinity);
  problem.max_size.reset();
  EXPECT_EQ(to_string(teach(problem).status), "unteachable");  // four items would do
}

/// Rows that the target cannot have made are no items: too few are left.
TEST(Pool, IsUnteachableWhereTheTargetRulesOutTooManyRows) {
  Problem<Bernoulli> problem = problem_of(Bernoulli{2, 1}, Bernoulli::Target{1}, per_item(0.1));
  problem.pool = std::make_shared<const Pool>(Pool{.rows = Vector(Eigen::Vector3d(0, 0, 1))});
  problem.min_size = 2;
  const Lesson lesson = teach(problem);
  EXPECT_EQ(to_string(lesson.status), "unteachable");
  EXPECT_EQ(lesson.explanation, "size: the target can have made only 1 of the rows that may be used");
}

RC_GTEST_PROP(Pool, bernoulli, ()) {
  expect_best<Bernoulli>();
}
RC_GTEST_PROP(Pool, geometric, ()) {
  expect_best<Geometric>();
}
RC_GTEST_PROP(Pool, categorical, ()) {
  expect_best<Categorical>();
}
RC_GTEST_PROP(Pool, poisson, ()) {
  expect_best<Poisson>();
}
RC_GTEST_PROP(Pool, exponential, ()) {
  expect_best<Exponential>();
}
RC_GTEST_PROP(Pool, gaussian_mean, ()) {
  expect_best<GaussianMean>();
}
RC_GTEST_PROP(Pool, gaussian, ()) {
  expect_best<Gaussian>();
}
RC_GTEST_PROP(Pool, multivariate_gaussian_mean, ()) {
  expect_best<MultivariateGaussianMean>();
}
RC_GTEST_PROP(Pool, multivariate_gaussian, ()) {
  expect_best<MultivariateGaussian>();
}

}  // namespace
}  // namespace didact::testing::pool_test
