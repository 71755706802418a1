// poisson, geometric, exponential and gaussian-mean: the learners that see only how many items there are and their sum.

#include "lesson_laws.hpp"

#include <boost/math/special_functions/digamma.hpp>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace didact::testing::sums_test {
namespace {

/// Every size up to `most` with every whole sum up to `sum`, as one large item among zeros: the other items of a set
/// with this sum cost the same unless magnitude counts.
template <class L>
Found every_sum(const Problem<L>& problem, Index most, double sum) {
  const auto [least, last] = size_window(problem, most);
  Found best;
  for (Index n = least; n <= last; ++n) {
    for (double s = 0; s <= (n > 0 ? sum : 0); ++s) {
      Matrix items = Matrix::Zero(n, 1);
      if (n > 0) items(0, 0) = s;
      best.consider(true_impedance(problem, items), items);
    }
  }
  return best;
}

/// Direct search over the items of each size, the untaught learner included.
template <class L>
Found every_real_set(const Problem<L>& problem, Index most, int starts = 3) {
  const auto [least, last] = size_window(problem, most);
  Found best;
  if (least == 0) best.consider(true_impedance(problem, Matrix(0, 1)), Matrix(0, 1));
  for (Index n = std::max<Index>(1, least); n <= last; ++n) {
    const Found found = direct_search(problem, n, starts);
    best.consider(found.impedance, found.items);
  }
  return best;
}

double bumpy(double n) {
  return 0.2 * n + (static_cast<int>(n) % 2 ? 0.3 : 0);
}

/// The problems that all four models share, around a learner that takes a handful of items.
template <class L>
std::vector<std::pair<std::string, Problem<L>>> shared_cases(const L& learner, const L& other,
                                                             const typename L::Target& target,
                                                             const typename L::Target& another) {
  std::vector<std::pair<std::string, Problem<L>>> cases{
      {"per item", problem_of(learner, target, per_item(0.2))},
      {"dear", problem_of(learner, target, per_item(20))},
      {"fixed", problem_of(learner, target, per_item(0.2) + fixed(0.5))},
      {"bumpy", problem_of(learner, target, of_size(bumpy))},
      {"three", with_size(problem_of(learner, target), 3, 3)},
      {"one", with_size(problem_of(learner, target, per_item(0.1)), 1, 1)},
      {"four or five", with_size(problem_of(learner, target, per_item(0.1)), 4, 5)},
  };
  Problem<L> limited = problem_of(learner, target);
  limited.limits.max_items = 2;
  cases.push_back({"at most two", limited});
  Problem<L> several = problem_of(learner, target, per_item(0.15));
  several.learners = {{0.3, learner}, {0.7, other}};
  cases.push_back({"expected", several});
  several.judge = Judge::worst;
  cases.push_back({"worst", several});
  Problem<L> unsure = problem_of(learner, target, per_item(0.05));
  unsure.target = std::vector<Weighted<typename L::Target>>{{0.5, target}, {0.5, another}};
  cases.push_back({"belief of points", unsure});
  unsure.effort = {};
  cases.push_back({"belief of points, no effort", unsure});
  unsure.learners = several.learners;
  unsure.judge = Judge::worst;
  cases.push_back({"belief of points, worst", unsure});
  return cases;
}

template <class L>
void expect_whole_cases_solved(const std::vector<std::pair<std::string, Problem<L>>>& cases) {
  for (const auto& [name, problem] : cases) {
    SCOPED_TRACE(std::string(L::name) + ", " + name);
    EXPECT_LE(expect_proven(problem, every_sum(problem, 14, 90)).n, 14);
  }
}

TEST(Poisson, every_size_and_sum) {
  expect_whole_cases_solved(shared_cases<Poisson>({2, 1}, {8, 1}, {4}, {2}));
}

TEST(Geometric, every_size_and_sum) {
  expect_whole_cases_solved(shared_cases<Geometric>({2, 3}, {1, 9}, {0.25}, {0.5}));
}

/// Where magnitude counts or items are restricted, every multiset is tried.
template <class L>
std::vector<std::pair<std::string, Problem<L>>> restricted_cases(const L& learner, const typename L::Target& target) {
  std::vector<std::pair<std::string, Problem<L>>> cases{
      {"small items", problem_of(learner, target, per_item(0.2), {.range = {{0, 2}}})},
      {"large items", problem_of(learner, target, per_item(0.2), {.range = {{4.5, 7}}})},
      {"distinct", problem_of(learner, target, per_item(0.1), {.range = {{0, 7}}, .distinct = true})},
      {"magnitude", problem_of(learner, target, per_item(0.1) + magnitude(0.01), {.range = {{0, 7}}})},
      {"magnitude alone", problem_of(learner, target, magnitude(0.05), {.range = {{1, 5}}})},
      {"distinct, magnitude",
       problem_of(learner, target, per_item(0.1) + magnitude(0.01), {.range = {{0, 7}}, .distinct = true})},
      {"per unit", problem_of(learner, target, per_item(0.1) + per_unit(0.05), {.range = {{0, 7}}})},
      {"per unit, magnitude, distinct",
       problem_of(learner, target, per_unit(0.05) + magnitude(0.01), {.range = {{0, 7}}, .distinct = true})},
      {"per unit, closeness",
       problem_of(learner, target, per_item(0.1) + per_unit(0.05) + closeness(0.2), {.range = {{0, 5}}})},
      {"all distinct", with_size(problem_of(learner, target, {}, {.range = {{0, 3}}, .distinct = true}), 4, 4)},
      {"a single item", problem_of(learner, target, per_item(0.1), {.range = {{3, 3}}})},
  };
  Problem<L> several = cases[3].second;
  several.learners.push_back({0.5, learner.after(3, Vector::Constant(1, 1))});
  several.learners[0].weight = 0.5;
  several.judge = Judge::worst;
  cases.push_back({"worst, magnitude", several});
  return cases;
}

template <class L>
void expect_restricted_cases_solved(const std::vector<std::pair<std::string, Problem<L>>>& cases) {
  for (const auto& [name, problem] : cases) {
    SCOPED_TRACE(std::string(L::name) + ", " + name);
    const Interval range = narrowed(problem.learners[0].value.domain(), problem.items).range[0];
    EXPECT_LE(expect_proven(problem, exhaustive(problem, whole_items(range.low, range.high), 6)).n, 6);
  }
}

TEST(Poisson, every_set_of_restricted_items) {
  expect_restricted_cases_solved(restricted_cases<Poisson>({2, 1}, {4}));
}

TEST(Geometric, every_set_of_restricted_items) {
  expect_restricted_cases_solved(restricted_cases<Geometric>({2, 3}, {0.25}));
}

/// Items below 0 are charged for as those above.
TEST(GaussianMean, units_of_items_on_one_side_of_0) {
  for (const Interval range : {Interval{0, 5}, Interval{-5, 0}, Interval{-4, -1}}) {
    Problem<GaussianMean> problem =
        problem_of(GaussianMean{2, 0.5, 1}, {range.low < 0 ? -1.5 : 1.5}, per_item(0.1) + per_unit(0.07));
    problem.items = {.range = {range}, .integers = true};
    expect_proven(problem, exhaustive(problem, whole_items(range.low, range.high), 6));
  }
  Problem<GaussianMean> both = problem_of(GaussianMean{2, 0.5, 1}, {1.5}, per_unit(0.07));
  EXPECT_THROW(teach(both), std::invalid_argument);
}

TEST(Poisson, certain_targets) {
  for (const Effort& effort : {per_item(0.2), per_item(0.2) + magnitude(0.1), of_size(bumpy)}) {
    const Problem<Poisson> problem = problem_of(Poisson{1, 1}, {0}, effort);
    expect_proven(problem, every_sum(problem, 14, 20));
  }
  const Problem<Geometric> problem = problem_of(Geometric{2, 1}, {1}, per_item(0.2));
  expect_proven(problem, every_sum(problem, 14, 20));
}

TEST(Exponential, direct_search_over_the_items) {
  for (const auto& [name, problem] : shared_cases<Exponential>({2, 1}, {5, 9}, {0.5}, {1.5})) {
    SCOPED_TRACE(name);
    expect_proven(problem, every_real_set(problem, 5));
  }
}

TEST(GaussianMean, direct_search_over_the_items) {
  for (const auto& [name, problem] : shared_cases<GaussianMean>({1, 2, 0.5}, {1, -1, 3}, {0}, {1})) {
    SCOPED_TRACE(name);
    expect_proven(problem, every_real_set(problem, 5));
  }
}

template <class L>
std::vector<std::pair<std::string, Problem<L>>> real_restrictions(const L& learner, const typename L::Target& target) {
  return {
      {"range", problem_of(learner, target, per_item(0.2), {.range = {{0.5, 1}}})},
      {"half line", problem_of(learner, target, per_item(0.2), {.range = {{0.5, infinity}}})},
      {"magnitude", problem_of(learner, target, per_item(0.2) + magnitude(0.05))},
      {"magnitude alone", problem_of(learner, target, magnitude(0.05))},
      {"magnitude, range", problem_of(learner, target, per_item(0.1) + magnitude(0.05), {.range = {{0.5, 3}}})},
      {"a single item", problem_of(learner, target, per_item(0.1), {.range = {{0.75, 0.75}}})},
      {"distinct", problem_of(learner, target, per_item(0.2), {.distinct = true})},
      {"distinct, range", problem_of(learner, target, per_item(0.2), {.range = {{0.1, 6}}, .distinct = true})},
  };
}

TEST(Exponential, direct_search_with_restricted_items) {
  for (const auto& [name, problem] : real_restrictions<Exponential>({2, 1}, {0.5})) {
    SCOPED_TRACE(name);
    expect_proven(problem, every_real_set(problem, 4));
  }
}

TEST(GaussianMean, direct_search_with_restricted_items) {
  for (const auto& [name, problem] : real_restrictions<GaussianMean>({1, -1, 0.5}, {1})) {
    SCOPED_TRACE(name);
    expect_proven(problem, every_real_set(problem, 4));
  }
}

TEST(GaussianMean, every_set_of_whole_items) {
  const GaussianMean learner{1, -1, 0.5};
  for (const Effort& effort : {per_item(0.2), per_item(0.1) + magnitude(0.05), magnitude(0.2)}) {
    for (const bool distinct : {false, true}) {
      const Problem<GaussianMean> problem =
          problem_of(learner, {0.6}, effort, {.range = {{-3, 4}}, .integers = true, .distinct = distinct});
      EXPECT_LE(expect_proven(problem, exhaustive(problem, whole_items(-3, 4), 6)).n, 6);
    }
  }
}

TEST(Exponential, every_set_of_whole_items) {
  const Problem<Exponential> problem =
      problem_of(Exponential{2, 1}, {0.3}, per_item(0.2) + magnitude(0.002), {.range = {{0, 9}}, .integers = true});
  expect_proven(problem, exhaustive(problem, whole_items(0, 9), 5));
}

/// Distinct items that would best be equal only come ever closer: the infimum is the bound and is approached.
TEST(GaussianMean, distinct_items_that_should_coincide) {
  const Problem<GaussianMean> loose = problem_of(GaussianMean{1, -1, 0.5}, {1}, per_item(0.1) + magnitude(0.05));
  Problem<GaussianMean> strict = loose;
  strict.items.distinct = true;
  const Lesson free = teach(loose), lesson = teach(strict);
  ASSERT_GT(free.n, 1);
  EXPECT_EQ(lesson.status, Status::unbounded);
  EXPECT_EQ(lesson.direction, Direction::closer_items);
  EXPECT_EQ(dishonesty(strict, lesson), "");
  EXPECT_NEAR(lesson.lower_bound, free.impedance, 1e-10);
  EXPECT_NEAR(lesson.impedance, free.impedance, 1e-6);
}

double drawn(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 1001) / 1000.0;
}

