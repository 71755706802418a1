#include "form.hpp"

#include "../core/decompositions.hpp"
#include "../learners/regression_sums.hpp"
#include <didact/learners/internal/densities.hpp>

#include <cmath>
#include <limits>
#include <numbers>

namespace didact::regression {
namespace {

/// Whether some direction has no more than rounding in it, whatever the units of the coordinates. Fewer points of a
/// belief than directions leave one of them open, and a decomposition in other coordinates would find a little there.
bool is_singular(const Matrix& squares) {
  const Vector lengths = squares.diagonal().cwiseSqrt();
  if (!(lengths.minCoeff() > 0)) return true;
  const double D = static_cast<double>(lengths.size());
  const Vector units = lengths.cwiseInverse();
  const Spectrum spectrum(units.asDiagonal() * squares * units.asDiagonal());
  return spectrum.eigenvalues()[0] <= 4 * D * std::numeric_limits<double>::epsilon();
}

template <class L>
Form form_for(const RegressionProblem& problem, const L& learner) {
  const Index D = learner.dimension();
  const RegressionTarget& target = problem.target;
  const Prior prior = learner.prior();
  const Matrix known = unpacked(prior.lambda1, D).S;
  Form form;
  form.root = Cholesky(known).L();
  form.weights = target.weights;
  form.noise = target.variance;
  form.off = form.root.transpose() * (learner.mean - target.weights);
  const Matrix squares = problem.effort.magnitude * Matrix::Identity(D, D) + 0.5 * target.doubt;
  form.free_direction = is_singular(squares);
  form.cost = form.root.transpose() * squares * form.root;
  form.per_item = problem.effort.per_item + target.A;
  const double belief = 0.5 * target.doubt.cwiseProduct(known).sum() + target.A * prior.lambda2 - target.log_h0;
  form.constant = 0.5 * static_cast<double>(D) * std::log(2 * std::numbers::pi * form.noise) -
                  form.root.diagonal().array().log().sum() + belief;
  return form;
}

}  // namespace

Matrix Form::whitened(const Matrix& rows) const {
  return lower_solve(root, rows.transpose()).transpose();
}

Matrix Form::shown(const Matrix& rows) const {
  return rows * root.transpose();
}

double Form::label_loss(double n, double b, double miss) const {
  if (known_noise) return miss / noise;
  return gamma_loss(exact_sum(shape, 0.5 * n), {b, 0}, 1 / noise) + 2 * std::log(noise) + miss / noise;
}

double Form::design_loss(double n, const Matrix& S) const {
  const Cholesky factor(Matrix::Identity(dimension(), dimension()) + S);
  return constant + per_item * n - 0.5 * factor.log_det() + cost.cwiseProduct(S).sum();
}

Form form_of(const RegressionProblem& problem) {
  if (const auto* known = std::get_if<LinearRegression>(&problem.learner)) return form_for(problem, *known);
  const auto& learner = std::get<LinearRegressionUnknownVariance>(problem.learner);
  Form form = form_for(problem, learner);
  form.known_noise = false;
  form.shape = learner.shape;
  form.scale = learner.scale;
  return form;
}

Vector statistic_of(const Form& form, const Matrix& S, const Vector& pull, double squares) {
  const Matrix shown = form.root * S * form.root.transpose();
  const Vector errors = form.root * pull;  // Σ x e
  const Vector u = shown * form.weights + errors;
  if (form.known_noise) return packed(shown, u);
  return packed(shown, u, squares + form.weights.dot(u) + form.weights.dot(errors));
}

}  // namespace didact::regression
