#include "item_objective.hpp"

#include "../core/decompositions.hpp"
#include "bounds.hpp"

#include <cmath>

namespace didact::linear {

ItemObjective::ItemObjective(const LinearProblem& problem, const ItemSet& start, double smoothing)
    : p_(problem),
      labels_(start.rows.col(problem.dimension)),
      counts_(problem.seen.rows.rows() + start.rows.rows()),
      smoothing_(smoothing),
      columns_(problem.dimension + (problem.labels_are_signs() ? 0 : 1)) {
  const Index seen = p_.seen.rows.rows();
  for (Index i = 0; i < counts_.size(); ++i) {
    const auto copies =
        i < seen ? p_.seen.copies[static_cast<std::size_t>(i)] : start.copies[static_cast<std::size_t>(i - seen)];
    counts_[i] = static_cast<double>(copies);
  }
  low_.resize(labels_.size() * columns_);
  high_.resize(low_.size());
  for (Index i = 0; i < labels_.size(); ++i) {
    for (Index j = 0; j < columns_; ++j) {
      const Interval allowed = j < p_.dimension ? x_interval(p_, j) : p_.y_range.value_or(Interval{});
      low_[i * columns_ + j] = allowed.low;
      high_[i * columns_ + j] = allowed.high;
    }
  }
}

Vector ItemObjective::pack(const Matrix& rows) const {
  Vector z(low_.size());
  for (Index i = 0; i < rows.rows(); ++i) z.segment(i * columns_, columns_) = rows.row(i).head(columns_);
  return z;
}

Matrix ItemObjective::unpack(const Vector& z) const {
  Matrix rows(labels_.size(), p_.dimension + 1);
  for (Index i = 0; i < rows.rows(); ++i) {
    rows(i, p_.dimension) = labels_[i];
    rows.row(i).head(columns_) = z.segment(i * columns_, columns_).transpose();
  }
  return rows;
}

/// The penalty outweighs what the soft hinge says of b where the hinge itself says nothing, and nothing else.
Softness ItemObjective::soft(double smoothing) const {
  return {smoothing, p_.learner.kind == LinearKind::svm ? 0.1 * std::sqrt(smoothing) : 0};
}

Vector ItemObjective::settled(const Samples& samples) const {
  const bool bias = p_.learner.bias;
  if (p_.learner.kind == LinearKind::ridge) return solve_ridge(samples, p_.learner.lambda, bias);
  Vector start = last_;
  if (start.size() == 0) {  // down the path, for a far start is a slow one
    start = Vector::Zero(samples.X.cols());
    for (double path = 1; p_.learner.kind == LinearKind::svm && path > smoothing_; path *= 0.1) {
      start = minimise_newton(p_.learner.kind, samples, p_.learner.lambda, bias, soft(path), std::move(start));
    }
  }
  last_ = minimise_newton(p_.learner.kind, samples, p_.learner.lambda, bias, soft(smoothing_), std::move(start));
  return last_;
}

double ItemObjective::loss(const Vector& theta, Vector& gradient) const {
  if (p_.loss == LinearLoss::parameters) {
    const Vector off = theta - as_vector(p_.target, p_.learner.bias);
    gradient = 2 * off;
    return off.squaredNorm();
  }
  const Samples test(p_.test, p_.learner.bias);
  const Vector f = test.X * theta;
  const double scale = (p_.learner.kind == LinearKind::ridge ? 2 : 1) / test.count.sum();
  double sum = 0;
  gradient = Vector::Zero(theta.size());
  for (Index i = 0; i < f.size(); ++i) {
    const Pointwise item = pointwise(p_.learner.kind, f[i], test.y[i], smoothing_);
    sum += scale * test.count[i] * item.value;
    gradient += (scale * test.count[i] * item.slope) * test.X.row(i).transpose();
  }
  return sum;
}

/// H dθ = -d(Σ ℓ' x): with H v = dloss/dθ, dloss/dx_i = -(ℓ'_i v_w + ℓ''_i (v·x_i) w), dloss/dy_i = v·x_i for ridge.
void ItemObjective::add_through_learner(const Samples& samples, const Vector& theta, const Vector& pull,
                                        Vector& gradient) const {
  const Index D = p_.dimension, seen = p_.seen.rows.rows();
  const Matrix H = hessian(p_.learner.kind, samples, p_.learner.lambda, p_.learner.bias, soft(smoothing_), theta);
  const Vector v = SymmetricFactor(H).solve(pull);
  for (Index i = 0; i < labels_.size(); ++i) {
    const auto x = samples.X.row(seen + i);
    const Pointwise item = pointwise(p_.learner.kind, x.dot(theta), samples.y[seen + i], smoothing_);
    const double along = x.dot(v), count = counts_[seen + i];
    gradient.segment(i * columns_, D) -= count * (item.slope * v.head(D) + item.curvature * along * theta.head(D));
    if (columns_ > D) gradient[i * columns_ + D] += count * along;
  }
}

double ItemObjective::add_effort(const Matrix& rows, Vector& gradient) const {
  const Index D = p_.dimension, seen = p_.seen.rows.rows();
  double effort = 0;
  const double c = p_.effort.magnitude;
  for (Index i = 0; i < rows.rows() && c > 0; ++i) {
    effort += c * counts_[seen + i] * rows.row(i).head(D).squaredNorm();
    gradient.segment(i * columns_, D) += 2 * c * counts_[seen + i] * rows.row(i).head(D).transpose();
  }
  if (!(p_.effort.closeness > 0)) return effort;
  const ClosestPair pair = closest_pair(rows.leftCols(D));
  if (pair.distance == 0) return infinity;
  if (pair.distance == infinity) return effort;
  const Vector between = (rows.row(pair.first) - rows.row(pair.second)).head(D) / pair.distance;
  const Vector slope = (p_.effort.closeness / (pair.distance * pair.distance)) * between;
  gradient.segment(pair.first * columns_, D) -= slope;
  gradient.segment(pair.second * columns_, D) += slope;
  return effort + p_.effort.closeness / pair.distance;
}

double ItemObjective::operator()(const Vector& z, Vector& gradient) const {
  const Matrix rows = unpack(z);
  gradient = Vector::Zero(z.size());
  Matrix all(p_.seen.rows.rows() + rows.rows(), rows.cols());
  all << p_.seen.rows, rows;
  const Samples samples(all, counts_, p_.learner.bias);
  const double effort = add_effort(rows, gradient);
  if (!(effort < infinity)) return infinity;
  const bool one_label = p_.learner.bias && p_.labels_are_signs() && (samples.y.array() == samples.y[0]).all();
  if (one_label) {  // whatever its items, the learner has no weights
    Vector unused;
    Vector theta = Vector::Zero(p_.dimension + 1);
    if (p_.learner.kind == LinearKind::svm) theta[p_.dimension] = samples.y[0];
    return loss(theta, unused) + effort;
  }
  const Vector theta = settled(samples);
  Vector pull;
  const double value = loss(theta, pull) + effort;
  add_through_learner(samples, theta, pull, gradient);
  return std::isfinite(value) && gradient.allFinite() ? value : infinity;
}

}  // namespace didact::linear
