// bernoulli and categorical against every set of up to a dozen items.

#include "lesson_laws.hpp"

#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace didact::testing::counts_test {
namespace {

const Categorical::Target target3{{0.1, 0.3, 0.6}};
const Categorical prior3{{6, 3, 1}};

Matrix labels(std::size_t K) {
  return whole_items(1, static_cast<double>(K));
}

struct Counts {
  std::string name;
  Problem<Categorical> problem;
  Index most = 12;  ///< sizes that brute force reaches
};

double bumpy(double n) {
  return 0.25 * n + (static_cast<int>(n) % 3 == 0 ? 0 : 0.4);
}

std::vector<Counts> counts_cases() {
  std::vector<Counts> cases{
      {"the paper's", problem_of(prior3, target3, per_item(0.3))},
      {"dear items", problem_of(prior3, target3, per_item(2))},
      {"too dear to teach", problem_of(prior3, target3, per_item(10))},
      {"no teaching needed", problem_of(Categorical{{100, 300, 600}}, target3, per_item(0.01))},
      {"two categories", problem_of(Categorical{{0.5, 4}}, Categorical::Target{{0.7, 0.3}}, per_item(0.2))},
      {"four categories",
       problem_of(Categorical{{1, 2, 0.3, 5}}, Categorical::Target{{0.4, 0.3, 0.2, 0.1}}, per_item(0.3))},
      {"per category", problem_of(prior3, target3, per_category({0.1, 0.9, 0.3}))},
      {"a free category", problem_of(prior3, target3, per_category({0.3, 0.3, 0}) + per_item(0.25))},
      {"fixed", problem_of(prior3, target3, fixed(2) + per_item(0.3))},
      {"fixed too dear", problem_of(prior3, target3, fixed(4) + per_item(0.3))},
      {"bumpy size", problem_of(prior3, target3, of_size(bumpy))},
      {"falling size", problem_of(prior3, target3, of_size([](double n) { return 10 / (1 + n) + 0.4 * n; }))},
      {"convex size",
       problem_of(prior3, target3,
                  convex_of_size([](double n) { return 0.03 * n * n; }, [](double n) { return 0.06 * n; }))},
      {"one to three, any cost", with_size(problem_of(prior3, target3, of_size(bumpy)), 1, 3)},
      {"exactly five", with_size(problem_of(prior3, target3, per_item(0.3)), 5, 5)},
      {"four to six, free", with_size(problem_of(prior3, target3), 4, 6)},
      {"at least eleven", with_size(problem_of(prior3, target3, per_item(0.3)), 11, std::nullopt)},
      {"distinct", problem_of(prior3, target3, per_item(0.1), {.distinct = true})},
      {"only the last two, per category",
       problem_of(prior3, target3, per_category({0.1, 0.9, 0.3}), {.range = {{2, 3}}})},
      {"only the first two", problem_of(prior3, target3, per_item(0.3), {.range = {{1, 2}}})},
      {"a rare category",
       problem_of(Categorical{{1, 1, 1}}, Categorical::Target{{1e-9, 0.5, 0.5 - 1e-9}}, per_item(0.2))},
      {"an impossible category", problem_of(Categorical{{2, 3, 1}}, Categorical::Target{{0.4, 0.6, 0}}, per_item(0.2))},
      {"tiny pseudo-counts", problem_of(Categorical{{1e-6, 1e-6, 1e-6}}, target3, per_item(0.3))},
  };
  Counts limited{"at most four", problem_of(prior3, target3)};
  limited.problem.limits.max_items = 4;
  cases.push_back(limited);

  Counts classroom{"expected of three", problem_of(prior3, target3, per_item(0.2))};
  classroom.problem.learners = {{0.5, prior3}, {0.3, {{1, 1, 1}}}, {0.2, {{0.5, 0.5, 9}}}};
  cases.push_back(classroom);
  classroom.name = "expected, one of no weight";
  classroom.problem.learners[0].weight = 0;
  classroom.problem.learners[1].weight = 0.8;
  cases.push_back(classroom);
  classroom.name = "worst of three";
  classroom.problem.judge = Judge::worst;
  cases.push_back(classroom);
  classroom.name = "worst, per category";
  classroom.problem.effort = per_category({0.1, 0.3, 0.2});
  cases.push_back(classroom);
  classroom.name = "worst, bumpy size";
  classroom.problem.effort = of_size(bumpy);
  cases.push_back(classroom);
  classroom.name = "worst, distinct";
  classroom.problem.items.distinct = true;
  classroom.problem.effort = per_item(0.05);
  cases.push_back(classroom);

  Counts unsure{"belief of points", problem_of(prior3, target3, per_item(0.2))};
  unsure.problem.target = std::vector<Weighted<Categorical::Target>>{{0.4, target3}, {0.6, {{0.3, 0.3, 0.4}}}};
  cases.push_back(unsure);
  unsure.name = "wide belief, no effort";
  unsure.problem.target = std::vector<Weighted<Categorical::Target>>{{0.4, target3}, {0.6, {{0.6, 0.3, 0.1}}}};
  unsure.problem.effort = {};
  cases.push_back(unsure);
  unsure.name = "belief of the family";
  unsure.problem.target = Categorical{{2, 3, 5}};
  unsure.problem.effort = per_item(0.3);
  unsure.most = 8;
  cases.push_back(unsure);
  unsure.name = "belief of the family, worst";
  unsure.problem.learners = {{0.5, prior3}, {0.5, {{1, 1, 1}}}};
  unsure.problem.judge = Judge::worst;
  cases.push_back(unsure);
  return cases;
}

TEST(Categorical, every_set_of_a_dozen) {
  for (const Counts& at : counts_cases()) {
    SCOPED_TRACE(at.name);
    const std::size_t K = at.problem.learners[0].value.beta.size();
    Matrix items = labels(K);
    if (!at.problem.items.range.empty())
      items = whole_items(at.problem.items.range[0].low, at.problem.items.range[0].high);
    const Lesson lesson = expect_proven(at.problem, exhaustive(at.problem, items, at.most));
    EXPECT_LE(lesson.n, at.most) << "brute force does not reach this far";
    ASSERT_TRUE(lesson.counts);
    EXPECT_EQ(lesson.counts->size(), K);
    EXPECT_EQ(std::accumulate(lesson.counts->begin(), lesson.counts->end(), Index{0}), lesson.n);
  }
}

TEST(Bernoulli, every_set_of_a_dozen) {
  const std::vector<std::pair<std::string, Problem<Bernoulli>>> cases{
      {"plain", problem_of(Bernoulli{2, 5}, {0.8}, per_item(0.2))},
      {"near certain", problem_of(Bernoulli{2, 5}, {0.999}, per_item(0.4))},
      {"certain", problem_of(Bernoulli{2, 1}, {1}, per_item(0.15))},
      {"impossible", problem_of(Bernoulli{1, 4}, {0}, per_item(0.1))},
      {"ones cost", problem_of(Bernoulli{2, 5}, {0.8}, magnitude(0.3) + per_item(0.05))},
      {"ones only", problem_of(Bernoulli{2, 5}, {0.8}, per_item(0.1), {.range = {{0.5, 1}}})},
      {"distinct", problem_of(Bernoulli{2, 5}, {0.8}, per_item(0.01), {.distinct = true})},
      {"bumpy", problem_of(Bernoulli{2, 5}, {0.8}, of_size(bumpy))},
      {"seven", with_size(problem_of(Bernoulli{2, 5}, {0.8}), 7, 7)},
  };
  for (const auto& [name, problem] : cases) {
    SCOPED_TRACE(name);
    const Matrix items = problem.items.range.empty() ? whole_items(0, 1) : whole_items(1, 1);
    EXPECT_LE(expect_proven(problem, exhaustive(problem, items, 12)).n, 12);
  }
}

TEST(Bernoulli, beliefs_and_classes) {
  Problem<Bernoulli> problem = problem_of(Bernoulli{2, 5}, {0.8}, per_item(0.05));
  problem.target = Bernoulli{8, 3};
  expect_proven(problem, exhaustive(problem, whole_items(0, 1), 10));
  problem.target = std::vector<Weighted<Bernoulli::Target>>{{0.25, {0.9}}, {0.75, {0.6}}};
  expect_proven(problem, exhaustive(problem, whole_items(0, 1), 12));
  problem.learners = {{0.7, {2, 5}}, {0.3, {6, 1}}};
  expect_proven(problem, exhaustive(problem, whole_items(0, 1), 12));
  problem.judge = Judge::worst;
  expect_proven(problem, exhaustive(problem, whole_items(0, 1), 12));
}

/// Thousands of sizes are all but equal: some of them are enough.
TEST(Bernoulli, the_worst_of_learners_with_large_counts_is_soon_known) {
  Problem<Bernoulli> problem = problem_of(Bernoulli{2, 2e8}, {0.2}, per_item(0.05));
  problem.learners = {{0.5, {2, 2e8}}, {0.5, {1, 1}}};
  problem.judge = Judge::worst;
  problem.limits.seconds = 60;
  const Lesson lesson = teach(problem);
  EXPECT_TRUE(!lesson.reason || lesson.reason != Reason::time);
  constexpr double least = 11748499.626823529;  // over real counts, by nested sections with 40 digits
  EXPECT_LE(lesson.lower_bound, lesson.impedance);
  EXPECT_GE(lesson.impedance, least);
  EXPECT_NEAR(lesson.impedance, least, 1e-8 * least);
}

double drawn(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 1001) / 1000.0;
}

