#include "../core/decompositions.hpp"
#include "solvers/generic_problem.hpp"

#include <algorithm>
#include <cmath>

namespace didact::solvers {
namespace {

class Unpacking {
 public:
  Unpacking(const std::function<Vector(const Vector&)>& T, const Vector& goal, const ItemDomain& domain)
      : T_(T), goal_(goal), domain_(domain) {}

  Vector residual(const Matrix& rows) const {
    Vector r = goal_;
    for (Index i = 0; i < rows.rows(); ++i) r -= T_(rows.row(i));
    return r;
  }

  /// The smallest change of all items that meets the residual to first order (Levenberg–Marquardt, dual form). [GEN.3]
  Matrix step(const Matrix& rows, const Vector& residual, double damping) const {
    const Index n = rows.rows(), D = goal_.size();
    std::vector<Matrix> slopes(n);
    for (Index i = 0; i < n; ++i) slopes[i] = slope(rows.row(i));
    Matrix change(n, rows.cols());
    for (int attempt = 0; attempt < 8; ++attempt) {
      Matrix JJ = Matrix::Zero(D, D);
      for (const Matrix& J : slopes) JJ += J * J.transpose();
      JJ.diagonal().array() += damping * (JJ.trace() / static_cast<double>(D) + 1e-300);
      const Vector multiplier = SymmetricFactor(JJ).solve(residual);
      for (Index i = 0; i < n; ++i) change.row(i) = (slopes[i].transpose() * multiplier).transpose();
      if (!hold_at_bounds(rows, change, slopes)) break;
    }
    return change;
  }

  /// What is pushed against its bound cannot move: the others must do without it. Whether there was any.
  bool hold_at_bounds(const Matrix& rows, const Matrix& change, std::vector<Matrix>& slopes) const {
    bool any = false;
    for (Index i = 0; i < rows.rows(); ++i) {
      for (Index j = 0; j < rows.cols(); ++j) {
        const auto [low, high] = domain_.range[j];
        const bool outward = (rows(i, j) <= low && change(i, j) < 0) || (rows(i, j) >= high && change(i, j) > 0);
        if (!outward) continue;
        slopes[i].col(j).setZero();
        any = true;
      }
    }
    return any;
  }

  void keep_inside(Matrix& rows) const {
    for (Index j = 0; j < rows.cols(); ++j) {
      rows.col(j) = rows.col(j).cwiseMax(domain_.range[j].low).cwiseMin(domain_.range[j].high);
    }
  }

 private:
  Matrix slope(const Vector& x) const {
    Matrix J(goal_.size(), x.size());
    for (Index j = 0; j < x.size(); ++j) {
      const double h = 1e-6 * std::max(1.0, std::abs(x[j]));
      Vector up = x, down = x;
      up[j] = std::min(x[j] + h, domain_.range[j].high);
      down[j] = std::max(x[j] - h, domain_.range[j].low);
      J.col(j) = (T_(up) - T_(down)) / std::max(1e-300, up[j] - down[j]);
    }
    return J;
  }

  const std::function<Vector(const Vector&)>& T_;
  const Vector& goal_;
  const ItemDomain& domain_;
};

}  // namespace

Matrix least_squares_items(const std::function<Vector(const Vector&)>& T, const Vector& s, Matrix rows,
                           const ItemDomain& domain) {
  const Unpacking unpacking(T, s, domain);
  unpacking.keep_inside(rows);
  Vector residual = unpacking.residual(rows);
  double damping = 1e-12;
  for (int iteration = 0; iteration < 200; ++iteration) {
    if (residual.norm() <= 1e-14 * std::max(1.0, s.norm())) break;
    const Matrix change = unpacking.step(rows, residual, damping);
    bool better = false;
    for (double length = 1; length > 1e-4 && !better; length /= 2) {
      Matrix next = rows + length * change;
      unpacking.keep_inside(next);
      const Vector next_residual = unpacking.residual(next);
      if (next_residual.norm() < residual.norm()) {
        rows = std::move(next);
        residual = next_residual;
        better = true;
      }
    }
    damping = better ? std::max(1e-12, damping / 10) : damping * 100;
    if (damping > 1e6) break;
  }
  return rows;
}

}  // namespace didact::solvers
