#include "../core/decompositions.hpp"
#include "design_problem.hpp"
#include <didact/core/random.hpp>

#include <algorithm>
#include <cmath>

namespace didact::regression {
namespace {

constexpr double tiny = 1e-5;  // beside what the prior knows: as small as the answer's items go on their way to 0

/// One copy less of the row that has most of them; a row of which none is left is to be overwritten.
Index take_one(Design& design) {
  Index at = 0;
  design.copies.maxCoeff(&at);
  if (design.copies[at] < 1.5) return at;
  design.copies[at] -= 1;
  const Index groups = design.rows.rows();
  design.rows.conservativeResize(groups + 1, Eigen::NoChange);
  design.rows.row(groups) = design.rows.row(at);
  design.copies.conservativeResize(groups + 1);
  design.copies[groups] = 1;
  return groups;
}

/// What one more item at x, `copies` of it, is worth.
struct Gain {
  Matrix inverse;  ///< of I + S, in the coordinates of x
  Matrix cost;
  double copies;

  double operator()(const Vector& x) const {
    return 0.5 * std::log1p(copies * x.dot(inverse * x)) - copies * x.dot(cost * x);
  }
};

/// One coordinate after the other moved to the best of its ends and some places between.
Vector coordinate_ascent(const Gain& gain, const std::vector<Interval>& range, Vector x) {
  const int between = gain.cost.isZero(0) ? 0 : 16;
  double value = gain(x);
  for (int sweep = 0; sweep < 30; ++sweep) {
    const double before = value;
    for (Index j = 0; j < x.size(); ++j) {
      const auto [low, high] = range[static_cast<std::size_t>(j)];
      double best = x[j];
      for (int k = 0; k <= between + 1; ++k) {
        x[j] = k == 0 ? low : k > between ? high : low + (high - low) * k / (between + 1);
        const double there = gain(x);
        if (there > value) value = there, best = x[j];
      }
      x[j] = best;
    }
    if (!(value > before)) break;
  }
  return x;
}

Vector best_item(const Gain& gain, const std::vector<Interval>& range, Random& random, const Stop& stop) {
  constexpr int starts = 6;
  Vector best;
  for (int start = 0; start < starts && !(start > 0 && stop); ++start) {
    Vector x(static_cast<Index>(range.size()));
    for (Index j = 0; j < x.size(); ++j) {
      const auto [low, high] = range[static_cast<std::size_t>(j)];
      x[j] = random.uniform() < 0.5 ? low : high;
    }
    if (!stop) x = coordinate_ascent(gain, range, std::move(x));
    if (best.size() == 0 || gain(x) > gain(best)) best = std::move(x);
  }
  return best;
}

}  // namespace

bool allowed(const Bounds& bounds, const Matrix& rows) {
  const Index D = rows.cols() - 1;
  auto inside = [&](Index column, const Interval& interval) {
    return (rows.col(column).array() >= interval.low).all() && (rows.col(column).array() <= interval.high).all();
  };
  for (Index j = 0; j < D && !bounds.x.empty(); ++j) {
    if (!inside(j, bounds.x[static_cast<std::size_t>(j)])) return false;
  }
  return !bounds.y || inside(D, *bounds.y);
}

Matrix anywhere(const Form& form, const Bounds& bounds, Index n, Random& random) {
  const Index D = form.dimension();
  Matrix rows(n, D + 1);
  rows.leftCols(D) = form.shown(Matrix::NullaryExpr(n, D, [&] { return random.normal(); }));
  for (Index j = 0; j < static_cast<Index>(bounds.x.size()); ++j) {
    const auto [low, high] = bounds.x[static_cast<std::size_t>(j)];
    for (double& x : rows.col(j)) x = low + (high - low) * random.uniform();
  }
  rows.col(D) = rows.leftCols(D) * form.weights;
  for (double& y : rows.col(D)) {
    y += std::sqrt(form.noise) * random.normal();
    if (bounds.y) y = bounds.y->low + (bounds.y->high - bounds.y->low) * random.uniform();
  }
  return rows;
}

void undo_rounding(const Bounds& bounds, Matrix& rows) {
  constexpr double rounding = 1e-12;
  for (Index j = 0; j < static_cast<Index>(bounds.x.size()); ++j) {
    const auto [low, high] = bounds.x[static_cast<std::size_t>(j)];
    const double slack = rounding * std::max({1.0, std::abs(low), std::abs(high)});
    for (double& x : rows.col(j)) {
      if (std::abs(x - low) <= slack) x = low;
      if (std::abs(x - high) <= slack) x = high;
    }
  }
}

Design greedy_design(const Form& form, const std::vector<Interval>& range, Index n, const Stop& stop) {
  const Index D = form.dimension(), groups = std::min(n, 6 * D);
  Design design{Matrix::Zero(groups, D), Vector::Constant(groups, static_cast<double>(n / groups))};
  for (Index i = 0; i < n % groups; ++i) design.copies[i] += 1;
  const Matrix unwhiten = form.whitened(Matrix::Identity(D, D)).transpose();  // L⁻¹
  Random random(1, 29);
  for (int sweep = 0; sweep < 3 && !(sweep > 0 && stop); ++sweep) {
    for (Index i = 0; i < groups && !(sweep > 0 && stop); ++i) {
      design.rows.row(i).setZero();
      const Matrix S = weighted_gram(design.rows, design.copies);
      const Cholesky factor(Matrix::Identity(D, D) + S);
      const Gain gain{unwhiten.transpose() * factor.solve(unwhiten), unwhiten.transpose() * form.cost * unwhiten,
                      design.copies[i]};
      design.rows.row(i) = (unwhiten * best_item(gain, range, random, stop)).transpose();
    }
  }
  return design;
}

Design with_tiny_item(const Form& form, Design design) {
  const Matrix basis = PivotedQr(design.rows.transpose()).range();
  const Vector left = form.off - basis * (basis.transpose() * form.off);
  const Index at = take_one(design);
  design.rows.row(at) = tiny * left.normalized().transpose();
  design.attained = false;
  return design;
}

Design with_tiny_differences(const Form& form, const std::vector<Interval>& range, Design design, Index directions) {
  Random random(1, 31);
  for (Index k = 0; k < directions; ++k) {
    Vector inside(form.dimension());
    for (Index j = 0; j < inside.size(); ++j) {
      const auto [low, high] = range[static_cast<std::size_t>(j)];
      inside[j] = low + (high - low) * random.uniform();
    }
    const bool repeated = design.copies.maxCoeff() > 1.5;
    const Index at = repeated ? take_one(design) : k % design.rows.rows();
    design.rows.row(at) += tiny * (form.whitened(inside.transpose()) - design.rows.row(at));
  }
  design.attained = false;
  return design;
}

ItemSet rows_of(const Form& form, const Design& design, const DesignLabels& labels) {
  const Index D = form.dimension(), groups = design.rows.rows();
  const Matrix x = form.shown(design.rows);
  ItemSet items{Matrix(groups, D + 1), {}};
  items.rows << x, x * form.weights + labels.errors;
  for (const double copies : design.copies) items.copies.push_back(static_cast<Index>(std::llround(copies)));
  if (!(labels.spare > 0)) return items;
  Index most = 0;
  design.copies.maxCoeff(&most);
  const Index half = items.copies[static_cast<std::size_t>(most)] / 2;
  if (half > 0) {  // the same x with more and with less
    const double off = std::sqrt(labels.spare / (2 * static_cast<double>(half)));
    items.copies[static_cast<std::size_t>(most)] -= 2 * half;
    for (const double sign : {1.0, -1.0}) {
      items.rows.conservativeResize(items.rows.rows() + 1, Eigen::NoChange);
      items.rows.row(items.rows.rows() - 1) = items.rows.row(most);
      items.rows(items.rows.rows() - 1, D) += sign * off;
      items.copies.push_back(half);
    }
    if (items.copies[static_cast<std::size_t>(most)] == 0) {  // the last row takes its place
      const Index last = items.rows.rows() - 1;
      items.rows.row(most) = items.rows.row(last);
      items.copies[static_cast<std::size_t>(most)] = items.copies.back();
      items.rows.conservativeResize(last, Eigen::NoChange);
      items.copies.pop_back();
    }
    return items;
  }
  const PivotedQr qr(design.rows);  // all rows differ, and are more than their directions
  items.rows.col(D) += std::sqrt(labels.spare) * qr.Q().col(groups - 1);
  return items;
}

}  // namespace didact::regression
