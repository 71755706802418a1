#include "solvers/quadratic_problem.hpp"

#include "../core/decompositions.hpp"
#include "solvers/exchange.hpp"
#include "solvers/worst_case.hpp"
#include <didact/core/special.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace didact::solvers {
namespace {

/// min ½ sᵀHs - hᵀs in a box: Newton on the coordinates that are free, until no bound changes sides. Stopped, some
/// point of the box.
Vector minimise_in_box(const Matrix& H, const Vector& h, const Vector& low, const Vector& high, const Stop& stop) {
  const Index D = h.size();
  Vector s = Cholesky(H).solve(h);
  if ((s.array() >= low.array()).all() && (s.array() <= high.array()).all()) return s;
  s = s.cwiseMax(low).cwiseMin(high);
  for (int sweep = 0; sweep < 100000 && !stop; ++sweep) {  // coordinate descent: exact per coordinate, strictly convex
    double change = 0;
    for (Index i = 0; i < D; ++i) {
      const double next = std::clamp(s[i] + (h[i] - H.row(i).dot(s)) / H(i, i), low[i], high[i]);
      change = std::max(change, std::abs(next - s[i]) / (1 + std::abs(s[i])));
      s[i] = next;
    }
    if (change <= 1e-15) break;
    if (sweep % 20 != 19) continue;
    // Jump to the exact optimum of the current free set; keep it if it stays inside.
    std::vector<Index> free;
    for (Index i = 0; i < D; ++i) {
      if (s[i] > low[i] && s[i] < high[i]) free.push_back(i);
    }
    if (free.empty()) continue;
    Vector fixed = s;
    for (const Index i : free) fixed[i] = 0;
    const Vector rest = (h - H * fixed)(free);
    const Vector jump = Cholesky(H(free, free)).solve(rest);
    Vector next = s;
    next(free) = jump;
    if ((next.array() >= low.array()).all() && (next.array() <= high.array()).all()) s = next;
  }
  return s;
}

}  // namespace

struct QuadraticProblem::Form {
  Matrix H;
  Vector h;
};

QuadraticProblem::QuadraticProblem(Settings settings)
    : settings_(std::move(settings)), precision_(Cholesky(settings_.covariance).inverse()) {
  for (const Member& learner : settings_.learners) prior_precisions_.push_back(Cholesky(learner.covariance).inverse());
}

Line QuadraticProblem::line(Index i) const {
  ItemDomain coordinate = settings_.domain;
  coordinate.range = {settings_.domain.range[i]};
  coordinate.distinct = false;
  return Line(coordinate);
}

double QuadraticProblem::largest() const {
  if (!settings_.domain.distinct) return infinity;
  double count = 1;
  for (const Interval& i : settings_.domain.range) {
    count *= settings_.domain.integers ? i.high - i.low + 1 : (i.high > i.low ? infinity : 1);
  }
  return count;
}

double QuadraticProblem::effort(double n, const Vector& s) const {
  double squares = 0;
  if (settings_.magnitude > 0 && n > 0) {
    for (Index i = 0; i < s.size(); ++i) squares += line(i).least_squares(n, s[i]);
  }
  return settings_.per_item * n + settings_.magnitude * squares;
}

std::vector<double> QuadraticProblem::impedances(double n, const Vector& s) const {
  const double cost = effort(n, s);
  Vector missing(s.size());
  for (Index i = 0; i < s.size(); ++i) missing[i] = value(exact_product(n, settings_.mu[i]) + (-s[i]));
  std::vector<double> result;
  for (std::size_t j = 0; j < settings_.learners.size(); ++j) {
    const Cholesky P(prior_precisions_[j] + n * precision_);
    const Vector pull = prior_precisions_[j] * (settings_.mu - settings_.learners[j].mean) + precision_ * missing;
    if (settings_.loss == Loss::squared) {
      const double variance = P.inverse().trace();
      result.push_back(cost + P.solve(pull).squaredNorm() + variance);
      continue;
    }
    if (settings_.loss == Loss::predictive) {
      const Matrix belief = P.inverse();
      const Cholesky prediction(settings_.covariance + belief), items(settings_.covariance);
      const Vector off = P.solve(pull);
      result.push_back(cost + 0.5 * (prediction.log_det() - items.log_det() - prediction.solve(belief).trace() +
                                     off.dot(prediction.solve(off))));
      continue;
    }
    result.push_back(settings_.offsets[j] + cost + 0.5 * pull.dot(P.solve(pull)) - 0.5 * P.log_det() +
                     0.5 * static_cast<double>(s.size()) * std::log(2 * std::numbers::pi));
  }
  return result;
}