Effort drawn_effort() {
  const Effort effort = per_item(drawn(0.1, 0.6));
  return *rc::gen::arbitrary<bool>() ? effort : effort + magnitude(drawn(0, 0.1));
}

template <class L>
void check_random_whole_problem(const L& learner, const typename L::Target& target) {
  Problem<L> problem = problem_of(learner, target, drawn_effort(), {.range = {{0, drawn(1, 6)}}});
  problem.items.distinct = *rc::gen::inRange(0, 4) == 0;
  if (*rc::gen::arbitrary<bool>()) {
    problem.learners = {{0.5, learner}, {0.5, learner.after(drawn(0, 4), Vector::Constant(1, drawn(0, 9)))}};
    problem.judge = *rc::gen::element(Judge::expected, Judge::worst);
  }
  problem.max_size = 5;
  const Interval range = narrowed(learner.domain(), problem.items).range[0];
  const Lesson lesson = teach(problem);
  RC_ASSERT(to_string(lesson.status) == "optimal");
  RC_ASSERT(dishonesty(problem, lesson) == "");
  RC_ASSERT(contradiction(lesson, exhaustive(problem, whole_items(range.low, range.high), 5)) == "");
}

RC_GTEST_PROP(Poisson, random_problems_are_solved_exactly, ()) {
  check_random_whole_problem(Poisson{std::exp(drawn(-2, 3)), std::exp(drawn(-2, 2))},
                             Poisson::Target{std::exp(drawn(-2, 2))});
}

