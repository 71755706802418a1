#include "spectral.hpp"

#include "../core/decompositions.hpp"
#include "solvers/bfgs.hpp"

#include <cmath>

namespace didact::regression {

BestSquares water_filled(const Matrix& cost, Index rank) {
  const Index D = cost.rows();
  const Spectrum spectrum(cost);
  const Vector& q = spectrum.eigenvalues();
  const double least = 1e-15 * std::max(q[D - 1], 1e-300);
  if (rank == 0) return {Matrix::Zero(D, D), 0};
  if (!(q[0] > least)) return {Matrix::Zero(D, D), -infinity};
  Vector mu = Vector::Zero(D);
  double value = 0;
  for (Index i = 0; i < std::min(D, rank); ++i) {
    mu[i] = std::max(0.0, 0.5 / q[i] - 1);
    value += -0.5 * std::log1p(mu[i]) + q[i] * mu[i];
  }
  return {spectrum.with_eigenvalues(mu), value};
}

namespace {

/// The value at S = F Fᵀ, and its gradient by F: every S has such a root, and S is where the problem is convex.
double value_at_root(const Form& form, double n, const Vector& entries, Vector& gradient) {
  const Index D = form.dimension();
  const Matrix F = Matrix::Map(entries.data(), D, D), S = F * F.transpose();
  const Cholesky factor(Matrix::Identity(D, D) + S);
  const LabelTerm labels = label_term(form, n, S);
  const Matrix slope = -0.5 * factor.inverse() + form.cost + labels.slope;
  const Matrix by_root = 2 * slope * F;
  gradient = Vector::Map(by_root.data(), D * D);
  return form.design_loss(n, S) + labels.loss;
}

/// The labels' part is convex in S: its tangent, added to the cost, bounds it from below.
double tangent_bound(const Form& form, double n, const Matrix& S) {
  const LabelTerm labels = label_term(form, n, S);
  if (!labels.smooth) return -infinity;
  return form.constant + form.per_item * n + labels.loss - labels.slope.cwiseProduct(S).sum() +
         water_filled(form.cost + labels.slope, form.dimension()).value;
}

}  // namespace

FreeOptimum free_optimum(const Form& form, double n, const Stop& stop) {
  const Index D = form.dimension();
  FreeOptimum best;
  const BestSquares squares = water_filled(form.cost, D);
  best.S = squares.S;
  if (squares.value == -infinity) return best;
  best.bound = tangent_bound(form, n, best.S);
  best.value = form.design_loss(n, best.S) + label_term(form, n, best.S).loss;
  if (form.known_noise || best.value - best.bound <= 1e-13 * std::max(1.0, std::abs(best.value))) return best;
  // Labels want every direction in which the prior is off: the slope there is infinite at 0.
  const double little = 1e-3 * std::max(1.0, best.S.trace()) / static_cast<double>(D);
  const Matrix start = Cholesky(best.S + little * Matrix::Identity(D, D)).L();
  const solvers::Descent found = solvers::minimise_smooth(
      [&](const Vector& entries, Vector& gradient) { return value_at_root(form, n, entries, gradient); },
      Vector::Map(start.data(), D * D), {}, {}, 2000, 1e-13, stop);
  const Matrix F = Matrix::Map(found.x.data(), D, D);
  best.S = F * F.transpose();
  best.value = found.value;
  best.bound = std::max(best.bound, tangent_bound(form, n, best.S));
  return best;
}

BestSquares boxed_bound(const Form& form, double n, const Vector& reach, const Stop& stop) {
  const Index D = form.dimension();
  const Vector room = n * reach.cwiseAbs2();
  BestSquares best{Matrix::Zero(D, D), -infinity};
  const solvers::SmoothFunction negated = [&](const Vector& multiplier, Vector& gradient) {
    const Matrix cost = form.cost + weighted_gram(form.root, multiplier);
    BestSquares squares = water_filled(cost, D);
    if (squares.value == -infinity) return infinity;
    const Matrix shown = form.root * squares.S * form.root.transpose();
    gradient = room - shown.diagonal();
    squares.value -= multiplier.dot(room);
    const double value = squares.value;
    if (value > best.value) best = std::move(squares);
    return -value;
  };
  const Vector start = (2 * room.cwiseMax(1e-9)).cwiseInverse();
  solvers::minimise_smooth(negated, start, Vector::Zero(D), Vector::Constant(D, 1e12), 300, 1e-12, stop);
  return best;
}

}  // namespace didact::regression
