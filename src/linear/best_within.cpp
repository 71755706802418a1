#include "best_within.hpp"

#include "../core/decompositions.hpp"
#include "pointwise.hpp"
#include "solvers/convex_search.hpp"

#include <cmath>

namespace didact::linear {

BestWithin::BestWithin(const LinearProblem& problem, const Stop& stop) : p_(problem), stop_(stop) {
  if (p_.loss == LinearLoss::parameters) {
    enough_ = p_.target.weights.norm();
    return;
  }
  if (p_.learner.kind == LinearKind::ridge) {
    const BestState best = least_squares();
    enough_ = best.state.weights.norm();
    floor_ = best.bound;
  } else {
    enough_ = infinity;
    if (p_.learner.kind == LinearKind::logistic && !stop_) look_for_an_end();
  }
}

/// Where no plane parts the labels, the mean logistic loss has a minimum.
void BestWithin::look_for_an_end() {
  const bool bias = p_.learner.bias;
  const Samples samples(p_.test, bias);
  const Vector theta = minimise_newton(LinearKind::logistic, samples, 0, bias, {}, as_vector(trained(1e-6), bias));
  const Vector f = samples.X * theta;
  Vector gradient = Vector::Zero(theta.size());
  double scale = 0;
  for (Index i = 0; i < f.size(); ++i) {
    const double slope = samples.count[i] * pointwise(LinearKind::logistic, f[i], samples.y[i], 0).slope;
    gradient += slope * samples.X.row(i).transpose();
    scale += std::abs(slope) * samples.X.row(i).norm();
  }
  constexpr double flat = 1e-13;
  const bool parted = (f.cwiseProduct(samples.y).array() > 0).all();
  if (parted || !(gradient.norm() <= flat * scale)) return;
  const BestState best = of(as_state(theta, bias));
  enough_ = best.state.weights.norm();
  floor_ = best.loss;
}

BestState BestWithin::of(LinearState state) const {
  const double loss = p_.loss_of(state);
  return {std::move(state), loss, loss};
}

/// A learner of the same kind, trained on the test items: the closer it keeps to 0 the larger its λ.
LinearState BestWithin::trained(double lambda) const {
  return LinearLearner{p_.learner.kind, lambda, p_.learner.bias}.after(p_.test);
}

BestState BestWithin::least_squares() const {
  const Samples samples(p_.test, p_.learner.bias);
  const Vector root = samples.count.cwiseSqrt();
  const Matrix A = root.asDiagonal() * samples.X;
  return of(as_state(least_norm_solve(A, root.cwiseProduct(samples.y)), p_.learner.bias));
}

BestState BestWithin::at_no_weights() const {
  LinearState none{Vector::Zero(p_.dimension), 0};
  if (!p_.learner.bias) return of(none);
  if (p_.loss == LinearLoss::parameters) {
    none.bias = p_.target.bias;
    return of(none);
  }
  ItemSet blank = p_.test;
  blank.rows.leftCols(p_.dimension).setZero();
  none.bias = p_.learner.after(blank).bias;
  return of(none);
}

BestState BestWithin::operator()(double R) const {
  if (R == 0) return at_no_weights();
  if (p_.loss == LinearLoss::parameters) {
    const double norm = p_.target.weights.norm();
    LinearState state = p_.target;
    if (norm > R) state.weights *= R / norm;
    BestState best = of(std::move(state));
    best.loss = best.bound = norm > R ? (norm - R) * (norm - R) : 0;
    return best;
  }
  if (p_.learner.kind == LinearKind::ridge && enough_ <= R) return least_squares();
  return on_the_path(R);
}

/// risk + μ/2 ‖w‖² is least at the learner trained with λ = μ · count; ‖w‖ falls in μ, and
/// risk(μ) + μ/2 (‖w(μ)‖² - R²) is a lower bound for every μ.   [LIN.5]
BestState BestWithin::on_the_path(double R) const {
  const double count = static_cast<double>(p_.test.size()) * (p_.learner.kind == LinearKind::ridge ? 0.5 : 1);
  BestState best = at_no_weights();
  best.bound = 0;
  auto look = [&](double log_mu) {
    if (stop_) return 0.0;  // as if this were the end of the path
    const double mu = std::exp(log_mu);
    BestState at = of(trained(mu * count));
    const double norm = at.state.weights.norm();
    const double bound = R < infinity ? at.loss + 0.5 * mu * (norm * norm - R * R) : 0;
    if (norm > R) {  // what is inside, in its direction, is a state to be had
      at.state.weights *= R / norm;
      at = of(std::move(at.state));
    }
    const double highest = std::max(best.bound, bound);
    if (at.loss < best.loss) best = std::move(at);
    best.bound = highest;
    return R - norm;
  };
  const double least = R < infinity ? std::log(1e-11 / std::max(1.0, R * R)) : std::log(1e-11);
  solvers::root_of_increasing(look, least, std::log(1e6));
  best.bound = std::min(best.bound, best.loss);
  return best;
}

}  // namespace didact::linear
