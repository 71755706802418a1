#include "continuous_relaxation.hpp"

#include <algorithm>
#include <cmath>

namespace didact::hypotheses {
namespace {
constexpr double proof_tolerance = 1e-11;
}

RelaxedContinuous ContinuousRelaxation::at(double n, double cutoff) {
  RelaxedContinuous result;
  bool solved = false;
  Vector w;
  log_sum_exp(items_.log_ratios(), &w);
  for (int round = 0; round < 300 && !stop_; ++round) {
    solved = mixture_.columns() > 0 && mixture_.solve(n);
    if (solved) w = mixture_.slope();
    double least = 0;
    const std::vector<ContinuousItems::Cheapest> cheapest = items_.cheapest(w, least, stop_);
    if (solved) {
      const double bound = mixture_.intercept() + n * least;
      if (bound > result.bound)
        result.bound = bound, result.intercept = mixture_.intercept(), result.least_reduced = least;
      result.value = mixture_.value();
      const double scale = std::max(1.0, std::abs(result.value));
      if (result.bound > cutoff || result.value - result.bound <= proof_tolerance * scale) break;
    }
    bool added = false;
    for (std::size_t i = 0; i < std::min<std::size_t>(cheapest.size(), 4); ++i) {
      if (solved && cheapest[i].reduced >= mixture_.dearest()) break;
      added |= add(cheapest[i].x);
    }
    if (solved && !added) break;
    if (mixture_.columns() > 60) mixture_.prune();
  }
  if (std::isfinite(result.intercept)) cuts_.emplace_back(result.intercept, result.least_reduced);
  result.bound = std::max(result.bound, bound(n));
  if (!solved) return result;
  result.slope = mixture_.multiplier();
  for (Index j = 0; j < mixture_.columns(); ++j) {
    if (mixture_.z()[j] > 0)
      result.groups.push_back({points_[static_cast<std::size_t>(mixture_.item(j))], mixture_.z()[j]});
  }
  return result;
}

bool ContinuousRelaxation::add(const Vector& x) {
  for (Index j = 0; j < mixture_.columns(); ++j) {
    const Vector& known = points_[static_cast<std::size_t>(mixture_.item(j))];
    if ((known - x).norm() <= 1e-12 * std::max(1.0, x.norm())) return false;
  }
  mixture_.add(items_.column(x, static_cast<Index>(points_.size())));
  points_.push_back(x);
  return true;
}

double ContinuousRelaxation::bound(double n) const {
  double inner = 0;
  for (const auto& [intercept, slope] : cuts_) inner = std::max(inner, intercept + slope * n);
  return inner;
}

}  // namespace didact::hypotheses