RC_GTEST_PROP(Geometric, random_problems_are_solved_exactly, ()) {
  check_random_whole_problem(Geometric{std::exp(drawn(-2, 3)), std::exp(drawn(-2, 3))},
                             Geometric::Target{drawn(0.05, 1)});
}

/// Σx² of distinct whole items is not convex in their sum: at size 2, {-1, 0} and {0, 1} beat {-1, 1} between them.
TEST(GaussianMean, distinct_whole_items_charged_for_their_squares) {
  const Problem<GaussianMean> problem =
      problem_of(GaussianMean{4, 2, 2}, {0.5}, per_item(0.02) + magnitude(0.2), {.integers = true, .distinct = true});
  const Lesson lesson = expect_proven(problem, exhaustive(problem, whole_items(-4, 4), 4));
  EXPECT_NEAR(lesson.impedance, 1.1901885332, 1e-9);
}

/// Distinct whole items at a price for their squares, from one at which these hardly count to one at which only they
/// do.
template <class L>
void check_distinct_whole_problem(const L& learner, const L& other, const typename L::Target& target, double low) {
  Problem<L> problem =
      problem_of(learner, target, per_item(std::exp(drawn(-6, -1))) + magnitude(std::exp(drawn(-6, 0))),
                 {.range = {{low, low + 9}}, .integers = true, .distinct = true});
  if (*rc::gen::arbitrary<bool>()) {
    problem.learners = {{0.5, learner}, {0.5, other}};
    problem.judge = *rc::gen::element(Judge::expected, Judge::worst);
  }
  problem.max_size = 4;
  problem.min_size = *rc::gen::element(0, 2, 3, 4);
  const Lesson lesson = teach(problem);
  RC_ASSERT(to_string(lesson.status) == "optimal");
  RC_ASSERT(dishonesty(problem, lesson) == "");
  RC_ASSERT(contradiction(lesson, exhaustive(problem, whole_items(low, low + 9), 4)) == "");
}

