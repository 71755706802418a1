#include "conjugate_items.hpp"

#include <algorithm>
#include <cmath>

namespace didact::pools {
namespace {

/// How sharp the smoothed maximum is: it exceeds the true one by log(learners) / sharpness at most.
constexpr double sharpness = 1e10;

bool is_worst_of_several(const solvers::ConjugateProblem& problem) {
  return problem.judge == Judge::worst && problem.learners.size() > 1;
}

}  // namespace

ConjugateLoss::ConjugateLoss(const solvers::ConjugateProblem& problem)
    : ConvexFunction(Vector::Zero(problem.family().dimension() + 1)),
      problem_(problem),
      dimension_(problem.family().dimension()) {}

/// With which weights the gradients of the learners add up; of the worst of several they depend on where.
Vector ConjugateLoss::weights_at(const Vector& a, double& value) const {
  const auto J = static_cast<Index>(problem_.learners.size());
  Vector weights(J), losses = Vector::Zero(J);
  for (Index j = 0; j < J; ++j) {
    const auto learner = static_cast<std::size_t>(j);
    weights[j] = J == 1 ? 1 : problem_.weights[learner];
    if (weights[j] == 0 && !is_worst_of_several(problem_)) continue;
    losses[j] = solvers::density_loss(problem_, learner, a[0], a.tail(dimension_));
  }
  value = weights.dot(losses);
  if (!is_worst_of_several(problem_)) return weights;
  const double top = losses.maxCoeff();
  const Eigen::ArrayXd e = (sharpness * (losses.array() - top)).max(-700.0).exp();
  value = top + std::log(e.sum()) / sharpness;
  return e / e.sum();
}

double ConjugateLoss::value(const Vector& a, Vector& gradient) const {
  double value = 0;
  const Vector weights = weights_at(a, value);
  gradient = Vector::Zero(a.size());
  for (Index j = 0; j < weights.size(); ++j) {
    if (weights[j] == 0) continue;
    gradient += weights[j] * solvers::density_gradient(problem_, static_cast<std::size_t>(j), a[0], a.tail(dimension_));
  }
  return value;
}

double ConjugateLoss::operator()(const Vector& a) const {
  double value = 0;
  weights_at(a, value);
  return value;
}

Vector ConjugateLoss::gradient(const Vector& a) const {
  if (problem_.learners.size() == 1) return solvers::density_gradient(problem_, 0, a[0], a.tail(dimension_));
  return ConvexFunction::gradient(a);
}

double ConjugateLoss::slack() const {
  return is_worst_of_several(problem_) ? std::log(static_cast<double>(problem_.learners.size())) / sharpness : 0;
}

/// By differences of the gradient, forwards: adding a little of an item leads nowhere outside.
Matrix ConjugateLoss::curvature(const Vector& a, const Vector& gradient_here, const Matrix& D) const {
  const Index f = D.cols();
  Matrix H(a.size(), f);
  for (Index j = 0; j < f; ++j) {
    double h = 1e-7 * (1 + a.norm()) / std::max(D.col(j).norm(), 1e-300);
    Vector ahead;
    for (int attempt = 0; attempt < 4; ++attempt, h *= 1e-2) {
      ahead = gradient(a + h * D.col(j));
      if (ahead.allFinite()) break;
    }
    H.col(j) = (ahead - gradient_here) / h;
  }
  const Matrix K = D.transpose() * H;
  return 0.5 * (K + K.transpose());
}

}  // namespace didact::pools
