#include "support.hpp"
#include <didact/concepts/named_classes.hpp>

#include <gtest/gtest.h>

namespace didact::concepts::teach_concept_test {
namespace {

double least_impedance(const ConceptClass& concepts, std::size_t target, const ConceptEffort& effort,
                       std::size_t max_items = 99) {
  double best = std::numeric_limits<double>::infinity();
  for_each_subset(concepts.items(), [&](const std::vector<std::size_t>& items) {
    if (items.size() > max_items) return;
    double total = 0;
    for (std::size_t c = 0; c < concepts.size(); ++c) {
      bool consistent = true;
      for (const std::size_t item : items)
        consistent = consistent && concepts.label(c, item) == concepts.label(target, item);
      if (consistent) total += concepts.weight(c);
    }
    best = std::min(best, std::log(total / concepts.weight(target)) + effort.of(items));
  });
  return best;
}

void expect_best(const ConceptClass& concepts, std::size_t target, const ConceptEffort& effort,
                 std::size_t max_items = 99) {
  TeachConceptOptions options;
  options.max_items = max_items;
  const ConceptLesson lesson = teach_concept(concepts, target, effort, options);
  const double best = least_impedance(concepts, target, effort, max_items);
  EXPECT_NEAR(lesson.impedance(), best, 1e-9);
  EXPECT_NEAR(lesson.lower_bound, best, 1e-9);
  EXPECT_TRUE(lesson.is_optimal());
  EXPECT_LE(lesson.items.size(), max_items);
  EXPECT_NEAR(lesson.effort, effort.of(lesson.items), 1e-12);
  EXPECT_NEAR(lesson.loss, concept_loss(concepts, target, lesson.items), 1e-12);
}

ConceptClass a_class(Random& random) {
  return random_class(random, 2 + random.bits() % 30, 6 + random.bits() % 5, 0.2 + 0.6 * random.uniform());
}

TEST(TeachConcept, is_what_trying_everything_finds) {
  Random random(1);
  for (int trial = 0; trial < 400; ++trial) {
    const ConceptClass concepts = a_class(random);
    expect_best(concepts, random.bits() % concepts.size(), {.per_item = std::exp(6 * random.uniform() - 5)});
  }
}

TEST(TeachConcept, is_so_with_priors_and_costs) {
  Random random(2);
  for (int trial = 0; trial < 400; ++trial) {
    ConceptClass concepts = a_class(random);
    if (trial % 3 != 0) {
      for (std::size_t c = 0; c < concepts.size(); ++c) concepts.prior.push_back(std::exp(random.normal()));
    }
    ConceptEffort effort{.per_item = trial % 2 ? 0.2 * random.uniform() : 0};
    for (std::size_t i = 0; i < concepts.items(); ++i) {
      effort.item_costs.push_back(trial % 5 == 0 && random.uniform() < 0.3 ? 0 : random.exponential() / 3);
    }
    expect_best(concepts, random.bits() % concepts.size(), effort);
  }
}

TEST(TeachConcept, is_so_with_efforts_of_size_and_limits) {
  Random random(3);
  for (int trial = 0; trial < 300; ++trial) {
    const ConceptClass concepts = a_class(random);
    ConceptEffort effort{.per_item = 0.3 * random.uniform(), .fixed = trial % 2 ? random.uniform() : 0};
    if (trial % 3 == 0) effort.of_size = [](std::size_t n) { return 0.05 * static_cast<double>(n * n); };
    if (trial % 5 == 0) {  // the size costs, and some items beside it nothing
      effort.per_item = 0;
      for (std::size_t i = 0; i < concepts.items(); ++i) {
        effort.item_costs.push_back(random.uniform() < 0.4 ? 0 : random.exponential() / 3);
      }
    }
    expect_best(concepts, random.bits() % concepts.size(), effort, trial % 4 == 0 ? random.bits() % 4 : 99);
  }
}

/// Without effort nothing is worth leaving: the lesson is a minimum teaching set.
TEST(TeachConcept, without_effort_it_is_a_minimum_teaching_set) {
  Random random(4);
  for (int trial = 0; trial < 50; ++trial) {
    const ConceptClass concepts = a_class(random);
    const ConceptLesson lesson = teach_concept(concepts, 0, {});
    EXPECT_EQ(lesson.loss, 0);
    EXPECT_EQ(lesson.consistent, 1u);
    EXPECT_EQ(static_cast<double>(lesson.items.size()), minimum_teaching_set(concepts, 0).cost);
  }
}

/// The paper says that γ < 1/TD suffices. With natural logarithms it does not, and γ < log 2 / TD does.
TEST(TeachConcept, erratum_on_gamma) {
  const ConceptClass two(std::vector<std::vector<int>>{{0}, {1}});
  EXPECT_TRUE(teach_concept(two, 0, {.per_item = 0.8}).items.empty());  // 0.8 < 1 / TD, and yet nothing is taught
  EXPECT_EQ(teach_concept(two, 0, {.per_item = 0.69}).items.size(), 1u);
  Random random(5);
  for (int trial = 0; trial < 100; ++trial) {
    const ConceptClass concepts = a_class(random);
    const double dimension = minimum_teaching_set(concepts, 0).cost;
    EXPECT_EQ(teach_concept(concepts, 0, {.per_item = 0.999 * std::log(2.0) / dimension}).loss, 0);
    EXPECT_EQ(teach_concept(concepts, 0, {.per_item = 1 / static_cast<double>(concepts.size())}).loss, 0);
  }
}

TEST(TeachConcept, the_format_s_example) {
  const ConceptClass concepts(std::vector<std::vector<int>>{{0, 0, 1}, {0, 1, 1}, {1, 1, 1}});
  const ConceptLesson lesson = teach_concept(concepts, 1, {.per_item = 0.2});
  EXPECT_EQ(lesson.items, (std::vector<std::size_t>{0, 1}));
  EXPECT_NEAR(lesson.impedance(), 0.4, 1e-12);
  EXPECT_NEAR(lesson.loss_before, std::log(3.0), 1e-12);
}

TEST(TeachConcept, concepts_equal_to_the_target_stay) {
  const ConceptClass concepts(std::vector<std::vector<int>>{{0, 1}, {0, 1}, {1, 1}});
  const ConceptLesson lesson = teach_concept(concepts, 0, {.per_item = 0.01});
  EXPECT_EQ(lesson.items, (std::vector<std::size_t>{0}));
  EXPECT_NEAR(lesson.loss, std::log(2.0), 1e-12);
  EXPECT_TRUE(lesson.is_optimal());
}

TEST(TeachConcept, keeps_to_a_deadline_with_a_valid_bound) {
  Random random(6);
  const ConceptClass concepts = random_class(random, 2000, 200, 0.5);
  TeachConceptOptions options;
  options.stop = Stop(0.5);
  const ConceptLesson lesson = teach_concept(concepts, 0, {.per_item = 0.4}, options);
  EXPECT_EQ(lesson.stopped, StopReason::time);
  EXPECT_LT(lesson.lower_bound, lesson.impedance());
  EXPECT_GT(lesson.lower_bound, 1);
}

}  // namespace
}  // namespace didact::concepts::teach_concept_test
