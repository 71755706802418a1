// What is said where there is no optimum to return: unbounded, unteachable, limited, stopped.

#include "lesson_laws.hpp"
#include <didact/core/beyond_reach.hpp>

#include <ctime>
#include <numbers>

namespace didact::testing::outcomes_test {
namespace {

void expect_more_items(const Lesson& lesson) {
  EXPECT_EQ(lesson.status, Status::unbounded) << to_string(lesson.status) << " n = " << lesson.n;
  EXPECT_EQ(lesson.direction, Direction::more_items);
  EXPECT_EQ(lesson.lower_bound, -infinity);
  EXPECT_FALSE(std::isnan(lesson.impedance));
}

/// Brute-force teaching: without effort more is always better, and with a limit the limit is best.
template <class L>
void expect_brute_force_teaching(const L& learner, const typename L::Target& target, Index limit = 40) {
  SCOPED_TRACE(L::name);
  expect_more_items(teach(problem_of(learner, target)));
  expect_more_items(teach(problem_of(learner, target, fixed(2))));
  expect_more_items(teach(with_size(problem_of(learner, target), 3, std::nullopt)));
  Problem<L> limited = problem_of(learner, target);
  limited.limits.max_items = limit;
  const Lesson lesson = teach(limited);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_EQ(dishonesty(limited, lesson), "");
  EXPECT_GE(lesson.n, limit - 3);  // whole items may do better with a few less
}

TEST(Unbounded, without_effort) {
  expect_brute_force_teaching(Bernoulli{2, 5}, {0.8});
  expect_brute_force_teaching(Geometric{2, 3}, {0.25});
  expect_brute_force_teaching(Categorical{{6, 3, 1}}, {{0.1, 0.3, 0.6}});
  expect_brute_force_teaching(Poisson{2, 1}, {4});
  expect_brute_force_teaching(Exponential{2, 1}, {0.5});
  expect_brute_force_teaching(GaussianMean{1, 2, 0.5}, {0});
  expect_brute_force_teaching(Gaussian{1, 1, 2, 2}, {0, 1});
  expect_brute_force_teaching(MultivariateGaussianMean{}, {});
  expect_brute_force_teaching(MultivariateGaussian{}, {});
}

/// At the end of the parameter's range too, where log π is infinite.
TEST(Unbounded, certain_targets) {
  expect_brute_force_teaching(Bernoulli{2, 1}, {1});
  expect_brute_force_teaching(Bernoulli{1, 3}, {0});
  expect_brute_force_teaching(Geometric{2, 1}, {1});
  expect_brute_force_teaching(Poisson{1, 1}, {0});
  expect_brute_force_teaching(Categorical{{1, 1, 1}}, {{0.5, 0.5, 0}});
  expect_brute_force_teaching(Categorical{{2, 3, 1, 1}}, {{0.2, 0.8, 0, 0}});
}

TEST(Unbounded, several_learners) {
  for (const Judge judge : {Judge::expected, Judge::worst}) {
    Problem<Categorical> counts = problem_of(Categorical{{6, 3, 1}}, {{0.1, 0.3, 0.6}});
    counts.learners = {{0.5, {{6, 3, 1}}}, {0.5, {{1, 1, 1}}}};
    counts.judge = judge;
    expect_more_items(teach(counts));
    Problem<Gaussian> moments = problem_of(Gaussian{1, 1, 2, 2}, {0, 1});
    moments.learners = {{0.5, {1, 1, 2, 2}}, {0.5, {-1, 2, 1, 5}}};
    moments.judge = judge;
    expect_more_items(teach(moments));
  }
}

TEST(Unbounded, magnitude_that_is_zero_at_the_target) {
  expect_more_items(teach(problem_of(GaussianMean{1, 0, 0.5}, {0}, magnitude(1))));
  EXPECT_EQ(teach(problem_of(GaussianMean{1, 0, 0.5}, {1}, magnitude(1))).status, Status::optimal);
  EXPECT_EQ(teach(problem_of(Gaussian{1, 1, 2, 2}, {0, 1}, magnitude(0.1))).status, Status::optimal);
}

TEST(Unbounded, only_a_free_category_goes_on) {
  // The free category alone cannot be taught for ever: its own probability is not 1.
  const Lesson lesson = teach(problem_of(Categorical{{6, 3, 1}}, {{0.1, 0.3, 0.6}}, per_category({0.5, 0.5, 0})));
  EXPECT_EQ(lesson.status, Status::optimal);
}

TEST(Unbounded, a_belief_bounds_brute_force) {
  Problem<Bernoulli> problem = problem_of(Bernoulli{2, 5}, {0.8});
  problem.target = std::vector<Weighted<Bernoulli::Target>>{{0.5, {0.7}}, {0.5, {0.9}}};
  const Lesson lesson = teach(problem);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_EQ(dishonesty(problem, lesson), "");
}

TEST(Unbounded, infinite_before_any_teaching) {
  for (const Lesson& lesson : {teach(problem_of(Bernoulli{0.5, 2}, {0}, per_item(0.1))),
                               teach(problem_of(Poisson{0.5, 2}, {0}, per_item(0.1))),
                               teach(problem_of(Geometric{2, 0.5}, {1}, per_item(0.1))),
                               teach(problem_of(Categorical{{0.5, 1, 2}}, {{0, 0.5, 0.5}}, per_item(0.1)))}) {
    EXPECT_EQ(lesson.status, Status::unbounded);
    EXPECT_EQ(lesson.direction, Direction::none);
    EXPECT_EQ(lesson.loss_before, -infinity);
    EXPECT_EQ(lesson.lower_bound, -infinity);
  }
}

/// -∞ is no worst loss while another learner has a finite one: each member beside one at -∞ is taught as if alone.
template <class L>
void expect_as_if_alone(const L& finite, const L& infinite, const typename L::Target& target,
                        const std::optional<Pool>& pool = {}) {
  Problem<L> problem = problem_of(finite, target, per_item(0.1));
  if (pool) problem.pool = std::make_shared<const Pool>(*pool);
  const Lesson alone = teach(problem);
  ASSERT_EQ(alone.status, Status::optimal) << L::name;
  EXPECT_GT(alone.n, 0) << L::name;
  for (const bool first : {false, true}) {
    problem.learners = {{0.5, first ? infinite : finite}, {0.5, first ? finite : infinite}};
    problem.judge = Judge::worst;
    const Lesson lesson = teach(problem);
    EXPECT_EQ(lesson.status, Status::optimal) << L::name;
    EXPECT_EQ(lesson.n, alone.n) << L::name;
    EXPECT_NEAR(lesson.impedance, alone.impedance, 1e-12) << L::name;
    EXPECT_EQ(lesson.losses[first ? 0 : 1], -infinity) << L::name;
    problem.judge = Judge::expected;
    EXPECT_EQ(teach(problem).status, Status::unbounded) << L::name;
  }
  problem.judge = Judge::worst;
  problem.learners = {{0.5, infinite}, {0.5, infinite}};
  EXPECT_EQ(teach(problem).status, Status::unbounded) << L::name;
}

TEST(Unbounded, the_worst_of_several_is_infinite_only_with_all) {
  expect_as_if_alone(Bernoulli{2, 1}, Bernoulli{2, 0.5}, {1});
  expect_as_if_alone(Poisson{1, 2}, Poisson{0.5, 2}, {0});
  expect_as_if_alone(Geometric{1, 1}, Geometric{2, 0.5}, {1});
  expect_as_if_alone(Categorical{{2, 1}}, Categorical{{2, 0.5}}, {{1, 0}});
  expect_as_if_alone(Bernoulli{2, 1}, Bernoulli{2, 0.5}, {1}, Pool{.rows = Matrix::Ones(12, 1)});
  Problem<Bernoulli> problem = problem_of(Bernoulli{2, 1}, {1}, per_item(0.1));
  problem.learners = {{0.5, {2, 1}}, {0.5, {2, 0.5}}};
  problem.judge = Judge::worst;
  const Lesson lesson = teach(problem);
  EXPECT_EQ(lesson.n, 8);
  EXPECT_NEAR(lesson.impedance, 0.8 - std::log(10.0), 1e-12);
}

TEST(Unteachable, what_the_learner_rules_out) {
  for (const Lesson& lesson :
       {teach(problem_of(Bernoulli{2, 2}, {0}, per_item(0.1))), teach(problem_of(Poisson{2, 2}, {0}, per_item(0.1))),
        teach(problem_of(Geometric{2, 2}, {1}, per_item(0.1))),
        teach(problem_of(Categorical{{2, 1, 2}}, {{0, 0.5, 0.5}}, per_item(0.1)))}) {
    EXPECT_EQ(lesson.status, Status::unteachable);
    EXPECT_NE(lesson.explanation.find("target"), std::string::npos) << lesson.why();
    EXPECT_EQ(lesson.loss_before, infinity);
    EXPECT_FALSE(lesson.has_items);
  }
}

TEST(Unteachable, one_learner_of_a_class) {
  Problem<Bernoulli> problem = problem_of(Bernoulli{1, 2}, {0}, per_item(0.1));
  problem.learners = {{0.5, {1, 2}}, {0.5, {2, 2}}};
  EXPECT_EQ(teach(problem).status, Status::unteachable);
  problem.learners[0].weight = 1;
  problem.learners[1].weight = 0;  // of no weight: no matter
  EXPECT_EQ(teach(problem).status, Status::optimal);
  problem.judge = Judge::worst;  // weights are ignored
  EXPECT_EQ(teach(problem).status, Status::unteachable);
}

/// A belief that holds some impossible thing possible: whatever is said, it is no NaN, and no set contradicts it.
TEST(Beliefs, with_certain_points) {
  Problem<Categorical> counts = problem_of(Categorical{{1, 1, 1}}, {{0.5, 0.5, 0}}, per_item(0.05));
  counts.target = std::vector<Weighted<Categorical::Target>>{{0.5, {{0.5, 0.5, 0}}}, {0.5, {{0.3, 0.3, 0.4}}}};
  expect_proven(counts, exhaustive(counts, whole_items(1, 3), 8));

  Problem<Bernoulli> coin = problem_of(Bernoulli{1, 1}, {0.5}, per_item(0.05));
  coin.target = std::vector<Weighted<Bernoulli::Target>>{{0.5, {0}}, {0.5, {0.5}}};
  expect_proven(coin, exhaustive(coin, whole_items(0, 1), 8));
  coin.target = std::vector<Weighted<Bernoulli::Target>>{{0.5, {0}}, {0.5, {1}}};  // any item rules one of them out
  EXPECT_EQ(expect_proven(coin, exhaustive(coin, whole_items(0, 1), 4)).n, 0);

  Problem<Poisson> events = problem_of(Poisson{1, 1}, {3}, per_item(0.05));
  events.target = std::vector<Weighted<Poisson::Target>>{{0.5, {0}}, {0.5, {3}}};
  expect_proven(events, exhaustive(events, whole_items(0, 4), 5));

  Problem<Geometric> trials = problem_of(Geometric{1, 1}, {0.5}, per_item(0.05));
  trials.target = std::vector<Weighted<Geometric::Target>>{{0.5, {1}}, {0.5, {0.5}}};
  expect_proven(trials, exhaustive(trials, whole_items(0, 4), 5));
}

/// A zero-weight point counts for nothing, even an impossible one.
TEST(Beliefs, with_a_point_of_no_weight) {
  Problem<Categorical> problem = problem_of(Categorical{{6, 3, 1}}, {{0.1, 0.3, 0.6}}, per_item(0.3));
  problem.target = std::vector<Weighted<Categorical::Target>>{{1, {{0.1, 0.3, 0.6}}}, {0, {{0, 0.5, 0.5}}}};
  const Lesson lesson = teach(problem);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_NEAR(lesson.impedance, 2.645685961, 5e-10);
}

template <class L>
void expect_nothing_taught(Problem<L> problem) {
  SCOPED_TRACE(L::name);
  for (const bool by_size : {false, true}) {
    problem.max_size = by_size ? std::optional<Index>(0) : std::nullopt;
    problem.limits.max_items = by_size ? std::nullopt : std::optional<Index>(0);
    const Lesson lesson = teach(problem);
    EXPECT_EQ(lesson.status, Status::optimal);
    EXPECT_EQ(lesson.n, 0);
    EXPECT_EQ(dishonesty(problem, lesson), "");
    EXPECT_NEAR(lesson.lower_bound, lesson.loss_before, 1e-12 * scale_of(lesson.loss_before));
  }
}

TEST(Limits, no_items_at_all) {
  for (const Effort& effort : {per_item(0.3), Effort{}, of_size([](double n) { return n; }), fixed(1)}) {
    expect_nothing_taught(problem_of(Bernoulli{2, 5}, {0.8}, effort));
    expect_nothing_taught(problem_of(Geometric{2, 3}, {0.25}, effort));
    expect_nothing_taught(problem_of(Categorical{{6, 3, 1}}, {{0.1, 0.3, 0.6}}, effort));
    expect_nothing_taught(problem_of(Poisson{2, 1}, {4}, effort));
    expect_nothing_taught(problem_of(Exponential{2, 1}, {0.5}, effort));
    expect_nothing_taught(problem_of(GaussianMean{1, 2, 0.5}, {0}, effort));
    expect_nothing_taught(problem_of(Gaussian{1, 1, 2, 2}, {0, 1}, effort));
    expect_nothing_taught(problem_of(MultivariateGaussianMean{}, {}, effort));
    expect_nothing_taught(problem_of(MultivariateGaussian{}, {}, effort));
  }
}

/// More items than there are, or fewer than asked for: an error or no items, never a set that is not allowed.
template <class L>
void expect_no_such_set(const Problem<L>& problem) {
  SCOPED_TRACE(L::name);
  try {
    const Lesson lesson = teach(problem);
    EXPECT_EQ(lesson.status, Status::unteachable) << to_string(lesson.status) << " n = " << lesson.n;
    EXPECT_FALSE(lesson.has_items);
  } catch (const std::invalid_argument&) {
  }
}

TEST(Limits, sizes_that_do_not_exist) {
  const ItemRules two_items{.range = {{0, 1}}, .integers = true, .distinct = true};
  expect_no_such_set(with_size(problem_of(Bernoulli{2, 5}, {0.8}, per_item(0.1), {.distinct = true}), 3, std::nullopt));
  expect_no_such_set(
      with_size(problem_of(Categorical{{6, 3, 1}}, {{0.1, 0.3, 0.6}}, per_item(0.1), {.distinct = true}), 4, 5));
  expect_no_such_set(with_size(problem_of(Poisson{2, 1}, {4}, per_item(0.1), two_items), 3, std::nullopt));
  expect_no_such_set(with_size(problem_of(GaussianMean{1, 2, 0.5}, {0}, per_item(0.1), two_items), 3, std::nullopt));
  expect_no_such_set(with_size(problem_of(Gaussian{1, 1, 2, 2}, {0, 1}, per_item(0.1), two_items), 3, std::nullopt));
  expect_no_such_set(with_size(problem_of(MultivariateGaussian{}, {}, per_item(0.1), two_items), 9, std::nullopt));
  Problem<Poisson> contrary = with_size(problem_of(Poisson{2, 1}, {4}, per_item(0.1)), 5, std::nullopt);
  contrary.limits.max_items = 3;
  expect_no_such_set(contrary);
}

TEST(Limits, an_empty_range) {
  expect_no_such_set(
      with_size(problem_of(Poisson{2, 1}, {4}, per_item(0.1), {.range = {{0.2, 0.8}}}), 1, std::nullopt));
  const Problem<Poisson> problem = problem_of(Poisson{2, 1}, {4}, per_item(0.1), {.range = {{0.2, 0.8}}});
  try {
    EXPECT_EQ(teach(problem).n, 0);
  } catch (const std::invalid_argument&) {
  }
}

/// Costs of any size are costs.
TEST(Limits, very_dear_items) {
  for (const double cost : {800.0, 1e4, 1e12}) {
    SCOPED_TRACE(cost);
    const Problem<Categorical> counts = problem_of(Categorical{{6, 3, 1}}, {{0.1, 0.3, 0.6}}, per_item(cost));
    EXPECT_EQ(teach(counts).n, 0);
    const Problem<Categorical> three = with_size(counts, 3, 3);
    expect_proven(three, exhaustive(three, whole_items(1, 3), 3));
    const Problem<Categorical> apart = with_size(
        problem_of(Categorical{{6, 3, 1}}, {{0.1, 0.3, 0.6}}, per_category({0, cost, cost}), {.distinct = true}), 2, 2);
    expect_proven(apart, exhaustive(apart, whole_items(1, 3), 2));
    const Problem<Poisson> events = with_size(problem_of(Poisson{2, 1}, {4}, per_item(cost)), 2, 2);
    EXPECT_EQ(dishonesty(events, teach(events)), "");
    const Problem<Gaussian> moments = with_size(problem_of(Gaussian{1, 1, 2, 2}, {0, 1}, magnitude(cost)), 2, 2);
    EXPECT_EQ(dishonesty(moments, teach(moments)), "");
  }
}

/// Very cheap items: as many as a billion, and the size right to the item where the optimum is that sharp.
TEST(Limits, very_cheap_items) {
  const Lesson counts = teach(problem_of(Categorical{{6, 3, 1}}, {{0.1, 0.3, 0.6}}, per_item(1e-8)));
  EXPECT_EQ(counts.status, Status::optimal);
  EXPECT_NEAR(static_cast<double>(counts.n), 1e8, 1e3);  // g(n) ≈ -log n + c n
  const Problem<Bernoulli> coin = problem_of(Bernoulli{2, 5}, {0.8}, per_item(1e-7));
  const Lesson lesson = teach(coin);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_NEAR(static_cast<double>(lesson.n), 5e6, 1e3);  // -log n / 2
}

// Stopping ----------------------------------------------------------------------------------------------------------

#ifdef __SANITIZE_ADDRESS__
constexpr double slower = 5;  // what an instrumented program takes
#elif !defined(__OPTIMIZE__)
constexpr double slower = 10;  // one that is not optimised
#else
constexpr double slower = 1;
#endif

template <class L>
void expect_prompt_stop(const Problem<L>& problem, double full_bound) {
  const std::atomic<bool> stop = true;
  const std::clock_t start = std::clock();
  const Lesson lesson = teach(problem, {.interrupt = &stop});
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 2 * slower) << "a person waits 0.2 s";
  EXPECT_EQ(dishonesty(problem, lesson), "");
  EXPECT_LE(lesson.lower_bound, full_bound + proof_slack * scale_of(full_bound)) << "bound above what can be reached";
  if (lesson.status == Status::feasible) {
    EXPECT_TRUE(lesson.reason == Reason::interrupted || lesson.reason == Reason::not_provable) << lesson.why();
  }
}

TEST(Stopping, an_interrupt_before_the_start) {
  const Problem<Categorical> counts = problem_of(Categorical{{6, 3, 1}}, {{0.1, 0.3, 0.6}}, per_item(0.3));
  expect_prompt_stop(counts, 2.645685961);
  Problem<Categorical> worst = counts;
  worst.learners = {{0.5, {{6, 3, 1}}}, {0.5, {{0.2, 0.2, 4}}}};
  worst.judge = Judge::worst;
  expect_prompt_stop(worst, teach(worst).impedance);
  const Problem<Poisson> any =
      problem_of(Poisson{2, 1}, {4}, of_size([](double n) { return 0.01 * n + std::cos(n) + 1; }));
  expect_prompt_stop(any, teach(any).impedance);
  const Problem<Gaussian> whole = problem_of(Gaussian{0, 1, 1, 0.5}, {0.5, 4}, per_item(0.02), {.integers = true});
  expect_prompt_stop(whole, teach(whole).impedance);
  const Problem<MultivariateGaussian> boxed =
      problem_of(MultivariateGaussian{}, {}, per_item(0.3), {.range = {{-1, 1}}});
  expect_prompt_stop(boxed, teach(boxed).impedance);
  const Problem<MultivariateGaussianMean> lattice =
      problem_of(MultivariateGaussianMean{}, {}, per_item(0.02), {.integers = true});
  expect_prompt_stop(lattice, teach(lattice).impedance);
}

/// These take long if nobody stops them; limits.seconds does.
template <class L>
void expect_in_time(Problem<L> problem) {
  problem.limits.seconds = 0.2;
  const std::clock_t start = std::clock();  // of this program alone, however busy the machine is
  const Lesson lesson = teach(problem);
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 3 * slower);
  EXPECT_EQ(dishonesty(problem, lesson), "");
  EXPECT_LE(lesson.lower_bound, lesson.impedance);
}

