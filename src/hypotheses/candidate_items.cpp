#include "candidate_items.hpp"

#include "continuous.hpp"
#include "spread.hpp"

#include <algorithm>
#include <cmath>

namespace didact::hypotheses {
namespace {

/// The evidence of one item after another, -∞ for the target where it cannot have made it.
class EvidenceOf {
 public:
  EvidenceOf(const HypothesesProblem& problem, const Vector& log_ratios)
      : problem_(problem), impossible_(impossible_beside(log_ratios)) {
    if (!problem.densities.empty() && problem.densities[0].family == Density::Family::multivariate_gaussian) {
      const Vector zero = Vector::Zero(static_cast<Index>(problem.names.size()));
      box_ = items_in_a_box(problem.densities, problem.target, problem.domain().range, zero, 0);
    }
  }

  Vector operator()(const Vector& x) const {
    if (box_) return box_->evidence(x);
    Vector d = log_evidence(problem_, x);
    if (d[static_cast<Index>(problem_.target)] > -infinity) d = finite(d, impossible_);
    return d;
  }

 private:
  const HypothesesProblem& problem_;
  double impossible_;
  std::unique_ptr<ContinuousItems> box_;  ///< factors each covariance once
};

/// Where to begin when there may be no time for all rows: at numbers that the target makes.
Index first_row(const HypothesesProblem& problem, const Table& rows) {
  if (problem.pool || problem.densities.empty() || rows.rows() == 0) return 0;
  const double centre = centre_of(problem.densities[problem.target], 0);
  return static_cast<Index>(std::clamp(std::round(centre - rows(0, 0)), 0.0, static_cast<double>(rows.rows() - 1)));
}

}  // namespace

Vector log_ratios(const HypothesesProblem& problem) {
  Vector logs = log_joint(problem, nothing_shown);
  const double right = logs[static_cast<Index>(problem.target)];
  logs.array() -= right;
  return finite(logs, impossible_beside(logs));
}

EvidenceItems finite_items(const HypothesesProblem& problem, const Table& rows, const Stop& stop,
                           std::vector<Index>& kept) {
  const bool once = problem.items.distinct || (problem.pool && !problem.pool->repeat);
  const bool may_leave_out = !problem.pool || problem.pool->must_include.empty();
  const std::size_t enough = once ? static_cast<std::size_t>(std::max<Index>(1, problem.min_size)) : 1;
  const Vector ratios = log_ratios(problem);
  const EvidenceOf evidence_of(problem, ratios);
  Matrix d(static_cast<Index>(problem.names.size()), rows.rows());
  const Index first = first_row(problem, rows);
  for (Index i = 0; i < rows.rows(); ++i) {
    if (may_leave_out && i % 64 == 0 && kept.size() >= enough && stop) {
      constexpr std::size_t few = 1000;
      kept.resize(std::min(kept.size(), std::max(enough, few)));
      break;
    }
    const Index row = (first + i) % rows.rows();
    d.col(row) = evidence_of(rows.row(row));
    if (d(static_cast<Index>(problem.target), row) > -infinity) kept.push_back(row);
  }
  std::sort(kept.begin(), kept.end());
  const auto N = static_cast<Index>(kept.size());
  EvidenceItems items(ratios, d(Eigen::all, kept));
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
