#include "relaxed_sizes.hpp"

#include "solvers/convex_search.hpp"

#include <algorithm>
#include <cmath>

namespace didact::pools {
namespace {

constexpr double proof_tolerance = 1e-11;

/// Sets of more than this are mixed from whole sets, not from items.
constexpr double large_set = 2000;

}  // namespace

RelaxedSizes::RelaxedSizes(const FiniteItems& items, const Objective& objective, Index low, Index high, double gap,
                           const Stop& stop)
    : items_(items),
      objective_(objective),
      first_(std::max<Index>(1, low)),
      high_(high),
      gap_(gap),
      tolerance_(std::max(proof_tolerance, gap / 100)),
      stop_(stop) {}

RelaxedFinite RelaxedSizes::at(double n, double cutoff) {
  const bool whole = items_.size() > many_items && n > large_set && items_.most() < infinity;
  RelaxedFinite found = whole ? relax_by_fillings(items_, n, slope_, cutoff, tolerance_, stop_)
                              : relax(items_, n, {}, warm_, cutoff, tolerance_, stop_);
  if (!found.z.empty()) {
    warm_ = found.z;
    slope_ = found.gradient;
  }
  last_total_ = total(found, n);
  learn(found);
  return found;
}

RelaxedFinite RelaxedSizes::within(Index n, const Boxes& boxes, const Amounts& warm, double cutoff) {
  return relax(items_, static_cast<double>(n), boxes, warm, cutoff, tolerance_, stop_);
}

void RelaxedSizes::learn(const RelaxedFinite& found) {
  constexpr std::size_t most = 64;
  if (!std::isfinite(found.bound)) return;
  if (cuts_.size() == most) cuts_.erase(cuts_.begin());
  cuts_.push_back(found.tangent);
}

double RelaxedSizes::bound(Index n) const {
  double inner = items_.function().least();
  for (const Tangent& cut : cuts_) inner = std::max(inner, cut.bound(static_cast<double>(n)));
  return objective_.total(inner, static_cast<double>(n));
}

RelaxedSizes::Best RelaxedSizes::best(double end) {
  const double begin = std::max(first_ > 1 ? static_cast<double>(first_) : 1e-6, items_.least());
  Best best;
  best.n = best_size(begin, end);
  if (stop_ && !cuts_.empty()) {  // what is known must do
    best.least = least_of_all();
    return best;
  }
  best.at = at(best.n);
  best.least = least_of_all();
  if (std::isfinite(best.at.bound)) best.least = std::max(best.least, least_near(best.at, best.n));
  return best;
}

double RelaxedSizes::best_size(double begin, double end) {
  const double start = std::clamp(objective_.start, begin, end);
  if (stop_) return start;
  if (!objective_.linear || (items_.function().slack() > 0 && items_.size() <= many_items)) {  // its slopes jump
    return solvers::minimise_convex([&](double n) { return total(at(n), n); }, begin, end, start).at;
  }
  if (items_.size() > many_items) return nearly_best_size(begin, end);
  return solvers::minimiser_by_slope([&](double n) { return slope(n); }, begin, end, start);
}

/// Where the slope changes its sign, until what the rest of it could still bring is well within the gap: false
/// position, halving the end that stays (the Illinois rule).
double RelaxedSizes::nearly_best_size(double low, double high) {
  double left = low, right = std::min(high, std::max(2 * low, 64.0));
  double at_left = -infinity, at_right = slope(right);
  while (right < high && at_right < 0 && !stop_) {
    left = right, at_left = at_right;
    right = std::min(high, 4 * right), at_right = slope(right);
  }
  if (at_right < 0) return right;
  double n = right;
  for (int step = 0; step < 40 && right - left > 1e-3 && !stop_; ++step) {
    const double share = at_left > -infinity ? at_left / (at_left - at_right) : 0.5;
    n = left + std::clamp(share, 0.01, 0.99) * (right - left);
    const double here = slope(n);
    if (std::abs(here) * n <= gap_ / 50 * std::max(1.0, std::abs(last_total_))) break;
    if (here < 0) {
      left = n, at_left = here, at_right /= 2;
    } else {
      right = n, at_right = here, at_left /= 2;
    }
  }
  return n;
}

LeastWhole RelaxedSizes::least_within(Index low, Index high) const {
  const auto value = [&](double n) { return bound(static_cast<Index>(n)); };
  return least_whole(value, static_cast<double>(low), static_cast<double>(high));
}

/// The same for many items, of which a tangent that is not quite level makes too much far away: where the relaxed value
/// is higher on either side, it only grows from there.
double RelaxedSizes::least_near(const RelaxedFinite& best, double n) {
  const Index left = std::max(first_, static_cast<Index>(0.7 * n) - 2);
  const Index right = std::min(high_, static_cast<Index>(1.4 * n) + 2);
  if (items_.size() <= many_items || right <= left || stop_) return -infinity;
  double least = infinity;
  for (const Index end : {left, right}) {
    const double there = objective_.total(at(static_cast<double>(end)).bound, static_cast<double>(end));
    if (end != first_ && end != high_ && there < total(best, n)) return -infinity;
    least = std::min(least, there);
  }
  for (Index m = left; m <= right; ++m) least = std::min(least, bound(m));
  return least;
}

}  // namespace didact::pools
