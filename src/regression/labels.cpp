#include "labels.hpp"

#include "../core/decompositions.hpp"
#include "solvers/convex_search.hpp"

#include <cmath>

namespace didact::regression {
namespace {

SpectralLabels centred_labels(const Form& form, double n, const Vector& spectrum, const Vector& off) {
  const double least = no_direction * std::max(1e-300, spectrum.maxCoeff());
  SpectralLabels labels{0, 1, Vector::Zero(off.size()), Vector::Zero(off.size()), Vector::Zero(off.size())};
  double miss = 0;
  for (Index i = 0; i < off.size(); ++i) {
    if (spectrum[i] > least) {
      labels.errors[i] = -off[i] / std::sqrt(spectrum[i]);
    } else {
      labels.misses[i] = off[i];
      miss += 0.5 * off[i] * off[i];
    }
  }
  labels.loss = form.label_loss(n, 0, miss);
  return labels;
}

/// b(ρ) = b0 + ½ Σ μ d² (1+μ)/(1+μ-ρ)², with ρ = 1 + floor - x.
struct Secular {
  const Form& form;
  const Vector& spectrum;
  const Vector& off;
  double floor;   ///< the least eigenvalue that counts, 0 with room to spare
  double wanted;  ///< a σ²

  double gap(Index i, double x) const { return spectrum[i] - floor + x; }
  double b(double x) const {
    double sum = form.scale;
    for (Index i = 0; i < off.size(); ++i) {
      const double top = spectrum[i] * off[i] * off[i] * (1 + spectrum[i]);
      if (top > 0) sum += 0.5 * top / (gap(i, x) * gap(i, x));
    }
    return sum;
  }
  /// Increasing in x.
  double operator()(double x) const { return std::max(-1e300, wanted - (1 + floor - x) * b(x)); }
};

}  // namespace

SpectralLabels best_labels(const Form& form, double n, const Vector& spectrum, const Vector& off, bool spare_room) {
  if (form.known_noise) return centred_labels(form, n, spectrum, off);
  const double a = form.shape_after(n), floor = spare_room ? 0 : std::max(0.0, spectrum.minCoeff());
  const Secular secular{form, spectrum, off, floor, a * form.noise};
  const double x = solvers::root_of_increasing(secular, 0, 1 + floor);
  SpectralLabels labels{0, 1 + floor - x, Vector::Zero(off.size()), Vector::Zero(off.size()), Vector::Zero(off.size())};
  double b = form.scale, miss = 0;
  for (Index i = 0; i < off.size(); ++i) {
    const double mu = std::max(0.0, spectrum[i]), gap = secular.gap(i, x);
    const bool taught = mu * off[i] != 0 && gap > 0;
    labels.errors[i] = taught ? -labels.weight * std::sqrt(mu) * off[i] / gap : 0;
    labels.misses[i] = taught ? off[i] * (1 - labels.weight) / gap : off[i] / (1 + mu);
    labels.along[i] = gap > 0 ? -labels.weight * off[i] / gap : 0;
    labels.edge |= mu == 0 && off[i] != 0 && !(gap > 0);
    const double apart = std::sqrt(mu) * off[i] - labels.errors[i];
    b += 0.5 * apart * apart / (1 + mu);
    miss += 0.5 * labels.misses[i] * labels.misses[i] * (1 + mu);
  }
  const double missing = secular.wanted / labels.weight - b;  // the noise is still too small: add some
  if (x == 0 && missing > 0 && spare_room) {
    labels.spare = 2 * missing;
    b += missing;
  } else if (x == 0 && missing > 0) {
    Index least = 0;
    spectrum.minCoeff(&least);
    const double before = labels.errors[least], mu = floor;
    labels.errors[least] -= std::sqrt(2 * missing * (1 + mu));
    miss += 0.5 *
            (std::pow(off[least] + std::sqrt(mu) * labels.errors[least], 2) -
             std::pow(off[least] + std::sqrt(mu) * before, 2)) /
            (1 + mu);
    b += missing;
  }
  labels.loss = form.label_loss(n, b, miss);
  return labels;
}

LabelTerm label_term(const Form& form, double n, const Matrix& S) {
  const Index D = form.dimension();
  const Spectrum spectrum(S);
  const Matrix& V = spectrum.eigenvectors();
  const double least = no_direction * std::max(0.0, spectrum.eigenvalues()[D - 1]);
  const Vector mu = spectrum.eigenvalues().unaryExpr([&](double m) { return m > least ? m : 0; });
  if (form.known_noise) {
    const Vector inverse = mu.unaryExpr([](double m) { return m > 0 ? 1 / m : 0; });
    return {0, Matrix::Zero(D, D), -form.off, (V.transpose() * form.off).cwiseAbs2().dot(inverse)};
  }
  const double rounding = 1e-13 * form.off.norm();
  const Vector off = (V.transpose() * form.off).unaryExpr([&](double d) { return std::abs(d) > rounding ? d : 0; });
  const SpectralLabels labels = best_labels(form, n, mu, off, true);
  const double rho = labels.weight;
  const Vector z = V * labels.along, k = V * labels.misses;
  Matrix slope = -0.5 / form.noise * ((1 - rho) * z * z.transpose() + rho * k * k.transpose());
  if (labels.edge) slope *= 1e3;  // only the direction of k tells where to go
  return {labels.loss, slope, V * labels.errors.cwiseProduct(mu.cwiseSqrt()),
          labels.errors.squaredNorm() + labels.spare, !labels.edge};
}

DesignLabels label_design(const Form& form, const Matrix& rows, const Vector& copies) {
  const double n = copies.sum();
  const Matrix weighted = copies.cwiseSqrt().asDiagonal() * rows;
  const Svd svd(weighted);
  const Vector& s = svd.s;
  constexpr double rounding = 1e-11;  // of singular values, which keep more digits than their squares
  const double least = rounding * std::max(1e-300, s[0]);
  Index rank = 0;
  while (rank < s.size() && s[rank] > least) ++rank;
  const Vector off = svd.V.transpose() * form.off;
  const Vector spectrum = s.head(rank).cwiseAbs2();
  const Vector rest = off.tail(off.size() - rank);
  SpectralLabels labels;
  if (rank > 0) {
    labels = best_labels(form, n, spectrum, off.head(rank), n > static_cast<double>(rank) + 0.5);
  } else if (!form.known_noise) {
    const double wanted = form.shape_after(n) * form.noise;
    labels.errors = Vector(0);
    labels.spare = 2 * std::max(0.0, wanted - form.scale);
    labels.loss = form.label_loss(n, form.scale + 0.5 * labels.spare, 0);
  } else {
    labels.errors = Vector(0);
  }
  labels.loss += 0.5 * rest.squaredNorm() / form.noise;  // directions without items stay where the prior has them
  const Vector errors = svd.U.leftCols(rank) * labels.errors;
  return {errors.cwiseQuotient(copies.cwiseSqrt()), labels.spare, labels.loss};
}

}  // namespace didact::regression
