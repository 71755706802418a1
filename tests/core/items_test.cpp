#include <didact/core/items.hpp>

#include <gtest/gtest.h>

namespace didact::items_test {
namespace {

Vector vector(std::initializer_list<double> values) {
  return Matrix({values}).transpose();
}

ItemSet set_of(std::initializer_list<double> values) {
  return {vector(values), std::vector<Index>(values.size(), 1)};
}

TEST(Items, a_set_counts_its_copies) {
  const ItemSet set{vector({2, 3}), {2, 1}};
  EXPECT_EQ(set.size(), 3);
  EXPECT_EQ(set.expanded(), vector({2, 2, 3}));
  const ItemSet empty{Matrix(0, 4), {}};
  EXPECT_EQ(empty.size(), 0);
  EXPECT_EQ(empty.expanded().rows(), 0);
  EXPECT_EQ(empty.expanded().cols(), 4);
}

TEST(Items, rules_narrow_a_domain) {
  const ItemDomain line{.range = {{}}};
  EXPECT_FALSE(line.bounded());
  EXPECT_TRUE(narrowed(line, {.range = {{-1, infinity}}}).bounded());
  EXPECT_EQ(narrowed(line, {}).range[0], (Interval{-infinity, infinity}));

  const ItemDomain counts{.range = {{0, infinity}}, .integers = true};
  const ItemDomain few = narrowed(counts, {.range = {{-2.5, 3.7}}});
  EXPECT_EQ(few.range[0], (Interval{0, 3}));  // the model's own end, and the last integer inside
  EXPECT_TRUE(few.integers);

  const ItemDomain plane{.range = {{}, {}}};
  EXPECT_EQ(narrowed(plane, {.range = {{0, 1}}}).range[1], (Interval{0, 1}));  // one for every coordinate
  EXPECT_EQ(narrowed(plane, {.range = {{0, 1}, {2, 3}}}).range[1], (Interval{2, 3}));
  EXPECT_EQ(narrowed(line, {.range = {{0.2, 1.8}}, .integers = true}).range[0], (Interval{1, 1}));
}

TEST(Items, a_domain_contains) {
  const ItemDomain domain{.range = {{0, 2}, {}}, .integers = true};
  EXPECT_TRUE(domain.contains(vector({0, -7})));
  EXPECT_TRUE(domain.contains(vector({2, 0})));
  EXPECT_FALSE(domain.contains(vector({3, 0})));
  EXPECT_FALSE(domain.contains(vector({1, 0.5})));
  EXPECT_FALSE(domain.contains(vector({1, std::numeric_limits<double>::quiet_NaN()})));
  EXPECT_FALSE((ItemDomain{.range = {{}}}).contains(vector({std::numeric_limits<double>::quiet_NaN()})));
  EXPECT_FALSE((ItemDomain{.range = {{}}}).contains(vector({infinity})));  // no item is infinite
}

TEST(Items, a_violation_names_the_item) {
  const ItemDomain domain = narrowed({.range = {{}}}, {.range = {{0, 5}}, .distinct = true});
  EXPECT_EQ(violation(domain, set_of({1, 2, 5})), "");
  EXPECT_EQ(violation(domain, {Matrix(0, 1), {}}), "");
  EXPECT_NE(violation(domain, set_of({1, 2, 5.1})).find("item 3"), std::string::npos);
  const std::string equal = violation(domain, set_of({4, 1, 4}));
  EXPECT_NE(equal.find("1 and 3"), std::string::npos) << equal;
  EXPECT_NE(violation(domain, {vector({1, 2}), {1, 2}}).find("item 2"), std::string::npos);
  EXPECT_EQ(violation({.range = {{}}}, {vector({1, 2}), {1, 2}}), "");
}

}  // namespace
}  // namespace didact::items_test
