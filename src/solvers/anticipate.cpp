#include "solvers/anticipate.hpp"

#include "../core/decompositions.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace didact::solvers {
namespace {

/// Each column made to sum to 1, where it has something to sum.
void normalise_columns(Matrix& M) {
  for (Index j = 0; j < M.cols(); ++j) {
    const double sum = M.col(j).sum();
    if (sum > 0) M.col(j) /= sum;
  }
}

void normalise_rows(Matrix& M) {
  for (Index i = 0; i < M.rows(); ++i) {
    const double sum = M.row(i).sum();
    if (sum > 0) M.row(i) /= sum;
  }
}

/// p(h | D) ∝ exp(u_h) M_hD
Matrix believed(const Vector& u, const Matrix& M) {
  Matrix L = (u.array() - u.maxCoeff()).exp().matrix().asDiagonal() * M;
  normalise_columns(L);
  return L;
}

/// Where some beliefs vanish the rounds come ever slower, each by less than the one before; Newton's method on
/// f(u) = Σ_D log Σ_h exp(u_h) M_hD - #D Σ_h p_h u_h, whose slope is zero there, does not.   [ANT.2]
void settle_by_newton(const Matrix& M, const Vector& prior, const Stop& stop, Matrix& learner) {
  const Index H = M.rows();
  double sets = 0;
  for (Index j = 0; j < M.cols(); ++j) sets += M.col(j).sum() > 0 ? 1 : 0;
  auto value = [&](const Vector& u) {
    const Eigen::RowVectorXd sums = u.array().exp().matrix().transpose() * M;
    double f = -sets * prior.dot(u);
    for (const double sum : sums) f += sum > 0 ? std::log(sum) : 0;
    return f;
  };
  Vector u = Vector::Zero(H);
  for (Index h = 0; h < H; ++h) {
    u[h] = prior[h] > 0 ? std::log(prior[h]) : -700;
  }
  for (int step = 0; step < 200 && !stop; ++step) {
    const Matrix L = believed(u, M);
    const Vector slope = L.rowwise().sum() - sets * prior;
    if (slope.lpNorm<Eigen::Infinity>() <= 1e-14 * sets) break;
    Matrix curvature = -L * L.transpose();
    curvature.diagonal() += L.rowwise().sum();
    curvature.diagonal().array() += 1e-15 * sets;
    Vector move = -SymmetricFactor(curvature).solve(slope);
    move.array() -= move.mean();
    const double longest = move.lpNorm<Eigen::Infinity>();
    if (!(longest < 1e300)) break;
    move *= std::min(1.0, 5.0 / longest);
    const double before = value(u);
    double length = 1;
    while (length > 1e-10 && !(value(u + length * move) <= before)) length *= 0.5;
    if (length <= 1e-10) break;
    u += length * move;
    if (u.maxCoeff() - u.minCoeff() > 600) break;
  }
  learner = believed(u, M);
}

/// One round of teacher and learner.
Matrix next_round(const Matrix& learner, const Vector& prior) {
  Matrix next = learner;
  normalise_rows(next);  // the teacher
  next = prior.asDiagonal() * next;
  normalise_columns(next);  // the learner
  return next;
}

}  // namespace

Anticipation anticipate(const Matrix& likelihood, const Vector& prior, const Stop& stop) {
  if (likelihood.cols() == 0) {
    throw std::invalid_argument("no set of the sizes that are asked for can be made of different items");
  }
  constexpr Index most_rounds = 20'000, patience = 500, few = 400;
  constexpr double settled = 1e-13, most_work = 2e10;
  Anticipation result{prior.asDiagonal() * likelihood, 0, infinity};
  normalise_columns(result.learner);
  while (result.rounds < most_rounds && result.change > settled && !stop) {
    Matrix next = next_round(result.learner, prior);
    result.change = (next - result.learner).cwiseAbs().maxCoeff();
    result.learner.swap(next);
    ++result.rounds;
    if (result.rounds == patience && likelihood.rows() <= few) {
      Matrix faster;
      settle_by_newton(likelihood, prior, stop, faster);
      const double change = (next_round(faster, prior) - faster).cwiseAbs().maxCoeff();
      if (change < result.change) result.learner = faster, result.change = change;
    }
    if (static_cast<double>(result.rounds) * static_cast<double>(likelihood.size()) > most_work) break;
  }
  return result;
}

}  // namespace didact::solvers