TEST(Stopping, a_deadline_holds) {
  {
    SCOPED_TRACE("distinct whole items");
    expect_in_time(problem_of(Gaussian{0, 1, 1, 0.5}, {0.5, 4}, per_item(0.01), {.integers = true, .distinct = true}));
  }
  {
    SCOPED_TRACE("a box and a cost of any shape");
    expect_in_time(problem_of(MultivariateGaussian{}, {}, of_size([](double n) { return 0.1 * n + std::cos(n) + 1; }),
                              {.range = {{-1, 1}}}));
  }
  {
    SCOPED_TRACE("whole vectors in a small box");
    expect_in_time(problem_of(MultivariateGaussian{}, {}, per_item(0.05), {.range = {{-1, 1}}, .integers = true}));
  }
  {
    SCOPED_TRACE("many items in a range");
    expect_in_time(problem_of(Gaussian{0, 1, 1, 0.5}, {0.5, 0.2}, per_item(1e-6), {.range = {{-1, 1}}}));
  }
  {
    SCOPED_TRACE("distinct whole vectors");
    expect_in_time(problem_of(MultivariateGaussianMean{}, {}, per_item(0.02),
                              {.range = {{-3, 3}}, .integers = true, .distinct = true}));
  }
}

TEST(Stopping, a_gap_that_is_good_enough) {
  const Problem<MultivariateGaussian> problem =
      problem_of(MultivariateGaussian{}, {}, per_item(0.3), {.range = {{-1, 1}}});
  const Lesson lesson = teach(problem, {.gap = 0.5});
  EXPECT_EQ(dishonesty(problem, lesson), "");
  if (lesson.status == Status::feasible) {
    EXPECT_EQ(lesson.reason, Reason::gap);
  }
}

