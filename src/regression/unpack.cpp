#include "../core/decompositions.hpp"
#include "../learners/regression_sums.hpp"
#include "dress.hpp"
#include <didact/core/random.hpp>

#include <cmath>
#include <stdexcept>

namespace didact::regression {
namespace {

/// Orthonormal columns: drawn, or as near to one item for each column as n allows.
Matrix frame(Index n, Index columns, Style style, Random& random) {
  Matrix frame = Matrix::Zero(n, columns);
  if (style == Style::natural) {
    for (double& x : frame.reshaped()) x = random.normal();
    return nearest_orthonormal(frame);
  }
  for (Index i = 0; i < n; ++i) frame(i, i % columns) = 1;
  for (Index j = 0; j < columns; ++j) frame.col(j).normalize();
  return frame;
}

/// A vector orthogonal to these columns, of this length.
Vector beside(const Matrix& columns, double length, Random& random) {
  Vector v(columns.rows());
  for (double& x : v) x = random.normal();
  if (columns.cols() > 0) {
    const Matrix Q = Qr(columns).thin_Q();
    for (int again = 0; again < 2; ++again) v -= Q * (Q.transpose() * v);
  }
  const double norm = v.norm();
  return norm > 0 ? Vector(length / norm * v) : v;
}

}  // namespace

Matrix rows_with_statistics(Index n, const Matrix& S, const Vector& u, std::optional<double> t, Style style,
                            double noise, Random& random) {
  const Index D = S.rows();
  const Spectrum spectrum(S);
  const Vector& mu = spectrum.eigenvalues();
  Index rank = 0;
  while (rank < D && mu[D - 1 - rank] > 1e-13 * std::max(mu[D - 1], 1e-300)) ++rank;
  if (rank > n) throw std::invalid_argument("fewer items than the squares have directions");
  const Matrix V = spectrum.eigenvectors().rightCols(rank);
  const Vector roots = mu.tail(rank).cwiseSqrt();
  const Matrix Q = rank > 0 ? frame(n, rank, style, random) : Matrix(n, 0);
  Matrix rows(n, D + 1);
  rows.leftCols(D) = Q * roots.asDiagonal() * V.transpose();
  const Vector y = (V.transpose() * u).cwiseQuotient(roots);
  rows.col(D) = Q * y;
  const double left = t ? *t - y.squaredNorm() : noise * static_cast<double>(n - rank);
  if (left > 0 && n > rank && (t || style == Style::natural)) rows.col(D) += beside(Q, std::sqrt(left), random);
  return rows;
}

Matrix with_natural_noise(const Form& form, Matrix rows, Random& random) {
  const Index D = form.dimension();
  const Matrix x = rows.leftCols(D);
  const PivotedQr qr(x, 1e-11);
  if (rows.rows() <= qr.rank()) return rows;
  const Matrix Q = qr.range();
  const Vector errors = rows.col(D) - x * form.weights, along = Q * (Q.transpose() * errors);
  const double expected = std::sqrt(form.noise * static_cast<double>(rows.rows() - qr.rank()));
  const double length = form.known_noise ? expected : (errors - along).norm();
  rows.col(D) += along - errors + beside(Q, length, random);
  return rows;
}

}  // namespace didact::regression

namespace didact {

ItemSet unpack_regression(Index D, Index n, const Vector& s, Style style, std::uint64_t seed) {
  const RegressionSums sums = unpacked(s, D);
  const bool squares = s.size() == D * D + D + 1;
  Random random(seed);
  const std::string none = "no " + std::to_string(n) + " items have these statistics";
  if (n == 0 && s.isZero(0)) return {Matrix(0, D + 1), {}};
  if (n == 0) throw std::invalid_argument(none);
  ItemSet items{Matrix(n, D + 1), std::vector<Index>(static_cast<std::size_t>(n), 1)};
  try {
    const std::optional<double> t = squares ? std::optional(sums.t) : std::nullopt;
    items.rows = regression::rows_with_statistics(n, sums.S, sums.u, t, style, 0, random);
  } catch (const std::invalid_argument&) {
    throw std::invalid_argument(none);
  }
  const Matrix x = items.rows.leftCols(D);
  const Vector y = items.rows.col(D);
  const Matrix S = x.transpose() * x;
  const Vector u = x.transpose() * y;
  const Vector got = squares ? packed(S, u, y.squaredNorm()) : packed(S, u);
  if (!((got - s).lpNorm<Eigen::Infinity>() <= 1e-9 * std::max(1.0, s.lpNorm<Eigen::Infinity>()))) {
    throw std::invalid_argument(none);
  }
  return items;
}

}  // namespace didact
