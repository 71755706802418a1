// Searches over a pool: brute force agrees, the pool's wishes are kept to, and what is proven is so.

#include <didact/core/random.hpp>
#include <didact/search/pool_search.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace didact::search::pool_search_test {
namespace {

using testing::ElementsAre;

PoolSearchProblem numbered(Index rows) {
  PoolSearchProblem problem;
  problem.pool.rows = Vector::LinSpaced(rows, 0, static_cast<double>(rows - 1));
  return problem;
}

LossOracle<RowSet> each(std::function<double(const RowSet&)> loss) {
  return [loss = std::move(loss)](const std::vector<RowSet>& sets) {
    std::vector<double> losses;
    for (const RowSet& set : sets) losses.push_back(loss(set));
    return losses;
  };
}

bool has(const RowSet& set, Index row) {
  return std::find(set.begin(), set.end(), row) != set.end();
}

bool allowed(const PoolSearchProblem& problem, const RowSet& set) {
  const Pool& pool = problem.pool;
  const auto n = static_cast<Index>(set.size());
  if (n < problem.min_size || (problem.max_size && n > *problem.max_size)) return false;
  for (const Index row : pool.must_include) {
    if (!has(set, row)) return false;
  }
  for (const Index row : pool.must_exclude) {
    if (has(set, row)) return false;
  }
  return pool.repeat || std::adjacent_find(set.begin(), set.end()) == set.end();
}

/// Written anew, term by term.
double effort_by_hand(const PoolSearchProblem& problem, const RowSet& set) {
  const auto n = static_cast<double>(set.size());
  double effort = problem.effort.per_item * n + (n > 0 ? problem.effort.fixed : 0), least = infinity;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const double x = problem.pool.rows(set[i], 0);
    effort += problem.pool.cost(set[i]) + problem.effort.magnitude * x * x;
    for (std::size_t j = 0; j < i; ++j) least = std::min(least, std::abs(x - problem.pool.rows(set[j], 0)));
  }
  return effort + (n > 1 && problem.effort.closeness > 0 ? problem.effort.closeness / least : 0);
}

void visit(const PoolSearchProblem& problem, RowSet& set, Index from, const std::function<void(const RowSet&)>& f) {
  f(set);
  if (static_cast<Index>(set.size()) == *problem.max_size) return;
  for (Index row = from; row < problem.pool.size(); ++row) {
    set.push_back(row);
    visit(problem, set, problem.pool.repeat ? row : row + 1, f);
    set.pop_back();
  }
}

double brute_force(const PoolSearchProblem& problem, const std::function<double(const RowSet&)>& loss) {
  double best = infinity;
  RowSet set;
  visit(problem, set, 0, [&](const RowSet& s) {
    if (allowed(problem, s)) best = std::min(best, loss(s) + effort_by_hand(problem, s));
  });
  return best;
}

/// A number that depends on the whole set and on nothing simple about it.
double scrambled(const RowSet& set, std::uint64_t salt) {
  std::uint64_t hash = salt;
  for (const Index row : set) hash = Random(hash, static_cast<std::uint64_t>(row) + 1).bits();
  return Random(hash).uniform();
}

PoolSearchProblem any_problem() {
  PoolSearchProblem problem = numbered(*rc::gen::inRange<Index>(3, 8));
  const Index N = problem.pool.size();
  problem.pool.rows = Vector::LinSpaced(N, -2.5, static_cast<double>(N) - 3.5);
  problem.pool.repeat = *rc::gen::arbitrary<bool>();
  problem.max_size = *rc::gen::inRange<Index>(1, problem.pool.repeat ? 4 : N + 1);
  problem.min_size = *rc::gen::inRange<Index>(0, 2);
  problem.effort.per_item = *rc::gen::element(0.0, 0.05);
  problem.effort.fixed = *rc::gen::element(0.0, 0.1);
  problem.effort.magnitude = *rc::gen::element(0.0, 0.01);
  problem.effort.closeness = *rc::gen::element(0.0, 0.02);
  if (*rc::gen::arbitrary<bool>()) problem.pool.must_include = {1};
  if (*rc::gen::arbitrary<bool>()) problem.pool.must_exclude = {0};
  if (*rc::gen::arbitrary<bool>()) {
    for (Index i = 0; i < N; ++i) problem.pool.costs.push_back(0.02 * static_cast<double>((i * 3) % 5));
  }
  problem.least_loss = *rc::gen::element(-infinity, 0.0);
  problem.seed = static_cast<std::uint64_t>(*rc::gen::inRange(1, 100));
  return problem;
}

RC_GTEST_PROP(PoolSearch, SmallPoolsAreSolved, ()) {
  const PoolSearchProblem problem = any_problem();
  const auto salt = static_cast<std::uint64_t>(*rc::gen::inRange(0, 1000));
  const auto loss = [salt](const RowSet& set) { return scrambled(set, salt); };
  const Found<RowSet> found = search_pool(problem, each(loss));
  RC_ASSERT(found.any);
  RC_ASSERT(allowed(problem, found.set));
  RC_ASSERT(found.loss == loss(found.set));
  RC_ASSERT(std::abs(found.effort - effort_by_hand(problem, found.set)) < 1e-12);
  RC_ASSERT(found.impedance == found.loss + found.effort);
  RC_ASSERT(std::abs(found.impedance - brute_force(problem, loss)) < 1e-12);
  RC_ASSERT(found.bound == found.impedance);
}