TEST(Mistakes, of_the_caller_throw) {
  EXPECT_THROW(teach(Problem<Poisson>{}), std::invalid_argument);
  EXPECT_THROW(teach(problem_of(Categorical{{6, 3, 1}}, {{0.1, 0.3, 0.6}}, per_category({1, 2}))),
               std::invalid_argument);
  EXPECT_THROW(teach(problem_of(Poisson{2, 1}, {4}, per_category({1, 2}))), std::invalid_argument);
  EXPECT_THROW(teach(problem_of(Categorical{{6, 3, 1}}, {{0.1, 0.3, 0.6}}, magnitude(1))), std::invalid_argument);
}

TEST(Evaluate, says_what_is_not_allowed) {
  const Problem<Poisson> problem =
      with_size(problem_of(Poisson{2, 1}, {4}, per_item(0.1), {.range = {{0, 5}}, .distinct = true}), 2, 3);
  const Evaluation fine = evaluate(problem, {Vector{{4, 5}}, {1, 1}});
  EXPECT_EQ(fine.violates, "");
  EXPECT_NEAR(fine.impedance, true_impedance(problem, Vector{{4, 5}}), 1e-12);
  EXPECT_NE(evaluate(problem, {Vector{{4, 6}}, {1, 1}}).violates, "");
  EXPECT_NE(evaluate(problem, {Vector{{4, 4}}, {1, 1}}).violates, "");
  EXPECT_NE(evaluate(problem, {Vector{{4}}, {1}}).violates, "");
  EXPECT_EQ(evaluate(problem, {Vector{{4, 6}}, {1, 1}}).effort, infinity);
}

