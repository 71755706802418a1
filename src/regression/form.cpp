#include "form.hpp"

#include "../core/decompositions.hpp"
#include "../learners/regression_sums.hpp"
#include <didact/learners/densities.hpp>

#include <cmath>
#include <numbers>

namespace didact::regression {
namespace {

/// What a teacher's belief costs beyond its point: E w wᵀ/σ² is more than that of the means, by `doubt`.   [REG.5]
struct Doubt {
  Matrix squares;
  double per_item = 0;
  double constant = 0;
};

template <class L>
Doubt doubt_of(const L& learner, const NaturalTarget& mean, const NaturalTarget& point) {
  const Index D = learner.dimension();
  const Prior prior = learner.prior();
  const Matrix squares = -2 * unpacked(mean.theta - point.theta, D).S;
  const bool only_rounding = squares.norm() <= 1e-12 * unpacked(mean.theta, D).S.norm();
  Doubt doubt{only_rounding ? Matrix::Zero(D, D) : squares};
  doubt.per_item = only_rounding ? 0 : mean.A - point.A;
  doubt.constant = 0.5 * doubt.squares.cwiseProduct(unpacked(prior.lambda1, D).S).sum() +
                   doubt.per_item * prior.lambda2 - (only_rounding ? 0 : mean.log_h0 - point.log_h0);
  return doubt;
}

template <class L>
Form form_for(const RegressionProblem& problem, const L& learner, double noise, const typename L::Target& target) {
  const Index D = learner.dimension();
  Form form;
  form.root = Cholesky(unpacked(learner.prior().lambda1, D).S).L();
  form.weights = target.weights;
  form.noise = noise;
  form.off = form.root.transpose() * (learner.mean - target.weights);
  const Doubt doubt = doubt_of(learner, problem.target, learner.natural(target));
  const Matrix squares = problem.effort.magnitude * Matrix::Identity(D, D) + 0.5 * doubt.squares;
  form.cost = form.root.transpose() * squares * form.root;
  form.per_item = problem.effort.per_item + doubt.per_item;
  form.constant = 0.5 * static_cast<double>(D) * std::log(2 * std::numbers::pi * noise) -
                  form.root.diagonal().array().log().sum() + doubt.constant;
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
  if (const auto* known = std::get_if<LinearRegression>(&problem.learner)) {
    return form_for(problem, *known, known->variance, known->from_natural(problem.target.theta));
  }
  const auto& learner = std::get<LinearRegressionUnknownVariance>(problem.learner);
  const auto target = learner.from_natural(problem.target.theta);
  Form form = form_for(problem, learner, target.variance, target);
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
