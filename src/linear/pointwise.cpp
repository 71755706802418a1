#include "pointwise.hpp"

#include <cmath>

namespace didact::linear {

Share soft_share(double v, double smoothing) {
  // μ/a - μ/(1-a) = v; the root without a difference of equal numbers.
  const double root = std::hypot(v, 2 * smoothing);
  const double small = 2 * smoothing / (std::abs(v) + 2 * smoothing + root);
  return v >= 0 ? Share{small, 1 - small} : Share{1 - small, small};
}

namespace {

Pointwise logistic(double f, double y) {
  const double m = y * f, e = std::exp(-std::abs(m));
  const double s = m >= 0 ? e / (1 + e) : 1 / (1 + e);  // 1/(1 + exp(m))
  return {std::log1p(e) + (m < 0 ? -m : 0), -y * s, e / ((1 + e) * (1 + e))};
}

Pointwise hinge(double f, double y, double smoothing) {
  const double v = y * f - 1;
  if (smoothing == 0) return {std::max(0.0, -v), v < 0 ? -y : 0, 0};
  const auto [a, rest] = soft_share(v, smoothing);
  const double slack = smoothing / rest, room = smoothing / a;
  const double value = slack - smoothing * std::log(slack) - smoothing * std::log(room);
  return {value, -y * a, 1 / (smoothing / (a * a) + smoothing / (rest * rest))};
}

}  // namespace

Pointwise pointwise(LinearKind kind, double f, double y, double smoothing) {
  switch (kind) {
    case LinearKind::ridge:
      return {0.5 * (f - y) * (f - y), f - y, 1};
    case LinearKind::logistic:
      return logistic(f, y);
    case LinearKind::svm:
      return hinge(f, y, smoothing);
  }
  return {};
}

Matrix with_bias_column(const Matrix& items, bool bias) {
  const Index D = items.cols() - 1;
  Matrix X(items.rows(), D + (bias ? 1 : 0));
  X.leftCols(D) = items.leftCols(D);
  if (bias) X.col(D).setOnes();
  return X;
}

Vector as_vector(const LinearState& state, bool bias) {
  Vector theta(state.weights.size() + (bias ? 1 : 0));
  theta.head(state.weights.size()) = state.weights;
  if (bias) theta[state.weights.size()] = state.bias;
  return theta;
}

LinearState as_state(const Vector& theta, bool bias) {
  if (!bias) return {theta, 0};
  return {theta.head(theta.size() - 1), theta[theta.size() - 1]};
}

Samples::Samples(const ItemSet& items, bool bias)
    : X(with_bias_column(items.rows, bias)), y(items.rows.col(items.rows.cols() - 1)), count(items.rows.rows()) {
  for (Index i = 0; i < count.size(); ++i) count[i] = static_cast<double>(items.copies[static_cast<std::size_t>(i)]);
}

Samples::Samples(const Matrix& rows, Vector counts, bool bias)
    : X(with_bias_column(rows, bias)), y(rows.col(rows.cols() - 1)), count(std::move(counts)) {}

}  // namespace didact::linear

namespace didact {

double linear_risk(LinearKind kind, const LinearState& state, const ItemSet& items) {
  const Index D = state.weights.size();
  double sum = 0, count = 0;
  for (Index i = 0; i < items.rows.rows(); ++i) {
    const double copies = static_cast<double>(items.copies[static_cast<std::size_t>(i)]);
    const double f = items.rows.row(i).head(D).dot(state.weights) + state.bias;
    sum += copies * linear::pointwise(kind, f, items.rows(i, D), 0).value * (kind == LinearKind::ridge ? 2 : 1);
    count += copies;
  }
  return sum / count;
}

}  // namespace didact