RC_GTEST_PROP(GaussianMean, distinct_whole_items_are_solved_exactly, ()) {
  auto any = [] { return GaussianMean{std::exp(drawn(-1, 4)), drawn(-5, 5), std::exp(drawn(-2, 4))}; };
  const GaussianMean learner = any();
  GaussianMean other = any();
  other.variance = learner.variance;
  check_distinct_whole_problem(learner, other, {drawn(-4, 4)}, std::floor(drawn(-7, 2)));
}

RC_GTEST_PROP(Poisson, distinct_whole_items_are_solved_exactly, ()) {
  auto any = [] { return Poisson{std::exp(drawn(-2, 3)), std::exp(drawn(-3, 2))}; };
  check_distinct_whole_problem(any(), any(), Poisson::Target{std::exp(drawn(-1, 3))}, std::floor(drawn(0, 4)));
}

RC_GTEST_PROP(Geometric, distinct_whole_items_are_solved_exactly, ()) {
  auto any = [] { return Geometric{std::exp(drawn(-2, 3)), std::exp(drawn(-2, 3))}; };
  check_distinct_whole_problem(any(), any(), Geometric::Target{std::exp(drawn(-4, 0))}, std::floor(drawn(0, 4)));
}

RC_GTEST_PROP(Exponential, distinct_whole_items_are_solved_exactly, ()) {
  auto any = [] { return Exponential{std::exp(drawn(-2, 3)), std::exp(drawn(-2, 3))}; };
  check_distinct_whole_problem(any(), any(), Exponential::Target{std::exp(drawn(-3, 1))}, std::floor(drawn(0, 4)));
}