double QuadraticProblem::impedance(double n, const Vector& s) const {
  const std::vector<double> all = impedances(n, s);
  return judged(settings_.judge, settings_.weights, [&](std::size_t j) { return all[j]; });
}

QuadraticProblem::Form QuadraticProblem::form(double n, const std::vector<double>& weights) const {
  const Index D = settings_.mu.size();
  Form form{Matrix::Zero(D, D), Vector::Zero(D)};
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (weights[j] == 0) continue;
    const Cholesky P(prior_precisions_[j] + n * precision_);
    const Matrix PW = P.solve(precision_);
    const Vector pull =
        prior_precisions_[j] * (settings_.mu - settings_.learners[j].mean) + n * precision_ * settings_.mu;
    if (settings_.loss == Loss::predictive) {
      const Cholesky prediction(settings_.covariance + P.inverse());
      form.H += weights[j] * PW.transpose() * prediction.solve(PW);
      form.h += weights[j] * PW.transpose() * prediction.solve(P.solve(pull));
      continue;
    }
    if (settings_.loss == Loss::squared) {
      form.H += 2 * weights[j] * PW.transpose() * PW;
      form.h += 2 * weights[j] * PW.transpose() * P.solve(pull);
      continue;
    }
    form.H += weights[j] * precision_ * PW;
    form.h += weights[j] * PW.transpose() * pull;
  }
  form.H.diagonal().array() += 2 * settings_.magnitude / n;
  form.H = 0.5 * (form.H + form.H.transpose()).eval();
  return form;
}

Vector QuadraticProblem::best_sum(double n, const std::vector<double>& weights) const {
  const Index D = settings_.mu.size();
  const Form f = form(n, weights);
  Vector low(D), high(D);
  for (Index i = 0; i < D; ++i) {
    low[i] = line(i).least_sum(n);
    high[i] = line(i).greatest_sum(n);
  }
  return minimise_in_box(f.H, f.h, low, high, deadline);
}

Relaxed QuadraticProblem::relaxed(double n) const {
  if (settings_.judge == Judge::expected || settings_.learners.size() == 1) {
    const Vector s = best_sum(n, settings_.weights);
    double uneven = 0;  // whole items: Σx² ≥ s²/n, even where s happens to be whole
    for (Index i = 0; i < s.size(); ++i) uneven += line(i).least_squares(n, s[i]) - s[i] * s[i] / n;
    return {n, s, impedance(n, s) - settings_.magnitude * uneven};
  }
  WorstCase<Vector> found = solve_worst_case<Vector>(
      settings_.learners.size(),
      [&](const std::vector<double>& weights) {
        Vector s = best_sum(n, weights);
        std::vector<double> all = impedances(n, s);
        return Weighing<Vector>{std::move(s), std::move(all)};
      },
      1e-12, deadline);
  return {n, std::move(found.solution), found.bound};
}

AtSize QuadraticProblem::solve(Index n, const Stop& stop) const {
  const double size = static_cast<double>(n);
  Relaxed real = relaxed(size);
  real.impedance = unless_stopped(real.impedance);
  if (settings_.domain.integers && settings_.domain.distinct && n > 1) return best_distinct(n, real, stop);
  if (settings_.domain.integers) return best_whole(n, real, stop);
  AtSize result{real.s, impedance(size, real.s), real.impedance};
  bool at_a_corner = true;
  for (Index i = 0; i < real.s.size(); ++i) {
    const Interval& range = settings_.domain.range[i];
    at_a_corner &= real.s[i] <= size * range.low || real.s[i] >= size * range.high;
  }
  result.attained = !settings_.domain.distinct || n == 1 || (settings_.magnitude == 0 && !at_a_corner);
  return result;
}

