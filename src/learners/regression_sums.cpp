#include "regression_sums.hpp"

#include "../core/decompositions.hpp"

namespace didact {
namespace {

/// What is smaller than this beside the largest is no pivot but rounding.
constexpr double rank_tolerance = 1e-12;

}  // namespace

Vector packed(const Matrix& S, const Vector& u) {
  const Index D = u.size();
  Vector s(D * D + D);
  for (Index i = 0; i < D; ++i) s.segment(i * D, D) = S.row(i).transpose();
  s.tail(D) = u;
  return s;
}

Vector packed(const Matrix& S, const Vector& u, double t) {
  const Index D = u.size();
  Vector s(D * D + D + 1);
  s << packed(S, u), t;
  return s;
}

RegressionSums unpacked(const Vector& s, Index D) {
  const Matrix S = Matrix::Map(s.data(), D, D);
  return {0.5 * (S + S.transpose()), s.segment(D * D, D), s.size() > D * D + D ? s[D * D + D] : 0};
}

Vector least_squares(const Matrix& S, const Vector& u) {
  const PivotedQr qr(S, rank_tolerance);
  return qr.rank() == S.cols() ? qr.solve(u) : Vector::Constant(u.size(), infinity);
}

LeastSquares least_squares(const ItemSet& items) {
  const Index D = items.rows.cols() - 1;
  const Vector copies = Vector::NullaryExpr(
      items.rows.rows(), [&](Index i) { return static_cast<double>(items.copies[static_cast<std::size_t>(i)]); });
  const Matrix rows = copies.cwiseSqrt().asDiagonal() * items.rows;
  const PivotedQr qr(rows.leftCols(D), rank_tolerance);
  if (qr.rank() < D) return {Vector::Constant(D, infinity), 0};
  const Vector weights = qr.solve(rows.col(D));
  return {weights, (rows.col(D) - rows.leftCols(D) * weights).squaredNorm() / copies.sum()};
}

}  // namespace didact