/// All items equal are as good as any others here: a grid of their value is brute force enough for an upper bound.
template <class L>
void check_random_real_problem(const L& learner, const typename L::Target& target, const Interval& range) {
  Problem<L> problem = problem_of(learner, target, drawn_effort());
  if (*rc::gen::arbitrary<bool>()) problem.items.range = {range};
  if (*rc::gen::arbitrary<bool>()) {
    problem.learners = {{0.5, learner}, {0.5, learner.after(drawn(0, 4), Vector::Constant(1, drawn(0, 9)))}};
    problem.judge = *rc::gen::element(Judge::expected, Judge::worst);
  }
  const ItemDomain domain = narrowed(learner.domain(), problem.items);
  Found best;
  best.consider(true_impedance(problem, Matrix(0, 1)), Matrix(0, 1));
  for (Index n = 1; n <= 8; ++n) {
    for (double x = -30; x <= 30; x += 0.25) {
      const Matrix items = Matrix::Constant(n, 1, std::clamp(x, domain.range[0].low, domain.range[0].high));
      best.consider(true_impedance(problem, items), items);
    }
  }
  const Lesson lesson = teach(problem);
  RC_ASSERT(to_string(lesson.status) == "optimal");
  RC_ASSERT(dishonesty(problem, lesson) == "");
  RC_ASSERT(contradiction(lesson, best) == "");
}

RC_GTEST_PROP(Exponential, random_problems_are_solved_exactly, ()) {
  const double low = drawn(0, 2);
  check_random_real_problem(Exponential{std::exp(drawn(-2, 3)), std::exp(drawn(-2, 2))},
                            Exponential::Target{std::exp(drawn(-2, 2))}, {low, low + drawn(0, 3)});
}

RC_GTEST_PROP(GaussianMean, random_problems_are_solved_exactly, ()) {
  const double low = drawn(-3, 2);
  check_random_real_problem(GaussianMean{std::exp(drawn(-2, 2)), drawn(-3, 3), std::exp(drawn(-2, 2))},
                            GaussianMean::Target{drawn(-3, 3)}, {low, low + drawn(0, 3)});
}

/// -E log of the Beta(a, b) density under a belief Beta(belief), by its two mean logarithms.
double mean_beta_loss(double a, double b, double alpha, double beta) {
  auto psi = [](double x) { return boost::math::digamma(x); };
  const double log_p = psi(alpha) - psi(alpha + beta), log_q = psi(beta) - psi(alpha + beta);
  return std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b) - (a - 1) * log_p - (b - 1) * log_q;
}

