#include "conjugate_items.hpp"

#include <algorithm>
#include <cmath>

namespace didact::pools {
namespace {

/// How sharp the smoothed maximum is: it exceeds the true one by log(learners) / sharpness at most.
constexpr double sharpness = 1e10;

bool is_worst_of_several(const solvers::PooledProblem& problem) {
  return problem.judge == Judge::worst && problem.members.size() > 1;
}

}  // namespace

ConjugateLoss::ConjugateLoss(const solvers::PooledProblem& problem)
    : ConvexFunction(Vector::Zero(problem.dimension + 1)), problem_(problem) {}

/// With which weights the gradients of the learners add up; of the worst of several they depend on where.
Vector ConjugateLoss::weights_at(const Vector& a, double& value) const {
  const auto J = static_cast<Index>(problem_.members.size());
  Vector weights(J), losses = Vector::Zero(J);
  for (Index j = 0; j < J; ++j) {
    const solvers::PooledProblem::Member& member = problem_.members[static_cast<std::size_t>(j)];
    weights[j] = J == 1 ? 1 : member.weight;
    if (weights[j] > 0 || is_worst_of_several(problem_)) losses[j] = member.loss(a[0], a.tail(problem_.dimension));
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
    gradient += weights[j] * problem_.members[static_cast<std::size_t>(j)].gradient(a[0], a.tail(problem_.dimension));
  }
  return value;
}

double ConjugateLoss::operator()(const Vector& a) const {
  double value = 0;
  weights_at(a, value);
  return value;
}

Vector ConjugateLoss::gradient(const Vector& a) const {
  if (problem_.members.size() == 1) return problem_.members[0].gradient(a[0], a.tail(problem_.dimension));
  return ConvexFunction::gradient(a);
}

double ConjugateLoss::slack() const {
  return is_worst_of_several(problem_) ? std::log(static_cast<double>(problem_.members.size())) / sharpness : 0;
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
