// Gaussian problems in any unit and about any origin, where the prior is stubborn, tiny, or far away.

#include "lesson_laws.hpp"

#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace didact::testing::frame_test {
namespace {

double drawn(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 1001) / 1000.0;
}

/// x → a x + b.
Interval moved(const Interval& range, double a, double b) {
  return {a * range.low + b, a * range.high + b};
}
ItemRules moved(ItemRules rules, double a, double b) {
  for (Interval& range : rules.range) range = moved(range, a, b);
  return rules;
}
Effort moved(Effort effort, double a) {
  effort.closeness *= a;
  effort.magnitude /= a * a;
  return effort;
}
Problem<Gaussian> moved(Problem<Gaussian> problem, double a, double b) {
  for (auto& [weight, learner] : problem.learners) {
    learner = {a * learner.mean + b, learner.kappa, learner.shape, a * a * learner.scale};
  }
  auto& target = std::get<Gaussian::Target>(problem.target);
  target = {a * target.mean + b, a * a * target.variance};
  problem.items = moved(problem.items, a, b);
  problem.effort = moved(problem.effort, a);
  return problem;
}
Problem<MultivariateGaussian> moved(Problem<MultivariateGaussian> problem, double a, double b) {
  for (auto& [weight, learner] : problem.learners) {
    learner.mean = a * learner.mean + Vector::Constant(learner.mean.size(), b);
    learner.scale *= a * a;
  }
  auto& target = std::get<MultivariateGaussian::Target>(problem.target);
  target.mean = a * target.mean + Vector::Constant(target.mean.size(), b);
  target.covariance *= a * a;
  problem.items = moved(problem.items, a, b);
  problem.effort = moved(problem.effort, a);
  return problem;
}

/// What differs between a lesson and the same in another unit; nothing: "".
enum class Compared { items, values };
template <class L>
std::string difference(const Problem<L>& problem, double a, double b = 0, Compared compared = Compared::items) {
  const Lesson here = teach(problem);
  const Problem<L> other = moved(problem, a, b);
  const Lesson there = teach(other);
  const double D = static_cast<double>(problem.learners[0].value.domain().dimension());
  const double shift = (D + D * (D + 1)) * std::log(a);
  ::testing::Message message;
  message << "a = " << a << ", b = " << b << ": ";
  auto text = [&] { return message.GetString(); };
  if (const std::string fault = dishonesty(other, there); !fault.empty()) return (message << fault, text());
  if (here.status != there.status) return (message << to_string(here.status) << to_string(there.status), text());
  if (here.n != there.n) return (message << here.n << " and " << there.n << " items", text());
  const double digits = 1e-9 * (scale_of(here.impedance) + std::abs(shift));
  if (!(std::abs(here.impedance + shift - there.impedance) <= digits)) {
    message << "impedance off by " << here.impedance + shift - there.impedance;
    return text();
  }
  if (!(std::abs(here.lower_bound + shift - there.lower_bound) <= digits)) {
    message << "bound off by " << here.lower_bound + shift - there.lower_bound;
    return text();
  }
  if (here.n == 0 || compared == Compared::values) return "";
  // A distance that a range holds is found by a search, along which the impedance hardly changes.
  const double precise = problem.effort.closeness > 0 && !problem.items.range.empty() ? 1e-6 : 1e-9;
  const Matrix expected = (a * here.items.expanded()).array() + b;
  const double size = std::abs(a) * std::max(1.0, here.items.expanded().cwiseAbs().maxCoeff()) + std::abs(b);
  if (!((expected - there.items.expanded()).cwiseAbs().maxCoeff() <= precise * size)) {
    message << "items off by " << (expected - there.items.expanded()).cwiseAbs().maxCoeff() / size;
    return text();
  }
  return "";
}

const std::vector<double> units{1e-12, 1e-8, 1e-7, 1e-3, 0.7, 60, 1e5, 1e12};

TEST(Frame, numbers_have_no_unit) {
  const Gaussian prior{1, 1, 2, 1};
  const Gaussian::Target target{0, 1};
  const std::vector<std::pair<Effort, ItemRules>> cases{
      {per_item(0.1), {}},
      {per_item(0.1), {.range = {{-5, 5}}}},
      {per_item(0.1), {.range = {{-0.4, 0.7}}}},
      {per_item(0.1), {.distinct = true}},
      {per_item(0.1), {.range = {{-5, 5}}, .distinct = true}},
      {per_item(0.1) + magnitude(0.05), {}},
      {per_item(0.1) + magnitude(0.05), {.range = {{-5, 5}}}},
      {per_item(0.1) + closeness(0.1), {}},
      {per_item(0.1) + closeness(0.1), {.range = {{-1, 2}}}},
      {per_item(0.1) + closeness(0.1) + magnitude(0.02), {}},
  };
  for (const auto& [effort, rules] : cases) {
    for (const double unit : units) EXPECT_EQ(difference(problem_of(prior, target, effort, rules), unit), "");
  }
}

