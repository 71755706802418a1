#include "../core/decompositions.hpp"
#include "solvers/moments_problem.hpp"

#include <cmath>
#include <numbers>

namespace didact::solvers {

Vector pack_moments(const Vector& sum, const Matrix& squares) {
  const Index D = sum.size();
  Vector s(D + D * D);
  s.head(D) = sum;
  for (Index i = 0; i < D; ++i) s.segment(D + i * D, D) = squares.row(i).transpose();
  return s;
}

Matrix unpack_squares(const Vector& s, Index D) {
  const Matrix squares = Matrix::Map(s.data() + D, D, D);
  return 0.5 * (squares + squares.transpose());
}

double least_magnitude(const Matrix& sigma) {
  return -0.5 / eigenvalues(sigma).maxCoeff();
}

Vector moved_moments(double n, const Vector& s, const Vector& by) {
  const Vector sum = s.head(by.size());
  const Matrix cross = sum * by.transpose();
  return pack_moments(sum + n * by, unpack_squares(s, by.size()) + cross + cross.transpose() + n * by * by.transpose());
}

namespace {

/// F with F Fᵀ = C and as few columns as C's rank, at most `rank`.
Matrix root_of(const Matrix& C, Index rank) {
  const Index D = C.rows();
  if (rank >= D) {
    const Cholesky factor(C);
    const Matrix L = factor.L();
    const double least = factor.succeeded() ? L.diagonal().minCoeff() : 0;
    if (least > 1e-7 * std::sqrt(C.diagonal().maxCoeff())) return L;
  }
  const Spectrum spectrum(C);
  const Index columns = std::min(D, rank);
  return spectrum.eigenvectors().rightCols(columns) *
         spectrum.eigenvalues().tail(columns).cwiseMax(0).cwiseSqrt().asDiagonal();
}

Matrix cosines(Index n, Index columns) {
  Matrix Q(n, columns);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < columns; ++j) {
      Q(i, j) = std::sqrt(2.0 / static_cast<double>(n)) * std::cos(std::numbers::pi * (static_cast<double>(i) + 0.5) *
                                                                   static_cast<double>(j + 1) / static_cast<double>(n));
    }
  }
  return Q;
}

/// Orthonormal columns orthogonal to 1, uniform over all such: the Q of a centred normal sample.
Matrix random_columns(Index n, Index columns, Random& random) {
  Matrix sample(n, columns);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < columns; ++j) sample(i, j) = random.normal();
  }
  sample.rowwise() -= sample.colwise().mean().eval();
  const Qr qr(sample);
  Matrix Q = qr.thin_Q();
  const Vector pivots = qr.R().diagonal();
  for (Index j = 0; j < columns; ++j) {
    if (pivots[j] < 0) Q.col(j) *= -1;  // the sign that keeps the columns near the sample's
  }
  return Q;
}

}  // namespace

/// With c_i copies of item i, x_i = m + F u_i/√c_i for U with orthonormal columns that are orthogonal to √c.
ItemSet few_items_with_moments(Index n, const Vector& mean, const Matrix& scatter) {
  const Index D = mean.size(), count = D + 1;
  ItemSet set;
  Vector root(count);
  for (Index i = 0; i < count; ++i) {
    set.copies.push_back(n / count + (i < n % count ? 1 : 0));
    root[i] = std::sqrt(static_cast<double>(set.copies.back()));
  }
  Matrix columns(count, count);
  columns << root, cosines(count, D);
  const Matrix Q = Qr(columns).thin_Q();
  const Matrix F = root_of(scatter, D);
  set.rows = mean.transpose().replicate(count, 1);
  set.rows += root.cwiseInverse().asDiagonal() * Q.rightCols(F.cols()) * F.transpose();
  return set;
}

Matrix items_with_moments(Index n, const Vector& mean, const Matrix& scatter, Style style, Random& random) {
  const Index columns = std::min<Index>(mean.size(), n - 1);
  Matrix items = mean.transpose().replicate(n, 1);
  if (columns == 0) return items;
  const Matrix F = root_of(scatter, columns);
  const Matrix Q = style == Style::plain ? cosines(n, F.cols()) : random_columns(n, F.cols(), random);
  items += Q * F.transpose();
  return items;
}

}  // namespace didact::solvers
