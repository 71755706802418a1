#include "complaints.hpp"
#include "truth.hpp"
#include <didact/learners/gaussian_naive_bayes.hpp>
#include <didact/solvers/gaussian_slope.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace didact::testing {
namespace {

using Row = std::vector<double>;

double dirichlet(const Row& beta, const Row& counts, const Row& pi) {
  double total = 0, sum = 0;
  for (std::size_t k = 0; k < beta.size(); ++k) {
    const double alpha = beta[k] + counts[k];
    total += alpha;
    sum += std::lgamma(alpha);
    if (alpha != 1) sum -= (alpha - 1) * std::log(pi[k]);
  }
  return sum - std::lgamma(total);
}

double cost_of_size(const Effort& effort, double n) {
  return effort.per_item * n + (n > 0 ? effort.fixed : 0) + (effort.of_size ? effort.of_size(n) : 0);
}

Matrix column(const std::vector<LabelledRow>& rows, Index label, std::size_t feature) {
  Row values;
  for (const LabelledRow& row : rows) {
    if (row.label == label) values.push_back(row.x[feature]);
  }
  return Vector::Map(values.data(), static_cast<Index>(values.size()));
}

/// Loss and effort of a set, row by row, by no code of the engine's.
double true_impedance(const GaussianNaiveBayesProblem& problem, const std::vector<LabelledRow>& rows) {
  Row counts(problem.learner.classes.size(), 0.0);
  double squares = 0, sum = 0;
  for (const LabelledRow& row : rows) {
    counts[static_cast<std::size_t>(row.label)] += 1;
    for (const double x : row.x) squares += x * x;
  }
  for (std::size_t k = 0; k < counts.size(); ++k) {
    for (std::size_t d = 0; d < problem.learner.features[k].size(); ++d) {
      sum += true_loss(problem.learner.features[k][d], problem.target.features[k][d],
                       column(rows, static_cast<Index>(k), d));
    }
  }
  sum += dirichlet(problem.learner.classes, counts, problem.target.classes);
  return sum + cost_of_size(problem.effort, static_cast<double>(rows.size())) + problem.effort.magnitude * squares;
}

std::vector<LabelledRow> expanded(const Listed<LabelledRow>& list) {
  std::vector<LabelledRow> all;
  for (std::size_t i = 0; i < list.items.size(); ++i) all.insert(all.end(), list.copies[i], list.items[i]);
  return all;
}

/// The least loss and magnitude of one feature with m values, by moving them about one by one and all together.
double searched(const Gaussian& prior, const Gaussian::Target& target, Index m, const Interval& range,
                double magnitude) {
  auto value = [&](const Vector& items) {
    return true_loss(prior, target, Matrix(items)) + magnitude * items.squaredNorm();
  };
  if (m == 0) return value(Vector(0));
  double best = infinity;
  const double pull = prior.kappa * (target.mean - prior.mean) / static_cast<double>(m);  // to the target's mean
  for (const double spread : {0.0, 0.5, 2.0}) {
    for (const double start : {target.mean, target.mean + pull, prior.mean, prior.mean + 3, prior.mean - 3}) {
      Vector items = Vector::Constant(m, start);
      for (Index i = 0; i < m; ++i) items[i] += spread * (m > 1 ? 2.0 * i / (m - 1.0) - 1 : 1);
      items = items.cwiseMax(range.low).cwiseMin(range.high);
      double here = value(items);
      for (double step = 1; step > 1e-7;) {
        const double before = here;
        for (Index i = -1; i < m; ++i) {
          for (const double by : {step, -step}) {
            Vector moved = items;
            if (i < 0) moved.array() += by;
            if (i >= 0) moved[i] += by;
            moved = moved.cwiseMax(range.low).cwiseMin(range.high);
            const double there = value(moved);
            if (there < here) here = there, items = moved;
          }
        }
        if (before - here < 1e-3 * step * step) step /= 2;
      }
      best = std::min(best, here);
    }
  }
  return best;
}

Row some_simplex(std::size_t size) {
  Row values;
  for (std::size_t k = 0; k < size; ++k) values.push_back(*rc::gen::inRange(1, 20));
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  for (double& value : values) value /= sum;
  return values;
}

double tenths(int low, int high) {
  return 0.1 * *rc::gen::inRange(low, high);
}

GaussianNaiveBayesProblem some_problem(std::size_t K, std::size_t D) {
  GaussianNaiveBayesProblem problem;
  problem.learner = {{}, {}};
  problem.target = {some_simplex(K), {}};
  for (std::size_t k = 0; k < K; ++k) {
    problem.learner.classes.push_back(tenths(3, 40));
    auto& prior = problem.learner.features.emplace_back();
    auto& target = problem.target.features.emplace_back();
    for (std::size_t d = 0; d < D; ++d) {
      prior.push_back({tenths(-20, 20), tenths(2, 30), tenths(3, 40), tenths(1, 60)});
      target.push_back({tenths(-20, 20), tenths(2, 40)});
    }
  }
  problem.effort.per_item = tenths(2, 25);
  if (*rc::gen::inRange(0, 3) == 0) problem.effort.fixed = tenths(0, 20);
  if (*rc::gen::inRange(0, 3) == 0) problem.effort.magnitude = tenths(1, 5);
  if (*rc::gen::inRange(0, 3) == 0) problem.effort.of_size = [](double n) { return n == 2 ? 0.0 : 0.4; };
  if (*rc::gen::inRange(0, 3) == 0) problem.range = {{-1.5, tenths(-10, 25)}};
  return problem;
}

std::string dishonesty(const GaussianNaiveBayesProblem& problem, const ListedLesson<LabelledRow>& answer) {
  const auto& [lesson, items] = answer;
  Complaints wrong;
  wrong.unless(lesson.status == Status::optimal, "not optimal: ", lesson.reason, " gap ", lesson.gap());
  const double truth = true_impedance(problem, expanded(items));
  wrong.near("impedance", lesson.impedance, truth, 1e-10 * scale_of(truth));
  wrong.near("loss_before", lesson.loss_before, true_impedance(problem, {}) - cost_of_size(problem.effort, 0),
             1e-10 * scale_of(lesson.loss_before));
  wrong.at_most("lower_bound", lesson.lower_bound, lesson.impedance, 1e-12 * scale_of(lesson.impedance));
  wrong.unless(lesson.n == items.size(), "n");
  wrong.unless(evaluate(problem, items).violates.empty(), "breaks its rules");
  if (lesson.relaxed && lesson.n > 0 && !problem.effort.of_size) {
    wrong.at_most("relaxed", lesson.relaxed->impedance, lesson.impedance, 1e-9 * scale_of(lesson.impedance));
  }
  return wrong.text();
}

/// Every pair of class sizes, each feature's values searched for directly.
RC_GTEST_PROP(GaussianNaiveBayes, is_what_brute_force_over_class_sizes_finds, ()) {
  constexpr Index most = 3;
  constexpr std::size_t D = 2;
  GaussianNaiveBayesProblem problem = some_problem(2, D);
  problem.max_size = most;
  problem.min_size = *rc::gen::inRange<Index>(0, 3);
  std::vector<Row> worth(2);
  for (std::size_t k = 0; k < 2; ++k) {
    for (Index m = 0; m <= most; ++m) {
      worth[k].push_back(0);
      for (std::size_t d = 0; d < D; ++d) {
        worth[k].back() += searched(problem.learner.features[k][d], problem.target.features[k][d], m,
                                    problem.range_of(d), problem.effort.magnitude);
      }
    }
  }
  double brute = infinity;
  for (Index a = 0; a <= most; ++a) {
    for (Index b = 0; a + b <= most; ++b) {
      if (a + b < problem.min_size) continue;
      const Row counts = {static_cast<double>(a), static_cast<double>(b)};
      const double value = dirichlet(problem.learner.classes, counts, problem.target.classes) + worth[0][a] +
                           worth[1][b] + cost_of_size(problem.effort, static_cast<double>(a + b));
      brute = std::min(brute, value);
    }
  }
  const auto answer = teach(problem);
  RC_ASSERT(dishonesty(problem, answer) == "");
  RC_ASSERT(answer.lesson.impedance <= brute + 1e-9 * scale_of(brute));
  RC_ASSERT(answer.lesson.impedance >= brute - 1e-4 * scale_of(brute));  // as far as the search goes
}

/// Larger sets: every choice of class sizes, with the engine's own value of each feature at each size.
RC_GTEST_PROP(GaussianNaiveBayes, no_class_sizes_are_better, ()) {
  constexpr Index most = 14;
  const std::size_t K = *rc::gen::inRange<std::size_t>(1, 4);
  GaussianNaiveBayesProblem problem = some_problem(K, *rc::gen::inRange<std::size_t>(1, 4));
  problem.limits.max_items = most;
  std::vector<Row> worth(K);
  for (std::size_t k = 0; k < K; ++k) {
    for (Index m = 0; m <= most; ++m) {
      worth[k].push_back(0);
      for (std::size_t d = 0; d < problem.learner.features[k].size(); ++d) {
        Problem<Gaussian> one;
        one.learners = {{1, problem.learner.features[k][d]}};
        one.target = problem.target.features[k][d];
        one.effort.magnitude = problem.effort.magnitude;
        one.items.range = problem.range;
        one.min_size = m;
        one.max_size = m;
        worth[k].back() += teach(one).impedance;
      }
    }
  }
  double brute = infinity;
  std::function<void(Row, double, Index)> walk = [&](Row counts, double sum, Index left) {
    const std::size_t k = counts.size();
    if (k == K) {
      const double n = static_cast<double>(most - left);
      const double loss = dirichlet(problem.learner.classes, counts, problem.target.classes);
      brute = std::min(brute, sum + loss + cost_of_size(problem.effort, n));
      return;
    }
    counts.push_back(0);
    for (Index m = 0; m <= left; ++m) {
      counts[k] = static_cast<double>(m);
      walk(counts, sum + worth[k][m], left - m);
    }
  };
  walk({}, 0, most);
  const auto answer = teach(problem);
  RC_ASSERT(dishonesty(problem, answer) == "");
  RC_ASSERT(std::abs(answer.lesson.impedance - brute) <= 1e-9 * scale_of(brute));
}

RC_GTEST_PROP(GaussianNaiveBayes, no_random_set_is_below_the_bound, ()) {
  const GaussianNaiveBayesProblem problem = some_problem(2, 2);
  const auto answer = teach(problem);
  RC_ASSERT(dishonesty(problem, answer) == "");
  for (int i = 0; i < 20; ++i) {
    std::vector<LabelledRow> rows;
    const Index n = *rc::gen::inRange<Index>(0, 12);
    for (Index j = 0; j < n; ++j) {
      LabelledRow row{*rc::gen::inRange<Index>(0, 2), {}};
      for (std::size_t d = 0; d < 2; ++d) {
        const auto [low, high] = problem.range_of(d);
        const auto& target = problem.target.features[static_cast<std::size_t>(row.label)][d];
        row.x.push_back(std::clamp(target.mean + std::sqrt(target.variance) * tenths(-20, 21), low, high));
      }
      rows.push_back(row);
    }
    const double impedance = true_impedance(problem, rows);
    RC_ASSERT(answer.lesson.lower_bound <= impedance + 1e-9 * scale_of(impedance));
  }
}

RC_GTEST_PROP(GaussianNaiveBayes, the_slope_of_a_feature_is_the_finite_difference_of_its_bound, ()) {
  SlopeAsked asked{{tenths(-30, 30), tenths(1, 30), tenths(2, 40), tenths(1, 80)}, {tenths(-30, 30), tenths(1, 40)}};
  if (*rc::gen::arbitrary<bool>()) asked.magnitude = tenths(1, 10);
  const int ends = *rc::gen::inRange(0, 4);
  if (ends & 1) asked.range.low = tenths(-30, 0);
  if (ends & 2) asked.range.high = tenths(0, 30);
  Problem<Gaussian> problem;
  problem.learners = {{1, asked.prior}};
  problem.target = asked.target;
  problem.effort.magnitude = asked.magnitude;
  if (ends != 0) problem.items.range = {asked.range};
  const auto view = detail::conjugate_view(problem);
  const double n = std::exp(tenths(-20, 60)), step = 1e-3 * n;
  const double difference = (view.sized->bound(n + step) - view.sized->bound(n - step)) / (2 * step);
  const double slope = gaussian_slope(asked, n);
  RC_ASSERT(std::abs(slope - difference) <= 1e-4 * scale_of(slope));
}

TEST(GaussianNaiveBayes, a_class_of_probability_zero_gets_no_rows) {
  GaussianNaiveBayesProblem problem;
  problem.learner.classes = {2, 1};
  problem.target.classes = {1, 0};
  problem.effort.per_item = 0.1;
  const auto [lesson, items] = teach(problem);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_EQ(problem.learner.count(items).classes[1], 0);
  EXPECT_TRUE(std::isfinite(lesson.impedance));
  problem.learner.classes[1] = 2;
  EXPECT_EQ(teach(problem).lesson.status, Status::unteachable);
  problem.learner.classes[1] = 0.5;
  EXPECT_EQ(teach(problem).lesson.direction, "none");
}

TEST(GaussianNaiveBayes, what_is_free_has_no_end_unless_it_is_out_of_reach) {
  GaussianNaiveBayesProblem problem;
  EXPECT_EQ(teach(problem).lesson.direction, "more items");
  problem.max_size = 50;
  EXPECT_EQ(dishonesty(problem, teach(problem)), "");
  problem.max_size = {};
  problem.range = {{-0.5, 0.5}, {-0.5, 0.5}};  // no rows in here have the variance to be taught
  const auto answer = teach(problem);
  EXPECT_EQ(dishonesty(problem, answer), "");
  EXPECT_LT(answer.lesson.n, 50);
}

TEST(GaussianNaiveBayes, keeps_its_digits_far_from_zero) {
  GaussianNaiveBayesProblem near, far;
  near.effort.per_item = far.effort.per_item = 0.2;
  for (std::size_t k = 0; k < 2; ++k) {
    for (std::size_t d = 0; d < 2; ++d) {
      far.learner.features[k][d].mean += 1.7e9;
      far.target.features[k][d].mean += 1.7e9;
    }
  }
  const auto here = teach(near).lesson, there = teach(far).lesson;
  EXPECT_EQ(there.status, Status::optimal);
  EXPECT_EQ(there.n, here.n);
  EXPECT_NEAR(there.impedance, here.impedance, 1e-9);
}

TEST(GaussianNaiveBayes, many_items_are_no_special_case) {
  GaussianNaiveBayesProblem problem;
  problem.effort.per_item = 1e-6;
  const auto [lesson, items] = teach(problem, {.style = Style::plain});
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_GT(lesson.n, 100000);
  EXPECT_LT(items.items.size(), 20u);
  EXPECT_LT(lesson.seconds, 10);
}

TEST(GaussianNaiveBayes, features_do_not_rise_and_fall_together) {
  GaussianNaiveBayesProblem problem;
  problem.learner.features = {{{0, 1, 2, 2}, {0, 1, 2, 2}}};
  problem.learner.classes = {1};
  problem.target = {{1}, {{{0, 4}, {0, 4}}}};
  problem.min_size = problem.max_size.emplace(200);
  const auto [lesson, items] = teach(problem);
  double product = 0;
  for (const LabelledRow& row : items.items) product += row.x[0] * row.x[1];
  EXPECT_LT(std::abs(product / 200), 1.2);  // the standard error is 0.28
}

TEST(GaussianNaiveBayes, a_row_outside_of_the_range_is_not_allowed) {
  GaussianNaiveBayesProblem problem;
  problem.range = {{0, 1}, {0, 5}};
  Listed<LabelledRow> rows;
  rows.add({0, {0.5, 4}}, 2);
  rows.add({1, {2, 4}});
  const Evaluation result = evaluate(problem, rows);
  EXPECT_EQ(result.violates_at, 3);
  EXPECT_EQ(result.effort, infinity);
}

}  // namespace
}  // namespace didact::testing
