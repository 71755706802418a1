#include "line_ends.hpp"

#include "../pools/least_whole.hpp"
#include "candidate_items.hpp"
#include "continuous.hpp"
#include "spread.hpp"

#include <algorithm>
#include <cmath>

namespace didact::hypotheses {
namespace {

/// The item on this side at which it reaches the top.
double farthest(const Quadratic& q, double end, double top) {
  if (q.c2 == 0) return (top - q.c0) / q.c1;
  const double vertex = -0.5 * q.c1 / q.c2;
  return vertex + end * std::sqrt(std::max(0.0, (top - q(vertex)) / q.c2));
}

}  // namespace

Ends::Ends(const HypothesesProblem& problem, const Objective& objective, Interval range, const Stop& stop)
    : problem_(problem), objective_(objective), range_(range), stop_(stop) {
  const Quadratic right = quadratic_of(problem.densities[problem.target]);
  const Vector ratios = log_ratios(problem);
  const double impossible = impossible_beside(ratios);
  first_edge_ = last_edge_ = std::clamp(centre_of(problem.densities[problem.target], 0), range.low, range.high);
  for (std::size_t h = 0; h < problem.densities.size(); ++h) {
    if (h == problem.target || ratios[static_cast<Index>(h)] <= impossible) continue;
    Quadratic q = quadratic_of(problem.densities[h]);
    for (const double edge : {q.low, q.high}) {
      if (!std::isfinite(edge)) continue;
      first_edge_ = std::min(first_edge_, edge);
      last_edge_ = std::max(last_edge_, edge);
    }
    q.c0 -= right.c0, q.c1 -= right.c1, q.c2 -= right.c2;
    rivals_.push_back({h, q, ratios[static_cast<Index>(h)]});
  }
}

bool Ends::good(double end) const {
  if (!open(end) || objective_.high < 1) return false;
  const auto goes = [&](int way) {
    return std::any_of(rivals_.begin(), rivals_.end(), [&](const Rival& r) { return r.towards(end) == way; });
  };
  return goes(-1) && !goes(1);
}

double Ends::infimum(double end) const {
  Vector left = Vector::Constant(static_cast<Index>(rivals_.size()) + 1, -infinity);
  left[0] = 0;  // the target
  for (std::size_t i = 0; i < rivals_.size(); ++i) {
    const Rival& r = rivals_[i];
    if (r.covers(end) && r.towards(end) == 0) left[static_cast<Index>(i) + 1] = r.log_ratio;
  }
  return objective_.judged(log_sum_exp(left)) + least_cost();
}

bool Ends::good_in_pairs() const {
  if (!open(-1) || !open(1) || objective_.high < 2) return false;
  bool narrower = false;
  for (const Rival& r : rivals_) {
    if (!r.covers(-1) && !r.covers(1)) continue;
    if (r.ratio.c2 > 0 || r.covers(-1) != r.covers(1)) return false;
    narrower |= r.ratio.c2 < 0;
  }
  return narrower;
}

std::vector<std::size_t> Ends::left_by_pairs() const {
  std::vector<std::size_t> left{problem_.target};
  for (const Rival& r : rivals_) {
    if (r.covers(1) && r.ratio.c2 == 0) left.push_back(r.index);
  }
  return left;
}

std::optional<double> Ends::reach(double end, const Budget& budget) const {
  const double edge = end > 0 ? last_edge_ : first_edge_;
  double best = infinity;
  bool grows = false;
  for (const Rival& r : rivals_) {
    if (r.towards(end) != 1) continue;
    grows = true;
    const double others = budget.size > 1 ? (budget.size - 1) * std::min(0.0, least(r, end)) : 0;
    const double top = only_sums() ? std::max(0.0, budget.inner - r.log_ratio) + std::abs(r.ratio.c1)
                                   : budget.inner - r.log_ratio - others;
    if (top < infinity) best = std::min(best, end * farthest(r.ratio, end, top));
  }
  if (!grows) return edge + end * deviation_of(problem_.densities[problem_.target], 0);
  if (best == infinity) return {};
  return std::max(best * (best > 0 ? reach_slack : 2 - reach_slack), end * edge) * end;
}

/// Items may be moved towards each other, and nothing changes.
bool Ends::only_sums() const {
  return !problem_.items.distinct && std::all_of(rivals_.begin(), rivals_.end(), [&](const Rival& r) {
    return r.ratio.c2 == 0 && r.ratio.low <= range_.low && r.ratio.high >= range_.high;
  });
}

double Ends::least_cost() const {
  const auto low = static_cast<double>(std::max<Index>(1, objective_.low)), high = static_cast<double>(objective_.high);
  if (objective_.convex) return pools::least_whole(objective_.of_size, low, high).value;
  double least = infinity;
  for (double n = low; n <= high; ++n) {
    if (stop_) return 0;
    least = std::min(least, objective_.of_size(n));
  }
  return least;
}

/// The least that an item can do for a rival. Of one that is linear and open on both sides: items far out on both sides
/// can move together, as far as the last end of a support, and nothing changes; so they are on one side.
double Ends::least(const Rival& r, double end) const {
  const Quadratic& q = r.ratio;
  Interval over{std::max(range_.low, q.low), std::min(range_.high, q.high)};
  if (q.c2 == 0) {
    const bool both = over.low == -infinity && over.high == infinity;
    if (both && problem_.items.distinct) return -infinity;
    if (both) over = end > 0 ? Interval{first_edge_, infinity} : Interval{-infinity, last_edge_};
    return q(q.c1 > 0 ? over.low : over.high);
  }
  return q(std::clamp(-0.5 * q.c1 / q.c2, over.low, over.high));
}

}  // namespace didact::hypotheses