/// Every size and sum up to `most`, and that each is worth what it should be.
template <class L, class Loss>
double best_under_belief(const Problem<L>& problem, Index most, bool ones, Loss loss) {
  double best = infinity;
  for (Index n = 0; n <= most; ++n) {
    for (Index s = 0; s <= (n == 0 ? 0 : ones ? n : 3 * most); ++s) {
      Matrix items = Matrix::Zero(n, 1);
      if (ones) items.topRows(s).setOnes();
      if (!ones && n > 0) items(0, 0) = static_cast<double>(s);
      const double truth =
          loss(static_cast<double>(n), static_cast<double>(s)) + problem.effort.per_item * static_cast<double>(n);
      const double told = evaluate(problem, {items, std::vector<Index>(n, 1)}).impedance;
      RC_ASSERT(std::abs(told - truth) <= 1e-10 * scale_of(truth));
      best = std::min(best, truth);
    }
  }
  return best;
}

template <class L, class Loss>
void check_belief(const L& learner, const L& belief, Loss loss) {
  Problem<L> problem = problem_of(learner, {}, per_item(std::exp(drawn(-4, 0))));
  problem.target = belief;
  problem.max_size = 5;
  const double best = best_under_belief(problem, 5, std::is_same_v<L, Bernoulli>, loss);
  const Lesson lesson = teach(problem);
  RC_ASSERT(to_string(lesson.status) == "optimal");
  RC_ASSERT(lesson.impedance <= best + 1e-9 * scale_of(best));
}

/// A belief all but certain of an end: the point that stands for it is no number, or one with few digits.
RC_GTEST_PROP(Bernoulli, beliefs_all_but_certain, ()) {
  const Bernoulli learner{std::exp(drawn(-2, 3)), std::exp(drawn(-2, 3))};
  const Bernoulli belief{std::exp(drawn(-9, 3)), std::exp(drawn(-9, 3))};
  check_belief(learner, belief, [&](double n, double s) {
    return mean_beta_loss(learner.alpha + s, learner.beta + n - s, belief.alpha, belief.beta);
  });
}

RC_GTEST_PROP(Geometric, beliefs_all_but_certain, ()) {
  const Geometric learner{std::exp(drawn(-2, 3)), std::exp(drawn(-2, 3))};
  const Geometric belief{std::exp(drawn(-9, 3)), std::exp(drawn(-9, 3))};
  check_belief(learner, belief, [&](double n, double s) {
    return mean_beta_loss(learner.alpha + n, learner.beta + s, belief.alpha, belief.beta);
  });
}

RC_GTEST_PROP(Poisson, beliefs_all_but_certain, ()) {
  const Poisson learner{std::exp(drawn(-2, 3)), std::exp(drawn(-2, 3))};
  const Poisson belief{std::exp(drawn(-9, 3)), std::exp(drawn(-2, 2))};
  check_belief(learner, belief, [&](double n, double s) {
    const double a = learner.shape + s, b = learner.rate + n;
    const double log_rate = boost::math::digamma(belief.shape) - std::log(belief.rate);
    return std::lgamma(a) - a * std::log(b) - (a - 1) * log_rate + b * belief.shape / belief.rate;
  });
}

RC_GTEST_PROP(Categorical, beliefs_all_but_certain, ()) {
  const Categorical learner{{2, 0.5, 7}};
  const Categorical belief{{std::exp(drawn(-9, 3)), std::exp(drawn(-9, 3)), std::exp(drawn(-9, 3))}};
  const double total = belief.beta[0] + belief.beta[1] + belief.beta[2];
  Problem<Categorical> problem = problem_of(learner, {}, per_item(std::exp(drawn(-4, 0))));
  problem.target = belief;
  problem.max_size = 5;
  double best = infinity;
  for (Index code = 0; code < 6 * 6 * 6; ++code) {
    const Index counts[] = {code % 6, code / 6 % 6, code / 36};
    const double n = static_cast<double>(counts[0] + counts[1] + counts[2]);
    double loss = problem.effort.per_item * n - std::lgamma(9.5 + n);
    for (std::size_t k = 0; k < 3; ++k) {
      const double alpha = learner.beta[k] + static_cast<double>(counts[k]);
      loss += std::lgamma(alpha) - (alpha - 1) * (boost::math::digamma(belief.beta[k]) - boost::math::digamma(total));
    }
    if (n <= 5) best = std::min(best, loss);
  }
  const Lesson lesson = teach(problem);
  RC_ASSERT(to_string(lesson.status) == "optimal");
  RC_ASSERT(std::abs(lesson.impedance - best) <= 1e-10 * scale_of(best));
}

