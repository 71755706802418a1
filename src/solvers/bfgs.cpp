#include "solvers/bfgs.hpp"

#include "../core/decompositions.hpp"

#include <algorithm>
#include <cmath>

namespace didact::solvers {
namespace {

Vector projected(Vector x, const Vector& low, const Vector& high) {
  if (low.size() > 0) x = x.cwiseMax(low).cwiseMin(high);
  return x;
}

/// The gradient without the components that push against a bound.
Vector free_gradient(const Vector& x, const Vector& gradient, const Vector& low, const Vector& high) {
  Vector free = gradient;
  for (Index i = 0; i < low.size(); ++i) {
    if ((x[i] <= low[i] && gradient[i] > 0) || (x[i] >= high[i] && gradient[i] < 0)) free[i] = 0;
  }
  return free;
}

}  // namespace

Descent minimise_smooth(const SmoothFunction& f, Vector start, const Vector& low, const Vector& high, int iterations,
                        double gradient_tolerance, const Stop& stop) {
  const Index size = start.size();
  Descent at;
  at.x = projected(std::move(start), low, high);
  at.gradient = Vector::Zero(size);
  at.value = f(at.x, at.gradient);
  Matrix H = Matrix::Identity(size, size);
  bool fresh = true;
  for (int iteration = 0; iteration < iterations && !stop; ++iteration) {
    const Vector free = free_gradient(at.x, at.gradient, low, high);
    if (!(free.lpNorm<Eigen::Infinity>() > gradient_tolerance * std::max(1.0, std::abs(at.value)))) break;
    Vector direction = -(H * free);
    for (Index i = 0; i < low.size(); ++i) {
      if (free[i] == 0 && at.gradient[i] != 0) direction[i] = 0;
    }
    double slope = direction.dot(free);
    if (!(slope < 0)) {
      H.setIdentity();
      fresh = true;
      direction = -free;
      slope = -free.squaredNorm();
    }
    double step = fresh ? std::min(1.0, 1 / free.norm()) : 1;
    Descent next;
    next.gradient = Vector::Zero(size);
    bool moved = false;
    for (int trial = 0; trial < 60; ++trial, step /= 2) {
      next.x = projected(at.x + step * direction, low, high);
      next.value = f(next.x, next.gradient);
      if (!(next.value < infinity)) continue;
      // Near the end the value is noise, and only the gradient tells better from worse.
      const bool as_good = next.value <= at.value + 1e-11 * std::max(1.0, std::abs(at.value)) &&
                           free_gradient(next.x, next.gradient, low, high).norm() <= 0.5 * free.norm();
      if (as_good || next.value <= at.value + 1e-4 * at.gradient.dot(next.x - at.x)) {
        moved = true;
        break;
      }
    }
    if (!moved) {
      if (fresh) break;
      H.setIdentity();
      fresh = true;
      continue;
    }
    const Vector dx = next.x - at.x, dg = next.gradient - at.gradient;
    const double curvature = dx.dot(dg);
    if (curvature > 1e-14 * dx.norm() * dg.norm()) {
      if (fresh) H *= curvature / dg.squaredNorm();
      const Vector Hg = H * dg;
      const double scale = 1 / curvature;
      H += ((1 + dg.dot(Hg) * scale) * scale) * dx * dx.transpose() -
           scale * (Hg * dx.transpose() + dx * Hg.transpose());
      fresh = false;
    }
    const bool stalled =
        at.value - next.value <= 1e-17 * std::max(1.0, std::abs(at.value)) && dx.norm() <= 1e-15 * (1 + at.x.norm());
    at = std::move(next);
    if (stalled) break;
  }
  return at;
}

Descent polished(const SmoothFunction& f, Descent at) {
  const Index size = at.x.size();
  for (int iteration = 0; iteration < 12; ++iteration) {
    Matrix H(size, size);
    Vector up(size), down(size);
    for (Index i = 0; i < size; ++i) {
      const Vector step = 1e-5 * std::max(1.0, std::abs(at.x[i])) * Vector::Unit(size, i);
      if (!(f(at.x + step, up) < infinity && f(at.x - step, down) < infinity)) return at;
      H.col(i) = (up - down) / (2 * step[i]);
    }
    H = 0.5 * (H + H.transpose()).eval();
    constexpr double flat = 1e-9;  // directions in which nothing changes at all stay as they are
    Descent next{at.x - least_norm_solve(H, at.gradient, flat), infinity, Vector::Zero(size)};
    next.value = f(next.x, next.gradient);
    if (!(next.value < infinity && next.gradient.norm() < 0.5 * at.gradient.norm())) break;
    at = std::move(next);
  }
  return at;
}

}  // namespace didact::solvers
