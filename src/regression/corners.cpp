#include "corners.hpp"

#include "../core/decompositions.hpp"
#include "solvers/convex_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace didact::regression {

double count_corners(const std::vector<Interval>& range) {
  double count = 1;
  for (const auto& [low, high] : range) count *= low < high ? 2 : 1;
  return count;
}

Matrix corners_of(const Form& form, const std::vector<Interval>& range) {
  const Index D = static_cast<Index>(range.size());
  const auto total = static_cast<Index>(count_corners(range));
  const bool symmetric =
      std::all_of(range.begin(), range.end(), [](const Interval& i) { return i.low == -i.high; }) && total > 1;
  const Index count = symmetric ? total / 2 : total;  // the first coordinate that varies stays low
  Matrix rows(count, D);
  for (Index corner = 0; corner < count; ++corner) {
    Index bits = symmetric ? 2 * corner : corner;
    for (Index j = 0; j < D; ++j) {
      const auto [low, high] = range[static_cast<std::size_t>(j)];
      rows(corner, j) = low < high && (bits & 1) ? high : low;
      if (low < high) bits >>= 1;
    }
  }
  return form.whitened(rows);
}

Vector spread_shares(const Matrix& corners) {
  const Index D = corners.cols(), N = corners.rows();
  Vector shares = Vector::Zero(N);
  Matrix inverse = 1e6 * Matrix::Identity(D, D);
  const Index wanted = std::min(N, 2 * D);
  for (Index step = 0; step < wanted; ++step) {
    Index best = 0;
    const Vector gains = (corners * inverse).cwiseProduct(corners).rowwise().sum();
    gains.maxCoeff(&best);
    const Vector v = inverse * corners.row(best).transpose();
    inverse -= v * v.transpose() / (1 + gains[best]);
    shares[best] += 1 / static_cast<double>(wanted);
  }
  return shares;
}

namespace {

/// `smooth` is false where the slope is no tangent.
double value_at(const Form& form, double n, const Matrix& S, Matrix& slope, bool& smooth) {
  const Index D = form.dimension();
  const Cholesky factor(Matrix::Identity(D, D) + S);
  slope = -0.5 * factor.inverse() + form.cost;
  if (form.known_noise) return form.design_loss(n, S);  // its labels cost nothing where there is an item
  const LabelTerm labels = label_term(form, n, S);
  slope += labels.slope;
  smooth = labels.smooth;
  return form.design_loss(n, S) + labels.loss;
}

/// The most that Σ score · counts can be within the limits: the best corners filled first.
double most_score(const Vector& scores, double n, const Counts& limits) {
  std::vector<Index> order(static_cast<std::size_t>(scores.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return scores[a] > scores[b]; });
  double left = n - limits.low.sum(), sum = limits.low.dot(scores);
  for (const Index i : order) {
    const double more = std::min(left, limits.high[i] - limits.low[i]);
    sum += more * scores[i];
    left -= more;
    if (left <= 0) break;
  }
  return sum;
}

/// Takes weight from one corner to another until that no longer helps; how much.
double move_weight(const Form& form, const Matrix& corners, Index from, Index to, double most, double n,
                   RelaxedCounts& at) {
  const Matrix direction =
      corners.row(to).transpose() * corners.row(to) - corners.row(from).transpose() * corners.row(from);
  const double step = solvers::root_of_increasing(
      [&](double t) {
        Matrix slope;
        bool smooth = true;
        value_at(form, n, at.S + t * direction, slope, smooth);
        return slope.cwiseProduct(direction).sum();
      },
      0, most);
  at.counts[from] -= step;
  at.counts[to] += step;
  return step;
}

/// The corner to take from and the one to give to.
std::pair<Index, Index> worst_and_best(const Vector& scores, const Vector& counts, const Counts& limits) {
  Index from = -1, to = -1;
  for (Index i = 0; i < scores.size(); ++i) {
    if (counts[i] > limits.low[i] && (from < 0 || scores[i] < scores[from])) from = i;
    if (counts[i] < limits.high[i] && (to < 0 || scores[i] > scores[to])) to = i;
  }
  return {from, to};
}

}  // namespace

RelaxedCounts relax_counts(const Form& form, const Matrix& corners, double n, const Counts& limits, Vector start,
                           const Stop& stop, int most_steps) {
  RelaxedCounts at{std::move(start)};
  constexpr double enough = 1e-12;
  for (int step = 0; step < most_steps && !(step > 0 && stop); ++step) {
    at.S = weighted_gram(corners, at.counts);
    Matrix slope;
    bool smooth = true;
    at.value = value_at(form, n, at.S, slope, smooth);
    const Vector scores = -(corners * slope).cwiseProduct(corners).rowwise().sum();
    const double gap = most_score(scores, n, limits) - scores.dot(at.counts);
    if (smooth) at.bound = std::max(at.bound, at.value - std::max(0.0, gap));
    if (smooth && gap <= enough * std::max(1.0, std::abs(at.value))) break;
    const auto [from, to] = worst_and_best(scores, at.counts, limits);
    if (from < 0 || to < 0 || from == to || !(scores[to] > scores[from])) break;
    const double most = std::min(at.counts[from] - limits.low[from], limits.high[to] - at.counts[to]);
    if (!(move_weight(form, corners, from, to, most, n, at) > 1e-15 * n)) break;  // only rounding is left
  }
  at.bound = std::min(at.bound, at.value);
  return at;
}

}  // namespace didact::regression
