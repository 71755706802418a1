// threshold against every set of a fine grid, and the paper's first two examples.

#include <didact/core/beyond_reach.hpp>
#include <didact/threshold/threshold.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

namespace didact::testing::threshold_test {
namespace {

ThresholdProblem costing(Effort effort, ThresholdProblem problem) {
  problem.effort = std::move(effort);
  return problem;
}

double true_loss(ThresholdLoss kind, double low, double high, double theta) {
  constexpr int steps = 2000;  // the posterior is uniform: the mean over midpoints
  if (kind == ThresholdLoss::kl) return std::log(high - low);
  double sum = 0;
  for (int i = 0; i < steps; ++i) {
    const double off = low + (high - low) * (i + 0.5) / steps - theta;
    sum += kind == ThresholdLoss::zero_one ? std::abs(off) : off * off;
  }
  return sum / steps;
}

double true_impedance(const ThresholdProblem& p, const std::vector<double>& x) {
  double low = p.learner.low, high = p.learner.high, closest = infinity;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] >= p.theta) high = std::min(high, x[i]);
    if (x[i] < p.theta) low = std::max(low, x[i]);
    for (std::size_t j = 0; j < i; ++j) closest = std::min(closest, std::abs(x[i] - x[j]));
  }
  const double n = static_cast<double>(x.size());
  return true_loss(p.loss, low, high, p.theta) + p.effort.per_item * n + (n > 0 ? p.effort.fixed : 0) +
         (p.effort.of_size ? p.effort.of_size(n) : 0) + (n > 1 ? p.effort.closeness / closest : 0);
}

/// The least impedance over sets of grid points, θ itself and just below it among them.
double best_on_grid(const ThresholdProblem& p, Index most) {
  std::vector<double> grid{p.theta, p.theta - 1e-9};
  for (int i = 0; i <= 40; ++i) grid.push_back(i / 40.0);
  std::erase_if(grid, [&](double x) { return x < p.range.low || x > p.range.high; });
  double best = p.min_size == 0 ? true_impedance(p, {}) : infinity;
  for (const double a : grid) {
    if (p.min_size <= 1 && most >= 1) best = std::min(best, true_impedance(p, {a}));
    for (const double b : grid) {
      if (b <= a) continue;
      if (p.min_size <= 2 && most >= 2) best = std::min(best, true_impedance(p, {a, b}));
      if (most < 3 || p.loss != ThresholdLoss::kl) continue;
      for (const double c : grid) {
        if (c > b) best = std::min(best, true_impedance(p, {a, b, c}));
      }
    }
  }
  return best;
}

void expect_unbeaten(const ThresholdProblem& p, const std::string& name) {
  SCOPED_TRACE(name);
  const Lesson lesson = teach(p);
  ASSERT_EQ(lesson.status, Status::optimal);
  std::vector<double> x;
  for (Index i = 0; i < lesson.n; ++i) {
    x.push_back(lesson.items.rows(i, 0));
    EXPECT_EQ(lesson.items.rows(i, 1), x.back() >= p.theta ? 1 : -1);
    EXPECT_GE(x.back(), p.range.low);
    EXPECT_LE(x.back(), p.range.high);
  }
  EXPECT_NEAR(lesson.impedance, true_impedance(p, x), 1e-6);
  EXPECT_LE(lesson.lower_bound, lesson.impedance);
  const double best = best_on_grid(p, p.max_size.value_or(3));
  EXPECT_LE(lesson.lower_bound, best + 1e-6);
  EXPECT_LE(lesson.impedance, best + 1e-6);
}

TEST(Threshold, no_set_of_a_grid_is_better) {
  for (const ThresholdLoss loss : {ThresholdLoss::kl, ThresholdLoss::zero_one, ThresholdLoss::squared}) {
    for (const double theta : {0.3, 0.5, 0.02, 0.98, 0.001}) {
      for (const double c : {0.3, 0.05, 0.002}) {
        ThresholdProblem p{.theta = theta, .loss = loss};
        p.effort = closeness(c);
        const std::string name = std::to_string(theta) + ", closeness " + std::to_string(c);
        expect_unbeaten(p, name);
        p.effort = closeness(c) + per_item(0.2);
        expect_unbeaten(p, name + ", per item");
        p.range = {0.25, 0.8};
        if (theta > 0.25 && theta < 0.8) expect_unbeaten(p, name + ", range");
        p.range = {0, 1};
        p.min_size = 3;
        p.max_size = 3;
        if (loss == ThresholdLoss::kl) expect_unbeaten(p, name + ", three");
      }
    }
  }
}