/// Whole sums: the nearest lattice point in the metric H, by depth-first search with the partial sums as bounds.
AtSize QuadraticProblem::best_whole(Index n, const Relaxed& real, const Stop& stop) const {
  const Index D = settings_.mu.size();
  const double size = static_cast<double>(n);
  const bool exact = settings_.judge == Judge::expected || settings_.learners.size() == 1;
  Vector low(D), high(D), best(D);
  for (Index i = 0; i < D; ++i) {
    low[i] = line(i).least_sum(size);
    high[i] = line(i).greatest_sum(size);
    best[i] = std::clamp(std::round(real.s[i]), low[i], high[i]);
  }
  double best_value = impedance(size, best);
  if (!exact) return {best, best_value, std::min(best_value, real.impedance)};

  const Form f = form(size, settings_.weights);
  const Cholesky factor(f.H);
  const Vector centre = factor.solve(f.h);
  const double floor = impedance(size, centre) - settings_.magnitude * [&] {
    double extra = 0;  // least_squares of a real sum is s²/n: already in H
    for (Index i = 0; i < D; ++i) extra += line(i).least_squares(size, centre[i]) - centre[i] * centre[i] / size;
    return extra;
  }();
  const Matrix R = factor.L().transpose();
  Vector s = best;
  long budget = 300000;
  // Coordinates from last to first: R is upper triangular, so each fixes one term ½ (Σ_j R_ij (s_j - c_j))².
  auto descend = [&](auto&& self, Index i, double cost) -> void {
    if (budget-- <= 0 || (budget % 1024 == 0 && stop)) {
      budget = std::min<long>(budget, 0);
      return;
    }
    if (i < 0) {
      const double here = impedance(size, s);
      if (here < best_value) best_value = here, best = s;
      return;
    }
    double shift = 0;
    for (Index j = i + 1; j < D; ++j) shift += R(i, j) * (s[j] - centre[j]);
    const double middle = centre[i] - shift / R(i, i);
    const double first = std::clamp(std::round(middle), low[i], high[i]);
    const Line along = line(i);
    for (double distance = 0;; ++distance) {
      bool open = false;
      for (const double candidate : {first + distance, first - distance}) {
        if (candidate < low[i] || candidate > high[i] || (distance == 0 && open)) continue;
        const double term = R(i, i) * (candidate - middle);
        const double uneven =
            settings_.magnitude * (along.least_squares(size, candidate) - candidate * candidate / size);
        if (floor + cost + 0.5 * term * term >= best_value) continue;
        open = true;
        if (floor + cost + 0.5 * term * term + uneven >= best_value) continue;
        s[i] = candidate;
        self(self, i - 1, cost + 0.5 * term * term + uneven);
      }
      if (!open) return;
    }
  };
  descend(descend, D - 1, 0);
  AtSize result{best, best_value, budget > 0 ? best_value : std::min(best_value, real.impedance)};
  return result;
}

