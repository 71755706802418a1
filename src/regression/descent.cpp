#include "descent.hpp"

#include "../core/decompositions.hpp"
#include "solvers/bfgs.hpp"

#include <cmath>

namespace didact::regression {
namespace {

/// The impedance at whitened rows X and errors e, and its gradient by both.
struct AtItems {
  double value = 0;
  Matrix by_x;
  Vector by_e;
};

AtItems at_items(const Form& form, double n, const Matrix& X, const Vector& e) {
  const Index D = form.dimension();
  const Matrix S = X.transpose() * X;
  const Cholesky factor(Matrix::Identity(D, D) + S);
  const Vector pull = form.off + X.transpose() * e, k = factor.solve(pull), Xk = X * k;
  const double miss = 0.5 * pull.dot(k);
  const double b = form.known_noise ? 0 : form.scale + 0.5 * (form.off.squaredNorm() + e.squaredNorm()) - miss;
  AtItems at;
  at.value = form.design_loss(n, S) + form.label_loss(n, b, miss);
  const double by_b = form.known_noise ? 0 : 1 / form.noise - form.shape_after(n) / b;
  const double by_miss = 1 / form.noise - by_b;
  at.by_x = by_miss * (e - Xk) * k.transpose() - factor.solve(X.transpose()).transpose() + 2 * X * form.cost;
  at.by_e = by_miss * Xk + by_b * e;
  return at;
}

Interval interval_of(const Bounds& bounds, Index column, Index D) {
  if (column == D) return bounds.y.value_or(Interval{});
  return bounds.x.empty() ? Interval{} : bounds.x[static_cast<std::size_t>(column)];
}

}  // namespace

double impedance_of(const Form& form, const ItemSet& items) {
  const Index D = form.dimension();
  Vector root(items.rows.rows());  // a row that is there c times is one that is √c as long
  for (Index i = 0; i < root.size(); ++i)
    root[i] = std::sqrt(static_cast<double>(items.copies[static_cast<std::size_t>(i)]));
  const Matrix x = items.rows.leftCols(D);
  const Vector e = items.rows.col(D) - x * form.weights;
  const auto n = static_cast<double>(items.size());
  return at_items(form, n, root.asDiagonal() * form.whitened(x), root.cwiseProduct(e)).value;
}

Matrix descended(const Form& form, const Bounds& bounds, const Matrix& rows, const Stop& stop) {
  const Index D = form.dimension(), n = rows.rows(), size = n * (D + 1);
  Vector low(size), high(size);
  for (Index j = 0; j <= D; ++j) {
    const Interval interval = interval_of(bounds, j, D);
    low.segment(j * n, n).setConstant(std::max(interval.low, -1e300));
    high.segment(j * n, n).setConstant(std::min(interval.high, 1e300));
  }
  const solvers::SmoothFunction f = [&](const Vector& numbers, Vector& gradient) {
    const Matrix at = Matrix::Map(numbers.data(), n, D + 1), x = at.leftCols(D);
    const AtItems items = at_items(form, static_cast<double>(n), form.whitened(x), at.col(D) - x * form.weights);
    Matrix by(n, D + 1);
    // x̃ = L⁻¹x, and e = y - w*·x falls where x rises.
    by.leftCols(D) = lower_transposed_solve(form.root, items.by_x.transpose()).transpose();
    by.leftCols(D) -= items.by_e * form.weights.transpose();
    by.col(D) = items.by_e;
    gradient = Vector::Map(by.data(), size);
    return std::isfinite(items.value) ? items.value : infinity;
  };
  const solvers::Descent found =
      solvers::minimise_smooth(f, Vector::Map(rows.data(), size), low, high, 1000, 1e-12, stop);
  return Matrix::Map(found.x.data(), n, D + 1);
}

}  // namespace didact::regression
