#include "../core/decompositions.hpp"
#include "corners.hpp"

#include <cmath>

namespace didact::regression {
namespace {

/// Where each coordinate that varies stands on a face: at its low end, its high end, or free between them.
enum class Place { low, high, between };

/// The highest point of xᵀAx on one face, if it is inside.
std::optional<Vector> top_of_face(const Matrix& A, const std::vector<Interval>& range, const std::vector<Place>& face) {
  const Index D = A.rows();
  Vector x = Vector::Zero(D);
  std::vector<Index> free;
  for (Index j = 0; j < D; ++j) {
    const auto [low, high] = range[static_cast<std::size_t>(j)];
    const Place place = face[static_cast<std::size_t>(j)];
    if (place == Place::between) free.push_back(j);
    if (place != Place::between) x[j] = place == Place::low ? low : high;
  }
  if (free.empty()) return x;
  const Matrix among = -A(free, free);
  const Cholesky factor(among);
  if (!factor.succeeded()) return {};  // it rises towards an end
  const Vector pull = A * x;
  const Vector inside = factor.solve(Vector(pull(free)));
  for (std::size_t k = 0; k < free.size(); ++k) {
    const auto [low, high] = range[static_cast<std::size_t>(free[k])];
    const double at = inside[static_cast<Index>(k)];
    if (!(at >= low && at <= high)) return {};
    x[free[k]] = at;
  }
  return x;
}

/// The highest point of xᵀAx in a box, face by face.
Vector highest(const Matrix& A, const std::vector<Interval>& range) {
  std::vector<Place> face(range.size(), Place::low);
  Vector best;
  double most = -infinity;
  while (true) {
    if (const auto x = top_of_face(A, range, face); x && x->dot(A * *x) > most) {
      most = x->dot(A * *x);
      best = *x;
    }
    std::size_t j = 0;
    while (j < face.size() && (range[j].low == range[j].high || face[j] == Place::between)) face[j++] = Place::low;
    if (j == face.size()) return best;
    face[j] = face[j] == Place::low ? Place::high : Place::between;
  }
}

/// Points that a relaxation met and did without are forgotten; corners come first, and stay.
void forget_unused(Matrix& points, Vector& shares) {
  constexpr Index corners = Index{1} << most_faced;
  Index kept = 0;
  for (Index i = 0; i < points.rows(); ++i) {
    if (i >= corners && !(shares[i] > 1e-12)) continue;
    points.row(kept) = points.row(i).eval();
    shares[kept++] = shares[i];
  }
  points.conservativeResize(kept, Eigen::NoChange);
  shares.conservativeResize(kept);
  shares /= shares.sum();
}

}  // namespace

RelaxedCounts relax_hull(const Form& form, const std::vector<Interval>& range, double n, Matrix& points, Vector& shares,
                         const Stop& stop) {
  const Index D = form.dimension();
  const Matrix unwhiten = form.whitened(Matrix::Identity(D, D)).transpose();  // L⁻¹
  constexpr int most_points = 30, most_steps = 300;  // near points exchange their weights slowly
  constexpr double enough = 1e-10;
  double bound = -infinity;
  forget_unused(points, shares);
  for (int round = 0;; ++round) {
    const Counts limits{Vector::Zero(points.rows()), Vector::Constant(points.rows(), n)};
    RelaxedCounts at =
        relax_counts(form, points, n, limits, n * (0.98 * shares + 0.02 * spread_shares(points)), stop, most_steps);
    shares = at.counts / n;
    const Cholesky factor(Matrix::Identity(D, D) + at.S);
    Matrix slope = -0.5 * factor.inverse() + form.cost;
    bool smooth = true;
    if (!form.known_noise) {
      const LabelTerm labels = label_term(form, n, at.S);
      slope += labels.slope;
      smooth = labels.smooth;
    }
    const Vector x = unwhiten * highest(-unwhiten.transpose() * slope * unwhiten, range);
    const double gap = slope.cwiseProduct(at.S).sum() - n * x.dot(slope * x);
    if (smooth) bound = std::max(bound, at.value - std::max(0.0, gap));
    at.bound = std::min(bound, at.value);
    if (gap <= enough * std::max(1.0, std::abs(at.value)) || round == most_points || stop) return at;
    points.conservativeResize(points.rows() + 1, Eigen::NoChange);
    points.row(points.rows() - 1) = x.transpose();
    shares.conservativeResize(points.rows());
    shares[points.rows() - 1] = 0;
  }
}

}  // namespace didact::regression