/// exp(-price) may be less than any number, and yet is no reason to teach for ever.
TEST(Outcomes, NothingIsWorthAHighPrice) {
  for (const double price : {700.0, 746.0, 1000.0, 1e6, 1e12, 1e300}) {
    const Lesson many = teach(Categorical{}, {{0.1, 0.3, 0.6}}, per_item(price));
    EXPECT_EQ(many.status, Status::optimal) << price;
    EXPECT_EQ(many.n, 0) << price;
    EXPECT_EQ(teach(Bernoulli{}, {0.8}, per_item(price)).n, 0) << price;
    EXPECT_EQ(teach(Categorical{}, {{0.1, 0.3, 0.6}}, per_category({price, 2 * price, price})).n, 0) << price;
  }
}

/// Pseudo-counts and prices whose best sizes are beyond what is walked through one by one.
TEST(Extremes, large_counts_and_small_prices_end) {
  for (const double scale : {1e12, 1e15, 1e18, 1e22, 1e100, 1e300}) {
    const Problem<Categorical> problem =
        problem_of(Categorical{{6 * scale, 3 * scale, scale}}, {{0.1, 0.3, 0.6}}, per_item(0.1));
    if (scale >= 1e15 && scale < 1e100) {  // to outweigh 6e15 takes more items than can be counted
      EXPECT_THROW(teach(problem), BeyondReach) << scale;
      continue;
    }
    const Lesson lesson = teach(problem);
    ASSERT_TRUE(lesson.has_items) << scale;
    EXPECT_LE(lesson.impedance, lesson.loss_before) << scale;
    EXPECT_LE(lesson.lower_bound, lesson.impedance) << scale;
    EXPECT_EQ(evaluate(problem, lesson.items).impedance, lesson.impedance) << scale;
  }
  for (const double price : {1e-10, 1e-12, 1e-14}) {
    const Lesson lesson = teach(problem_of(Categorical{{6, 3, 1}}, {{0.125, 0.25, 0.625}}, per_item(price)));
    EXPECT_EQ(to_string(lesson.status), "optimal") << price;
    EXPECT_NEAR(static_cast<double>(lesson.n) * price, 1, 1e-3) << price;  // (K - 1)/(2c) items
  }
}

