// The exact smallest sets: retrained by other code, and nothing found blindly beats them.

#include "linear/reach.hpp"
#include "patience.hpp"
#include "retrained.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

namespace didact::teach_free_test {
namespace {

const LinearKind kinds[] = {LinearKind::ridge, LinearKind::logistic, LinearKind::svm};

Index smallest(LinearProblem problem) {
  const Lesson lesson = teach(problem);  // without any effort the smallest set that is best
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_LE(lesson.loss, 1e-22 * lesson.loss_before);
  return lesson.n;
}

std::vector<double> with_norm(double squared) {
  return {0.6 * std::sqrt(squared), -0.8 * std::sqrt(squared)};
}

TEST(TeachFree, TheReturnedSetTeachesTheTargetToAnotherImplementation) {
  Random random(21);
  for (int trial = 0; trial < 120; ++trial) {
    const LinearKind kind = kinds[trial % 3];
    const bool bias = trial % 2 == 0;
    std::vector<double> weights(1 + trial % 4);
    for (double& w : weights) w = random.normal();
    LinearProblem problem =
        linear_problem(kind, std::exp(random.normal()), weights, bias ? std::optional(random.normal()) : std::nullopt);
    const Lesson lesson = teach(problem);
    const std::string what = "trial " + std::to_string(trial);
    ASSERT_EQ(lesson.status, Status::optimal) << what;
    const LinearState state = retrained(problem.learner, lesson.items);
    EXPECT_LE((state.weights - problem.target.weights).norm(), 1e-8 * (1 + problem.target.weights.norm())) << what;
    EXPECT_NEAR(state.bias, problem.target.bias, 1e-8 * (1 + std::abs(problem.target.bias))) << what;
  }
}

TEST(TeachFree, SmallestSetsAreThoseOfTheTheory) {
  EXPECT_EQ(smallest(linear_problem(LinearKind::ridge, 5, {1, 2})), 1);
  EXPECT_EQ(smallest(linear_problem(LinearKind::ridge, 5, {1, 2}, 1)), 2);
  EXPECT_EQ(smallest(linear_problem(LinearKind::ridge, 5, {0, 0}, 1)), 1);
  for (const double pull : {0.3, 1.0, 1.5, 2.0, 2.5, 3.0, 3.7, 6.0}) {
    EXPECT_EQ(smallest(linear_problem(LinearKind::svm, 1, with_norm(pull))), std::ceil(pull - 1e-9));
    EXPECT_EQ(smallest(linear_problem(LinearKind::svm, 1, with_norm(pull), 0.3)), 2 * std::ceil(pull / 2 - 1e-9));
    EXPECT_EQ(smallest(linear_problem(LinearKind::logistic, 1, with_norm(pull))),
              std::ceil(pull / linear::logistic_pull));
  }
  // An odd one out helps: three items are enough where two are not.
  EXPECT_EQ(smallest(linear_problem(LinearKind::logistic, 1, with_norm(0.7), 0.3)), 3);
  EXPECT_EQ(smallest(linear_problem(LinearKind::logistic, 1, with_norm(0.55), 0.3)), 2);
}

TEST(TeachFree, AWholeNumberOfItemsIsNotRoundedUp) {
  for (const double lambda : {3e-7, 0.1, 1.0 / 3, 7.0, 1e9}) {
    for (const int n : {1, 3, 7, 49}) {
      const auto weights = with_norm(n / lambda);
      EXPECT_EQ(smallest(linear_problem(LinearKind::svm, lambda, weights)), n) << lambda;
      EXPECT_EQ(smallest(linear_problem(LinearKind::svm, lambda * (1 + 1e-14), weights)), n) << lambda;
      EXPECT_EQ(smallest(linear_problem(LinearKind::svm, lambda * (1 + 1e-9), weights)), n + 1) << lambda;
    }
  }
}

TEST(TeachFree, NoSetOfFewerItemsReachesTheTarget) {
  Random random(22);
  for (const LinearKind kind : {LinearKind::logistic, LinearKind::svm}) {
    for (const bool bias : {false, true}) {
      LinearProblem problem =
          linear_problem(kind, kind == LinearKind::svm ? 4 : 1, {0.8, -0.4}, bias ? std::optional(0.3) : std::nullopt);
      for (Index n = 0; n <= 4; ++n) {
        problem.min_size = n, problem.max_size = n;
        const Lesson lesson = teach(problem);
        EXPECT_EQ(lesson.n, n);
        EXPECT_EQ(lesson.status, Status::optimal);
        const double blind = blind_search(problem, n, 8, 600, random);
        EXPECT_GE(blind, lesson.impedance - 1e-9) << "n = " << n;
        if (n > 0 && n < 4) {  // and it does come close
          EXPECT_LE(blind, lesson.impedance + 0.02) << "n = " << n;
        }
      }
    }
  }
}

TEST(TeachFree, TradesTheLossAgainstTheSize) {
  Random random(23);
  for (int trial = 0; trial < 60; ++trial) {
    LinearProblem problem = linear_problem(kinds[trial % 3], std::exp(random.normal()), {random.normal(), 1},
                                           trial % 2 ? std::optional(random.normal()) : std::nullopt);
    problem.effort.per_item = std::exp(2 * random.normal() - 3);
    problem.effort.fixed = trial % 5 == 0 ? 0.1 : 0;
    const Lesson lesson = teach(problem);
    ASSERT_EQ(lesson.status, Status::optimal);
    double best = infinity;
    for (Index n = 0; n <= 60; ++n) {
      LinearProblem fixed = problem;
      fixed.min_size = n, fixed.max_size = n;
      best = std::min(best, teach(fixed).impedance);
    }
    EXPECT_NEAR(lesson.impedance, best, 1e-12) << trial;
    // An effort of any shape is looked at size by size.
    problem.effort.of_size = [c = problem.effort.per_item](double n) { return c * n; };
    problem.effort.per_item = 0;
    problem.limits.max_items = 200;
    const Lesson again = teach(problem);
    EXPECT_NEAR(again.impedance, best, 1e-12) << trial;
    EXPECT_EQ(again.proven_up_to, 200);
  }
}

TEST(TeachFree, ManyItemsAreFoundWithoutCountingThem) {
  const LinearProblem problem = linear_problem(LinearKind::svm, 1e9, {1, 0});
  Lesson lesson;
  EXPECT_LT(own_seconds_of([&] { lesson = teach(problem); }), 1);
  EXPECT_EQ(lesson.n, 1'000'000'000);
  EXPECT_LE(lesson.loss, 1e-18);
}

TEST(TeachFree, TeachesNothingWhereThatIsBest) {
  for (const LinearKind kind : kinds) {
    LinearProblem dear = linear_problem(kind, 1, {0.5, 0.5});
    dear.effort.per_item = 10;
    EXPECT_EQ(teach(dear).n, 0);
    EXPECT_DOUBLE_EQ(teach(dear).impedance, 0.5);
    EXPECT_EQ(teach(linear_problem(kind, 1, {0, 0})).n, 0);
    LinearProblem none = linear_problem(kind, 1, {0.5, 0.5}, 1);
    none.max_size = 0;
    EXPECT_EQ(teach(none).n, 0);
    EXPECT_EQ(teach(none).status, Status::optimal);
    EXPECT_DOUBLE_EQ(teach(none).impedance, 1.5);
    LinearProblem three = linear_problem(kind, 1, {0, 0});  // and items that change nothing where some must be
    three.min_size = 3, three.max_size = 3;
    EXPECT_EQ(teach(three).n, 3);
    EXPECT_EQ(teach(three).loss, 0);
  }
}

TEST(TeachFree, ABiasWithoutWeightsIsSpecial) {
  // Labels alone: b = log(p/q), and no other without weights.
  EXPECT_EQ(smallest(linear_problem(LinearKind::logistic, 1, {0}, std::log(2))), 3);
  EXPECT_EQ(smallest(linear_problem(LinearKind::logistic, 1, {0}, std::log(3.0 / 4))), 7);
  EXPECT_EQ(smallest(linear_problem(LinearKind::svm, 1, {0, 0}, -1)), 1);
  for (const LinearKind kind : {LinearKind::logistic, LinearKind::svm}) {
    const Lesson lesson = teach(linear_problem(kind, 1, {0, 0}, 0.4321));
    EXPECT_EQ(lesson.status, Status::unbounded);
    EXPECT_EQ(lesson.direction, Direction::larger_items);
    EXPECT_EQ(lesson.lower_bound, 0);
    EXPECT_NEAR(lesson.loss, 0, 1e-7);
    EXPECT_GT(lesson.loss, 0);
    EXPECT_EQ(lesson.n, 2);
    LinearProblem dear = linear_problem(kind, 1, {0, 0}, 0.1);
    dear.effort.per_item = 1;
    EXPECT_EQ(teach(dear).n, 0);
    EXPECT_EQ(teach(dear).status, Status::optimal);
  }
}

TEST(TeachFree, AnEffortOnMagnitudeIsPartOfTheBest) {
  Random random(24);
  for (const LinearKind kind : {LinearKind::logistic, LinearKind::svm}) {
    for (const double c : {0.02, 0.3, 3.0}) {
      LinearProblem problem = linear_problem(kind, 1.5, {0.9, -0.5});
      problem.effort.magnitude = c;
      problem.effort.per_item = 0.03;
      const Lesson best = teach(problem);
      EXPECT_EQ(best.status, Status::optimal);
      for (Index n = 0; n <= 4; ++n) {
        LinearProblem fixed = problem;
        fixed.min_size = n, fixed.max_size = n;
        const Lesson lesson = teach(fixed);
        const double blind = blind_search(fixed, n, 3, 1500, random);
        EXPECT_EQ(lesson.status, Status::optimal);
        EXPECT_GE(blind, lesson.impedance - 1e-9);
        EXPECT_NEAR(blind, lesson.impedance, 1e-3);
        EXPECT_LE(best.impedance, lesson.impedance + 1e-12);
      }
    }
    LinearProblem many = linear_problem(kind, 1.5, {0.9, -0.5});
    many.effort.magnitude = 0.1;
    EXPECT_EQ(teach(many).status, Status::unbounded);
    EXPECT_EQ(teach(many).direction, Direction::more_items);
    many.learner.bias = true;
    EXPECT_EQ(teach(many).direction, Direction::more_items);
    many.effort.fixed = 2;  // more than there is to gain
    EXPECT_EQ(teach(many).n, 0);
    EXPECT_EQ(teach(many).status, Status::optimal);
    many.effort.fixed = 0;
    many.learner.bias = false;
    many.limits.max_items = 20;
    EXPECT_EQ(teach(many).n, 20);
    EXPECT_EQ(teach(many).status, Status::optimal);
  }
}

TEST(TeachFree, RiskIsAsLowAsAnySetMakesIt) {
  Random random(25);
  for (int trial = 0; trial < 36; ++trial) {
    const LinearKind kind = kinds[trial % 3];
    LinearProblem problem = linear_problem(kind, 0.5, {0, 0}, trial % 2 ? std::optional(0.0) : std::nullopt);
    problem.loss = LinearLoss::risk;
    problem.test = random_items(kind, 2, 12, 1, random);
    problem.test.rows(0, 2) = 1, problem.test.rows(1, 2) = -1;
    for (Index n = 0; n <= 3; ++n) {
      problem.min_size = n, problem.max_size = n;
      const Lesson lesson = teach(problem);
      EXPECT_EQ(lesson.n, n);
      EXPECT_LE(lesson.lower_bound, lesson.impedance);
      EXPECT_EQ(lesson.status, Status::optimal) << "trial " << trial << ", n " << n << ", gap " << lesson.gap();
      const double blind = blind_search(problem, n, 3, 600, random);
      EXPECT_GE(blind, lesson.impedance - 1e-9) << "trial " << trial << ", n " << n;
      if (kind == LinearKind::ridge && n > 1) {
        EXPECT_NEAR(blind, lesson.impedance, 0.05) << trial;
      }
    }
  }
}

TEST(TeachFree, EffortsThatVanishHaveNoBestSet) {
  LinearProblem shrinking = linear_problem(LinearKind::ridge, 1, {1, 2});
  shrinking.effort.magnitude = 0.1;
  shrinking.effort.per_item = 0.2;
  const Lesson small = teach(shrinking);
  EXPECT_EQ(small.status, Status::unbounded);
  EXPECT_EQ(small.direction, Direction::larger_items);
  EXPECT_DOUBLE_EQ(small.lower_bound, 0.2);
  EXPECT_NEAR(small.impedance, 0.2, 1e-9);
  for (const LinearKind kind : kinds) {
    LinearProblem spreading = linear_problem(kind, 2, {1, 2});
    spreading.min_size = 3, spreading.max_size = 3;
    const double without = teach(spreading).impedance;
    spreading.effort.closeness = 0.1;
    const Lesson lesson = teach(spreading);
    EXPECT_EQ(lesson.status, Status::unbounded);
    EXPECT_EQ(lesson.direction, Direction::spread_items);
    EXPECT_NEAR(lesson.lower_bound, without, 1e-12);
    EXPECT_NEAR(lesson.impedance, without, 1e-5);
    EXPECT_GT(lesson.impedance, without);
  }
  LinearProblem alone = linear_problem(LinearKind::ridge, 2, {1, 2});  // one item is close to none
  alone.effort.closeness = 0.1;
  EXPECT_EQ(teach(alone).status, Status::optimal);
  EXPECT_EQ(teach(alone).n, 1);
}

}  // namespace
}  // namespace didact::teach_free_test
