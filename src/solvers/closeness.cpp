#include "solvers/closeness.hpp"

#include "solvers/moments_problem.hpp"

#include <cmath>

namespace didact::solvers {
namespace {

/// Where the best set is approached only, the set shown is this close to it, relative; but no farther apart than sums
/// of items keep digits for.
constexpr double shown_excess = 1e-6;
constexpr double farthest_shown = 1e7;

}  // namespace

Vector close_statistic(const CloseProblem& problem, const Matrix& rows) {
  const Vector sum = rows.colwise().sum().transpose();
  return problem.squares ? pack_moments(sum, rows.transpose() * rows) : sum;
}

double close_impedance(const CloseProblem& problem, const Matrix& rows) {
  const double distance = rows.rows() > 1 ? problem.closeness / least_distance(rows) : 0;
  return problem.loss(static_cast<double>(rows.rows()), close_statistic(problem, rows)) +
         problem.magnitude * rows.squaredNorm() + distance;
}

Vector evenly_apart(Index n, double sum, double distance, bool whole) {
  const double size = static_cast<double>(n);
  Vector x(n);
  if (!whole) {
    for (Index i = 0; i < n; ++i) x[i] = sum / size + distance * (static_cast<double>(i) - 0.5 * (size - 1));
    return x;
  }
  // What does not divide evenly raises the upper items by one.   [CLOSE.4]
  const double rest = sum - distance * size * (size - 1) / 2;
  const double base = std::floor(rest / size), raised = rest - base * size;
  for (Index i = 0; i < n; ++i) {
    x[i] = base + distance * static_cast<double>(i) + (static_cast<double>(i) >= size - raised ? 1 : 0);
  }
  return x;
}

Index free_coordinate(const CloseProblem& problem) {
  if (problem.squares || problem.magnitude > 0) return -1;
  for (Index j = 0; j < problem.domain.dimension(); ++j) {
    if (problem.domain.range[j] == Interval{}) return j;
  }
  return -1;
}

AtSize spread_without_end(const CloseProblem& problem, Index n, Index coordinate, const Stop& stop) {
  AtSize best = problem.base->solve(n, stop);
  if (best.impedance == infinity) return best;
  const double wanted = problem.closeness / (shown_excess * std::max(1.0, std::abs(best.impedance)));
  const double distance = std::ceil(std::clamp(wanted, 1.0, std::max(1.0, farthest_shown / static_cast<double>(n))));
  Random random(1);
  Matrix rows = problem.base->unpack(n, best.s, Style::plain, random).expanded();
  rows.col(coordinate) = evenly_apart(n, best.s[coordinate], distance, problem.domain.integers);
  best.items = ItemSet{std::move(rows), std::vector<Index>(static_cast<std::size_t>(n), 1)};
  best.attained = false;
  best.approached_by = Direction::spread_items;
  return best;
}

}  // namespace didact::solvers
