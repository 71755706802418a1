// Ranges, efforts on items, what was seen, and pools: the gradient, the bound, and searches that know nothing.

#include "linear/item_objective.hpp"
#include "patience.hpp"
#include "retrained.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

namespace didact::teach_bounded_test {
namespace {

const LinearKind kinds[] = {LinearKind::ridge, LinearKind::logistic, LinearKind::svm};

TEST(ItemObjective, ItsGradientIsTheDifference) {
  Random random(31);
  for (int trial = 0; trial < 48; ++trial) {
    const LinearKind kind = kinds[trial % 3];
    LinearProblem problem = linear_problem(kind, 0.7, {0.8, -0.3}, trial % 2 ? std::optional(0.4) : std::nullopt);
    if (trial % 4 >= 2) problem.seen = random_items(kind, 2, 3, 1, random);
    if (trial % 5 == 0) {
      problem.loss = LinearLoss::risk;
      problem.test = random_items(kind, 2, 6, 1, random);
    }
    problem.effort.magnitude = 0.1;
    problem.effort.closeness = trial % 3 == 0 ? 0.05 : 0;
    ItemSet items = random_items(kind, 2, 4, 1, random);
    items.rows(0, 2) = 1, items.rows(1, 2) = -1;
    if (problem.effort.closeness == 0) items.copies[2] = 3;
    const linear::ItemObjective objective(problem, items, 0.05);
    const Vector z = objective.pack(items.rows);
    Vector gradient, ignored;
    objective(z, gradient);
    for (Index i = 0; i < z.size(); ++i) {
      const Vector step = 1e-5 * Vector::Unit(z.size(), i);
      const double slope = (objective(z + step, ignored) - objective(z - step, ignored)) / 2e-5;
      EXPECT_NEAR(gradient[i], slope, 1e-6 * (1 + std::abs(slope))) << "trial " << trial << ", coordinate " << i;
    }
  }
}

TEST(ItemObjective, IsTheImpedanceThatTheEvaluationFinds) {
  Random random(32);
  for (int trial = 0; trial < 30; ++trial) {
    const LinearKind kind = kinds[trial % 3];
    LinearProblem problem = linear_problem(kind, 0.7, {0.8, -0.3});
    problem.effort.magnitude = 0.1;
    const ItemSet items = random_items(kind, 2, 3, 1, random);
    const linear::ItemObjective objective(problem, items, 1e-12);
    Vector gradient;
    EXPECT_NEAR(objective(objective.pack(items.rows), gradient), evaluate(problem, items).impedance, 1e-7);
  }
}

TEST(TeachBounded, FindsWhatABlindSearchFindsAndNeverFallsBelowItsBound) {
  Random random(33);
  for (int trial = 0; trial < 24; ++trial) {
    const LinearKind kind = kinds[trial % 3];
    const std::string what = "trial " + std::to_string(trial);
    LinearProblem problem = linear_problem(kind, 1, {0.9, -0.4}, trial % 2 ? std::optional(0.3) : std::nullopt);
    const double low = trial % 4 < 2 ? -1 : 0.2;
    problem.range = {{low, 1}, {-1, 0.8}};
    if (kind == LinearKind::ridge) problem.y_range = Interval{-1.5, 1.5};
    problem.effort.magnitude = trial % 3 == 0 ? 0.02 : 0.05;
    problem.effort.closeness = trial % 5 == 0 ? 0.01 : 0;
    problem.effort.per_item = 0.01;
    for (const Index n : {1, 2, 3}) {
      problem.min_size = n, problem.max_size = n;
      const Lesson lesson = teach(problem);
      EXPECT_EQ(lesson.n, n);
      EXPECT_LE(lesson.lower_bound, lesson.impedance);
      EXPECT_TRUE(evaluate(problem, lesson.items).violates.empty()) << what;
      const double blind = blind_search(problem, n, 6, 800, random);
      EXPECT_GE(blind, lesson.lower_bound - 1e-9) << what;
      EXPECT_LE(lesson.impedance, blind + 1e-4) << what << ", n = " << n;
      const LinearState state = retrained(problem.learner, lesson.items);
      EXPECT_NEAR(problem.loss_of(state), lesson.loss, 1e-6) << what;
    }
  }
}

TEST(TeachBounded, AMagnitudeEffortOnALearnerWithABiasIsProvenWhereTheBiasIsInTheMiddle) {
  Random random(38);
  for (const LinearKind kind : {LinearKind::logistic, LinearKind::svm}) {
    LinearProblem problem = linear_problem(kind, 1.5, {0.9, -0.5}, 0);
    problem.effort.magnitude = 0.1;
    problem.effort.per_item = 0.03;
    const Lesson lesson = teach(problem);
    EXPECT_EQ(lesson.status, Status::optimal) << lesson.gap();
    for (const Index n : {2, 3, 4}) {
      problem.min_size = n, problem.max_size = n;
      const Lesson fixed = teach(problem);
      EXPECT_GE(fixed.impedance, lesson.impedance - 1e-12);
      EXPECT_GE(blind_search(problem, n, 4, 800, random), fixed.lower_bound - 1e-9);
    }
  }
}

TEST(TeachBounded, ARangeThatExcludesNothingChangesNothing) {
  for (const LinearKind kind : kinds) {
    for (const auto bias : {std::optional<double>(), std::optional(0.2)}) {
      LinearProblem problem = linear_problem(kind, 2, {0.7, -0.4}, bias);
      problem.effort.per_item = 0.01;
      const Lesson free = teach(problem);
      problem.range = {{-100, 100}, {-100, 100}};
      const Lesson ranged = teach(problem);
      EXPECT_NEAR(ranged.impedance, free.impedance, 1e-12);
      EXPECT_EQ(ranged.status, Status::optimal);
    }
  }
}

TEST(TeachBounded, ARangeThatExcludesWhatIsNeededLeavesALoss) {
  LinearProblem problem = linear_problem(LinearKind::svm, 10, {1, 0});  // ten items of length one would do
  problem.range = {{-0.05, 0.05}, {-0.05, 0.05}};
  problem.max_size = 10;
  const Lesson lesson = teach(problem);
  EXPECT_NEAR(lesson.loss, 0.95 * 0.95, 1e-6);  // ten times 0.05/10
  EXPECT_EQ(lesson.status, Status::optimal);
  problem = linear_problem(LinearKind::logistic, 1, {1, 0});  // x that are all far on the wrong side
  problem.range = {{5, 6}, {5, 6}};
  problem.y_range = Interval{-1, 0};
  problem.max_size = 3;
  const Lesson wrong = teach(problem);
  EXPECT_EQ(wrong.n, 0);
  EXPECT_LE(wrong.lower_bound, wrong.impedance);
}

TEST(TeachBounded, PoisoningTurnsALearnerThatHasSeenSomething) {
  Random random(34);
  for (int trial = 0; trial < 30; ++trial) {
    const LinearKind kind = kinds[trial % 3];
    LinearProblem problem = linear_problem(kind, 1, {0.5, -0.3}, trial % 2 ? std::optional(0.2) : std::nullopt);
    problem.seen = random_items(kind, 2, 5, 1, random);
    problem.effort.per_item = 0.001;
    const Lesson lesson = teach(problem);
    const std::string what = "trial " + std::to_string(trial);
    EXPECT_LT(lesson.impedance, lesson.loss_before) << what;
    EXPECT_LE(lesson.lower_bound, lesson.impedance) << what;
    ItemSet all = problem.seen;
    all.rows.conservativeResize(5 + lesson.items.rows.rows(), Eigen::NoChange);
    all.rows.bottomRows(lesson.items.rows.rows()) = lesson.items.rows;
    all.copies.insert(all.copies.end(), lesson.items.copies.begin(), lesson.items.copies.end());
    if (all.rows.rows() <= 8 || kind != LinearKind::svm) {
      EXPECT_NEAR(problem.loss_of(retrained(problem.learner, all)), lesson.loss, 1e-8) << what;
    }
    if (kind == LinearKind::ridge) {  // one item is enough, with and without a bias
      EXPECT_EQ(lesson.n, 1) << what;
      EXPECT_EQ(lesson.status, Status::optimal) << what;
      EXPECT_LE(lesson.loss, 1e-18) << what;
    }
    if (!problem.learner.bias) {
      EXPECT_LE(lesson.loss, 1e-3) << what;
    }
  }
}

/// Every set of rows, with every row used at most `times`.
double best_of_pool(const LinearProblem& problem, Index times, Index largest) {
  const Pool& pool = *problem.pool;
  double best = infinity;
  std::vector<Index> use(static_cast<std::size_t>(pool.size()), 0);
  while (true) {
    ItemSet items{Matrix(0, pool.rows.cols()), {}};
    for (Index row = 0; row < pool.size(); ++row) {
      if (use[static_cast<std::size_t>(row)] == 0) continue;
      items.rows.conservativeResize(items.rows.rows() + 1, pool.rows.cols());
      items.rows.bottomRows(1) = pool.rows.row(row);
      items.copies.push_back(use[static_cast<std::size_t>(row)]);
    }
    if (items.size() <= largest) best = std::min(best, evaluate(problem, items).impedance);
    std::size_t k = 0;
    while (k < use.size() && use[k] == times) use[k++] = 0;
    if (k == use.size()) return best;
    ++use[k];
  }
}

TEST(TeachPool, SmallPoolsAreSolvedByLookingAtAllSets) {
  Random random(35);
  for (int trial = 0; trial < 24; ++trial) {
    const LinearKind kind = kinds[trial % 3];
    LinearProblem problem = linear_problem(kind, 0.5, {0.9, -0.4}, trial % 2 ? std::optional(0.3) : std::nullopt);
    const bool repeat = trial % 4 == 3;
    const Index rows = repeat ? 4 : 7;
    problem.pool = Pool{.rows = random_items(kind, 2, rows, 1, random).rows, .repeat = repeat};
    for (Index row = 0; row < rows; ++row) problem.pool->costs.push_back(0.02 * random.uniform());
    if (trial % 5 == 0) problem.pool->must_include = {2};
    if (trial % 5 == 1) problem.pool->must_exclude = {0, 3};
    problem.effort.per_item = 0.01;
    if (repeat) problem.max_size = 3;
    const Lesson lesson = teach(problem);
    EXPECT_EQ(lesson.status, Status::optimal) << trial;
    EXPECT_NEAR(lesson.impedance, best_of_pool(problem, repeat ? 3 : 1, repeat ? 3 : rows), 1e-9) << trial;
    ASSERT_EQ(static_cast<Index>(lesson.rows.size()), lesson.items.rows.rows());
    for (std::size_t i = 0; i < lesson.rows.size(); ++i) {
      EXPECT_EQ(problem.pool->rows.row(lesson.rows[i]), lesson.items.rows.row(static_cast<Index>(i)));
    }
  }
}

TEST(TeachPool, LargePoolsHaveABoundAndAGoodSet) {
  Random random(36);
  for (const LinearKind kind : kinds) {
    LinearProblem problem = linear_problem(kind, 0.5, {0.9, -0.4}, 0.3);
    problem.pool = Pool{.rows = random_items(kind, 2, 60, 1, random).rows};
    problem.effort.per_item = 0.005;
    problem.max_size = 8;
    const Lesson lesson = teach(problem);
    EXPECT_LE(lesson.lower_bound, lesson.impedance);
    EXPECT_LE(lesson.n, 8);
    for (int look = 0; look < 300; ++look) {  // no random set of that size comes near
      ItemSet items{Matrix(lesson.n, 3), std::vector<Index>(static_cast<std::size_t>(lesson.n), 1)};
      std::vector<Index> rows(60);
      for (Index i = 0; i < 60; ++i) rows[static_cast<std::size_t>(i)] = i;
      for (Index i = 0; i < lesson.n; ++i) {
        std::swap(
            rows[static_cast<std::size_t>(i)],
            rows[static_cast<std::size_t>(i + static_cast<Index>(random.uniform() * static_cast<double>(60 - i)))]);
        items.rows.row(i) = problem.pool->rows.row(rows[static_cast<std::size_t>(i)]);
      }
      const double impedance = evaluate(problem, items).impedance;
      EXPECT_GE(impedance, lesson.lower_bound);
      EXPECT_GE(impedance, lesson.impedance);
    }
  }
}

TEST(TeachPool, SwapsFromElsewhereFindWhatGrowingMisses) {
  Random random(41);
  for (int trial = 0; trial < 8; ++trial) {
    LinearProblem problem = linear_problem(LinearKind::ridge, 0.5, {0.9, -0.4});
    problem.pool = Pool{.rows = random_items(LinearKind::ridge, 2, 20, 1, random).rows};
    problem.min_size = problem.max_size.emplace(6);  // 38,760 sets: more than are all looked at
    const double found = teach(problem).impedance;
    int better = 0;
    std::vector<Index> rows = {0, 1, 2, 3, 4, 5};
    for (bool more = true; more;) {
      better +=
          evaluate(problem, {problem.pool->rows.chosen(rows), std::vector<Index>(6, 1)}).impedance < found - 1e-12;
      std::size_t k = 6;
      while (k > 0 && rows[k - 1] == 14 + static_cast<Index>(k - 1)) --k;
      more = k > 0;
      if (more) ++rows[k - 1];
      for (; more && k < 6; ++k) rows[k] = rows[k - 1] + 1;
    }
    EXPECT_LE(better, 3) << trial;
  }
}

TEST(TeachPool, ForeignItemsAreAViolation) {
  Random random(37);
  LinearProblem problem = linear_problem(LinearKind::ridge, 1, {1, 1});
  problem.pool = Pool{.rows = random_items(LinearKind::ridge, 2, 4, 1, random).rows, .must_include = {1}};
  ItemSet items{problem.pool->rows.row(1), {1}};
  EXPECT_TRUE(evaluate(problem, items).violates.empty());
  items = {problem.pool->rows.chosen({1, 1}), {1, 1}};
  EXPECT_EQ(evaluate(problem, items).violates_at, 2);
  items = {problem.pool->rows.row(0), {1}};
  EXPECT_EQ(evaluate(problem, items).violates, "row 2 of the pool must be in every set");
  items.rows(0, 0) += 1;
  EXPECT_EQ(evaluate(problem, items).effort, infinity);
}

TEST(TeachBounded, StopsWhenItIsTold) {
  LinearProblem problem = linear_problem(LinearKind::svm, 3, {1, -0.5, 0.4, 2}, 0.5);
  problem.range = std::vector<Interval>(4, Interval{-1, 1});
  problem.effort.closeness = 0.1;
  problem.limits.seconds = 0.05;
  Lesson lesson;
  EXPECT_LT(own_seconds_of([&] { lesson = teach(problem); }), 2);
  EXPECT_LE(lesson.lower_bound, lesson.impedance);
  EXPECT_EQ(lesson.reason, Reason::time);
  // With no time at all there is still a set of the size asked for.
  for (const LinearKind kind : kinds) {
    for (const double closeness : {0.0, 0.1}) {
      LinearProblem hurried = linear_problem(kind, 3, {1, -0.5}, 0.5);
      hurried.min_size = 3, hurried.max_size = 4;
      hurried.limits.seconds = 0;
      hurried.effort.closeness = closeness;
      hurried.effort.of_size = [](double n) { return 0.01 * n; };
      for (const bool ranged : {false, true}) {
        if (ranged) hurried.range = {{-1, 1}, {-1, 1}};
        const Lesson some = teach(hurried);
        EXPECT_GE(some.n, 3);
        EXPECT_LT(some.impedance, infinity);
        EXPECT_LE(some.lower_bound, some.impedance);
      }
    }
  }
}

}  // namespace
}  // namespace didact::teach_bounded_test
