// Concepts as a teaching problem: other losses, least sizes, learners that anticipate.

#include "support.hpp"
#include <didact/concepts/concepts_problem.hpp>
#include <didact/concepts/mislabelling.hpp>
#include <didact/concepts/named_classes.hpp>

#include <gtest/gtest.h>

namespace didact::concepts::concepts_problem_test {
namespace {

/// How often a concept drawn from those that are left labels a uniform item unlike the target, counted one by one.
double counted_mislabelling(const ConceptClass& concepts, std::size_t target, const std::vector<std::size_t>& items) {
  double pairs = 0, unlike = 0;
  for (std::size_t c = 0; c < concepts.size(); ++c) {
    bool consistent = true;
    for (const std::size_t item : items) consistent &= concepts.label(c, item) == concepts.label(target, item);
    for (std::size_t i = 0; consistent && i < concepts.items(); ++i) {
      ++pairs;
      unlike += concepts.label(c, i) != concepts.label(target, i) ? 1 : 0;
    }
  }
  return unlike / pairs;
}

TEST(Mislabelling, IsLeastOfAllSets) {
  Random random(3);
  for (int trial = 0; trial < 60; ++trial) {
    const std::size_t count = 4 + trial % 20, items = 5 + trial % 4;
    const ConceptClass concepts = random_class(random, count, items, 0.2 + 0.3 * random.uniform());
    ConceptEffort effort;
    effort.per_item = 0.002 * std::pow(50.0, random.uniform());
    if (trial % 3 == 0) effort.fixed = 0.05;
    if (trial % 4 == 0) effort.of_size = [](std::size_t n) { return 0.001 * static_cast<double>(n * n); };
    TeachConceptOptions options;
    if (trial % 5 == 0) options.max_items = 2;
    const std::size_t target = trial % count;
    double best = std::numeric_limits<double>::infinity();
    for_each_subset(items, [&](const std::vector<std::size_t>& set) {
      if (set.size() > options.max_items) return;
      best = std::min(best, counted_mislabelling(concepts, target, set) + effort.of(set));
    });
    const ConceptLesson lesson = teach_labels(concepts, target, effort, options);
    EXPECT_NEAR(lesson.impedance(), best, 1e-12) << trial;
    EXPECT_NEAR(lesson.lower_bound, best, 1e-12) << trial;
    EXPECT_NEAR(lesson.loss_before, counted_mislabelling(concepts, target, {}), 1e-12);
  }
}

ConceptsProblem problem_of(ConceptClass concepts, std::size_t target, double per_item) {
  ConceptsProblem problem;
  problem.concepts = std::move(concepts);
  problem.target = target;
  problem.seen = {Matrix(0, 2), {}};
  problem.effort.per_item = per_item;
  return problem;
}

TEST(ConceptsProblem, ALeastSizeIsMadeUp) {
  Random random(5);
  for (int trial = 0; trial < 30; ++trial) {
    const ConceptClass concepts = random_class(random, 9, 6, 0.4);
    ConceptsProblem problem = problem_of(concepts, trial % 9, 0.1 + 0.5 * random.uniform());
    problem.loss = trial % 2 ? ConceptsLoss::zero_one : ConceptsLoss::kl;
    problem.min_size = 1 + trial % 7;
    double best = std::numeric_limits<double>::infinity();
    for_each_subset(6, [&](const std::vector<std::size_t>& set) {
      const double loss = problem.loss == ConceptsLoss::kl ? concept_loss(concepts, problem.target, set)
                                                           : counted_mislabelling(concepts, problem.target, set);
      const double size = std::max(static_cast<double>(set.size()), static_cast<double>(problem.min_size));
      best = std::min(best, loss + problem.effort.per_item * size);
    });
    const Lesson lesson = teach(problem);
    EXPECT_EQ(lesson.status, Status::optimal);
    EXPECT_GE(lesson.n, problem.min_size);
    EXPECT_NEAR(lesson.impedance, best, 1e-9);
  }
}

TEST(ConceptsProblem, AnticipatingIsAFixedPoint) {
  ConceptsProblem problem = problem_of(named_class("thresholds:6"), 3, 0.1);
  problem.anticipates = true;
  // Each belief is what a teacher makes of it who shows (x, y) as often as the learner then believes in the concept.
  const std::size_t count = problem.concepts.size();
  std::vector<double> shown(count, 0);  // Σ over data sets of p(c | D)
  auto belief_of = [&](double x, double y) { return belief(problem, {(Matrix(1, 2) << x, y).finished(), {1}}); };
  for (double x = 1; x <= 6; ++x) {
    for (const double y : {0.0, 1.0}) {
      const Vector b = belief_of(x, y);
      if (std::isnan(b[0])) continue;
      for (std::size_t c = 0; c < count; ++c) shown[c] += b[static_cast<Index>(c)];
    }
  }
  for (double x = 1; x <= 6; ++x) {
    const Vector b = belief_of(x, 1);
    double sum = 0;
    for (std::size_t c = 0; c < count; ++c) sum += b[static_cast<Index>(c)] / shown[c];
    for (std::size_t c = 0; c < count; ++c) {
      EXPECT_NEAR(b[static_cast<Index>(c)] / shown[c] / sum, b[static_cast<Index>(c)], 1e-9);
    }
  }
}

TEST(ConceptsProblem, OneItemTellsALearnerThatAnticipatesMore) {
  // The paper's own case: a threshold on a grid, and one point beside it.
  ConceptClass concepts = named_class("thresholds:10");
  for (std::size_t target = 0; target < concepts.size(); ++target) {
    ConceptsProblem problem = problem_of(concepts, target, 0);
    problem.anticipates = true;
    problem.min_size = 1;
    const Lesson lesson = teach(problem);
    ASSERT_EQ(lesson.n, 1);
    EXPECT_LE(lesson.loss, lesson.naive->loss + 1e-12);
    // The point is next to where the labels change.
    const auto x = static_cast<std::size_t>(lesson.items.rows(0, 0)) - 1;
    const bool before = x + 1 < 10 && concepts.label(target, x) != concepts.label(target, x + 1);
    const bool after = x > 0 && concepts.label(target, x) != concepts.label(target, x - 1);
    const bool at_an_end = (x == 0 || x == 9) && (target == 0 || target + 1 == concepts.size());
    EXPECT_TRUE(before || after || at_an_end) << "threshold " << target << ", point " << x + 1;
    const bool inner = target > 0 && target + 1 < concepts.size();
    if (inner) {
      EXPECT_LT(lesson.loss, lesson.naive->loss);
    }
  }
}

Pool pool_of(const ConceptsProblem& problem, const std::vector<std::size_t>& items) {
  Matrix rows(static_cast<Index>(items.size()), 2);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool label = problem.concepts.label(problem.target, items[i]);
    rows.row(static_cast<Index>(i)) << static_cast<double>(items[i] + 1), label ? 1 : 0;
  }
  return {std::move(rows), {}, {}, false, {}, {}, true};
}

/// Among sets of rows: the same item may stand in several of them, at several prices.
TEST(ConceptsPool, IsBestOfAllItsSets) {
  Random random(11);
  for (int trial = 0; trial < 120; ++trial) {
    ConceptsProblem problem;
    problem.concepts = random_class(random, 5 + static_cast<std::size_t>(trial) % 15, 7, 0.3);
    problem.target = static_cast<std::size_t>(trial) % problem.concepts.size();
    problem.effort.per_item = 0.3 * random.uniform();
    const std::vector<std::size_t> items =
        trial % 7 < 3 ? std::vector<std::size_t>{1, 2, 4, 5, 6, 2, 4} : std::vector<std::size_t>{1, 2, 4, 5, 6};
    problem.pool = pool_of(problem, items);
    Pool& pool = *problem.pool;
    if (trial % 2 == 0) pool.must_include = {2};
    if (trial % 4 == 0 && items.size() > 5) pool.must_include = {2, 6};
    if (trial % 11 == 0) pool.must_exclude = {1};
    if (trial % 3 == 0) {
      for (std::size_t i = 0; i < items.size(); ++i) pool.costs.push_back(0.4 * random.uniform());
    } else if (trial % 13 == 0) {
      problem.min_size = 4;
    }
    if (trial % 5 == 0) problem.max_size = 4;
    double best = std::numeric_limits<double>::infinity();
    for_each_subset(items.size(), [&](const std::vector<std::size_t>& rows) {
      const auto has = [&](Index row) {
        return std::find(rows.begin(), rows.end(), static_cast<std::size_t>(row)) != rows.end();
      };
      if (!std::all_of(pool.must_include.begin(), pool.must_include.end(), has)) return;
      if (std::any_of(pool.must_exclude.begin(), pool.must_exclude.end(), has)) return;
      if (static_cast<double>(rows.size()) > problem.most() || static_cast<Index>(rows.size()) < problem.min_size)
        return;
      std::vector<std::size_t> set;
      double costs = 0;
      for (const std::size_t row : rows) set.push_back(items[row]), costs += pool.cost(static_cast<Index>(row));
      best = std::min(best, concept_loss(problem.concepts, problem.target, set) + problem.effort.of(set) + costs);
    });
    const Lesson lesson = teach(problem);
    EXPECT_EQ(lesson.status, Status::optimal) << trial;
    EXPECT_NEAR(lesson.impedance, best, 1e-9) << trial;
    EXPECT_NEAR(lesson.lower_bound, best, 1e-9) << trial;
    EXPECT_EQ(evaluate(problem, lesson.items).violates, "") << trial;
    ASSERT_EQ(lesson.rows.size(), static_cast<std::size_t>(lesson.n)) << trial;
    for (Index i = 0; i < lesson.n; ++i) {
      EXPECT_EQ(lesson.items.rows.row(i), pool.rows.row(lesson.rows[static_cast<std::size_t>(i)])) << trial;
    }
  }
}

TEST(ConceptsPool, RefusesItemsThatAreNotInIt) {
  ConceptsProblem problem;
  problem.concepts = ConceptClass({{0, 0, 1}, {0, 1, 1}, {1, 1, 1}});
  problem.pool = pool_of(problem, {0, 1});
  problem.pool->must_include = {1};
  EXPECT_EQ(evaluate(problem, {Matrix{{2, 0}, {3, 1}}, {1, 1}}).violates_at, 2);
  EXPECT_EQ(evaluate(problem, {Matrix{{1, 0}}, {1}}).violates, "row 2 of the pool must be in every set");
  EXPECT_EQ(evaluate(problem, {Matrix{{2, 0}}, {2}}).violates_at, 1);  // the row is there once
  problem.loss = ConceptsLoss::zero_one;
  EXPECT_THROW(teach(problem), std::invalid_argument);
}

}  // namespace
}  // namespace didact::concepts::concepts_problem_test
