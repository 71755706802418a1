// gaussian-naive-bayes: cases that have something special.

#include "labelled_rows.hpp"

#include <gtest/gtest.h>

#include <ctime>

namespace didact::testing::gaussian_naive_bayes_cases_test {
namespace {

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
  EXPECT_EQ(teach(problem).lesson.direction, Direction::none);
}

TEST(GaussianNaiveBayes, what_is_free_has_no_end_unless_it_is_out_of_reach) {
  GaussianNaiveBayesProblem problem;
  EXPECT_EQ(teach(problem).lesson.direction, Direction::more_items);
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
  [[maybe_unused]] const std::clock_t start = std::clock();  // of this program alone, however busy the machine is
  const auto [lesson, items] = teach(problem, {.style = Style::plain});
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_GT(lesson.n, 100000);
  EXPECT_LT(items.items.size(), 20u);
#ifndef __SANITIZE_ADDRESS__
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 10);
#endif
}

TEST(GaussianNaiveBayes, what_is_too_large_is_refused) {
  GaussianNaiveBayesProblem problem;
  problem.effort.per_item = 1e-12;
  EXPECT_THROW(teach(problem), std::overflow_error);
  problem.effort.per_item = 0.3;
  problem.target.features[1][0].mean = 1e308;
  EXPECT_THROW(teach(problem), std::overflow_error);
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
}  // namespace didact::testing::gaussian_naive_bayes_cases_test