TEST(Frame, vectors_have_no_unit) {
  const Matrix unit_matrix = Matrix::Identity(2, 2);
  Matrix scale(2, 2), covariance(2, 2);
  scale << 1, 0.3, 0.3, 0.8;
  covariance << 1, -0.2, -0.2, 0.5;
  const MultivariateGaussian prior{Vector::Ones(2), 1, 4, scale};
  const MultivariateGaussian::Target target{Vector::Zero(2), covariance};
  for (const double unit : units) {
    EXPECT_EQ(difference(problem_of(prior, target, per_item(0.1)), unit), "");
    EXPECT_EQ(difference(problem_of(prior, target, per_item(0.1), {.distinct = true}), unit), "");
    EXPECT_EQ(difference(problem_of(prior, target, per_item(0.1) + magnitude(0.02)), unit), "");
  }
}

RC_GTEST_PROP(Frame, no_origin_and_no_unit, ()) {
  const Gaussian prior{drawn(-3, 3), std::exp(drawn(-3, 3)), std::exp(drawn(-1, 3)), std::exp(drawn(-6, 4))};
  ItemRules rules;
  const double low = drawn(-3, 1);
  if (*rc::gen::arbitrary<bool>()) rules.range = {{low, low + std::exp(drawn(-2, 4))}};
  rules.distinct = *rc::gen::inRange(0, 3) == 0;
  const bool heavy = *rc::gen::inRange(0, 3) == 0;
  const Effort effort = per_item(std::exp(drawn(-4, 0))) + magnitude(heavy ? std::exp(drawn(-5, 0)) : 0);
  Problem<Gaussian> problem = problem_of(prior, {drawn(-3, 3), std::exp(drawn(-4, 3))}, effort, rules);
  if (*rc::gen::arbitrary<bool>()) problem = with_size(problem, 1, *rc::gen::inRange(1, 6));
  // Different items may be equally good.
  RC_ASSERT(difference(problem, std::pow(10, drawn(-12, 12)), 0, Compared::values) == "");
  if (!heavy) RC_ASSERT(difference(problem, 1, drawn(-100, 100), Compared::values) == "");
}

/// A range that the best set does not need changes nothing.
RC_GTEST_PROP(Frame, a_wide_range_changes_nothing, ()) {
  const Gaussian prior{drawn(-50, 50), std::exp(drawn(-3, 8)), std::exp(drawn(-1, 10)), std::exp(drawn(-8, 10))};
  Problem<Gaussian> problem = problem_of(prior, {drawn(-3, 3), std::exp(drawn(-4, 10))}, per_item(0.1));
  const Index n = *rc::gen::inRange(1, 6);
  problem = with_size(problem, n, n);
  const Lesson free = teach(problem);
  problem.items.range = {{-1e9, 1e9}};
  const Lesson within = teach(problem);
  RC_ASSERT(std::abs(free.impedance - within.impedance) <= 1e-9 * scale_of(free.impedance));
  RC_ASSERT(free.status == within.status);
}

TEST(Frame, a_stubborn_prior_is_met_far_away) {
  Problem<Gaussian> problem =
      problem_of(Gaussian{18.32, 1000, 10000, 1e4}, {0, 1e4}, per_item(0.1), {.range = {{-1e7, 1e7}}});
  problem = with_size(problem, 2, 2);
  const Lesson lesson = teach(problem);
  EXPECT_NEAR(lesson.impedance, 7.793, 5e-4);
  EXPECT_EQ(dishonesty(problem, lesson), "");
}

/// One item at each end and one between: different, and as good as any.
TEST(Frame, distinct_items_may_lie_at_both_ends) {
  Problem<Gaussian> problem =
      problem_of(Gaussian{0.4, 0.01, 0.1, 0.001}, {0.5, 0.2}, per_item(0.1), {.range = {{0, 1}}, .distinct = true});
  problem = with_size(problem, 3, 3);
  const Lesson lesson = teach(problem);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_EQ(dishonesty(problem, lesson), "");
  problem.items.distinct = false;
  EXPECT_NEAR(lesson.impedance, teach(problem).impedance, 1e-9);
}