/// The point that stands for this belief is 1 - 10⁻²², which a number holds as 1.
TEST(Bernoulli, a_belief_all_but_certain_is_teachable) {
  Problem<Bernoulli> problem = problem_of(Bernoulli{2, 5}, {}, per_item(0.1));
  problem.target = Bernoulli{5, 0.02};
  problem.limits.max_items = 10;
  const Lesson lesson = teach(problem);
  EXPECT_EQ(to_string(lesson.status), "optimal");
  EXPECT_NEAR(lesson.impedance, 199.2783804304, 1e-9);
  EXPECT_NEAR(lesson.impedance, mean_beta_loss(12, 5, 5, 0.02) + 1, 1e-9);
}

/// Every size up to `most`, the best whole sum of each found by halving: the loss is convex in it.
template <class Loss>
double best_of_all_sizes(Loss loss, double price, Index most) {
  double best = loss(0, 0);
  for (Index n = 1; n <= most; ++n) {
    const double size = static_cast<double>(n);
    double low = 0, high = 1;
    while (loss(size, high) < loss(size, high - 1)) high *= 2;
    while (low < high) {
      const double middle = std::floor((low + high) / 2);
      const bool falls = loss(size, middle + 1) < loss(size, middle);
      (falls ? low : high) = falls ? middle + 1 : middle;
    }
    best = std::min(best, loss(size, low) + price * size);
  }
  return best;
}

RC_GTEST_PROP(Poisson, large_sets, ()) {
  const Poisson learner{std::exp(drawn(-2, 4)), std::exp(drawn(-2, 3))};
  const Poisson::Target target{std::exp(drawn(-3, 4))};
  const double price = std::exp(drawn(-5, -1));
  const Problem<Poisson> problem = problem_of(learner, target, per_item(price));
  const double best = best_of_all_sizes(
      [&](double n, double s) { return gamma_density_loss(learner.shape + s, learner.rate + n, target.rate); }, price,
      static_cast<Index>(1 / price + learner.shape / (price + target.rate)) + 60);
  const Lesson lesson = teach(problem);
  RC_ASSERT(to_string(lesson.status) == "optimal");
  RC_ASSERT(dishonesty(problem, lesson) == "");
  RC_ASSERT(std::abs(lesson.impedance - best) <= 1e-9 * scale_of(best));
}

RC_GTEST_PROP(Geometric, large_sets, ()) {
  const Geometric learner{std::exp(drawn(-2, 4)), std::exp(drawn(-2, 4))};
  const Geometric::Target target{drawn(0.02, 0.98)};
  const double price = std::exp(drawn(-5, -1));
  const Problem<Geometric> problem = problem_of(learner, target, per_item(price));
  const double best = best_of_all_sizes(
      [&](double n, double s) { return beta_density_loss(learner.alpha + n, learner.beta + s, target.p); }, price,
      static_cast<Index>(1 / price + learner.beta / (price - std::log(target.p))) + 100);
  const Lesson lesson = teach(problem);
  RC_ASSERT(to_string(lesson.status) == "optimal");
  RC_ASSERT(dishonesty(problem, lesson) == "");
  RC_ASSERT(std::abs(lesson.impedance - best) <= 1e-9 * scale_of(best));
}

}  // namespace
}  // namespace didact::testing::sums_test
