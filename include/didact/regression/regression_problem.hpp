#pragma once
// Teaching a Bayesian linear regression: which x to show (an optimal design), and which y.   [REG]

#include <didact/core/lesson.hpp>
#include <didact/core/pool.hpp>
#include <didact/core/problem.hpp>
#include <didact/learners/linear_regression.hpp>

#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace didact {

/// A target, or a teacher's belief as the point of its mean natural parameter and what the means are beyond it. They
/// are taken about that point: in E w wᵀ of large weights their spread would be lost.   [REG.5]
struct RegressionTarget {
  Vector weights;       ///< w̄ = E(w/σ²)/E(1/σ²)
  double variance = 1;  ///< 1/E(1/σ²): the learner's own where that is known
  Matrix doubt;         ///< E (w - w̄)(w - w̄)ᵀ/σ²; 0 for a point
  double A = 0;         ///< E A(θ) beyond A of the point
  double log_h0 = 0;    ///< E log h0(θ) beyond log h0 of the point
};

RegressionTarget regression_target(const LinearRegression& learner, const LinearRegression::Target& target);
RegressionTarget regression_target(const LinearRegressionUnknownVariance& learner,
                                   const LinearRegressionUnknownVariance::Target& target);
/// Weights that sum to 1.
RegressionTarget regression_target(const LinearRegression& learner,
                                   const std::vector<Weighted<LinearRegression::Target>>& points);
RegressionTarget regression_target(const LinearRegressionUnknownVariance& learner,
                                   const std::vector<Weighted<LinearRegressionUnknownVariance::Target>>& points);
/// A belief of the prior's family.
RegressionTarget regression_target(const LinearRegression& learner, const LinearRegression& belief);
RegressionTarget regression_target(const LinearRegressionUnknownVariance& learner,
                                   const LinearRegressionUnknownVariance& belief);

/// Its point, as the learner's own kind of target.
LinearRegression::Target point_of(const LinearRegression& learner, const RegressionTarget& target);
LinearRegressionUnknownVariance::Target point_of(const LinearRegressionUnknownVariance& learner,
                                                 const RegressionTarget& target);

/// What the mean over a belief adds to the loss at its point, after n items with the statistic s; nothing for a point.
double beyond_point(const LinearRegression& learner, const RegressionTarget& target, double n, const Vector& s);
double beyond_point(const LinearRegressionUnknownVariance& learner, const RegressionTarget& target, double n,
                    const Vector& s);

/// Efforts: per_item, fixed, of_size, magnitude (of x).
struct RegressionProblem : Terms {
  std::variant<LinearRegression, LinearRegressionUnknownVariance> learner;
  RegressionTarget target;
  std::vector<Interval> range;       ///< of x: none, or a finite one for each coordinate
  std::optional<Interval> y_range;   ///< of y
  std::shared_ptr<const Pool> pool;  ///< only these rows (x, y)

  Index dimension() const;
  /// -log density of the target, or its mean over the teacher's belief, after these rows (x, y).
  double loss_of(const ItemSet& items) const;
  /// The same by another road: rotations of the rows, some at a time, where the loss above has sums of squares.
  double loss_stepwise(const ItemSet& items) const;
};

Lesson teach(const RegressionProblem& problem, const Options& options = {});
Evaluation evaluate(const RegressionProblem& problem, const ItemSet& items);

/// n rows (x, y) with these Σ x xᵀ and Σ x y, and Σ y² where it is given too. Throws std::invalid_argument where there
/// are none.
ItemSet unpack_regression(Index dimension, Index n, const Vector& s, Style style = Style::natural,
                          std::uint64_t seed = 1);

}  // namespace didact
