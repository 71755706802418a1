#include "support.hpp"
#include <didact/concepts/named_classes.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace didact::concepts::dimension_test {
namespace {

using testing::HasSubstr;

std::vector<double> dimensions(const ConceptClass& concepts) {
  std::vector<double> values;
  for (const Cover& set : class_dimension(concepts, {.recursive = false}).concepts) values.push_back(set.cost);
  return values;
}

TEST(Dimension, is_what_trying_everything_finds) {
  Random random(1);
  for (int trial = 0; trial < 150; ++trial) {
    const std::size_t items = 4 + random.bits() % 6;
    const ConceptClass concepts = random_class(random, 2 + random.bits() % 10, items, 0.2 + 0.6 * random.uniform());
    const ClassDimension found = class_dimension(concepts);
    double largest = 0, sum = 0;
    for (std::size_t c = 0; c < concepts.size(); ++c) {
      const double best = smallest_teaching_set(concepts, c, std::vector<bool>(concepts.size(), true));
      EXPECT_EQ(found.concepts[c].cost, best);
      EXPECT_EQ(found.concepts[c].lower, best);
      largest = std::max(largest, best);
      sum += best;
    }
    EXPECT_EQ(found.dimension.lower, largest);
    EXPECT_EQ(found.dimension.upper, largest);
    EXPECT_EQ(found.average.upper, sum / static_cast<double>(concepts.size()));
  }
}

/// The recursive dimension is the largest over all subclasses of the smallest dimension in it.
TEST(RecursiveDimension, is_the_largest_smallest_dimension_of_a_subclass) {
  Random random(2);
  for (int trial = 0; trial < 40; ++trial) {
    const ConceptClass concepts = random_class(random, 2 + random.bits() % 6, 5, 0.5);
    double largest = 0;
    for (std::size_t part = 1; part < (std::size_t{1} << concepts.size()); ++part) {
      std::vector<bool> among;
      for (std::size_t c = 0; c < concepts.size(); ++c) among.push_back((part >> c) & 1);
      double smallest = 1e9;
      for (std::size_t c = 0; c < concepts.size(); ++c) {
        if (among[c]) smallest = std::min(smallest, smallest_teaching_set(concepts, c, among));
      }
      largest = std::max(largest, smallest);
    }
    const RecursiveDimension found = recursive_dimension(concepts);
    EXPECT_EQ(found.dimension.lower, largest);
    EXPECT_EQ(found.dimension.upper, largest);
  }
}

/// Layer by layer, as it is defined.
TEST(RecursiveDimension, removes_exactly_the_easiest) {
  Random random(3);
  for (int trial = 0; trial < 60; ++trial) {
    const ConceptClass concepts = random_class(random, 2 + random.bits() % 12, 6, 0.4);
    const ClassDimension found = class_dimension(concepts);
    EXPECT_EQ(fault_of_plan(concepts, *found.recursive), "");
    std::vector<bool> left(concepts.size(), true);
    for (const PlanLayer& layer : found.recursive->plan) {
      std::vector<double> sizes(concepts.size(), 1e9);
      for (std::size_t c = 0; c < concepts.size(); ++c) {
        if (left[c]) sizes[c] = smallest_teaching_set(concepts, c, left);
      }
      const double least = *std::min_element(sizes.begin(), sizes.end());
      EXPECT_EQ(layer.dimension.lower, least);
      EXPECT_EQ(layer.dimension.upper, least);
      std::vector<std::size_t> easiest;
      for (std::size_t c = 0; c < concepts.size(); ++c) {
        if (sizes[c] == least) easiest.push_back(c);
      }
      EXPECT_EQ(layer.concepts, easiest);
      for (const std::size_t c : easiest) left[c] = false;
    }
  }
}

TEST(NamedClasses, thresholds) {
  const std::vector<double> values = dimensions(named_class("thresholds:10"));
  ASSERT_EQ(values.size(), 11u);
  for (std::size_t c = 0; c < values.size(); ++c) EXPECT_EQ(values[c], c == 0 || c == 10 ? 1 : 2);
  EXPECT_EQ(class_dimension(named_class("thresholds:10")).recursive->dimension.upper, 1);
}

TEST(NamedClasses, singletons_with_and_without_the_empty_concept) {
  EXPECT_EQ(dimensions(named_class("singletons:7")), std::vector<double>(7, 1));
  std::vector<double> expected(7, 1);
  expected.push_back(7);
  EXPECT_EQ(dimensions(named_class("singletons-and-empty:7")), expected);
  EXPECT_EQ(class_dimension(named_class("singletons-and-empty:7")).recursive->dimension.upper, 1);
}

TEST(NamedClasses, power_sets_parities_and_warmuth) {
  EXPECT_EQ(dimensions(named_class("power-set:5")), std::vector<double>(32, 5));
  EXPECT_EQ(dimensions(named_class("parities:4")), std::vector<double>(16, 4));
  EXPECT_EQ(dimensions(named_class("warmuth")), std::vector<double>(10, 3));
  EXPECT_EQ(class_dimension(named_class("warmuth")).recursive->dimension.lower, 3);
}

TEST(NamedClasses, monotone_monomials) {
  for (std::size_t n = 2; n <= 5; ++n) {
    const std::vector<double> values = dimensions(named_class("monotone-monomials:" + std::to_string(n)));
    for (std::size_t set = 0; set < values.size(); ++set) {
      const int r = std::popcount(set);
      EXPECT_EQ(values[set], std::min(r + 1, static_cast<int>(n))) << n << " " << set;
    }
  }
}

TEST(NamedClasses, monomials) {
  for (std::size_t n = 2; n <= 4; ++n) {
    const ConceptClass concepts = named_class("monomials:" + std::to_string(n));
    const std::vector<double> values = dimensions(concepts);
    for (std::size_t c = 0; c < values.size(); ++c) {
      const auto r = std::count(concepts.name(c).begin(), concepts.name(c).end(), 'v');
      EXPECT_EQ(values[c], std::min<double>(static_cast<double>(r) + 2, static_cast<double>(n) + 1))
          << concepts.name(c);
    }
  }
}

TEST(NamedClasses, intervals_and_boxes) {
  const ConceptClass intervals = named_class("intervals:8");
  EXPECT_EQ(intervals.size(), 37u);
  const std::vector<double> values = dimensions(intervals);
  EXPECT_EQ(values[*intervals.find("empty")], 8);
  EXPECT_EQ(values[*intervals.find("[3,5]")], 4);
  EXPECT_EQ(values[*intervals.find("[1,8]")], 2);
  EXPECT_EQ(values[*intervals.find("[4,4]")], 3);
  EXPECT_EQ(dimensions(named_class("boxes:2x3"))[0], 6);
}

TEST(NamedClasses, halfspaces_are_as_many_as_is_known) {
  EXPECT_EQ(named_class("halfspaces:2").size(), 14u);
  EXPECT_EQ(named_class("halfspaces:3").size(), 104u);
  EXPECT_EQ(named_class("halfspaces:4").size(), 1882u);
}

TEST(NamedClasses, examples_are_classes_of_distinct_concepts) {
  for (const NamedClass& each : named_classes()) {
    const ConceptClass concepts = named_class(each.example);
    EXPECT_GT(concepts.size(), 1u) << each.example;
    EXPECT_FALSE(concepts.equal_concepts()) << each.example;
  }
}

std::string complaint_about(const std::string& text) {
  try {
    named_class(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}

TEST(NamedClasses, refuse_what_they_do_not_know) {
  EXPECT_THAT(complaint_about("tresholds:4"), HasSubstr("known: thresholds:10"));
  EXPECT_THAT(complaint_about("thresholds"), HasSubstr("must be like thresholds:10"));
  EXPECT_THAT(complaint_about("thresholds:"), HasSubstr("whole numbers"));
  EXPECT_THAT(complaint_about("thresholds:-3"), HasSubstr("whole numbers"));
  EXPECT_THAT(complaint_about("thresholds:3.5"), HasSubstr("whole numbers"));
  EXPECT_THAT(complaint_about("thresholds:0"), HasSubstr("from 1 to"));
  EXPECT_THAT(complaint_about("power-set:99"), HasSubstr("from 1 to 20"));
  EXPECT_THAT(complaint_about("boxes:3"), HasSubstr("boxes:3x4"));
  EXPECT_THAT(complaint_about("warmuth:3"), HasSubstr("must be like warmuth"));
  EXPECT_THAT(complaint_about("thresholds:99999999999999999999999"), HasSubstr("whole numbers"));
}

TEST(Dimension, equal_concepts_are_named) {
  ConceptClass concepts({"a", "b", "c"}, {"x", "y"});
  concepts.set_label(0, 0, true);
  concepts.set_label(1, 1, true);
  concepts.set_label(2, 0, true);
  try {
    class_dimension(concepts);
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), R"(concepts "a" and "c" are equal: no set of items tells them apart)");
  }
  EXPECT_FALSE(minimum_teaching_set(concepts, 0).exists);
  EXPECT_TRUE(minimum_teaching_set(concepts, 1).optimal);
}

TEST(Dimension, one_concept_needs_no_items) {
  const ClassDimension found = class_dimension(ConceptClass(std::vector<std::vector<int>>{{0, 1}}));
  EXPECT_EQ(found.dimension.upper, 0);
  EXPECT_EQ(found.recursive->dimension.upper, 0);
  EXPECT_EQ(found.recursive->plan.size(), 1u);
}

TEST(Dimension, keeps_to_its_time_with_valid_bounds) {
  Random random(4);
  const ConceptClass concepts = random_class(random, 300, 60, 0.5);
  std::size_t taught = 0, reports = 0;
  const ClassDimension found = class_dimension(concepts, {.seconds = 0.5,
                                                          .progress = [&](const DimensionProgress&) { ++reports; },
                                                          .taught = [&](std::size_t, const Cover&) { ++taught; }});
  EXPECT_EQ(taught, found.concepts.size());
  EXPECT_GE(reports, taught);
  EXPECT_LE(found.dimension.lower, found.dimension.upper);
  EXPECT_LE(found.recursive->dimension.lower, found.recursive->dimension.upper);
  if (found.concepts.size() == concepts.size()) {
    EXPECT_EQ(fault_of_plan(concepts, *found.recursive), "");
  }
}

TEST(Dimension, concepts_not_reached_keep_valid_bounds) {
  Random random(5);
  const ConceptClass concepts = random_class(random, 40, 12, 0.5);
  const std::atomic<bool> asked{true};
  const ClassDimension found = class_dimension(concepts, {.interrupt = &asked});
  const ClassDimension truth = class_dimension(concepts);
  EXPECT_EQ(found.stopped, StopReason::interrupted);
  EXPECT_TRUE(found.concepts.empty());
  EXPECT_LE(found.dimension.lower, truth.dimension.lower);
  EXPECT_GE(found.dimension.upper, truth.dimension.upper);
  EXPECT_LE(found.average.lower, truth.average.lower);
  EXPECT_GE(found.average.upper, truth.average.upper);
  EXPECT_LE(found.recursive->dimension.lower, truth.recursive->dimension.lower);
  EXPECT_GE(found.recursive->dimension.upper, truth.recursive->dimension.upper);
}

/// Stopped before it began: a set that teaches, and a bound that the smallest one obeys. Also where there are so many
/// concepts that they are looked at in parts.
TEST(TeachingSet, is_one_in_haste) {
  Random random(6);
  for (const std::size_t count : {2, 40, 5000}) {
    const ConceptClass concepts = random_class(random, count, 60, 0.5);
    const Cover hasty = minimum_teaching_set(concepts, 1, {Stop(0.0)});
    EXPECT_EQ(fault_of_teaching_set(concepts, 1, hasty.items, all_bits(concepts.size())), "");
    EXPECT_GE(hasty.lower, 1);
    if (hasty.lower < hasty.cost) {
      EXPECT_EQ(hasty.stopped, StopReason::time);
    }
    if (count < 5000) {
      EXPECT_LE(hasty.lower, minimum_teaching_set(concepts, 1, {}).cost);
    }
  }
}

TEST(FaultOfTeachingSet, sees_every_fault) {
  const ConceptClass concepts = named_class("thresholds:4");  // x>=1 … x>=4, none
  const std::vector<Word> all = all_bits(5);
  const auto fault = [&](std::vector<std::size_t> items) { return fault_of_teaching_set(concepts, 2, items, all); };
  EXPECT_EQ(fault({1, 2}), "");
  EXPECT_THAT(fault({2}), HasSubstr(R"("x>=1" is consistent)"));
  EXPECT_THAT(fault({1}), HasSubstr(R"("x>=4" is consistent)"));
  EXPECT_THAT(fault({1, 2, 2}), HasSubstr("twice"));
  EXPECT_THAT(fault({1, 2, 4}), HasSubstr("none of the class"));
  EXPECT_THAT(fault_of_teaching_set(concepts, 9, {}, all), HasSubstr("no such concept"));
}

TEST(FaultOfPlan, sees_every_fault) {
  const ConceptClass concepts = named_class("thresholds:4");
  const RecursiveDimension good = recursive_dimension(concepts);
  EXPECT_EQ(fault_of_plan(concepts, good), "");
  RecursiveDimension bad = good;
  bad.plan.pop_back();
  EXPECT_THAT(fault_of_plan(concepts, bad), HasSubstr("never taught"));
  bad = good;
  bad.plan.push_back(bad.plan[0]);
  EXPECT_THAT(fault_of_plan(concepts, bad), HasSubstr("twice"));
  bad = good;
  bad.plan[0].items[0].clear();
  EXPECT_THAT(fault_of_plan(concepts, bad), HasSubstr("consistent"));
  bad = good;
  bad.dimension.upper = 0;
  EXPECT_THAT(fault_of_plan(concepts, bad), HasSubstr("too large"));
}

}  // namespace
}  // namespace didact::concepts::dimension_test