/// A prior so heavy that a few items do not change a digit of the loss: the search goes on to those that do.
TEST(Extremes, a_bound_holds_where_single_items_are_lost_in_rounding) {
  EXPECT_THROW(teach(problem_of(Exponential{2e18, 1e18}, {3}, per_item(0.1))), BeyondReach);
  Problem<Exponential> problem = problem_of(Exponential{2e18, 1e18}, {3}, per_item(0.1));
  problem.limits.max_items = Index{1} << 51;
  const Index n = Index{1} << 50;
  const double some = evaluate(problem, {Matrix::Zero(1, 1), {n}}).impedance;
  const Lesson lesson = teach(problem);
  ASSERT_LT(some, lesson.loss_before);
  EXPECT_LE(lesson.lower_bound, some);
}

/// The slope of a sum of 10³⁰ is too coarse to find the best one; its value is not.
TEST(Extremes, a_large_sum_is_found_by_its_value) {
  const Lesson lesson = teach(problem_of(Poisson{2e30, 1e30}, {3}, per_item(0.1)));
  EXPECT_EQ(lesson.n, 1);
  EXPECT_NEAR(lesson.loss, 0.5 * std::log(2 * std::numbers::pi * 3 / 1e30), 1e-2);  // the density at its mode
}

/// The best single item is -2·10⁴⁰, which no number is near enough to; a second one makes up for it.
TEST(Extremes, sums_that_no_number_is_near_are_not_proven) {
  const Problem<GaussianMean> problem = problem_of(GaussianMean{1, 2, 1e-40}, {0}, per_item(0.1));
  const Lesson lesson = teach(problem);
  const double floor = 0.5 * std::log(2 * std::numbers::pi * 1e-40) + 0.1;
  EXPECT_LE(lesson.lower_bound, floor + 0.1);
  EXPECT_LE(lesson.lower_bound, lesson.impedance);
}

