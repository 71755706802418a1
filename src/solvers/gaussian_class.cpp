#include "solvers/gaussian_class.hpp"

#include "../core/decompositions.hpp"
#include "solvers/bfgs.hpp"
#include "solvers/worst_case.hpp"
#include <didact/core/random.hpp>

#include <cmath>

namespace didact::solvers {
namespace {

/// Everything in coordinates where the target is N(0, I), and m, F scaled so that all variables are of order one.
class WeightedClass {
 public:
  WeightedClass(const MomentsProblem::Settings& settings, double n) : settings_(settings), n_(n) {
    const Cholesky factor(settings.sigma);
    G_ = factor.L();
    log_det_ = factor.log_det();
    for (const NormalInverseWishart& learner : settings.learners) {
      const Matrix half = factor.half_solve(learner.scale), scale = factor.half_solve(half.transpose());
      learners_.push_back({factor.half_solve(learner.mean - settings.mu), learner.kappa, learner.nu, scale});
    }
    magnitude_ = settings.magnitude * G_.transpose() * G_;  // of whitened items
    drift_ = settings.magnitude * G_.transpose() * settings.mu;
  }

  Index dimension() const { return G_.rows(); }

  struct Local {
    Vector losses;
    double mean = 0;  ///< weighted impedance
    Vector by_m;      ///< ∂/∂m with C fixed
    Matrix by_C;
  };
  Local at(const std::vector<double>& weights, const Vector& m, const Matrix& C) const;

  Moments minimise(const std::vector<double>& weights, Index rank, double& gap, const Stop& stop) const;
  Moments restored(const Vector& m, const Matrix& C) const;

 private:
  double gap_of(const Local& local, const Vector& m, const Matrix& C) const;