TEST(PoolSearch, AsksOnceAndOnlyAboutAllowedSets) {
  PoolSearchProblem problem = numbered(9);
  problem.pool.must_include = {4};
  problem.pool.must_exclude = {0, 8};
  problem.max_size = 4;
  std::set<RowSet> seen;
  const auto found = search_pool(problem, each([&](const RowSet& set) {
                                   EXPECT_TRUE(seen.insert(set).second);
                                   EXPECT_TRUE(allowed(problem, set) || set.empty());
                                   return scrambled(set, 3);
                                 }));
  EXPECT_EQ(found.asked, static_cast<Index>(seen.size()));
  EXPECT_TRUE(found.all_tried);
  EXPECT_EQ(found.loss_before, scrambled({}, 3));
}

TEST(PoolSearch, FindsAHiddenSetAmongMany) {
  PoolSearchProblem problem = numbered(60);
  problem.effort.per_item = 0.01;
  const RowSet hidden = {3, 17, 18, 40, 59};
  const auto distance = [&](const RowSet& set) {
    RowSet both;
    std::set_symmetric_difference(set.begin(), set.end(), hidden.begin(), hidden.end(), std::back_inserter(both));
    return static_cast<double>(both.size());
  };
  const auto found = search_pool(problem, each(distance));
  EXPECT_EQ(found.set, hidden);
  EXPECT_EQ(found.bound, -infinity);  // nothing was promised about the loss
  EXPECT_FALSE(found.all_tried);
}

TEST(PoolSearch, ExchangesPairsWhereSingleRowsOnlyHarm) {
  // Rows count only in pairs (0, 1), (2, 3), …, and the last two pairs are worth most: no single swap leads there.
  PoolSearchProblem problem = numbered(24);
  problem.min_size = 4;
  problem.max_size = 4;
  const auto found = search_pool(problem, each([](const RowSet& set) {
                                   double worth = 0;
                                   for (const Index row : set) {
                                     if (row % 2 == 0 && has(set, row + 1)) worth += row >= 20 ? 10 : 1;
                                   }
                                   return -worth;
                                 }));
  EXPECT_THAT(found.set, ElementsAre(20, 21, 22, 23));
}

TEST(PoolSearch, ALeastLossProvesWhatCannotAllBeTried) {
  PoolSearchProblem problem = numbered(40);
  problem.effort.per_item = 0.1;
  problem.least_loss = 0;
  const auto found = search_pool(problem, each([](const RowSet& set) {
                                   const Index good = has(set, 5) + has(set, 20) + has(set, 39);
                                   return static_cast<double>(3 - good);
                                 }));
  EXPECT_THAT(found.set, ElementsAre(5, 20, 39));
  EXPECT_EQ(found.bound, found.impedance);
  EXPECT_LT(found.asked, 5000);
}

TEST(PoolSearch, TheBoundIsBelowEverySet) {
  // Sets of up to 2 rows can all be tried, those of 3 and more cannot: the bound is what 3 of the cheapest rows cost.
  PoolSearchProblem problem = numbered(80);
  problem.max_size = 6;
  problem.least_loss = 0;
  for (Index i = 0; i < 80; ++i) problem.pool.costs.push_back(0.01 + 0.001 * static_cast<double>((i * 7) % 80));
  const auto found = search_pool(problem, each([](const RowSet& set) { return 0.5 + scrambled(set, 5); }));
  EXPECT_NEAR(found.bound, 0.010 + 0.011 + 0.012, 1e-12);
  EXPECT_GT(found.impedance, found.bound);
}

TEST(PoolSearch, RepeatsRowsWhereThatIsAllowed) {
  PoolSearchProblem problem = numbered(10);
  problem.pool.repeat = true;
  problem.effort.per_item = 0.001;
  const auto found = search_pool(problem, each([](const RowSet& set) {
                                   const auto sevens = static_cast<double>(std::count(set.begin(), set.end(), 7));
                                   return std::abs(sevens - 6);
                                 }));
  EXPECT_EQ(found.set, RowSet(6, 7));
}

TEST(PoolSearch, KeepsTheBestWhereAnswersEnd) {
  const PoolSearchProblem problem = numbered(30);
  for (const Index answers : {0, 1, 2, 25, 500}) {
    Index left = answers;
    double best = infinity;
    const auto found = search_pool(problem, each([&](const RowSet& set) {
                                     if (left == 0) return std::nan("");
                                     --left;
                                     best = std::min(best, scrambled(set, 9));
                                     return scrambled(set, 9);
                                   }));
    EXPECT_TRUE(found.ended_early);
    EXPECT_EQ(found.any, answers > 0);
    EXPECT_EQ(found.impedance, best) << answers;
  }
}

TEST(PoolSearch, NoFiniteLossMeansUnteachableOnlyIfAllWereTried) {
  const auto never = each([](const RowSet&) { return infinity; });
  EXPECT_TRUE(search_pool(numbered(5), never).all_tried);
  EXPECT_FALSE(search_pool(numbered(50), never).all_tried);
  EXPECT_EQ(search_pool(numbered(5), never).impedance, infinity);
}

TEST(PoolSearch, TheSameSeedFindsTheSameSet) {
  PoolSearchProblem problem = numbered(40);
  problem.max_size = 5;
  const auto loss = each([](const RowSet& set) { return scrambled(set, 21); });
  EXPECT_EQ(search_pool(problem, loss).set, search_pool(problem, loss).set);
}

TEST(PoolSearch, RefusesSizesThatThePoolDoesNotHave) {
  PoolSearchProblem problem = numbered(3);
  problem.min_size = 4;
  EXPECT_THROW(search_pool(problem, each([](const RowSet&) { return 0.0; })), std::invalid_argument);
}

}  // namespace
}  // namespace didact::search::pool_search_test
