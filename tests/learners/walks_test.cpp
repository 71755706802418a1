#include "learners/walks.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace didact::testing::walks_test {
namespace {

MarkovChain chain_of(std::size_t S) {
  return {std::vector<double>(S, 1.0), std::vector<std::vector<double>>(S, std::vector<double>(S, 1.0))};
}

/// By powers of the graph: every state that is left is reached from a start, and entered as often as it is left.
bool can_be_walked(const ChainCounts& counts) {
  const std::size_t S = counts.start.size();
  std::vector<std::vector<bool>> reaches(S, std::vector<bool>(S, false));
  for (std::size_t i = 0; i < S; ++i) {
    for (std::size_t j = 0; j < S; ++j) reaches[i][j] = i == j || counts.transitions[i][j] > 0;
  }
  for (std::size_t k = 0; k < S; ++k) {
    for (std::size_t i = 0; i < S; ++i) {
      for (std::size_t j = 0; j < S; ++j) reaches[i][j] = reaches[i][j] || (reaches[i][k] && reaches[k][j]);
    }
  }
  for (std::size_t i = 0; i < S; ++i) {
    double in = counts.start[i], out = 0;
    bool reached = false;
    for (std::size_t j = 0; j < S; ++j) {
      in += counts.transitions[j][i];
      out += counts.transitions[i][j];
      reached = reached || (counts.start[j] > 0 && reaches[j][i]);
    }
    if (out > in || (out > 0 && !reached)) return false;
  }
  return true;
}

RC_GTEST_PROP(Walks, counts_of_sequences_are_walked_again, ()) {
  const auto S = *rc::gen::inRange<Index>(1, 6);
  Listed<Sequence> given;
  const int count = *rc::gen::inRange(0, 6);
  for (int i = 0; i < count; ++i) {
    Sequence sequence;
    const int length = *rc::gen::inRange(1, 12);
    for (int t = 0; t < length; ++t) sequence.push_back(*rc::gen::inRange<Index>(0, S));
    given.add(sequence, *rc::gen::inRange<Index>(1, 3));
  }
  const MarkovChain learner = chain_of(static_cast<std::size_t>(S));
  const ChainCounts counts = learner.count(given);
  const auto again = walks(counts);
  RC_ASSERT(again.has_value());
  RC_ASSERT(again->size() == given.size());
  RC_ASSERT(learner.count(*again).start == counts.start);
  RC_ASSERT(learner.count(*again).transitions == counts.transitions);
}

RC_GTEST_PROP(Walks, only_counts_that_can_be_walked_are, ()) {
  const auto S = *rc::gen::inRange<std::size_t>(1, 5);
  ChainCounts counts{std::vector<double>(S, 0.0), {}};
  auto few = [] { return std::max(0, *rc::gen::inRange(-3, 3)); };
  for (double& start : counts.start) start = few();
  for (std::size_t i = 0; i < S; ++i) {
    counts.transitions.emplace_back();
    for (std::size_t j = 0; j < S; ++j) counts.transitions[i].push_back(few());
  }
  const auto found = walks(counts);
  RC_ASSERT(found.has_value() == can_be_walked(counts));
  RC_ASSERT(found.has_value() == not_walkable(counts).empty());
  if (found) RC_ASSERT(chain_of(S).count(*found).transitions == counts.transitions);
}

TEST(Walks, say_what_is_missing) {
  EXPECT_EQ(not_walkable({{1, 0}, {{0, 2}, {0, 0}}}), "state 1 is left more often than it is entered");
  EXPECT_EQ(not_walkable({{1, 0}, {{0, 0}, {0, 2}}}), "no sequence that starts gets to state 2");
  EXPECT_EQ(not_walkable({{1, 0}, {{0, 1}, {0, 2}}}), "");
}

}  // namespace
}  // namespace didact::testing::walks_test