/// Items have a price, so there is a best number of them; but none that can be counted.
TEST(Extremes, sizes_beyond_counting_are_refused_by_their_price) {
  auto path = [](const auto& problem) -> std::string {
    try {
      return std::string(to_string(teach(problem).status));
    } catch (const BeyondReach& error) {
      return error.path();
    }
  };
  const Effort cheap = per_item(1e-20);
  EXPECT_EQ(path(problem_of(Bernoulli{2, 5}, {0.3}, cheap)), "effort.per_item");
  EXPECT_EQ(path(problem_of(Categorical{{4.4e-276, 9.49e12}}, {{0.438009, 0.561991}}, per_item(9.84e-19))),
            "effort.per_item");
  EXPECT_EQ(path(problem_of(Categorical{{6, 3, 1}}, {{0.1, 0.3, 0.6}}, per_category({1e-20, 1e-20, 2e-20}))),
            "effort.per_category");
  EXPECT_EQ(path(problem_of(Geometric{2, 5}, {0.3}, cheap)), "effort.per_item");
  EXPECT_EQ(path(problem_of(Poisson{2, 5}, {0.3}, cheap)), "effort.per_item");
  EXPECT_EQ(path(problem_of(Exponential{2, 5}, {0.3}, cheap)), "effort.per_item");
  EXPECT_EQ(path(problem_of(GaussianMean{1, 2, 3}, {0.3}, cheap)), "effort.per_item");
  EXPECT_EQ(path(problem_of(Gaussian{1, 1, 2, 3}, {0.3, 1}, cheap)), "effort.per_item");
  EXPECT_EQ(path(problem_of(Bernoulli{2, 5}, {0.3}, Effort{})), "unbounded");
}

