#include "solvers/spectral_niw.hpp"

#include "../core/decompositions.hpp"
#include "solvers/bfgs.hpp"
#include "solvers/convex_search.hpp"
#include <didact/core/random.hpp>

#include <algorithm>
#include <cmath>

namespace didact::solvers {

SpectralNiw::SpectralNiw(const NormalInverseWishart& prior, const Vector& mu, const Matrix& sigma)
    : kappa_(prior.kappa), nu_(prior.nu), mu_(mu) {
  const Cholesky factor(sigma);
  log_det_sigma_ = factor.log_det();
  const Matrix half = factor.half_solve(prior.scale), scale = factor.half_solve(half.transpose());
  const Spectrum spectrum(scale);
  e_ = spectrum.eigenvalues();
  basis_ = factor.L() * spectrum.eigenvectors();
  z_ = spectrum.eigenvectors().transpose() * factor.half_solve(prior.mean - mu);
}

double SpectralNiw::floor(const State& at) const {
  return normal_inverse_wishart_floor(dimension(), at.kappa, at.nu, log_det_sigma_);
}

/// At μn = μ* the scale before any scatter is diag(e) + ρ z zᵀ; all its eigenvalues are ≤ ν iff   [NIW.6]
bool SpectralNiw::all_can_be_lifted(const State& at) const {
  double secular = 0;
  for (Index i = 0; i < dimension(); ++i) {
    if (z_[i] == 0 && e_[i] <= at.nu) continue;
    if (!(e_[i] < at.nu)) return false;
    secular += z_[i] * z_[i] / (at.nu - e_[i]);
  }
  return at.rho * secular <= 1;
}

/// The loss above its floor as a function of u = μn, the scatter at its best: it lifts the `liftable` smallest
/// eigenvalues of diag(e) + ρ (u - z)(u - z)ᵀ that are below ν up to ν.
double SpectralNiw::partial(const State& at, Index liftable, const Vector& u, Vector& gradient) const {
  const Vector d = u - z_;
  Matrix M = at.rho * d * d.transpose();
  M.diagonal() += e_;
  const Spectrum spectrum(M);
  double value = 0.5 * at.kappa * u.squaredNorm();
  gradient = at.kappa * u;
  for (Index i = 0; i < dimension(); ++i) {
    const double lambda = spectrum.eigenvalues()[i];
    if (i < liftable && lambda < at.nu) continue;
    if (!(lambda > 0)) return infinity;
    value += deviance(at.nu / 2, lambda / 2);
    const auto v = spectrum.eigenvectors().col(i);
    gradient += (1 - at.nu / lambda) * at.rho * v.dot(d) * v;
  }
  return value;
}

/// n = 1: no scatter at all. d = u - z solves (A - τ/e_i) d_i = b_i with τ = νρ/(1 + ρ Σ d_i²/e_i): one root.   [NIW.7]
Vector SpectralNiw::best_single(const State& at) const {
  const double A = at.rho + at.kappa;
  const Vector b = -at.kappa * z_;
  auto d_of = [&](double tau) { return Vector(b.array() / (A - tau / e_.array())); };
  auto off = [&](double tau) {
    const Vector d = d_of(tau);
    const double u = (d.array().square() / e_.array()).sum();
    return tau * (1 + at.rho * u) - at.nu * at.rho;
  };
  const double end = A * e_.minCoeff();
  const double inside = end * (1 - 1e-14);
  if (off(inside) >= 0) return z_ + d_of(root_of_increasing(off, 0.0, inside));
  // The hard case: b has (almost) no part along the smallest e; what is missing goes there, either way.
  Vector d = Vector::Zero(dimension());
  for (Index i = 0; i < dimension(); ++i) {
    if (A - end / e_[i] > 1e-9 * A) d[i] = b[i] / (A - end / e_[i]);
  }
  const double u = (d.array().square() / e_.array()).sum();
  const double missing = (at.nu * at.rho / end - 1) / at.rho - u;
  Index smallest = 0;
  e_.minCoeff(&smallest);
  d[smallest] = (b[smallest] < 0 ? -1 : 1) * std::sqrt(std::max(0.0, missing * e_[smallest]));
  return z_ + d;
}

Vector SpectralNiw::best_posterior_mean(const State& at, Index liftable, const Stop& stop) const {
  const Index D = dimension();
  if (liftable >= D && all_can_be_lifted(at)) return Vector::Zero(D);
  if (liftable == 0) return best_single(at);
  const SmoothFunction f = [&](const Vector& u, Vector& gradient) { return partial(at, liftable, u, gradient); };
  std::vector<Vector> starts{Vector::Zero(D), 0.5 * z_};
  if (liftable < D) {  // not convex: from many places
    Random random(7);
    for (Index i = 0; i < std::min<Index>(D, 8); ++i) {
      for (const double sign : {-1.0, 1.0}) {
        starts.push_back(z_ + sign * std::sqrt(std::max(0.0, at.nu - e_[i]) / at.rho) * Vector::Unit(D, i));
      }
    }
    for (int i = 0; i < 6; ++i) {
      starts.push_back(z_ + std::sqrt(at.nu / at.rho) * Vector::NullaryExpr(D, [&] { return random.normal(); }));
    }
  }
  Descent best{starts[0], infinity, {}};  // numbers so large that nothing is finite leave it at that
  for (const Vector& start : starts) {
    Descent found = minimise_smooth(f, start, {}, {}, 300, 1e-12, stop);
    if (found.value < best.value) best = std::move(found);
    if (liftable >= D || stop) break;  // convex: any start does
  }
  return best.x;
}

double SpectralNiw::value(double n, const Stop& stop) const {
  const State at = state(n);
  if (all_can_be_lifted(at)) return floor(at);
  Vector gradient(dimension());
  return floor(at) + partial(at, dimension(), best_posterior_mean(at, dimension(), stop), gradient);
}

Moments SpectralNiw::moments(const State& at, Index liftable, const Vector& u) const {
  const Index D = dimension();
  const Vector d = u - z_;
  Moments result;
  result.mean = mu_ + basis_ * ((at.kappa * u - kappa_ * z_) / at.n);
  if (liftable >= D && all_can_be_lifted(at)) {
    Matrix C = -at.rho * d * d.transpose();
    C.diagonal().array() += at.nu - e_.array();
    result.scatter = basis_ * C * basis_.transpose();
    result.value = floor(at);
  } else {
    Matrix M = at.rho * d * d.transpose();
    M.diagonal() += e_;
    const Spectrum spectrum(M);
    Vector lift = (at.nu - spectrum.eigenvalues().array()).cwiseMax(0.0);
    if (liftable < D) lift.tail(D - liftable).setZero();
    const Matrix V = basis_ * spectrum.eigenvectors();
    result.scatter = V * lift.asDiagonal() * V.transpose();
    Vector gradient(D);
    result.value = floor(at) + partial(at, liftable, u, gradient);
  }
  result.scatter = 0.5 * (result.scatter + result.scatter.transpose()).eval();
  return result;
}

Moments SpectralNiw::best(double n, const Stop& stop) const {
  const State at = state(n);
  return moments(at, dimension(), best_posterior_mean(at, dimension(), stop));
}

Moments SpectralNiw::best_limited(Index n, const Stop& stop) const {
  const State at = state(static_cast<double>(n));
  return moments(at, n - 1, best_posterior_mean(at, n - 1, stop));
}

/// n ≤ D items lift n - 1 eigenvalues of diag(e) + ρ d dᵀ. The others, i ≥ n, lie in [e_i, e_(i+1)] and exceed e by
/// w = ρ |d|² in all at most, the largest is e_1 + w at least, and |u| ≥ ||d| - |z||: a convex problem in w alone,
/// exact where all e are equal.   [NIW.9]
double SpectralNiw::limited_bound(Index n, const Stop& stop) const {
  if (n == 1) return best_limited(1).value;
  const State at = state(static_cast<double>(n));
  const Index D = dimension();
  auto raised = [&](double w) {
    const double largest = std::max(e_[D - 1], e_[0] + w);
    double budget = w - (largest - e_[D - 1]), sum = 0;
    for (Index i = n - 1; i < D; ++i) {  // the smallest first: there deviance falls fastest
      const double from = i + 1 < D ? e_[i] : largest, top = i + 1 < D ? std::min(e_[i + 1], at.nu) : at.nu;
      const double rise = std::clamp(top - from, 0.0, std::max(0.0, budget));
      budget -= rise;
      sum += deviance(at.nu / 2, (from + rise) / 2);
    }
    return sum;
  };
  const double z = z_.norm();
  auto bound = [&](double w) {
    const double distance = std::sqrt(w / at.rho) - z;
    return raised(w) + 0.5 * at.kappa * distance * distance;
  };
  const double most = std::max(at.rho * z * z, at.nu * static_cast<double>(D)) + 1;
  const double spectral = minimise_convex(bound, 0.0, most, 0.5 * most).value;
  return std::max(floor(at) + spectral, value(static_cast<double>(n), stop));
}

}  // namespace didact::solvers