/// Sums of distinct whole vectors have no simple description: as good as exchanges make them, bounded by sets that may
/// repeat an item.
AtSize QuadraticProblem::best_distinct(Index n, const Relaxed& real, const Stop& stop) const {
  const Index D = settings_.mu.size();
  const double size = static_cast<double>(n);
  const AtSize repeating = best_whole(n, real, stop);
  auto T = [D](const Vector& x) {
    Vector statistic(D + 1);
    statistic << x, x.squaredNorm();
    return statistic;
  };
  auto value = [&](const Vector& statistic) {
    const Vector s = statistic.head(D);
    double even = 0;
    for (Index i = 0; i < D && settings_.magnitude > 0; ++i) even += line(i).least_squares(size, s[i]);
    return impedance(size, s) + settings_.magnitude * (statistic[D] - even);
  };
  AtSize best;
  best.bound = repeating.bound;
  Random random(19);
  for (int start = 0; start < 8 && !(stop && start > 0); ++start) {
    Matrix rows(n, D);
    for (Index i = 0; i < n; ++i) {
      rows.row(i) = (start % 2 == 0 ? Vector(repeating.s / size) : settings_.sample(random)).transpose();
    }
    rows = placed_on_lattice(settings_.domain, rows);
    if (rows.rows() < n) break;
    Exchanged found = exchange_items({settings_.domain, T, value}, std::move(rows), stop);
    if (found.value < best.impedance) {
      best.impedance = found.value;
      best.s = found.rows.colwise().sum().transpose();
      best.items = ItemSet{std::move(found.rows), std::vector<Index>(n, 1)};
    }
    if (best.impedance <= best.bound + 1e-12 * std::max(1.0, std::abs(best.bound))) break;
  }
  best.bound = std::min(best.bound, best.impedance);
  return best;
}

namespace {

/// Columns of few values each, side by side: rows of few values, each as often as it takes.
ItemSet beside(const std::vector<ItemSet>& columns, Index n) {
  const auto D = static_cast<Index>(columns.size());
  std::vector<Index> next(columns.size(), 0), left;
  for (const ItemSet& column : columns) left.push_back(column.copies[0]);
  std::vector<Vector> rows;
  std::vector<Index> copies;
  for (Index placed = 0; placed < n; placed += copies.back()) {
    Vector row(D);
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (left[j] == 0) left[j] = columns[j].copies[static_cast<std::size_t>(++next[j])];
      row[static_cast<Index>(j)] = columns[j].rows(next[j], 0);
    }
    copies.push_back(*std::min_element(left.begin(), left.end()));
    for (Index& of_column : left) of_column -= copies.back();
    rows.push_back(std::move(row));
  }
  Matrix result(static_cast<Index>(rows.size()), D);
  for (Index i = 0; i < result.rows(); ++i) result.row(i) = rows[static_cast<std::size_t>(i)].transpose();
  return {result, copies};
}

}  // namespace

/// More items than can be listed, whole numbers that may be equal.
ItemSet QuadraticProblem::unpack_many(Index n, const Vector& s) const {
  std::vector<ItemSet> columns;
  for (Index j = 0; j < s.size(); ++j) columns.push_back(line(j).even(n, s[j]));
  return beside(columns, n);
}

ItemSet QuadraticProblem::unpack(Index n, const Vector& s, Style style, Random& random) const {
  const Index D = s.size();
  const bool many = static_cast<double>(n) * static_cast<double>(D) > most_natural_numbers;
  const bool even = style == Style::plain || settings_.magnitude > 0 || many;
  if (even && !settings_.domain.integers && !settings_.domain.distinct) {
    return {(s / static_cast<double>(n)).transpose(), {n}};
  }
  if (many && settings_.domain.integers && !settings_.domain.distinct) return unpack_many(n, s);
  Matrix sample(n, D);
  for (Index i = 0; i < n; ++i) sample.row(i) = settings_.sample(random).transpose();
  Matrix rows(n, D);
  for (Index j = 0; j < D; ++j) {
    ItemDomain coordinate = settings_.domain;
    coordinate.range = {settings_.domain.range[j]};
    coordinate.distinct = settings_.domain.distinct && !settings_.domain.integers;
    const Line along(coordinate);
    Index next = 0;
    const bool spread = along.attains(n, s[j], even);
    ItemSet column = even || !spread ? along.even(n, s[j]) : along.near(n, s[j], [&] { return sample(next++ % n, j); });
    rows.col(j) = column.expanded();
    if (settings_.domain.integers) {  // dealt in order: not all larger values to the same item
      for (Index i = n - 1; i > 0; --i) std::swap(rows(i, j), rows(static_cast<Index>(random.uniform() * (i + 1)), j));
    }
  }
  return {rows, std::vector<Index>(n, 1)};
}

}  // namespace didact::solvers
