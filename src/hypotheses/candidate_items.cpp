#include "candidate_items.hpp"

#include "continuous.hpp"

#include <algorithm>
#include <cmath>

namespace didact::hypotheses {
namespace {

/// How far out items are looked at where no range says so: this many times the spread of the hypotheses.
constexpr double far = 1000, far_counts = 20;

Interval neighbourhood(const HypothesesProblem& problem, Index coordinate) {
  double low = infinity, high = -infinity, width = 0, reach = far;
  for (const Density& density : problem.densities) {
    double centre = density.at[std::min<Index>(coordinate, density.at.size() - 1)], deviation = 0;
    switch (density.family) {
      case Density::Family::uniform:
        deviation = density.at[1] - density.at[0];
        break;
      case Density::Family::exponential:
        centre = deviation = 1 / density.at[0];
        break;
      case Density::Family::poisson:
        deviation = std::sqrt(centre) + 1;
        reach = far_counts;
        break;
      default:
        deviation = std::sqrt(density.spread(coordinate, coordinate));
    }
    low = std::min(low, centre);
    high = std::max(high, centre);
    width = std::max(width, deviation);
  }
  return {low - reach * std::max(high - low, width), high + reach * std::max(high - low, width)};
}

/// All of the same kind of item in one matrix: fast for Gaussians of many dimensions too.
Matrix evidence_of(const HypothesesProblem& problem, const Table& rows) {
  const auto H = static_cast<Index>(problem.names.size());
  const auto target = static_cast<Index>(problem.target);
  Matrix d(H, rows.rows());
  if (problem.densities.empty()) {
    for (Index i = 0; i < rows.rows(); ++i)
      d.col(i) = problem.table.col(static_cast<Index>(rows(i, 0)) - 1).array().log();
  } else if (problem.densities[0].family == Density::Family::multivariate_gaussian) {
    const auto box = items_in_a_box(problem.densities, problem.target, problem.domain().range, Vector::Zero(H), 0);
    for (Index i = 0; i < rows.rows(); ++i) d.col(i) = box->evidence(rows.row(i));
    return d;
  } else {
    for (Index i = 0; i < rows.rows(); ++i) d.col(i) = log_likelihoods(problem, rows.row(i));
  }
  for (Index i = 0; i < rows.rows(); ++i) {
    const double right = d(target, i);
    if (right == -infinity) continue;  // no item for this target: the caller leaves it out
    for (Index h = 0; h < H; ++h) d(h, i) = std::max(impossible, d(h, i) - right);
  }
  return d;
}

}  // namespace

Vector log_ratios(const HypothesesProblem& problem) {
  Vector logs = log_joint(problem, {Matrix(0, 1), {}});
  const double right = logs[static_cast<Index>(problem.target)];
  for (double& log : logs) log = std::max(impossible, log - right);
  return logs;
}

Searched searched_range(const HypothesesProblem& problem) {
  Searched searched{problem.domain().range, {}};
  for (std::size_t i = 0; i < searched.range.size(); ++i) {
    Interval& range = searched.range[i];
    searched.cut.emplace_back();
    if (std::isfinite(range.low) && std::isfinite(range.high)) continue;
    const Interval near = neighbourhood(problem, static_cast<Index>(i));
    if (range.low == -infinity) range.low = searched.cut[i].low = std::min(near.low, range.high);
    if (range.high == infinity) {
      range.high = searched.cut[i].high = std::max(std::ceil(near.high), range.low);
    }
  }
  return searched;
}

bool touches(const ItemSet& items, const std::vector<Interval>& cut) {
  for (Index j = 0; j < items.rows.cols() && j < static_cast<Index>(cut.size()); ++j) {
    for (Index i = 0; i < items.rows.rows(); ++i) {
      if (items.rows(i, j) <= cut[j].low || items.rows(i, j) >= cut[j].high) return true;
    }
  }
  return false;
}

EvidenceItems finite_items(const HypothesesProblem& problem, const Table& rows, std::vector<Index>& kept) {
  const Matrix d = evidence_of(problem, rows);
  for (Index i = 0; i < rows.rows(); ++i) {
    if (d(static_cast<Index>(problem.target), i) > -infinity) kept.push_back(i);
  }
  const auto N = static_cast<Index>(kept.size());
  const bool once = problem.items.distinct || (problem.pool && !problem.pool->repeat);
  EvidenceItems items(log_ratios(problem), d(Eigen::all, kept));
  if (once) items.high.setOnes();
  for (Index i = 0; i < N; ++i) {
    const Index row = kept[static_cast<std::size_t>(i)];
    if (problem.effort.magnitude > 0) items.costs[i] = problem.effort.magnitude * rows.row(row).squaredNorm();
    if (!problem.pool) continue;
    auto is_in = [row](const std::vector<Index>& list) {
      return std::find(list.begin(), list.end(), row) != list.end();
    };
    items.costs[i] += problem.pool->cost(row);
    if (is_in(problem.pool->must_include)) items.low[i] = 1;
    if (is_in(problem.pool->must_exclude)) items.high[i] = 0;
  }
  return items;
}

std::optional<Index> impossible_row(const HypothesesProblem& problem) {
  if (!problem.pool) return {};
  for (const Index row : problem.pool->must_include) {
    const Vector logs = log_likelihoods(problem, problem.pool->rows.row(row));
    if (logs[static_cast<Index>(problem.target)] == -infinity) return row;
  }
  return {};
}

}  // namespace didact::hypotheses
