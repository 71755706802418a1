#pragma once
// Linear learners once more, by other methods than the library's: for the tests to retrain what it claims to have
// taught.

#include <didact/linear/linear_learner.hpp>

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <vector>

namespace didact {

using LongVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;
using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;

/// Every item as a row (x, 1 with a bias), and its label.
struct LongItems {
  LongMatrix X;
  LongVector y;

  LongItems(const ItemSet& items, bool bias) {
    const Matrix all = items.expanded();
    const Index D = all.cols() - 1;
    X = LongMatrix::Ones(all.rows(), D + (bias ? 1 : 0));
    X.leftCols(D) = all.leftCols(D).cast<long double>();
    y = all.col(D).cast<long double>();
  }
};

inline LinearState state_of(const LongVector& theta, bool bias) {
  const Index D = theta.size() - (bias ? 1 : 0);
  return {theta.head(D).cast<double>(), bias ? static_cast<double>(theta[D]) : 0};
}

/// Ridge as plain least squares: the penalty is D more rows, √λ e_j with label 0.
inline LinearState retrained_ridge(const LinearLearner& learner, const ItemSet& items) {
  const LongItems data(items, learner.bias);
  const Index n = data.X.rows(), P = data.X.cols(), D = P - (learner.bias ? 1 : 0);
  LongMatrix A = LongMatrix::Zero(n + D, P);
  LongVector right = LongVector::Zero(n + D);
  A.topRows(n) = data.X;
  right.head(n) = data.y;
  for (Index j = 0; j < D; ++j) A(n + j, j) = std::sqrt(static_cast<long double>(learner.lambda));
  return state_of(A.colPivHouseholderQr().solve(right), learner.bias);
}

/// Logistic regression by gradient descent with Nesterov's momentum and restarts.
inline LinearState retrained_logistic(const LinearLearner& learner, const ItemSet& items) {
  const LongItems data(items, learner.bias);
  const Index P = data.X.cols(), D = P - (learner.bias ? 1 : 0);
  const long double step = 1 / (learner.lambda + 0.25L * data.X.squaredNorm());
  LongVector at = LongVector::Zero(P), ahead = at;
  long double momentum = 1;
  for (int iteration = 0; iteration < 400000; ++iteration) {
    LongVector gradient = LongVector::Zero(P);
    gradient.head(D) = static_cast<long double>(learner.lambda) * ahead.head(D);
    for (Index i = 0; i < data.X.rows(); ++i) {
      const long double m = data.y[i] * data.X.row(i).dot(ahead);
      gradient -= (data.y[i] / (1 + std::exp(m))) * data.X.row(i).transpose();
    }
    if (gradient.norm() < 1e-16L) break;
    const LongVector next = ahead - step * gradient;
    const long double faster = (1 + std::sqrt(1 + 4 * momentum * momentum)) / 2;
    const bool uphill = gradient.dot(next - at) > 0;
    ahead = uphill ? next : LongVector(next + ((momentum - 1) / faster) * (next - at));
    momentum = uphill ? 1 : faster;
    at = next;
  }
  return state_of(at, learner.bias);
}

/// The svm by looking at every way in which items can be inside, on or outside the margin (equal items as one, with its
/// count): at most six different items.
inline LinearState retrained_svm(const LinearLearner& learner, const ItemSet& items) {
  const Index n = items.rows.rows(), D = items.rows.cols() - 1, P = D + (learner.bias ? 1 : 0);
  LongMatrix Z = LongMatrix::Ones(n, P);
  LongVector y = items.rows.col(D).cast<long double>();
  Z.leftCols(D) = items.rows.leftCols(D).cast<long double>();
  for (Index i = 0; i < n; ++i) Z.row(i) *= y[i];
  Index ways = 1;
  for (Index i = 0; i < n; ++i) ways *= 3;
  LongVector best = LongVector::Zero(P);
  long double least = 1e300L;
  for (Index way = 0; way < ways; ++way) {
    std::vector<Index> margin;
    LongVector pull = LongVector::Zero(P);
    Index code = way;
    for (Index i = 0; i < n; ++i, code /= 3) {
      if (code % 3 == 1) margin.push_back(i);
      if (code % 3 == 2)
        pull += static_cast<long double>(items.copies[static_cast<std::size_t>(i)]) * Z.row(i).transpose();
    }
    const Index M = static_cast<Index>(margin.size());
    LongMatrix K = LongMatrix::Zero(P + M, P + M);
    LongVector right = LongVector::Zero(P + M);
    K.diagonal().head(D).setConstant(learner.lambda);
    right.head(P) = pull;
    for (Index j = 0; j < M; ++j) {
      K.block(0, P + j, P, 1) = -Z.row(margin[static_cast<std::size_t>(j)]).transpose();
      K.block(P + j, 0, 1, P) = Z.row(margin[static_cast<std::size_t>(j)]);
      right[P + j] = 1;
    }
    const LongVector theta = K.completeOrthogonalDecomposition().solve(right).head(P);
    long double value = 0.5L * learner.lambda * theta.head(D).squaredNorm();
    for (Index i = 0; i < n; ++i) {
      value +=
          static_cast<long double>(items.copies[static_cast<std::size_t>(i)]) * std::max(0.0L, 1 - Z.row(i).dot(theta));
    }
    // Whatever the way, its value is one that the minimum is not above; of equal ones the b closest to 0.
    const bool equal = std::abs(value - least) <= 1e-17L * std::max(1.0L, least);
    if (equal ? learner.bias && std::abs(theta[D]) < std::abs(best[D]) : value < least) best = theta, least = value;
  }
  return state_of(best, learner.bias);
}

inline LinearState retrained(const LinearLearner& learner, const ItemSet& items) {
  const Index D = items.rows.cols() - 1;
  const bool one_label = items.rows.rows() == 0 || (items.rows.col(D).array() == items.rows(0, D)).all();
  const bool no_best_bias = learner.kind == LinearKind::logistic && learner.bias && one_label;
  if (items.rows.rows() == 0 || no_best_bias) return {Vector::Zero(D), 0};
  switch (learner.kind) {
    case LinearKind::ridge:
      return retrained_ridge(learner, items);
    case LinearKind::logistic:
      return retrained_logistic(learner, items);
    case LinearKind::svm:
      return retrained_svm(learner, items);
  }
  return {};
}

/// Σ ℓ + λ/2 ‖w‖².
inline double objective_of(const LinearLearner& learner, const ItemSet& items, const LinearState& state) {
  const double mean = linear_risk(learner.kind, state, items) * static_cast<double>(items.size());
  return (learner.kind == LinearKind::ridge ? 0.5 : 1) * mean + 0.5 * learner.lambda * state.weights.squaredNorm();
}

}  // namespace didact