  const MomentsProblem::Settings& settings_;
  double n_;
  Matrix G_;
  double log_det_;
  std::vector<NormalInverseWishart> learners_;
  Matrix magnitude_;
  Vector drift_;
};

WeightedClass::Local WeightedClass::at(const std::vector<double>& weights, const Vector& m, const Matrix& C) const {
  const Index D = dimension();
  Local local{Vector(learners_.size()), 0, Vector::Zero(D), Matrix::Zero(D, D)};
  for (std::size_t j = 0; j < learners_.size(); ++j) {
    const NormalInverseWishart& learner = learners_[j];
    const double kappa = learner.kappa + n_, nu = learner.nu + n_, rho = learner.kappa * n_ / kappa;
    const Vector d = m - learner.mean;
    const Matrix lambda = learner.scale + rho * d * d.transpose() + C;
    const Cholesky factor(lambda);
    if (!factor.succeeded()) {
      local.mean = infinity;
      return local;
    }
    const Vector u = (learner.kappa * learner.mean + n_ * m) / kappa;
    const double log_det = factor.log_det();
    const double dimension = static_cast<double>(D);
    local.losses[static_cast<Index>(j)] = settings_.offsets[j] + normal_inverse_wishart_floor(D, kappa, nu, log_det_) +
                                          0.5 * (lambda.trace() - nu * log_det - dimension * nu * (1 - std::log(nu))) +
                                          0.5 * kappa * u.squaredNorm();
    if (weights[j] == 0) continue;
    const Matrix G = 0.5 * (Matrix::Identity(D, D) - nu * factor.inverse());
    local.mean += weights[j] * local.losses[static_cast<Index>(j)];
    local.by_C += weights[j] * G;
    local.by_m += weights[j] * (2 * rho * G * d + n_ * u);
  }
  // magnitude: c Σ|x|² = c (tr(G C Gᵀ) + n |μ + G m|²)
  const double effort =
      (magnitude_.cwiseProduct(C)).sum() +
      n_ * (m.dot(magnitude_ * m) + 2 * drift_.dot(m) + settings_.magnitude * settings_.mu.squaredNorm()) +
      settings_.per_item * n_;
  local.losses.array() += effort;
  local.mean += effort;
  local.by_C += magnitude_;
  local.by_m += 2 * n_ * (magnitude_ * m + drift_);
  return local;
}

/// By convexity in (Σx, Σxxᵀ) no set is better than this much below: the linearisation's least value where an optimum
/// can be. There tr C ≤ D ν_n, from <∂C, C> = 0, and n|m| is at most what the learners' pull and the magnitude's drift
/// add up to, from ∂m = 0.   [CLASS.2]
double WeightedClass::gap_of(const Local& local, const Vector& m, const Matrix& C) const {
  const double D = static_cast<double>(dimension());
  double reach = 0, mean_reach = 0;
  for (const NormalInverseWishart& learner : learners_) {
    const double nu = learner.nu + n_, rho = learner.kappa * n_ / (learner.kappa + n_);
    const double least = eigenvalues(learner.scale)[0];
    reach = std::max(reach, D * nu);
    mean_reach = std::max(mean_reach, nu / n_ * 0.5 * std::sqrt(rho / least));
  }
  mean_reach += 2 * drift_.norm() + m.norm();
  const double least = eigenvalues(local.by_C)[0];
  return local.by_m.norm() * mean_reach + std::max(0.0, -least) * (reach + n_ * mean_reach * mean_reach) +
         std::max(0.0, local.by_C.cwiseProduct(C).sum());
}

Moments WeightedClass::minimise(const std::vector<double>& weights, Index rank, double& gap, const Stop& stop) const {
  const Index D = dimension();
  const double scale = std::sqrt(n_);
  const SmoothFunction f = [&](const Vector& y, Vector& gradient) {
    const Vector m = y.head(D) / scale;
    const Matrix F = Matrix::Map(y.data() + D, D, rank);
    const Matrix C = F * F.transpose();
    const Local local = at(weights, m, C);
    if (!(local.mean < infinity)) return infinity;
    gradient.head(D) = local.by_m / scale;
    const Matrix by_F = 2 * local.by_C * F;
    gradient.tail(D * rank) = Vector::Map(by_F.data(), D * rank);
    return local.mean;
  };
  Random random(3);
  Descent best;
  const int starts = rank < D ? 12 : 1;
  for (int start = 0; start < starts && !(start > 0 && stop); ++start) {
    Vector y(D + D * rank);
    const Matrix F = start == 0 ? Matrix(std::sqrt(n_ + 1) * Matrix::Identity(D, rank))
                                : Matrix(scale * Matrix::NullaryExpr(D, rank, [&] { return random.normal(); }));
    y.head(D) = start == 0 ? Vector(Vector::Zero(D)) : Vector(Vector::NullaryExpr(D, [&] { return random.normal(); }));
    y.tail(D * rank) = Vector::Map(F.data(), D * rank);
    Descent found = minimise_smooth(f, y, {}, {}, 1000, 1e-13, stop);
    if (found.value < best.value) best = std::move(found);
  }
  if (best.x.size() <= 60 && !stop) best = polished(f, std::move(best));
  const Vector m = best.x.head(D) / scale;
  const Matrix F = Matrix::Map(best.x.data() + D, D, rank);
  const Matrix C = F * F.transpose();
  gap = gap_of(at(weights, m, C), m, C);
  Moments moments{best.value, m, C};
  return moments;
}

Moments WeightedClass::restored(const Vector& m, const Matrix& C) const {
  return {0, settings_.mu + G_ * m, G_ * C * G_.transpose()};
}

}  // namespace

Moments best_for_class(const MomentsProblem::Settings& settings, double n, Index rank, double& bound,
                       const Stop& stop) {
  const WeightedClass problem(settings, n);
  const Index D = problem.dimension();
  auto solve = [&](Index columns, double& gap) {
    gap = 0;
    if (settings.judge == Judge::expected) return problem.minimise(settings.weights, columns, gap, stop);
    double worst_gap = 0;
    WorstCase<Moments> found = solve_worst_case<Moments>(
        settings.learners.size(),
        [&](const std::vector<double>& weights) {
          double inner_gap = 0;
          Moments moments = problem.minimise(weights, columns, inner_gap, stop);
          worst_gap = std::max(worst_gap, inner_gap);
          const Vector losses = problem.at(weights, moments.mean, moments.scatter).losses;
          return Weighing<Moments>{std::move(moments), {losses.begin(), losses.end()}};
        },
        1e-11, stop);
    gap = found.best - found.bound + worst_gap;
    found.solution.value = found.best;
    return found.solution;
  };
  double gap = 0;
  const Moments full = solve(D, gap);
  bound = full.value - gap;
  const Moments best = rank < D ? solve(rank, gap) : full;
  Moments result = problem.restored(best.mean, best.scatter);
  result.value = best.value;
  return result;
}

}  // namespace didact::solvers