/// The slopes of a probability of 4e-15 are differences of numbers that agree in all but their last digits.
TEST(Extremes, rare_successes_are_taught_by_large_items) {
  const Lesson lesson = teach(problem_of(Geometric{4.28, 45}, {4e-15}, per_item(1.23e-7)));
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_NEAR(lesson.impedance, -39.3425111570331, 1e-9);  // by mpmath, at 4,065,037 items
}

/// A loss that falls from 1e14 to 1 has more digits where it is small.
TEST(Extremes, a_heavy_prior_is_outweighed) {
  const Lesson lesson = teach(problem_of(Bernoulli{1.3e14, 5.02}, {0.581}, per_item(2.16e-15)));
  EXPECT_LE(lesson.impedance, -16.1060664037178 + 1e-9);  // by mpmath, at 101,481,495,442,952 items
  EXPECT_LE(lesson.lower_bound, -16.1060664037178 + 1e-9);
}

/// Up to a size the prior's own place costs; there the bound has a kink.
TEST(Extremes, a_kink_of_large_sizes_is_found) {
  Problem<Gaussian> problem =
      problem_of(Gaussian{-18.41442912500955, 4.26e14, 24, 25200}, {-65.72046256684443, 25200}, per_item(1.05e-8));
  const Lesson lesson = teach(problem);
  EXPECT_LE(lesson.lower_bound, 1546263.42428985 + 1e-5);  // by mpmath, at 147,264,695,665,965 items
}