Categorical drawn_prior(std::size_t K) {
  Categorical learner{std::vector<double>(K)};
  for (double& b : learner.beta) b = std::exp(drawn(-3, 3));
  return learner;
}

Categorical::Target drawn_target(std::size_t K) {
  Categorical::Target target{std::vector<double>(K)};
  double sum = 0;
  for (double& p : target.pi) sum += p = std::exp(drawn(-4, 0));
  for (double& p : target.pi) p /= sum;
  return target;
}

RC_GTEST_PROP(Categorical, random_problems_are_solved_exactly, ()) {
  const std::size_t K = *rc::gen::inRange(2, 5);
  Problem<Categorical> problem = problem_of(drawn_prior(K), drawn_target(K), per_item(drawn(0.15, 1)));
  if (*rc::gen::arbitrary<bool>()) {
    std::vector<double> costs(K);
    for (double& c : costs) c = drawn(0, 0.5);
    problem.effort = problem.effort + per_category(costs);
  }
  const int learners = *rc::gen::inRange(1, 4);
  problem.learners[0].weight = 1.0 / learners;
  for (int j = 1; j < learners; ++j) problem.learners.push_back({1.0 / learners, drawn_prior(K)});
  problem.judge = *rc::gen::element(Judge::expected, Judge::worst);
  problem.items.distinct = *rc::gen::inRange(0, 5) == 0;
  problem.max_size = 8;
  const Lesson lesson = teach(problem);
  RC_ASSERT(to_string(lesson.status) == "optimal");
  RC_ASSERT(dishonesty(problem, lesson) == "");
  RC_ASSERT(contradiction(lesson, exhaustive(problem, labels(K), 8)) == "");
}

