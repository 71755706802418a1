// The support vector machine, exactly: a path of soft hinges down to a duality gap of nothing, then Newton on the
// active set, where the conditions of the optimum are linear.   [SVM.2]

#include "pointwise.hpp"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <vector>

namespace didact {
namespace {

/// What the conditions of the optimum say of each item.
struct Active {
  std::vector<Index> margin;  ///< y f = 1
  Vector a;                   ///< each item's dual variable in [0, count]
};

Active active_set(const Samples& samples, const Vector& theta, double smoothing, double width) {
  const Vector v = samples.y.cwiseProduct(samples.X * theta).array() - 1;
  Active active{{}, Vector(v.size())};
  for (Index i = 0; i < v.size(); ++i) {
    const bool on_margin = std::abs(v[i]) <= width;
    active.a[i] = samples.count[i] * (on_margin ? soft_share(v[i], smoothing).a : v[i] < 0 ? 1.0 : 0.0);
    if (on_margin) active.margin.push_back(i);
  }
  return active;
}

/// One Newton step on λ w = Σ a y x, Σ a y = 0 and y f = 1 on the margin. Equal items make it singular in their shares
/// alone: the smallest change is taken.
bool polish(const Samples& samples, double lambda, bool bias, Active& active, Vector& theta) {
  const Index P = theta.size(), D = P - (bias ? 1 : 0), M = static_cast<Index>(active.margin.size());
  Matrix K = Matrix::Zero(P + M, P + M);
  Vector right(P + M);
  K.diagonal().head(D).setConstant(lambda);
  right.head(P) = samples.X.transpose() * active.a.cwiseProduct(samples.y);
  right.head(D) -= lambda * theta.head(D);
  for (Index j = 0; j < M; ++j) {
    const Index i = active.margin[static_cast<std::size_t>(j)];
    const Vector z = samples.y[i] * samples.X.row(i).transpose();
    K.block(0, P + j, P, 1) = -z;
    K.block(P + j, 0, 1, P) = z.transpose();
    right[P + j] = 1 - z.dot(theta);
  }
  const Vector change = K.completeOrthogonalDecomposition().solve(right);
  if (!change.allFinite()) return false;
  theta += change.head(P);
  for (Index j = 0; j < M; ++j) active.a[active.margin[static_cast<std::size_t>(j)]] += change[P + j];
  return true;
}

/// How far the conditions of the optimum are from holding.
double violation(const Samples& samples, double lambda, bool bias, const Active& active, const Vector& theta) {
  const Index D = theta.size() - (bias ? 1 : 0);
  const Vector pull = samples.X.transpose() * active.a.cwiseProduct(samples.y);
  Vector left = Vector::Zero(theta.size());
  left.head(D) = lambda * theta.head(D);
  const double scale = samples.X.cwiseAbs().maxCoeff() * active.a.cwiseAbs().sum() + left.norm();
  double worst = (left - pull).norm() / std::max(scale, 1e-300);
  const Vector v = samples.y.cwiseProduct(samples.X * theta).array() - 1;
  for (Index i = 0; i < v.size(); ++i) {
    const double share = active.a[i] / samples.count[i];
    worst = std::max({worst, -share, share - 1, std::min(share, v[i]), std::min(1 - share, -v[i])});
  }
  return worst;
}

/// The b closest to 0 among those that are best for these weights: the hinges' sum is linear between the points where
/// one of them starts.
double best_bias(const Samples& samples, const Vector& weights) {
  const Index D = weights.size(), n = samples.y.size();
  std::vector<std::pair<double, double>> kinks(static_cast<std::size_t>(n));
  double slope = 0;  // far to the left every item labelled 1 pulls to the right
  for (Index i = 0; i < n; ++i) {
    kinks[static_cast<std::size_t>(i)] = {samples.y[i] - samples.X.row(i).head(D).dot(weights), samples.count[i]};
    if (samples.y[i] > 0) slope -= samples.count[i];
  }
  std::sort(kinks.begin(), kinks.end());
  double low = -infinity, high = infinity;
  for (const auto& [at, count] : kinks) {
    const double next = slope + count;
    if (slope < 0 && next >= 0) low = at;
    if (slope <= 0 && next > 0) high = at;
    slope = next;
  }
  return std::clamp(0.0, low, high);
}

}  // namespace

Vector solve_svm(const Samples& samples, double lambda, bool bias) {
  constexpr double last = 1e-13;
  Vector theta = Vector::Zero(samples.X.cols());
  for (double smoothing = 1; smoothing > 0.5 * last; smoothing *= 0.1) {
    theta = minimise_newton(LinearKind::svm, samples, lambda, bias, {smoothing}, theta);
  }
  Vector best = theta;
  double least = infinity;
  for (const double width : {1e-4, 1e-6, 1e-8, 1e-10}) {
    Vector polished = theta;
    Active active = active_set(samples, theta, last, width);
    for (int step = 0; step < 2; ++step) {
      if (!polish(samples, lambda, bias, active, polished)) break;
    }
    const double worst = violation(samples, lambda, bias, active, polished);
    if (worst < least) least = worst, best = polished;
    if (worst < 1e-12) break;
  }
  // Where not even the conditions improve, the path's own end is the better answer.
  if (least > 1e-5) best = theta;
  if (bias) best[best.size() - 1] = best_bias(samples, best.head(best.size() - 1));
  return best;
}

}  // namespace didact
