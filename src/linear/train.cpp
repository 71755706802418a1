#include "../core/decompositions.hpp"
#include "pointwise.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace didact::linear {
namespace {

/// What is minimised at θ, with its gradient, and how large the terms are that cancel in the gradient.
struct Objective {
  double value = 0;
  Vector gradient;
  double scale = 0;
};

Objective objective(LinearKind kind, const Samples& samples, double lambda, bool bias, Softness soft,
                    const Vector& theta) {
  const Index D = theta.size() - (bias ? 1 : 0);
  const Vector f = samples.X * theta;
  Objective at{0.5 * lambda * theta.head(D).squaredNorm(), Vector::Zero(theta.size()), lambda * theta.head(D).norm()};
  at.gradient.head(D) = lambda * theta.head(D);
  if (bias) {
    at.value += 0.5 * soft.bias_penalty * theta[D] * theta[D];
    at.gradient[D] = soft.bias_penalty * theta[D];
  }
  for (Index i = 0; i < f.size(); ++i) {
    const Pointwise item = pointwise(kind, f[i], samples.y[i], soft.smoothing);
    at.value += samples.count[i] * item.value;
    at.gradient += (samples.count[i] * item.slope) * samples.X.row(i).transpose();
    at.scale += samples.count[i] * std::abs(item.slope) * samples.X.row(i).norm();
  }
  return at;
}

bool one_label(const Samples& samples) {
  return samples.y.size() == 0 || (samples.y.array() == samples.y[0]).all();
}

}  // namespace

Matrix hessian(LinearKind kind, const Samples& samples, double lambda, bool bias, Softness soft, const Vector& theta) {
  const Index D = theta.size() - (bias ? 1 : 0);
  const Vector f = samples.X * theta;
  Vector curvature(f.size());
  for (Index i = 0; i < f.size(); ++i) {
    curvature[i] = samples.count[i] * pointwise(kind, f[i], samples.y[i], soft.smoothing).curvature;
  }
  Matrix H = weighted_gram(samples.X, curvature);
  H.diagonal().head(D).array() += lambda;
  // A flat bias (no item near the margin) must not stop the factorisation.
  if (bias) H(D, D) += soft.bias_penalty + 1e-300 + 1e-15 * curvature.sum();
  return H;
}

Vector minimise_newton(LinearKind kind, const Samples& samples, double lambda, bool bias, Softness soft, Vector theta) {
  constexpr double gradient_tolerance = 1e-15;  // of the terms it is a sum of
  constexpr int iterations = 200;
  Objective at = objective(kind, samples, lambda, bias, soft, theta);
  for (int iteration = 0; iteration < iterations; ++iteration) {
    if (!(at.gradient.norm() > gradient_tolerance * at.scale)) break;
    const Matrix H = hessian(kind, samples, lambda, bias, soft, theta);
    const SymmetricFactor factor(H);
    const Vector step = factor.solve(-at.gradient);
    const double slope = step.dot(at.gradient);
    if (!step.allFinite() || !(slope < 0)) break;
    bool moved = false;
    double length = 1;
    for (int halving = 0; halving < 60 && !moved; ++halving, length /= 2) {
      Objective next = objective(kind, samples, lambda, bias, soft, theta + length * step);
      // At the end the value is noise, and only the gradient tells better from worse: by how far off it puts θ, for its
      // own noise is large where items are.
      const bool noise = -slope <= 1e-12 * std::max(1e-300, std::abs(at.value));
      moved = noise ? factor.solve(next.gradient).dot(next.gradient) < -0.8 * slope
                    : next.value <= at.value + 1e-4 * length * slope;
      if (moved) {
        theta += length * step;
        at = std::move(next);
      } else if (noise && halving > 2) {
        return theta;
      }
    }
    if (!moved) break;
  }
  return theta;
}

/// Least squares of the items and, for the penalty, of √λ times each weight, by reflections: normal equations square
/// how unlike items are, and those of 1e7 beside 1 leave no digits. Large rows first, and the largest column as pivot,
/// keep each row exact by its own size.
Vector solve_ridge(const Samples& samples, double lambda, bool bias) {
  const Index n = samples.X.rows(), all = samples.X.cols(), D = all - (bias ? 1 : 0);
  Matrix rows = Matrix::Zero(n + D, all + 1);
  rows.topLeftCorner(n, all) = samples.X;
  rows.topRightCorner(n, 1) = samples.y;
  rows.topRows(n).array().colwise() *= samples.count.array().sqrt();
  rows.bottomLeftCorner(D, D).diagonal().setConstant(std::sqrt(lambda));
  std::vector<Index> order(static_cast<std::size_t>(n + D));
  std::iota(order.begin(), order.end(), Index{0});
  const Vector size = rows.leftCols(all).cwiseAbs().rowwise().maxCoeff();
  std::ranges::sort(order, [&](Index a, Index b) { return size[a] > size[b]; });
  const Matrix sorted = rows(order, Eigen::all);
  const PivotedQr factor(sorted.leftCols(all), 0.0);
  return factor.solve(sorted.col(all));
}

}  // namespace didact::linear

namespace didact {

LinearState LinearLearner::after(const ItemSet& items) const {
  using namespace linear;
  const Samples samples(items, bias);
  const Vector zero = Vector::Zero(samples.X.cols());
  if (items.rows.rows() == 0) return as_state(zero, bias);
  switch (kind) {
    case LinearKind::ridge:
      return as_state(solve_ridge(samples, lambda, bias), bias);
    case LinearKind::logistic:
      if (bias && one_label(samples)) return as_state(zero, bias);
      return as_state(minimise_newton(kind, samples, lambda, bias, {}, zero), bias);
    case LinearKind::svm:
      if (bias && one_label(samples)) return {Vector::Zero(items.rows.cols() - 1), samples.y[0]};
      return as_state(solve_svm(samples, lambda, bias), bias);
  }
  return as_state(zero, bias);
}

}  // namespace didact