TEST(Threshold, a_single_item) {
  for (const double theta : {0.3, 0.7}) {
    ThresholdProblem p{.theta = theta};
    p.effort = per_item(0.01);
    p.max_size = 1;
    const Lesson lesson = teach(p);
    EXPECT_EQ(lesson.status, Status::optimal);
    EXPECT_NEAR(lesson.impedance, std::log(std::min(theta, 1 - theta)) + 0.01, 1e-12);
  }
}

/// The paper: log ε + c/ε is least at ε = c; without the closeness effort ε goes to 0 and the impedance to -∞.
TEST(Threshold, the_papers_examples) {
  const Lesson close = teach(costing(closeness(0.1), {.theta = 0.4}));
  EXPECT_EQ(close.status, Status::optimal);
  EXPECT_EQ(close.n, 2);
  EXPECT_NEAR(close.items.rows(1, 0) - close.items.rows(0, 0), 0.1, 1e-12);
  EXPECT_NEAR(close.impedance, std::log(0.1) + 1, 1e-12);

  const Lesson free = teach(costing(per_item(0.1), {.theta = 0.4}));
  EXPECT_EQ(free.status, Status::unbounded);
  EXPECT_EQ(free.direction, Direction::closer_items);
  EXPECT_EQ(free.lower_bound, -infinity);
  EXPECT_EQ(free.n, 2);
  EXPECT_LT(free.loss, -36);  // neighbouring doubles
  const Lesson coarse = teach(costing(per_item(0.1), {.theta = 0.4, .resolution = 0.01}));
  EXPECT_EQ(coarse.status, Status::optimal);  // the nearest two that are allowed
  EXPECT_NEAR(coarse.loss, std::log(0.01), 1e-9);
}

TEST(Threshold, other_losses_approach_what_the_items_cost) {
  for (const ThresholdLoss loss : {ThresholdLoss::zero_one, ThresholdLoss::squared}) {
    const Lesson lesson = teach(costing(per_item(0.01), {.theta = 0.4, .loss = loss}));
    EXPECT_EQ(lesson.status, Status::unbounded);
    EXPECT_NEAR(lesson.lower_bound, 0.02, 1e-12);
    EXPECT_NEAR(lesson.impedance, 0.02, 1e-9);
  }
}

TEST(Threshold, what_was_seen_counts) {
  ThresholdProblem p{.theta = 0.4};
  p.effort = per_item(0.1);
  p.learner = p.learner.after({Matrix{{0.2, -1}, {0.5, 1}}, {1, 1}});
  EXPECT_EQ(p.learner.low, 0.2);
  EXPECT_EQ(p.learner.high, 0.5);
  EXPECT_NEAR(teach(p).loss_before, std::log(0.3), 1e-12);
  p.theta = 0.6;
  EXPECT_EQ(teach(p).status, Status::unteachable);
}

/// Where θ* is known and stands before the range, the loss is the same for all sets and only distances matter: the best
/// set of n stands evenly from end to end.
TEST(Threshold, items_as_far_apart_as_the_range_allows) {
  struct Case {
    double theta, c;
    ThresholdLoss loss;
    Interval range;
    Index n;
  };
  const double early = 0.0007969259094445408;
  for (const auto& [theta, c, loss, range, n] : {
           Case{0.06, 0.1, ThresholdLoss::zero_one, {0.1, 0.5}, 2},
           Case{0.05, 1, ThresholdLoss::squared, {0.1, 0.4}, 3},
           Case{early, 1, ThresholdLoss::squared, {0.26152860514574816, 0.5263977138485852}, 65},
           Case{0.05, 1, ThresholdLoss::kl, {0.1, 0.7}, 7},
       }) {
    for (const bool mirrored : {false, true}) {
      ThresholdProblem p{.theta = theta, .loss = loss, .range = range};
      p.effort = closeness(c);
      p.learner.high = theta;
      if (mirrored) {
        p.theta = 1 - theta;
        p.learner = {p.theta, 1};
        p.learner.low = std::nextafter(p.theta, 0);
        p.range = {1 - range.high, 1 - range.low};
      }
      p.min_size = n;
      p.max_size = n;
      const Lesson lesson = teach(p);
      const double width = p.range.high - p.range.low;
      const double least = p.learner.loss(p.theta, loss) + c * static_cast<double>(n - 1) / width;
      SCOPED_TRACE(std::to_string(n) + (mirrored ? ", mirrored" : ""));
      EXPECT_EQ(lesson.status, Status::optimal);
      EXPECT_NEAR(lesson.impedance, least, 1e-12 * least * static_cast<double>(n));
      EXPECT_LE(lesson.lower_bound, least * (1 + 1e-12));
    }
  }
}

