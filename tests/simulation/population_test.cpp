// Random sets of every conjugate model: the samplers that draw statistics agree with items drawn one by one and judged
// by the evaluation that lessons are checked with.

#include <didact/didact.hpp>
#include <didact/simulation/populations.hpp>
#include <didact/simulation/simulate.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>

namespace didact::population_test {
namespace {

template <class L>
Problem<L> problem_of(const L& learner, const typename L::Target& target, const Effort& effort) {
  Problem<L> problem;
  problem.learners = {{1, learner}};
  problem.target = target;
  problem.effort = effort;
  return problem;
}

/// Item after item, by the learner's own sampling and the public evaluation.
template <class L>
std::vector<double> item_by_item(const Problem<L>& problem, Index n, Index sets) {
  std::vector<double> values;
  Random random(99);
  const L& learner = problem.learners[0].value;
  for (Index i = 0; i < sets; ++i) {
    ItemSet items{Matrix(n, learner.domain().dimension()), std::vector<Index>(static_cast<std::size_t>(n), 1)};
    for (Index row = 0; row < n; ++row) {
      items.rows.row(row) = learner.sample(std::get<0>(problem.target), random);
    }
    values.push_back(evaluate(problem, items).impedance);
  }
  return values;
}

template <class L>
void expect_agreement(const L& learner, const typename L::Target& target, const Effort& effort,
                      const std::vector<Index>& sizes) {
  const Problem<L> problem = problem_of(learner, target, effort);
  const auto sets = population(problem);
  for (const Index n : sizes) {
    SCOPED_TRACE(std::string(L::name) + ", size " + std::to_string(n));
    const Index count = 20'000;
    const Simulation simulation(*sets, {count, {SetSizes::Kind::fixed, n}});
    const Tally fast = simulate(simulation);
    const std::vector<double> values = item_by_item(problem, n, count);
    Tally slow(fast.frame());
    slow.add(values);
    ASSERT_EQ(fast.count(), static_cast<std::uint64_t>(count));
    const double N = static_cast<double>(count);
    const double error = std::hypot(fast.deviation(), slow.deviation()) / std::sqrt(N) + 1e-12 * std::abs(slow.mean());
    EXPECT_NEAR(fast.mean(), slow.mean(), 4.5 * error);
    EXPECT_NEAR(fast.deviation(), slow.deviation(), 0.15 * slow.deviation() + 1e-9);
    EXPECT_GE(fast.min(), slow.min() - slow.deviation() - 1e-9);
    for (const double share : {0.05, 0.25, 0.5, 0.75, 0.95}) {
      const auto [at, width] = fast.quantile(share);
      const double margin = width + 1e-9 * std::max(1.0, std::abs(at)), low = at - margin, high = at + margin;
      const double chance = 6.5 * std::sqrt(share * (1 - share) / N);
      const auto below = std::count_if(values.begin(), values.end(), [&](double x) { return x < low; });
      const auto up_to = std::count_if(values.begin(), values.end(), [&](double x) { return x <= high; });
      EXPECT_LE(static_cast<double>(below) / N, share + chance) << share;
      EXPECT_GE(static_cast<double>(up_to) / N, share - chance) << share;
    }
  }
}

TEST(RandomSets, OfNumbersAgree) {
  expect_agreement(Poisson{}, {4}, per_item(0.3), {0, 1, 5, 60});
  expect_agreement(Poisson{}, {4}, per_item(0.3) + magnitude(0.01), {5});
  expect_agreement(Exponential{}, {0.5}, per_item(0.3) + fixed(2), {0, 1, 7});
  expect_agreement(Geometric{}, {0.25}, per_item(0.1), {0, 1, 6});
  expect_agreement(GaussianMean{}, {0}, per_item(0.1), {0, 1, 6});
  expect_agreement(GaussianMean{}, {0.5}, magnitude(0.1), {3});
  expect_agreement(Gaussian{}, {0, 1}, per_item(0.1), {0, 1, 2, 6});
  expect_agreement(Gaussian{}, {3, 2}, per_item(0.1) + magnitude(0.2), {1, 2, 6});
}

TEST(RandomSets, OfCategoriesAgree) {
  expect_agreement(Bernoulli{}, {0.3}, per_item(0.1), {0, 1, 8});
  expect_agreement(Categorical{}, {{0.1, 0.3, 0.6}}, per_item(0.3), {0, 1, 10, 3000});
  Categorical many;
  many.beta.assign(30, 0.7);
  Categorical::Target target;
  target.pi.assign(30, 1.0 / 30);
  std::vector<double> costs(30, 0.2);
  costs[3] = 2;
  expect_agreement(many, target, per_category(costs), {4, 40});
}

TEST(RandomSets, OfVectorsAgree) {
  Matrix covariance(2, 2);
  covariance << 2, 0.6, 0.6, 0.5;
  expect_agreement(MultivariateGaussianMean{}, MultivariateGaussianMean::Target{}, per_item(0.1), {0, 1, 5});
  MultivariateGaussian learner{Vector::Ones(2), 1.5, 4, covariance};
  expect_agreement(learner, {Vector::Constant(2, -1), covariance}, per_item(0.2), {0, 1, 2, 3, 9});
  expect_agreement(learner, {Vector::Constant(2, -1), covariance}, magnitude(0.2), {1, 2, 9});
  expect_agreement(MultivariateGaussian{}, MultivariateGaussian::Target{}, {}, {1, 3, 4, 8});
  Matrix other(2, 2);
  other << 1, -0.3, -0.3, 3;
  expect_agreement(learner, {Vector::Constant(2, -1), other}, per_item(0.2), {0, 1, 2, 3, 9});
  const MultivariateGaussian wide{Vector::Zero(6), 1, 8, Matrix::Identity(6, 6)};
  expect_agreement(wide, {Vector::Ones(6), Matrix::Identity(6, 6)}, per_item(0.1), {4, 12});
  const Vector spread = Vector::LinSpaced(6, 0.5, 3);
  expect_agreement(wide, {Vector::Ones(6), spread.asDiagonal()}, per_item(0.1), {4, 12});
}

TEST(RandomSets, HaveTheMomentsOfAllSets) {
  const auto check = [](const auto& problem, Index n) {
    const auto sets = population(problem);
    const auto all = sets->enumerated(n, 10'000);
    ASSERT_TRUE(all);
    double mean = 0, square = 0, total = 0;
    for (std::size_t i = 0; i < all->impedances.size(); ++i) {
      total += all->probabilities[i];
      mean += all->probabilities[i] * all->impedances[i];
      square += all->probabilities[i] * all->impedances[i] * all->impedances[i];
    }
    EXPECT_NEAR(total, 1, 1e-12);
    const double deviation = std::sqrt(square - mean * mean);
    const Simulation simulation(*sets, {1'000'000, {SetSizes::Kind::fixed, n}});
    const Tally tally = simulate(simulation);
    EXPECT_NEAR(tally.mean(), mean, 4.5 * deviation / 1e3);
    EXPECT_NEAR(tally.deviation(), deviation, 0.02 * deviation);
    EXPECT_NEAR(summary(*all, {}).mean, mean, 1e-9);
    EXPECT_NEAR(summary(*all, {}).deviation, deviation, 1e-9);
  };
  check(problem_of(Categorical{}, {{0.1, 0.3, 0.6}}, per_item(0.3)), 10);  // the paper's second example
  check(problem_of(Bernoulli{}, {0.3}, per_item(0.1)), 8);
  auto pooled = problem_of(GaussianMean{}, {0}, per_item(0.1));
  auto pool = std::make_shared<Pool>();
  pool->rows = Vector::LinSpaced(9, -2, 3);
  pool->costs = {0, 0.1, 0, 0, 0.3, 0, 0, 1, 0};
  pool->must_include = {2};
  pool->must_exclude = {8};
  pooled.pool = pool;
  check(pooled, 4);
  auto repeated = std::make_shared<Pool>(*pool);
  repeated->repeat = true;
  pooled.pool = repeated;
  check(pooled, 3);
}

TEST(RandomSets, OfManyCategoriesNeedNoList) {
  Categorical wide;
  wide.beta.assign(200'000, 1.5);
  Categorical::Target target;
  target.pi.assign(200'000, 1 / 200'000.0);
  const auto sets = population(problem_of(wide, target, per_item(0.1)));
  for (const Index n : {0, 1, 2}) {
    const Tally tally = simulate(Simulation(*sets, {100, {SetSizes::Kind::fixed, n}}));
    EXPECT_EQ(tally.infinite(), 0u);
  }
  EXPECT_EQ(sets->enumerated(0, 10)->probabilities, std::vector<double>{1});
  EXPECT_FALSE(sets->enumerated(1, 10));
}

TEST(RandomSets, NeverHaveWhatCannotBe) {
  const auto sets = population(problem_of(Categorical{{1, 2, 1, 3}}, {{0, 0.5, 0, 0.5}}, per_item(0.1)));
  const auto all = sets->enumerated(4, 100);
  ASSERT_TRUE(all);
  EXPECT_EQ(all->impedances.size(), 5u);
  EXPECT_NEAR(all->probabilities[2], 6.0 / 16, 1e-12);
  EXPECT_LT(simulate(Simulation(*sets, {1000, {SetSizes::Kind::fixed, 4}})).max(), infinity);
}

TEST(RandomSets, StayInTheRange) {
  auto problem = problem_of(GaussianMean{}, {0}, closeness(0.1));
  problem.items.range = {{-1, 0.5}};
  const auto sets = population(problem);
  const Tally tally = simulate(Simulation(*sets, {2000, {SetSizes::Kind::fixed, 3}}));
  EXPECT_EQ(tally.infinite(), 0u);
  problem.items.range = {{40, 41}};
  EXPECT_THROW(simulate(Simulation(*population(problem), {10, {SetSizes::Kind::fixed, 3}}), 1), std::runtime_error);
}

TEST(Simulations, AreTheSameOnAnyNumberOfThreads) {
  const auto sets = population(problem_of(MultivariateGaussian{}, MultivariateGaussian::Target{}, per_item(0.1)));
  for (const SetSizes& sizes : {SetSizes{SetSizes::Kind::fixed, 8}, SetSizes{SetSizes::Kind::uniform, 2, 9},
                                SetSizes{.kind = SetSizes::Kind::poisson, .rate = 5.5}}) {
    const Simulation simulation(*sets, {50'001, sizes, 7, 12.0});
    const Tally one = simulate(simulation, 1);
    EXPECT_EQ(one.count(), 50'001u);
    for (const unsigned threads : {2u, 7u}) {
      const Tally other = simulate(simulation, threads);
      EXPECT_EQ(other.mean(), one.mean());
      EXPECT_EQ(other.deviation(), one.deviation());
      EXPECT_EQ(other.min(), one.min());
      EXPECT_EQ(other.max(), one.max());
      EXPECT_EQ(other.histogram(), one.histogram());
      EXPECT_EQ(other.below_rival(), one.below_rival());
      EXPECT_EQ(other.quantile(0.4).value, one.quantile(0.4).value);
    }
    const Tally elsewhere = simulate(Simulation(*sets, {50'001, sizes, 8, 12.0}));
    EXPECT_NE(elsewhere.mean(), one.mean());
  }
}

TEST(Simulations, DrawTheSameSetsSomeAtATime) {
  MultivariateGaussian lopsided;
  lopsided.scale(0, 1) = lopsided.scale(1, 0) = 0.3 * lopsided.scale(0, 0);
  for (const auto& sets :
       {population(problem_of(MultivariateGaussian{}, MultivariateGaussian::Target{}, per_item(0.1))),
        population(problem_of(lopsided, MultivariateGaussian::Target{}, per_item(0.1))),
        population(problem_of(GaussianMean{}, {0.3}, closeness(0.1))),
        population(problem_of(Categorical{}, {{0.1, 0.3, 0.6}}, per_item(0.3)))}) {
    for (const SetSizes& sizes : {SetSizes{SetSizes::Kind::fixed, 8}, SetSizes{SetSizes::Kind::uniform, 2, 9}}) {
      std::vector<double> at_once(1001), in_turns(1001);
      Draws one(3, 5), other(3, 5);
      sampler(*sets, sizes)->fill(one, at_once);
      EXPECT_EQ(sampler(*sets, sizes)->fill_until({}, other, in_turns), in_turns.size());
      EXPECT_EQ(in_turns, at_once);
    }
  }
}

/// Sets of one size that set a flag after some calls.
class Interrupting final : public Population {
 public:
  Interrupting(Index after, std::atomic<bool>& flag) : after_(after), flag_(flag) {}
  std::unique_ptr<SetSampler> sampler(Index) const override {
    return std::make_unique<FunctionSampler>([this](Draws&) {
      if (++calls == after_) flag_ = true;
      return static_cast<double>(calls);
    });
  }
  std::string description() const override { return "counted"; }
  mutable Index calls = 0;

 private:
  Index after_;
  std::atomic<bool>& flag_;
};

TEST(Simulations, StopWithinABlock) {
  const Index block = Simulation::sets_in_block;
  for (const SetSizes& sizes : {SetSizes{SetSizes::Kind::fixed, 1}, SetSizes{SetSizes::Kind::uniform, 1, 2}}) {
    std::atomic<bool> flag = false;
    const Stop stop({}, &flag);
    const Interrupting early(10, flag);
    const Simulation first(early, {3 * block, sizes}, stop);
    EXPECT_TRUE(first.stopped());
    EXPECT_LT(early.calls, 64);
    EXPECT_LT(first.first().size(), 64u);

    flag = false;
    const Interrupting later(block + 10, flag);
    const Simulation second(later, {3 * block, sizes}, stop);
    EXPECT_FALSE(second.stopped());
    Simulation::Worker worker(second);
    Tally tally = second.empty();
    EXPECT_TRUE(worker.draw(0, tally, stop));
    EXPECT_FALSE(worker.draw(1, tally, stop));
    EXPECT_LT(later.calls, block + 64);
    EXPECT_EQ(tally.count(), static_cast<std::uint64_t>(block));
  }
}

TEST(Simulations, OfDifferentSizesMixThem) {
  const auto sets = population(problem_of(Categorical{}, {{0.1, 0.3, 0.6}}, per_item(0.3)));
  double mean = 0;
  for (Index n = 3; n <= 6; ++n) mean += summary(*sets->enumerated(n, 1000), {}).mean / 4;
  const Tally tally = simulate(Simulation(*sets, {400'000, {SetSizes::Kind::uniform, 3, 6}}));
  EXPECT_NEAR(tally.mean(), mean, 4.5 * tally.deviation() / std::sqrt(400'000.0));
}

}  // namespace
}  // namespace didact::population_test
