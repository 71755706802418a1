#pragma once
// Eigen's decompositions, compiled once: each costs seconds in every file that calls it by its own name.

#include <didact/core/types.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include <optional>
#include <type_traits>

namespace didact {

/// What an expression evaluates to: a vector or a matrix.
template <class Expression>
using Evaluated = std::conditional_t<Expression::ColsAtCompileTime == 1, Vector, Matrix>;

/// A = L Lᵀ, of a positive definite matrix.
class Cholesky {
 public:
  explicit Cholesky(const Matrix& A);

  bool succeeded() const;
  Matrix L() const;
  Vector L_times(const Vector& z) const;
  Matrix inverse() const;
  double log_det() const;

  /// A⁻¹ b, of a vector or a matrix; and L⁻¹ b.
  template <class B>
  Evaluated<B> solve(const Eigen::MatrixBase<B>& b) const {
    return solved(static_cast<const Evaluated<B>&>(b.derived()));
  }
  template <class B>
  Evaluated<B> half_solve(const Eigen::MatrixBase<B>& b) const {
    return half_solved(static_cast<const Evaluated<B>&>(b.derived()));
  }

 private:
  Vector solved(const Vector& b) const;
  Matrix solved(const Matrix& b) const;
  Vector half_solved(const Vector& b) const;
  Matrix half_solved(const Matrix& b) const;

  Eigen::LLT<Matrix> factor_;
};

/// L⁻¹ B and L⁻ᵀ B, of a lower triangular L.
Matrix lower_solve(const Matrix& L, const Matrix& B);
Matrix lower_transposed_solve(const Matrix& L, const Matrix& B);

/// The eigenvalues of a symmetric matrix in increasing order, and its eigenvectors, a column each.
class Spectrum {
 public:
  explicit Spectrum(const Matrix& A);

  const Vector& eigenvalues() const { return solver_.eigenvalues(); }
  const Matrix& eigenvectors() const { return solver_.eigenvectors(); }
  /// V diag(values) Vᵀ: the matrix with these eigenvalues in their place.
  Matrix with_eigenvalues(const Vector& values) const;

 private:
  Eigen::SelfAdjointEigenSolver<Matrix> solver_;
};
Vector eigenvalues(const Matrix& A);

/// A = Pᵀ L D Lᵀ P, of a symmetric matrix that may be singular.
class SymmetricFactor {
 public:
  SymmetricFactor();
  explicit SymmetricFactor(const Matrix& A);
  Vector solve(const Vector& b) const;

 private:
  Eigen::LDLT<Matrix> factor_;
};

/// A = Q R, by reflections.
class Qr {
 public:
  explicit Qr(const Matrix& A);

  Matrix Q() const;       ///< square
  Matrix thin_Q() const;  ///< as many columns as A has
  Matrix R() const;       ///< as many rows as matter

 private:
  Eigen::HouseholderQR<Matrix> factor_;
};

/// A P = Q R, the largest column first: what is smaller than the threshold beside the largest pivot is none.
class PivotedQr {
 public:
  explicit PivotedQr(const Matrix& A, std::optional<double> threshold = {});

  Index rank() const;
  double log_squared_pivots() const;  ///< log det AᵀA
  Matrix Q() const;                   ///< square
  Matrix range() const;               ///< an orthonormal basis of what A's columns span
  Vector solve(const Vector& b) const;

 private:
  Eigen::ColPivHouseholderQR<Matrix> factor_;
};

/// A = U diag(s) Vᵀ, with as many columns in U as there are singular values and V square.
struct Svd {
  explicit Svd(const Matrix& A);

  Matrix U;
  Vector s;
  Matrix V;
};

/// The orthonormal columns that are nearest to those of A: its polar factor.
Matrix nearest_orthonormal(const Matrix& A);

/// The shortest x among those with the least |A x - b|; singular values below the threshold count as none.
Vector least_norm_solve(const Matrix& A, const Vector& b, std::optional<double> threshold = {});

/// A⁻¹ b of any square matrix, with full pivoting.
Vector solve_square(const Matrix& A, const Vector& b);

/// Aᵀ diag(weights) A
Matrix weighted_gram(const Matrix& A, const Vector& weights);

}  // namespace didact
