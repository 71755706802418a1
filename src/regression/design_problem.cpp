#include "design_problem.hpp"

#include "../core/decompositions.hpp"
#include "../learners/regression_sums.hpp"
#include "dress.hpp"

#include <cmath>

namespace didact::regression {
namespace {

constexpr double proven = 1e-10;             // relative: what is left open here is not worth a search
constexpr Index most_nodes = 400;            // of branch and bound, for each size
constexpr double residual_rounding = 1e-12;  // of a residual beside what it was

/// An orthonormal basis of all whitened items that the box has.
Matrix span_of(const Form& form, const std::vector<Interval>& range) {
  const Index D = form.dimension();
  Matrix directions = Matrix::Zero(D, D + 1);
  for (Index j = 0; j < D; ++j) {
    const auto [low, high] = range[static_cast<std::size_t>(j)];
    if (low < high) directions(j, j) = 1;
    if (low == high) directions(j, D) = low;
  }
  const Matrix whitened = form.whitened(directions.transpose()).transpose();
  return PivotedQr(whitened).range();
}

double miss_of(const Matrix& basis, const Vector& off) {
  return 0.5 * (off - basis * (basis.transpose() * off)).squaredNorm();
}

}  // namespace

DesignProblem::DesignProblem(Form form, Bounds bounds)
    : form_(std::move(form)), bounds_(std::move(bounds)), directions_(form_.dimension()) {
  if (bounds_.x.empty()) return;
  reach_.resize(form_.dimension());
  for (Index j = 0; j < reach_.size(); ++j) {
    const auto [low, high] = bounds_.x[static_cast<std::size_t>(j)];
    reach_[j] = std::max(std::abs(low), std::abs(high));
  }
  const Matrix span = span_of(form_, bounds_.x);
  directions_ = span.cols();
  // What the prior has wrong where the box has no items stays so, at the same cost whatever is taught.
  form_.constant += miss_of(span, form_.off) / form_.noise;
  form_.off = span * (span.transpose() * form_.off);
  listed_ = !form_.costs_squares() && count_corners(bounds_.x) <= static_cast<double>(most_corners);
  Index varying = 0;
  for (const auto& [low, high] : bounds_.x) varying += low < high;
  faced_ = form_.costs_squares() && varying <= most_faced;
  if (!listed_ && !faced_) return;
  corners_ = corners_of(form_, bounds_.x);
  shares_ = spread_shares(corners_);
}

bool DesignProblem::items_grow() const {
  if (!bounds_.x.empty()) return false;
  return form_.free_direction || water_filled(form_.cost, form_.dimension()).value == -infinity;
}

const RelaxedCounts& DesignProblem::relaxed_counts(double n) const {
  if (n == last_size_ && !deadline) return last_;
  last_ = new_relaxation(n);
  last_size_ = deadline ? infinity : n;  // what was stopped is not worth keeping
  return last_;
}

RelaxedCounts DesignProblem::new_relaxation(double n) const {
  if (faced_) return relax_hull(form_, bounds_.x, n, corners_, shares_, deadline);
  const Counts limits{Vector::Zero(corners_.rows()), Vector::Constant(corners_.rows(), n)};
  // Near the last optimum, but with something in every direction.
  const Vector start = n * (0.98 * shares_ + 0.02 * spread_shares(corners_));
  RelaxedCounts found = relax_counts(form_, corners_, n, limits, start, deadline);
  shares_ = found.counts / n;
  return found;
}

/// The labels' part at its least, whatever the items: e = 0 leaves the prior's own miss in the scale.   [REG.4]
double DesignProblem::label_floor(double n) const {
  if (form_.known_noise) return 0;
  const double wanted = form_.shape_after(n) * form_.noise;
  return form_.label_loss(n, std::max(form_.scale + 0.5 * form_.off.squaredNorm(), wanted), 0);
}

solvers::Relaxed DesignProblem::relaxed(double n) const {
  Matrix S;
  double impedance = -infinity;
  if (bounds_.x.empty()) {
    const FreeOptimum best = free_optimum(form_, n, deadline);
    S = best.S, impedance = best.bound;
  } else if (listed_ || faced_) {
    const RelaxedCounts& best = relaxed_counts(n);
    S = best.S, impedance = best.bound;
  } else {
    const BestSquares best = boxed_bound(form_, n, reach_, deadline);
    S = best.S, impedance = form_.constant + form_.per_item * n + best.value + label_floor(n);
  }
  if (!bounds_.x.empty() && form_.costs_squares())
    impedance = std::max(impedance, free_optimum(form_, n, deadline).bound);
  const LabelTerm labels = label_term(form_, n, S);
  return {n, statistic_of(form_, S, labels.pull, labels.squares), impedance};
}

double DesignProblem::bound(double n) const {
  if (bounds_.x.empty()) return free_optimum(form_, n, deadline).bound;
  return listed_ ? relaxed_counts(n).bound : relaxed(n).impedance;
}

Design DesignProblem::free_design(Index n, const Stop& stop) const {
  const Index D = form_.dimension();
  const double size = static_cast<double>(n);
  const FreeOptimum all = free_optimum(form_, size, stop);
  Matrix S = all.S;
  double bound = all.bound;
  if (n < D) {
    const BestSquares limited = water_filled(form_.cost, n);
    S = limited.S;
    bound = std::max(bound, form_.constant + form_.per_item * size + limited.value + label_floor(size));
  }
  const Spectrum spectrum(S);
  const Vector& mu = spectrum.eigenvalues();
  Index used = 0;
  while (used < std::min(D, n) && mu[D - 1 - used] > no_direction * mu[D - 1]) ++used;
  const Index groups = std::max<Index>(1, used);
  Design design{Matrix::Zero(groups, D), Vector::Constant(groups, static_cast<double>(n / groups)), bound};
  for (Index i = 0; i < n % groups; ++i) design.copies[i] += 1;
  for (Index i = 0; i < used; ++i) {
    design.rows.row(i) = std::sqrt(mu[D - 1 - i] / design.copies[i]) * spectrum.eigenvectors().col(D - 1 - i);
  }
  const double miss = miss_of(spectrum.eigenvectors().rightCols(used), form_.off);
  if (!form_.known_noise || used == n || miss <= residual_rounding * form_.off.squaredNorm()) return design;
  return with_tiny_item(form_, std::move(design));
}

Design DesignProblem::counted(const WholeCounts& whole) const {
  const Index groups = (whole.counts.array() > 0.5).count();
  Design design{Matrix(groups, form_.dimension()), Vector(groups)};
  Index group = 0;
  for (Index i = 0; i < whole.counts.size(); ++i) {
    if (whole.counts[i] < 0.5) continue;
    design.rows.row(group) = corners_.row(i);
    design.copies[group++] = std::round(whole.counts[i]);
  }
  return design;
}

/// No set of n items is below this. What labels leave need not be least in corners where the noise is learned: there
/// whole counts bound the design alone, and the labels' part is no less than its floor.   [REG.9]
double DesignProblem::corner_bound(Index n, const RelaxedCounts& relaxed, const WholeCounts& whole,
                                   const Stop& stop) const {
  if (form_.known_noise) return whole.bound;
  Form design = form_;
  design.known_noise = true;
  const double size = static_cast<double>(n);
  const Counts limits{Vector::Zero(corners_.rows()), Vector::Constant(corners_.rows(), size)};
  const RelaxedCounts start = relax_counts(design, corners_, size, limits, relaxed.counts, stop);
  return std::max(relaxed.bound, whole_counts(design, corners_, n, start, most_nodes, stop).bound + label_floor(size));
}

Design DesignProblem::corner_design(Index n, const Stop& stop) const {
  const RelaxedCounts& relaxed = relaxed_counts(static_cast<double>(n));
  const WholeCounts whole = whole_counts(form_, corners_, n, relaxed, most_nodes, stop);
  Design design = counted(whole);
  design.bound = corner_bound(n, relaxed, whole, stop);
  if (!form_.known_noise || n < directions_) return design;
  const double left = label_design(form_, design.rows, design.copies).loss;
  if (left <= residual_rounding * form_.off.squaredNorm() / form_.noise) return design;
  return with_tiny_differences(form_, bounds_.x, std::move(design), directions_);
}

Design DesignProblem::boxed_design(Index n, const Stop& stop) const {
  const double bound = relaxed(static_cast<double>(n)).impedance;
  if (form_.costs_squares() && n * form_.dimension() <= 100000) {  // often the best of all items fit into the box
    const Design free = free_design(n, stop);
    const Matrix x = form_.shown(free.rows);
    Matrix rows(x.rows(), x.cols() + 1);
    rows << x, Vector::Zero(x.rows());
    if (free.attained && allowed({bounds_.x, {}}, rows)) return {free.rows, free.copies, std::max(bound, free.bound)};
  }
  Design design = faced_ ? counted(whole_counts(form_, corners_, n, relaxed_counts(static_cast<double>(n)), 0, stop))
                         : greedy_design(form_, bounds_.x, n, stop);
  design.bound = bound;
  return design;
}

solvers::AtSize DesignProblem::labelled(const Design& design) const {
  const double n = design.copies.sum();
  const DesignLabels labels = label_design(form_, design.rows, design.copies);
  const Matrix S = weighted_gram(design.rows, design.copies);
  solvers::AtSize at;
  at.items = rows_of(form_, design, labels);
  undo_rounding(bounds_, at.items->rows);
  at.impedance = design.attained ? form_.design_loss(n, S) + labels.loss : design.bound;
  at.bound = design.bound;
  at.attained = design.attained;
  at.approached_by = Direction::larger_items;
  if (allowed(bounds_, at.items->rows)) return at;
  at.impedance = infinity;
  at.attained = true;
  return at;
}

solvers::AtSize DesignProblem::solve(Index n, const Stop& stop) const {
  const Design design = bounds_.x.empty() ? free_design(n, stop)
                        : listed_         ? corner_design(n, stop)
                                          : boxed_design(n, stop);
  solvers::AtSize at = labelled(design);
  const double slack = proven * std::max(1.0, std::abs(at.impedance));
  const bool open = at.impedance == infinity || at.impedance - at.bound > slack;
  if (at.attained && open) descend(n, at, stop);
  at.bound = std::min(at.bound, at.impedance);
  return at;
}

void DesignProblem::descend(Index n, solvers::AtSize& at, const Stop& stop) const {
  const Index D = form_.dimension();
  ItemSet near = *at.items;
  Matrix& first = near.rows;
  for (Index j = 0; j < D && !bounds_.x.empty(); ++j) {
    const auto [low, high] = bounds_.x[static_cast<std::size_t>(j)];
    first.col(j) = first.col(j).cwiseMax(low).cwiseMin(high);
  }
  if (bounds_.y) first.col(D) = first.col(D).cwiseMax(bounds_.y->low).cwiseMin(bounds_.y->high);
  auto consider = [&](const ItemSet& items) {
    const double value = impedance_of(form_, items);
    if (!(value < at.impedance)) return;
    at.impedance = value;
    at.items = items;
  };
  auto consider_rows = [&](const Matrix& rows) {
    consider({rows, std::vector<Index>(static_cast<std::size_t>(n), 1)});
  };
  consider(near);
  if (n > most_moved_numbers || n * (D + 1) > most_moved_numbers) return;
  const Matrix all = near.expanded();
  const int starts = n * (D + 1) <= 30 ? 24 : 8;
  for (int start = 0; start < starts && !stop; ++start) {
    Random random(static_cast<std::uint64_t>(start), 23);
    Matrix rows = start % 3 == 2 ? anywhere(form_, bounds_, n, random) : all;
    const double width = start == 0 ? 0 : start % 3 == 1 ? 0.3 : 0;
    for (double& number : rows.reshaped()) number += width * std::max(0.3, std::abs(number)) * random.normal();
    rows = descended(form_, bounds_, rows, stop);
    consider_rows(rows);
    if (bounds_.y) continue;
    const Design design{form_.whitened(rows.leftCols(D)), Vector::Ones(n)};
    const ItemSet relabelled = rows_of(form_, design, label_design(form_, design.rows, design.copies));
    rows.col(D) = relabelled.rows.col(D);
    consider_rows(rows);
  }
}

ItemSet DesignProblem::unpack(Index n, const Vector& s, Style style, Random& random) const {
  const RegressionSums sums = unpacked(s, form_.dimension());
  const std::optional<double> t = form_.known_noise ? std::nullopt : std::optional(sums.t);
  return {rows_with_statistics(n, sums.S, sums.u, t, style, form_.noise, random),
          std::vector<Index>(static_cast<std::size_t>(n), 1)};
}

}  // namespace didact::regression
