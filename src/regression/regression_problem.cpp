#include "../core/decompositions.hpp"
#include "../learners/regression_sums.hpp"
#include <didact/core/special.hpp>
#include <didact/regression/regression_problem.hpp>

#include <cmath>
#include <numbers>

namespace didact {
namespace {

const double log_two_pi = std::log(2 * std::numbers::pi);

template <class L>
double loss_at(const L& learner, const RegressionTarget& target, const ItemSet& items) {
  const double n = static_cast<double>(items.size());
  const Vector s = summed_statistic(learner, items);
  return learner.loss(point_of(learner, target), n, s) + beyond_point(learner, target, n, s);
}

/// What the learner knows, as equations R w = z of unit noise that were made triangular by rotations, and the squares
/// of what they could not meet: no normal equations, so that it shares no rounding with the loss above.
struct Equations {
  Matrix R;
  Vector z;
  double squares = 0;

  void join(const Matrix& rows) {
    const Index D = z.size();
    Matrix all(D + rows.rows(), D + 1);
    all << R, z, rows;
    const Matrix triangle = Qr(all).R();
    R = triangle.topLeftCorner(D, D);
    z = triangle.col(D).head(D);
    if (triangle.rows() > D) squares += triangle(D, D) * triangle(D, D);
  }
};

/// The prior's equations, in units of the noise, and those of the items some at a time.
Equations equations_of(const Vector& mean, const Matrix& covariance, const ItemSet& items) {
  const Cholesky factor(covariance);
  Equations equations{factor.half_solve(Matrix::Identity(mean.size(), mean.size())), factor.half_solve(mean)};
  const Vector roots = Vector::NullaryExpr(items.rows.rows(), [&](Index i) {
    return std::sqrt(static_cast<double>(items.copies[static_cast<std::size_t>(i)]));
  });
  constexpr Index most = 512;
  for (Index row = 0; row < items.rows.rows(); row += most) {
    const Index count = std::min(most, items.rows.rows() - row);
    equations.join(roots.segment(row, count).asDiagonal() * items.rows.middleRows(row, count));
  }
  return equations;
}

/// The Normal part of a belief's -log density.
double normal_part(const Equations& known, const RegressionTarget& target) {
  const double D = static_cast<double>(target.weights.size());
  return 0.5 * D * log_two_pi - known.R.diagonal().array().abs().log().sum() +
         0.5 * (known.R * target.weights - known.z).squaredNorm() / target.variance +
         0.5 * (known.R * target.doubt * known.R.transpose()).trace();
}

}  // namespace

Index RegressionProblem::dimension() const {
  return std::visit([](const auto& one) { return one.dimension(); }, learner);
}

double RegressionProblem::loss_of(const ItemSet& items) const {
  return std::visit([&](const auto& one) { return loss_at(one, target, items); }, learner);
}

double RegressionProblem::loss_stepwise(const ItemSet& items) const {
  const double D = static_cast<double>(dimension());
  if (const auto* known = std::get_if<LinearRegression>(&learner)) {
    const Equations equations = equations_of(known->mean, known->covariance / known->variance, items);
    return normal_part(equations, target) + 0.5 * D * std::log(known->variance);
  }
  const auto& prior = std::get<LinearRegressionUnknownVariance>(learner);
  const Equations equations = equations_of(prior.mean, prior.covariance, items);
  const double shape = prior.shape + 0.5 * static_cast<double>(items.size());
  const double scale = prior.scale + 0.5 * equations.squares;
  const double log_variance = std::log(target.variance) + 2 * target.A;  // its mean
  return normal_part(equations, target) + 0.5 * D * log_variance + log_gamma(shape) - shape * std::log(scale) +
         (shape + 1) * log_variance + scale / target.variance;
}

}  // namespace didact