/// -∞ before any teaching is not approached by closer items.
TEST(Threshold, what_is_known_for_certain_needs_no_items) {
  for (const Index n : {0, 2}) {
    ThresholdProblem p{.learner = {0, 0}, .theta = 0};
    p.min_size = n;
    const Lesson lesson = teach(p);
    EXPECT_EQ(lesson.status, Status::unbounded);
    EXPECT_EQ(lesson.direction, Direction::none);
    EXPECT_EQ(lesson.lower_bound, -infinity);
  }
}

TEST(Threshold, more_items_than_can_be_listed_are_refused) {
  ThresholdProblem p{.theta = 0.3};
  p.effort = closeness(1e-12);
  p.limits.seconds = 0.001;
  p.min_size = 20'000'000;
  EXPECT_THROW(teach(p), BeyondReach);
  p.min_size = 1'000'000;
  EXPECT_EQ(teach(p).n, 1'000'000);
}

TEST(Threshold, an_effort_of_any_shape) {
  ThresholdProblem p{.theta = 0.4};
  p.effort = closeness(0.01) + of_size([](double n) { return n == 3 ? 0 : 5; });
  p.limits.max_items = 50;
  const Lesson lesson = teach(p);
  EXPECT_EQ(lesson.n, 3);
  EXPECT_EQ(lesson.proven_up_to, 50);
  expect_unbeaten(p, "three are free");
}

TEST(Threshold, a_resolution_is_between_items) {
  ThresholdProblem p{.theta = 0.5, .range = {0, 0.45}, .resolution = 0.3};
  p.effort = per_item(0.01);
  const Lesson lesson = teach(p);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_NEAR(lesson.impedance, std::log(0.55) + 0.01, 1e-12);  // one item, at 0.45
  const Evaluation close = evaluate(p, {Matrix{{0.2, -1}, {0.4, -1}}, {1, 1}});
  EXPECT_EQ(close.violates, "two items are closer than the resolution");
}

/// 0.1, 0.2, …: as doubles some of these are a little closer than the resolution, which is no reason to refuse them.
TEST(Threshold, a_set_may_fit_exactly) {
  ThresholdProblem p{.theta = 0.5, .loss = ThresholdLoss::squared, .range = {0.1, 0.7}, .resolution = 0.1};
  p.min_size = 7;
  p.max_size = 7;
  Lesson lesson = teach(p);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_NEAR(lesson.impedance, 0.01 / 3, 1e-9);  // 0.4 and 0.5, or all but 0.5 and 0.6
  EXPECT_TRUE(evaluate(p, lesson.items).violates.empty());
  p = {.theta = 0.05, .loss = ThresholdLoss::squared, .range = {0.1, 0.4}, .resolution = 0.1};
  p.effort = closeness(1);
  p.learner.high = p.theta;
  p.min_size = 4;
  p.max_size = 4;
  lesson = teach(p);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_NEAR(lesson.impedance, 10 + 0.05 * 0.05 / 3, 1e-9);
  p.max_size = p.min_size = 5;
  EXPECT_THROW(teach(p), std::invalid_argument);
}

/// A resolution, or an effort, that asks for less than doubles can tell apart: the nearest of these are the best.
TEST(Threshold, items_as_close_as_doubles_can_be) {
  for (const double theta : {0.3, 0.5, 0.25, 1.0}) {
    const double least = theta - std::nextafter(theta, 0);
    for (const double resolution : {0.0, 1e-17, 1e-300, least}) {
      for (const Index n : {2, 3, 9}) {
        ThresholdProblem p{.theta = theta, .resolution = resolution};
        if (resolution == 0) p.effort = closeness(1e-300);
        p.min_size = n;
        p.max_size = n;
        const Lesson lesson = teach(p);
        SCOPED_TRACE(std::to_string(theta) + ", " + std::to_string(n));
        EXPECT_EQ(lesson.status, theta == 1 ? Status::unbounded : Status::optimal);
        EXPECT_NEAR(lesson.impedance, std::log(least), 1e-12);
      }
    }
  }
}

TEST(Threshold, items_may_stand_where_the_learner_knows_already) {
  ThresholdProblem p{.theta = 0, .loss = ThresholdLoss::squared};
  p.effort = closeness(0.001) + of_size([](double n) { return 0.5 * std::abs(n - 3); });
  p.learner = p.learner.after({Matrix{{0.4, 1}}, {1}});
  p.limits.max_items = 10;
  const Lesson lesson = teach(p);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_NEAR(lesson.impedance, 0.002, 1e-9);  // 0, 0.5, 1
}

