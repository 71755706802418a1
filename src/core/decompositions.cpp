#include "decompositions.hpp"

#include <Eigen/LU>
#include <Eigen/SVD>

#include <algorithm>

namespace didact {

Cholesky::Cholesky(const Matrix& A) : factor_(A) {}

bool Cholesky::succeeded() const {
  return factor_.info() == Eigen::Success;
}

Matrix Cholesky::L() const {
  return factor_.matrixL();
}

Vector Cholesky::L_times(const Vector& z) const {
  return factor_.matrixL() * z;
}

Matrix Cholesky::inverse() const {
  return factor_.solve(Matrix::Identity(factor_.rows(), factor_.cols()));
}

double Cholesky::log_det() const {
  return 2 * factor_.matrixLLT().diagonal().array().log().sum();
}

Vector Cholesky::solved(const Vector& b) const {
  return factor_.solve(b);
}

Matrix Cholesky::solved(const Matrix& b) const {
  return factor_.solve(b);
}

Vector Cholesky::half_solved(const Vector& b) const {
  return factor_.matrixL().solve(b);
}

Matrix Cholesky::half_solved(const Matrix& b) const {
  return factor_.matrixL().solve(b);
}

Matrix lower_solve(const Matrix& L, const Matrix& B) {
  return L.triangularView<Eigen::Lower>().solve(B);
}

Matrix lower_transposed_solve(const Matrix& L, const Matrix& B) {
  return L.transpose().triangularView<Eigen::Upper>().solve(B);
}

Spectrum::Spectrum(const Matrix& A) : solver_(A) {}

Matrix Spectrum::with_eigenvalues(const Vector& values) const {
  return eigenvectors() * values.asDiagonal() * eigenvectors().transpose();
}

Vector eigenvalues(const Matrix& A) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

SymmetricFactor::SymmetricFactor() = default;

SymmetricFactor::SymmetricFactor(const Matrix& A) : factor_(A) {}

Vector SymmetricFactor::solve(const Vector& b) const {
  return factor_.solve(b);
}

Qr::Qr(const Matrix& A) : factor_(A) {}

Matrix Qr::Q() const {
  return factor_.householderQ();
}

Matrix Qr::thin_Q() const {
  return factor_.householderQ() * Matrix::Identity(factor_.rows(), factor_.cols());
}

Matrix Qr::R() const {
  return factor_.matrixQR().topRows(std::min(factor_.rows(), factor_.cols())).triangularView<Eigen::Upper>();
}

PivotedQr::PivotedQr(const Matrix& A, std::optional<double> threshold) : factor_(A) {
  if (threshold) factor_.setThreshold(*threshold);
}

double PivotedQr::log_squared_pivots() const {
  return 2 * factor_.matrixR().diagonal().array().abs().log().sum();
}

Index PivotedQr::rank() const {
  return factor_.rank();
}

Matrix PivotedQr::Q() const {
  return factor_.householderQ();
}

Matrix PivotedQr::range() const {
  return factor_.householderQ() * Matrix::Identity(factor_.rows(), factor_.rank());
}

Vector PivotedQr::solve(const Vector& b) const {
  return factor_.solve(b);
}

Svd::Svd(const Matrix& A) {
  const Eigen::JacobiSVD<Matrix> svd(A, Eigen::ComputeThinU | Eigen::ComputeFullV);
  U = svd.matrixU();
  s = svd.singularValues();
  V = svd.matrixV();
}

Matrix nearest_orthonormal(const Matrix& A) {
  const Eigen::BDCSVD<Matrix> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return svd.matrixU() * svd.matrixV().transpose();
}

Vector least_norm_solve(const Matrix& A, const Vector& b, std::optional<double> threshold) {
  Eigen::CompleteOrthogonalDecomposition<Matrix> factor;
  if (threshold) factor.setThreshold(*threshold);
  factor.compute(A);
  return factor.solve(b);
}

Vector solve_square(const Matrix& A, const Vector& b) {
  return A.fullPivLu().solve(b);
}

Matrix weighted_gram(const Matrix& A, const Vector& weights) {
  return A.transpose() * weights.asDiagonal() * A;
}

}  // namespace didact
