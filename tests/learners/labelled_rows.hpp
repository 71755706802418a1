#pragma once
// Problems of gaussian-naive-bayes to test with, and what their sets are worth by no code of the engine's.

#include "complaints.hpp"
#include "listed_sets.hpp"
#include "truth.hpp"
#include <didact/learners/gaussian_naive_bayes.hpp>

#include <rapidcheck.h>

#include <string>
#include <vector>

namespace didact::testing {

inline double cost_of_size(const Effort& effort, double n) {
  return effort.per_item * n + (n > 0 ? effort.fixed : 0) + (effort.of_size ? effort.of_size(n) : 0);
}

inline Matrix column(const std::vector<LabelledRow>& rows, Index label, std::size_t feature) {
  Row values;
  for (const LabelledRow& row : rows) {
    if (row.label == label) values.push_back(row.x[feature]);
  }
  return Vector::Map(values.data(), static_cast<Index>(values.size()));
}

/// Loss and effort of a set, row by row, by no code of the engine's.
inline double true_impedance(const GaussianNaiveBayesProblem& problem, const std::vector<LabelledRow>& rows) {
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

inline Row some_simplex(std::size_t size) {
  Row values;
  for (std::size_t k = 0; k < size; ++k) values.push_back(*rc::gen::inRange(1, 20));
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  for (double& value : values) value /= sum;
  return values;
}

inline double tenths(int low, int high) {
  return 0.1 * *rc::gen::inRange(low, high);
}

inline GaussianNaiveBayesProblem some_problem(std::size_t K, std::size_t D) {
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

inline std::string dishonesty(const GaussianNaiveBayesProblem& problem, const ListedLesson<LabelledRow>& answer) {
  const auto& [lesson, items] = answer;
  Complaints wrong;
  wrong.unless(lesson.status == Status::optimal, "not optimal: ", lesson.why(), " gap ", lesson.gap());
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

}  // namespace didact::testing