TEST(Threshold, what_costs_too_much_is_not_approached) {
  const Lesson lesson = teach(costing(per_item(1), {.theta = 0.4, .loss = ThresholdLoss::zero_one}));
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_EQ(lesson.n, 0);
}

TEST(Threshold, stops_at_any_moment) {
  ThresholdProblem p{.theta = 0.3};
  p.effort = closeness(0.1) + of_size([](double n) { return 0.3 * n + 0.01 * n * n; });
  const Lesson full = teach(p);
  EXPECT_EQ(full.status, Status::optimal);
  for (const double seconds : {1e-9, 1e-6, 1e-3, 0.1}) {
    p.limits.seconds = seconds;
    const Lesson lesson = teach(p);
    EXPECT_LE(lesson.lower_bound, full.impedance + 1e-12);
    if (lesson.status == Status::optimal) {
      EXPECT_NEAR(lesson.impedance, full.impedance, 1e-9);
    }
  }
}

double drawn(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 1001) / 1000.0;
}

bool allowed(const ThresholdProblem& p, std::vector<double> x) {
  std::sort(x.begin(), x.end());
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] < p.range.low || x[i] > p.range.high) return false;
    if (i > 0 && x[i] - x[i - 1] < p.resolution * (1 - 1e-12)) return false;
  }
  return true;
}

/// Sets drawn at random, and chains of equal steps that end beside θ or beside what the learner knows.
std::vector<double> some_items(const ThresholdProblem& p, Index n) {
  const std::vector<double> places = {p.range.low,    p.range.high,  p.theta,
                                      p.theta - 1e-9, p.learner.low, p.learner.high};
  std::vector<double> x;
  const double step = *rc::gen::arbitrary<bool>() ? std::max(p.resolution, 1e-9)
                                                  : std::max(p.resolution, drawn(0, 1.0 / static_cast<double>(n)));
  const double start = *rc::gen::elementOf(places) + *rc::gen::element(0.0, 0.5, -0.5, -1.0) * step;
  const bool chain = *rc::gen::arbitrary<bool>();
  const Index before = *rc::gen::inRange<Index>(0, n);
  for (Index i = 0; i < n; ++i) {
    x.push_back(chain                          ? start + static_cast<double>(i - before) * step
                : *rc::gen::inRange(0, 3) == 0 ? *rc::gen::elementOf(places)
                                               : drawn(p.range.low, p.range.high));
  }
  return x;
}

RC_GTEST_PROP(Threshold, no_set_that_is_allowed_is_better, ()) {
  ThresholdProblem p{.theta = *rc::gen::element(0.02, 0.3, 0.5, 0.98, 1.0)};
  p.loss = *rc::gen::element(ThresholdLoss::kl, ThresholdLoss::zero_one, ThresholdLoss::squared);
  if (*rc::gen::arbitrary<bool>()) p.effort.closeness = std::pow(10, drawn(-4, -0.5));
  if (*rc::gen::arbitrary<bool>()) p.effort.per_item = std::pow(10, drawn(-3, -0.5));
  if (*rc::gen::arbitrary<bool>()) p.resolution = *rc::gen::element(0.01, 0.05, 0.1, 0.3);
  if (*rc::gen::inRange(0, 3) == 0) p.range = {drawn(0, 0.6), drawn(0.65, 1)};
  if (*rc::gen::inRange(0, 3) == 0) p.learner.low = p.theta * drawn(0.1, 0.95);
  if (*rc::gen::inRange(0, 3) == 0) p.learner.high = p.theta + (1 - p.theta) * drawn(0.05, 0.9);
  if (*rc::gen::inRange(0, 3) == 0) p.effort.of_size = [](double n) { return 0.3 * std::abs(n - 3); };
  p.limits.max_items = 5;
  const Lesson lesson = teach(p);
  double best = true_impedance(p, {});
  for (int trial = 0; trial < 300; ++trial) {
    const std::vector<double> x = some_items(p, *rc::gen::inRange<Index>(1, 6));
    if (allowed(p, x)) best = std::min(best, true_impedance(p, x));
  }
  const double slack = 1e-6;  // of the sums that stand for integrals
  RC_ASSERT(lesson.lower_bound <= best + slack);
  if (lesson.status == Status::optimal) RC_ASSERT(lesson.impedance <= best + slack);
  std::vector<double> shown(lesson.items.rows.col(0).begin(), lesson.items.rows.col(0).end());
  RC_ASSERT(allowed(p, shown));
  if (lesson.status == Status::unbounded) RC_ASSERT(p.theta == 1 || (p.resolution == 0 && p.effort.closeness == 0));
}

}  // namespace
}  // namespace didact::testing::threshold_test