/// Marginal allocation from nothing, one item at a time: exact for an expected loss (docs/mathematics.md §4), and slow.
std::pair<Index, double> one_at_a_time(const Problem<Categorical>& problem, Index most) {
  const std::vector<double>& beta = problem.learners[0].value.beta;
  const auto& target = std::get<Categorical::Target>(problem.target);
  std::vector<long double> alpha(beta.begin(), beta.end());
  long double total = std::accumulate(alpha.begin(), alpha.end(), 0.0L);
  long double value = true_impedance(problem, Matrix(0, 1));
  std::pair<Index, double> best{0, static_cast<double>(value)};
  for (Index n = 1; n <= most; ++n) {
    std::size_t cheapest = 0;
    long double least = infinity;
    for (std::size_t k = 0; k < alpha.size(); ++k) {
      long double step =
          std::log(alpha[k]) - std::log(static_cast<long double>(target.pi[k])) + problem.effort.per_item;
      if (!problem.effort.per_category.empty()) step += problem.effort.per_category[k];
      if (step < least) least = step, cheapest = k;
    }
    value += least - std::log(total);
    alpha[cheapest] += 1;
    total += 1;
    if (static_cast<double>(value) < best.second) best = {n, static_cast<double>(value)};
  }
  return best;
}

RC_GTEST_PROP(Categorical, large_sets_are_those_of_marginal_allocation, ()) {
  const std::size_t K = *rc::gen::inRange(2, 25);
  const double price = std::exp(drawn(-6, -1));
  Problem<Categorical> problem = problem_of(drawn_prior(K), drawn_target(K), per_item(price));
  if (*rc::gen::arbitrary<bool>()) {
    std::vector<double> costs(K);
    for (double& c : costs) c = price * drawn(0, 2);
    problem.effort = problem.effort + per_category(costs);
  }
  const std::vector<double>& beta = problem.learners[0].value.beta;
  const double pseudo_counts = std::accumulate(beta.begin(), beta.end(), static_cast<double>(K));
  const auto [n, impedance] = one_at_a_time(problem, static_cast<Index>(pseudo_counts / price) + 100);
  const Lesson lesson = teach(problem);
  RC_ASSERT(to_string(lesson.status) == "optimal");
  RC_ASSERT(dishonesty(problem, lesson) == "");
  RC_ASSERT(std::abs(lesson.impedance - impedance) <= 1e-9 * scale_of(impedance));
}

}  // namespace
}  // namespace didact::testing::counts_test
