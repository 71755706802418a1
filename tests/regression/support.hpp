#pragma once
// Regression problems to test with, what a set is truly worth in them, and sets found without the engine.

#include "complaints.hpp"
#include "teaching.hpp"
#include <didact/regression/regression_problem.hpp>

#include <gtest/gtest.h>

namespace didact::testing {

using Unknown = LinearRegressionUnknownVariance;

inline Vector vector(std::initializer_list<double> values) {
  return Matrix({values}).transpose();
}

/// A problem beside its point target, which the problem itself keeps in natural form only.
template <class L>
struct Regression {
  L learner;
  typename L::Target target;
  RegressionProblem problem;

  Regression(L who, typename L::Target what, Effort effort, std::vector<Interval> range = {})
      : learner(std::move(who)), target(std::move(what)) {
    problem.learner = learner;
    problem.target = regression_target(learner, target);
    problem.effort = std::move(effort);
    problem.range = std::move(range);
  }

  Regression of_size(Index n) const {
    Regression sized = *this;
    sized.problem.min_size = n;
    sized.problem.max_size = n;
    return sized;
  }

  double effort(const Matrix& rows) const {
    const Effort& cost = problem.effort;
    const Index n = rows.rows();
    return cost.per_item * static_cast<double>(n) + (n > 0 ? cost.fixed : 0) +
           cost.magnitude * rows.leftCols(rows.cols() - 1).squaredNorm() +
           (cost.of_size ? cost.of_size(static_cast<double>(n)) : 0);
  }
  double impedance(const Matrix& rows) const { return true_loss(learner, target, rows) + effort(rows); }

  Matrix clamped(Matrix rows) const {
    for (Index j = 0; j + 1 < rows.cols() && !problem.range.empty(); ++j) {
      const auto [low, high] = problem.range[static_cast<std::size_t>(j)];
      rows.col(j) = rows.col(j).cwiseMax(low).cwiseMin(high);
    }
    const Index y = rows.cols() - 1;
    if (problem.y_range) rows.col(y) = rows.col(y).cwiseMax(problem.y_range->low).cwiseMin(problem.y_range->high);
    return rows;
  }

  /// n items by a simplex over all their numbers, from several starts.
  Found searched(Index n, int starts, unsigned seed = 1) const {
    const Index D = learner.dimension();
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> normal;
    Found best;
    for (int start = 0; start < starts; ++start) {
      const Vector first = Vector::NullaryExpr(n * (D + 1), [&] { return 1.5 * normal(engine); });
      auto rows_of = [&](const Vector& v) { return clamped(Matrix::Map(v.data(), n, D + 1)); };
      const auto [value, at] =
          nelder_mead([&](const Vector& v) { return impedance(rows_of(v)); }, first, 1, 1500 * static_cast<int>(n * D));
      best.consider(value, rows_of(at));
    }
    return best;
  }
};

/// Everything that a lesson says of itself is true, by other means than the engine's.
template <class L>
std::string dishonesty(const Regression<L>& given, const Lesson& lesson) {
  Complaints wrong;
  wrong.unless(!std::isnan(lesson.impedance) && !std::isnan(lesson.lower_bound), "a value is NaN");
  if (!lesson.has_items) {
    wrong.unless(lesson.status == Status::unbounded, "no items");
    return wrong.text();
  }
  const Matrix rows = lesson.items.expanded();
  wrong.unless(lesson.n == rows.rows(), "n is ", lesson.n, ", but there are ", rows.rows(), " items");
  wrong.unless(given.clamped(rows) == rows, "an item is outside the range");
  wrong.near("effort", lesson.effort, given.effort(rows), 1e-10 * scale_of(lesson.effort));
  const double truth = given.impedance(rows);
  // The truth is a difference of terms as large as y²: of labels on their way to infinity it keeps fewer digits.
  const double lost = 1e-17 * rows.col(rows.cols() - 1).squaredNorm();
  wrong.near("impedance", lesson.impedance, truth, 1e-9 * scale_of(truth) + lost);
  wrong.near("loss_stepwise", given.problem.loss_stepwise(lesson.items), lesson.loss, 1e-9 * scale_of(truth));
  wrong.near("evaluate()", evaluate(given.problem, lesson.items).impedance, lesson.impedance, 1e-12 * scale_of(truth));
  wrong.near("loss_before", lesson.loss_before, true_loss(given.learner, given.target, Matrix(0, rows.cols())), 1e-10);
  wrong.at_most("lower_bound", lesson.lower_bound, lesson.impedance);
  if (lesson.status == Status::optimal) wrong.at_most("gap", lesson.gap(), 1e-9 * scale_of(truth));
  wrong.unless(lesson.status != Status::feasible || lesson.reason, "feasible, but no reason");
  return wrong.text();
}

/// teach(), honest, and not beaten by this set.
template <class L>
Lesson expect_unbeaten(const Regression<L>& given, const Found& best, const Options& options = {}) {
  const Lesson lesson = teach(given.problem, options);
  EXPECT_EQ(dishonesty(given, lesson), "");
  EXPECT_LE(lesson.lower_bound, best.impedance + 1e-9 * scale_of(best.impedance)) << best.items;
  if (lesson.status == Status::optimal) {
    EXPECT_LE(lesson.impedance, best.impedance + 1e-8 * scale_of(best.impedance)) << best.items;
  }
  return lesson;
}

}  // namespace didact::testing
