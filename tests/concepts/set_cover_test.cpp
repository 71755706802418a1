#include "patience.hpp"
#include "support.hpp"
#include <didact/concepts/named_classes.hpp>

#include <gtest/gtest.h>

#include <atomic>

namespace didact::concepts::set_cover_test {
namespace {

void expect_cheapest(const CoverProblem& problem) {
  const double best = cheapest_cover(problem);
  const Cover cover = minimum_cover(problem);
  ASSERT_EQ(cover.exists, std::isfinite(best));
  if (!cover.exists) return;
  EXPECT_TRUE(cover.optimal);
  EXPECT_NEAR(cover.cost, best, 1e-9 * std::max(1.0, best));
  EXPECT_EQ(cover.lower, cover.cost);
  EXPECT_TRUE(covers(problem, cover.items));
  EXPECT_EQ(cover.stopped, StopReason::none);
}

TEST(MinimumCover, is_what_trying_everything_finds) {
  Random random(1);
  for (int trial = 0; trial < 600; ++trial) {
    const std::size_t elements = 1 + random.bits() % 40, items = 1 + random.bits() % 12;
    expect_cheapest(random_cover(random, elements, items, 0.1 + 0.6 * random.uniform()));
  }
}

TEST(MinimumCover, is_so_with_whole_costs) {
  Random random(2);
  for (int trial = 0; trial < 600; ++trial) {
    CoverProblem problem =
        random_cover(random, 1 + random.bits() % 30, 1 + random.bits() % 12, 0.1 + 0.5 * random.uniform());
    for (std::size_t i = 0; i < problem.items; ++i) problem.costs.push_back(static_cast<double>(1 + random.bits() % 9));
    expect_cheapest(problem);
  }
}

TEST(MinimumCover, is_so_with_any_costs) {
  Random random(3);
  for (int trial = 0; trial < 600; ++trial) {
    CoverProblem problem =
        random_cover(random, 1 + random.bits() % 30, 1 + random.bits() % 12, 0.1 + 0.5 * random.uniform());
    const double scale = std::exp(8 * random.uniform() - 4);
    for (std::size_t i = 0; i < problem.items; ++i) problem.costs.push_back(scale * (0.1 + random.exponential()));
    expect_cheapest(problem);
  }
}

/// Large enough for the relaxation and deep branching; independent of the order of items and elements.
TEST(MinimumCover, does_not_depend_on_order) {
  Random random(4);
  for (int trial = 0; trial < 20; ++trial) {
    const CoverProblem problem = random_cover(random, 60, 40, 0.15);
    CoverProblem turned(60, 40);
    for (std::size_t i = 0; i < 40; ++i) {
      for_each_bit(problem.column(i), [&](std::size_t e) { set_bit(turned.column(39 - i), (e * 7) % 60); });
    }
    const Cover a = minimum_cover(problem), b = minimum_cover(turned);
    ASSERT_EQ(a.exists, b.exists);
    EXPECT_EQ(a.cost, b.cost);
    EXPECT_EQ(a.lower, b.lower);
  }
}

TEST(MinimumCover, costs_scale) {
  Random random(5);
  for (int trial = 0; trial < 50; ++trial) {
    CoverProblem problem = random_cover(random, 30, 25, 0.2);
    for (std::size_t i = 0; i < problem.items; ++i) problem.costs.push_back(0.5 + random.uniform());
    const Cover cover = minimum_cover(problem);
    for (double& cost : problem.costs) cost *= 1000;
    const Cover scaled = minimum_cover(problem);
    ASSERT_EQ(cover.exists, scaled.exists);
    if (!cover.exists) continue;
    EXPECT_NEAR(scaled.cost, 1000 * cover.cost, 1e-5);
  }
}

TEST(MinimumCover, many_elements_are_solved_in_parts) {
  Random random(6);
  const CoverProblem problem = random_cover(random, 6000, 14, 0.7);
  const Cover cover = minimum_cover(problem);
  ASSERT_TRUE(cover.exists);
  EXPECT_TRUE(cover.optimal);
  EXPECT_EQ(cover.cost, cheapest_cover(problem));
  CoverProblem impossible(6000, 3);
  EXPECT_FALSE(minimum_cover(impossible).exists);
}

TEST(MinimumCover, nothing_needs_nothing) {
  const Cover cover = minimum_cover(CoverProblem(0, 5));
  EXPECT_TRUE(cover.optimal);
  EXPECT_TRUE(cover.items.empty());
  EXPECT_FALSE(minimum_cover(CoverProblem(1, 0)).exists);
}

TEST(MinimumCover, knows_steiner_triples) {
  EXPECT_EQ(minimum_cover(steiner_triple_cover(9)).cost, 5);
  EXPECT_EQ(minimum_cover(steiner_triple_cover(15)).cost, 9);
  EXPECT_EQ(minimum_cover(steiner_triple_cover(27)).cost, 18);
  const CoverProblem system = steiner_triple_cover(45);  // every two points are in exactly one triple
  EXPECT_EQ(system.elements, 330u);
  for (std::size_t a = 0; a < 45; ++a) {
    for (std::size_t b = a + 1; b < 45; ++b) {
      std::size_t common = 0;
      for (std::size_t e = 0; e < system.elements; ++e) {
        common += has_bit(system.column(a), e) && has_bit(system.column(b), e);
      }
      ASSERT_EQ(common, 1u);
    }
  }
}

TEST(MinimumCover, keeps_to_a_deadline_with_valid_bounds) {
  Random random(7);
  const CoverProblem problem = random_cover(random, 400, 300, 0.1);
  Cover cover;
  for (double seconds = 0.3; cover.lower <= 5 && seconds < patience; seconds *= 3) {
    EXPECT_LT(own_seconds_of([&] { cover = minimum_cover(problem, {Stop(seconds)}); }), 10 * seconds);
    EXPECT_TRUE(covers(problem, cover.items));
    EXPECT_EQ(cover.stopped, StopReason::time);
    EXPECT_FALSE(cover.optimal);
    EXPECT_LT(cover.lower, cover.cost);
  }
  EXPECT_GT(cover.lower, 5);
}

TEST(MinimumCover, can_be_interrupted) {
  Random random(8);
  const CoverProblem problem = random_cover(random, 400, 300, 0.1);
  const std::atomic<bool> asked{true};
  Cover cover;
  EXPECT_LT(own_seconds_of([&] { cover = minimum_cover(problem, {Stop({}, &asked)}); }), 3);
  EXPECT_EQ(cover.stopped, StopReason::interrupted);
  EXPECT_TRUE(covers(problem, cover.items));
}

TEST(MinimumCover, ends_when_nothing_so_cheap_is_left) {
  Random random(9);
  for (int trial = 0; trial < 100; ++trial) {
    const CoverProblem problem = random_cover(random, 30, 12, 0.3);
    const double best = cheapest_cover(problem);
    if (!std::isfinite(best)) continue;
    const Cover below = minimum_cover(problem, {.stop = {}, .most = best - 1});
    EXPECT_GT(below.lower, best - 1);
    EXPECT_LE(below.lower, best);
    EXPECT_EQ(minimum_cover(problem, {.stop = {}, .most = best}).cost, best);
  }
}

}  // namespace
}  // namespace didact::concepts::set_cover_test
