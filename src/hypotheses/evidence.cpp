#include "evidence.hpp"

#include <algorithm>
#include <cmath>

namespace didact::hypotheses {

double log_sum_exp(const Vector& a, Vector* weights) {
  const double top = a.maxCoeff();
  const Eigen::ArrayXd shifted = a.array() - top;
  const Eigen::ArrayXd e = (shifted < -700).select(0, shifted.exp());  // Eigen's exp(-∞) is not quite 0
  const double sum = e.sum();
  if (weights) *weights = e / sum;
  return top + std::log(sum);
}

double impossible_beside(const Vector& log_ratios) {
  constexpr double vanished = -800;  // as a probability, and far from being seen beside others
  return vanished - 2 * std::max(0.0, log_ratios.maxCoeff());
}

Vector finite(const Vector& logs, double impossible) {
  constexpr double deepest = -1e9;
  return logs.unaryExpr([=](double log) { return log == -infinity ? impossible : std::max(log, deepest); });
}

/// The covariance of the columns under the belief, which is the gradient.
Matrix Evidence::curvature(const Vector&, const Vector& gradient, const Matrix& D) const {
  if (D.cols() == 1) {
    const double mean = gradient.dot(D.col(0));
    return Matrix::Constant(1, 1, gradient.dot((D.col(0).array() - mean).square().matrix()));
  }
  const Vector mean = D.transpose() * gradient;
  const Matrix scaled = gradient.cwiseSqrt().asDiagonal() * D;
  return scaled.transpose() * scaled - mean * mean.transpose();
}

EvidenceItems::EvidenceItems(const Vector& log_ratios, Matrix evidence)
    : function_(log_ratios),
      d_(std::move(evidence)),
      tops_(d_.colwise().maxCoeff()),
      ratios_((d_.rowwise() - tops_.transpose()).array().exp()) {
  costs = Vector::Zero(d_.cols());
  low = Vector::Zero(d_.cols());
  high = Vector::Constant(d_.cols(), infinity);
}

Index EvidenceItems::best_next(const Vector& sum, std::span<const Index> among,
                               const std::function<bool(Index)>& may_show) const {
  Vector belief;
  log_sum_exp(sum, &belief);
  Index best = -1;
  double least = infinity;
  const auto consider = [&](Index item, double sums) {
    if (!(sums > 0)) return;  // too small to be told: such an item is not looked at
    const double value = std::log(sums) + tops_[item] + costs[item];
    if ((best < 0 || value < least) && may_show(item)) best = item, least = value;
  };
  if (among.empty()) {
    const Vector sums = ratios_.transpose() * belief;
    for (Index item = 0; item < size(); ++item) consider(item, sums[item]);
  } else {
    for (const Index item : among) consider(item, ratios_.col(item).dot(belief));
  }
  if (best < 0 && among.empty()) {  // the last resort: any that may be shown
    for (Index item = 0; item < size() && best < 0; ++item) {
      if (may_show(item)) best = item;
    }
  }
  return best;
}

}  // namespace didact::hypotheses