TEST(Frame, a_belief_of_one_point_is_that_point) {
  const MultivariateGaussian prior{Vector::Constant(1, -0.1108), 57.83, 264.5, Matrix::Constant(1, 1, 1.00119e-7)};
  const MultivariateGaussian::Target target{Vector::Constant(1, -0.09779), Matrix::Constant(1, 1, 0.0048662)};
  Problem<MultivariateGaussian> problem = problem_of(prior, target, per_item(0.1));
  problem = with_size(problem, 200, 200);
  const Lesson as_point = teach(problem);
  problem.target = std::vector<Weighted<MultivariateGaussian::Target>>{{1, target}};
  const Lesson as_belief = teach(problem);
  EXPECT_NEAR(as_belief.impedance, as_point.impedance, 1e-10);
  EXPECT_NEAR(as_belief.lower_bound, as_point.lower_bound, 1e-10);
  EXPECT_NEAR(as_belief.impedance, true_impedance(problem, as_belief.items.expanded()), 1e-10);
}

/// x → x + b of a belief about a mean, as points and as a member of the family.
void expect_no_origin(GaussianMean prior, std::vector<Weighted<GaussianMean::Target>> points, double variance,
                      const Effort& effort, const std::vector<double>& shifts) {
  auto taught = [&](double b, bool family) {
    GaussianMean learner = prior;
    learner.prior_mean += b;
    Problem<GaussianMean> problem = problem_of(learner, {0}, effort);
    for (auto& point : points) point.value.mean += b;
    if (family) {
      problem.target = GaussianMean{1, points[0].value.mean, variance};
    } else {
      problem.target = points;
    }
    for (auto& point : points) point.value.mean -= b;
    return teach(problem);
  };
  for (const bool family : {false, true}) {
    const Lesson here = taught(0, family);
    for (const double b : shifts) {
      const Lesson there = taught(b, family);
      EXPECT_EQ(there.n, here.n) << b << family;
      EXPECT_EQ(there.status, here.status) << b << family;
      EXPECT_NEAR(there.impedance, here.impedance, 1e-9) << b << family;
      EXPECT_NEAR(there.lower_bound, here.lower_bound, 1e-9) << b << family;
    }
  }
}

TEST(Frame, beliefs_about_a_mean_have_no_origin) {
  // Numbers that a sum with b holds exactly.
  const std::vector<double> shifts{1024, -1e6, 1e8};
  expect_no_origin({1, 0, 1}, {{0.5, {0}}, {0.5, {1}}}, 0.25, per_item(0.1), shifts);
  expect_no_origin({2, -3, 0.5}, {{0.25, {-1}}, {0.25, {1}}, {0.5, {0.5}}}, 1.5, per_item(0.03), shifts);
  expect_no_origin({1, 4, 2}, {{0.75, {2}}, {0.25, {2.5}}}, 0.125, {}, shifts);
}

TEST(Frame, beliefs_about_a_mean_of_vectors_have_no_origin) {
  MultivariateGaussianMean prior{Matrix({{2, 0.9}, {0.9, 1}}), Vector::Zero(2), Matrix({{0.5, -0.2}, {-0.2, 2}})};
  Problem<MultivariateGaussianMean> problem = problem_of(prior, {Vector::Zero(2)}, per_item(0.1));
  auto moved_by = [&](double b) {
    Vector one(2), two(2);
    one << b, b + 1;
    two << b + 2, b - 1;
    problem.target = std::vector<Weighted<MultivariateGaussianMean::Target>>{{0.5, {one}}, {0.5, {two}}};
    problem.learners[0].value.prior_mean.setConstant(b);
    return teach(problem);
  };
  const Lesson here = moved_by(0);
  for (const double b : {1024.0, -1e6, 1e8}) {
    const Lesson there = moved_by(b);
    EXPECT_EQ(there.status, here.status);
    EXPECT_EQ(there.n, here.n);
    EXPECT_NEAR(there.impedance, here.impedance, 1e-9) << b;
    EXPECT_NEAR(there.lower_bound, here.lower_bound, 1e-9) << b;
  }
}

/// Values of 40 digits: two means that are a sd apart, far from 0; and the same where a sd is small.
TEST(Frame, beliefs_far_from_0_have_known_values) {
  Problem<GaussianMean> problem = problem_of(GaussianMean{1, 1e8, 1}, {0}, per_item(0.1));
  problem.target = std::vector<Weighted<GaussianMean::Target>>{{0.5, {1e8}}, {0.5, {100000001}}};
  Lesson lesson = teach(problem);
  EXPECT_NEAR(lesson.impedance, 0.9223649429247, 1e-9);
  EXPECT_NEAR(lesson.lower_bound, 0.9223649429247, 1e-9);
  EXPECT_EQ(lesson.n, 1);
  problem = problem_of(GaussianMean{1e-10, 1000, 1e-10}, {0}, per_item(0.1));
  problem.target = std::vector<Weighted<GaussianMean::Target>>{{0.5, {1000}}, {0.5, {1000.00001}}};
  lesson = teach(problem);
  EXPECT_NEAR(lesson.impedance, -10.59056, 5e-6);
  EXPECT_EQ(lesson.status, Status::optimal);
}

}  // namespace
}  // namespace didact::testing::frame_test