/// A rate is in a unit of its own: the loss of the best item falls by its logarithm, whatever the power of ten.
TEST(Extremes, a_small_sum_is_found_in_any_unit) {
  for (const double unit : {1e-290, 1e-107, 1e-12, 1.0, 1e12, 1e107, 1e200}) {
    const Exponential learner{1.46e8, 9.6986e5 / unit};
    const Lesson lesson = teach(with_size(problem_of(learner, {9.29 * unit}, per_item(941)), 1, 1));
    EXPECT_NEAR(lesson.impedance - std::log(unit), 934.7483184933, 1e-6) << unit;
    EXPECT_NEAR(lesson.items.rows(0, 0) * unit, 14745963.509, 0.1) << unit;
  }
}

/// Items drawn far above the sum that they must have are brought down in a few rounds.
TEST(Extremes, items_drawn_far_above_their_sum_are_brought_down) {
  const Lesson lesson = teach(problem_of(Geometric{11.4, 1.08e14}, {2.19e-8}, per_item(0.0492)));
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_NEAR(lesson.n, 2251638, 1);
  EXPECT_LT(lesson.seconds, 30);
}

/// The product of two pseudo-counts may be less than any number.
TEST(Extremes, small_pseudo_counts_have_a_loss) {
  const Categorical learner{{2.67e-192, 0.108, 2.38e-228}};
  const double loss = learner.loss({{0.5, 0.25, 0.25}}, 0, Vector::Zero(3));
  EXPECT_NEAR(loss, 961.92054398560487, 1e-9);  // by mpmath
}

/// Stopped at once, the worst of a class is still bounded from below.
TEST(Extremes, a_stopped_search_for_the_worst_keeps_a_bound) {
  Problem<Categorical> problem = problem_of(Categorical{{6, 3, 1}}, {{0.1, 0.3, 0.6}}, per_item(0.05));
  problem.learners = {{0.25, Categorical{{6, 3, 1}}},
                      {0.25, Categorical{{1, 5, 2}}},
                      {0.25, Categorical{{3, 1, 9}}},
                      {0.25, Categorical{{8, 8, 1}}}};
  problem.judge = Judge::worst;
  const Lesson best = teach(problem);
  ASSERT_EQ(to_string(best.status), "optimal");
  problem.limits.seconds = 1e-9;
  const Lesson stopped = teach(problem);
  EXPECT_LE(stopped.lower_bound, best.impedance + 1e-9);
  EXPECT_GT(stopped.lower_bound, -infinity);
  EXPECT_GE(stopped.impedance, best.impedance - 1e-9);
}

/// Items that the target makes impossible, and no fewer of them allowed: no lesson of another size is shown instead.
TEST(Outcomes, sets_that_are_all_impossible_are_unteachable) {
  const Lesson events = teach(with_size(problem_of(Poisson{1, 1}, {0}, per_item(0.01), {.range = {{1, 5}}}), 1, 1));
  EXPECT_EQ(to_string(events.status), "unteachable");
  EXPECT_FALSE(events.has_items);
  const Lesson waits = teach(with_size(problem_of(Geometric{1, 1}, {1}, per_item(0.01), {.range = {{1, 3}}}), 2, 2));
  EXPECT_EQ(to_string(waits.status), "unteachable");
}

/// At n = 0 the relaxed optimum is the untouched prior's impedance, which may be less than at any other size.
TEST(Outcomes, the_relaxed_optimum_is_no_worse_than_the_lesson) {
  for (const Effort& effort : {per_item(0.05) + fixed(1), of_size([](double n) { return 0.5 * n + 1 / (n + 1); })}) {
    const Lesson lesson =
        teach(problem_of(Geometric{5.07, 0.6216}, {0.25}, effort, {.range = {{0.96, 1.02}}, .integers = true}));
    ASSERT_TRUE(lesson.relaxed);
    EXPECT_LE(lesson.relaxed->impedance, lesson.impedance);
  }
}

}  // namespace
}  // namespace didact::testing::outcomes_test
