#include "../pools/least_whole.hpp"
#include "solvers/convex_search.hpp"
#include "whole_sets.hpp"

#include <algorithm>
#include <cmath>

namespace didact::hypotheses {
namespace {

using pools::can_win, pools::trusted_size;

/// Sizes are closed by the cuts of the relaxed problem alone: whatever ends the search, they hold.
class Search {
 public:
  Search(const ContinuousItems& items, const Objective& objective, double gap, const Stop& stop)
      : items_(items),
        objective_(objective),
        gap_(gap),
        stop_(stop),
        relaxation_(items, stop),
        sets_(items, objective, stop),
        first_(std::max<Index>(1, objective.low)),
        last_(objective.high) {}

  ContinuousResult run() {
    if (objective_.low == 0) sets_.offer({}, 0);
    if (last_ >= 1) {
      sets_.begin(first_);
      end_where_items_cost_too_much();
      start();
      if (result_.unbounded) {
        result_.bound = endless_bound();
      } else {
        try_sizes();
        result_.bound = std::min(bound_, sets_.total());
      }
    } else {
      result_.bound = sets_.total();
    }
    result_.items = sets_.best();
    result_.total = sets_.total();
    result_.stopped = stop_.reason();
    return result_;
  }

 private:
  bool convex() const { return objective_.convex && !objective_.zero_one; }

  double cutoff(double n) const {
    const double left = sets_.total() - objective_.of_size(n);
    if (!objective_.zero_one) return left;
    return left >= 1 ? infinity : left <= 0 ? 0 : -std::log1p(-left);
  }

  /// Each item costs its price and the least magnitude at least, and no loss is below 0: of so many none can win.
  void end_where_items_cost_too_much() {
    if (!(items_.magnitude() > 0)) return;
    double least = 0;
    items_.cheapest(Vector::Zero(items_.log_ratios().size()), least, stop_);
    if (!(least > 0)) return;
    relaxation_.cut(0, least);
    const double each = objective_.per_item + least;
    const double most = sets_.total() / each + 1;
    if (most < static_cast<double>(last_)) last_ = std::max(first_, static_cast<Index>(most));
  }

  /// Where the relaxed problem is best, if it tells.
  void start() {
    if (!convex()) return;
    const double begin = std::max(static_cast<double>(objective_.low), 1e-6);
    const bool priced = objective_.linear && objective_.per_item > 0;  // then a set that is large enough costs too much
    const double end =
        std::clamp(priced ? sets_.total() / objective_.per_item + 1 : trusted_size, begin, static_cast<double>(last_));
    const double near = std::clamp(8.0, begin, end);
    if (objective_.linear) {
      const auto slope = [&](double m) { return stop_ ? 0 : relaxation_.at(m).slope + objective_.per_item; };
      result_.relaxed_n = solvers::minimiser_by_slope(slope, begin, end, near);
    } else {
      const auto value = [&](double m) { return objective_.total(relaxation_.at(m).value, m); };
      result_.relaxed_n = solvers::minimise_convex(value, begin, end, near).at;
    }
    const RelaxedContinuous found = relaxation_.at(result_.relaxed_n);
    if (stop_) return;
    result_.relaxed_total = objective_.total(found.bound, result_.relaxed_n);
    result_.unbounded =
        !priced && static_cast<double>(last_) > trusted_size && result_.relaxed_n >= 0.75 * trusted_size;
    settled_ = std::abs(found.slope) * result_.relaxed_n <= 1e-9;
  }

  /// More items are always better: what they come down to, or, where that is still falling, what they cannot go below.
  double endless_bound() const { return settled_ ? result_.relaxed_total : least_bound(first_, last_).value; }

  double bound_by_cuts(double n) const { return objective_.total(relaxation_.bound(n), n); }

  /// No set of these sizes is better than this, by the cuts. An effort of any shape is at least its price per item.
  pools::LeastWhole least_bound(Index from, Index to) const {
    const auto low = static_cast<double>(from), high = static_cast<double>(to);
    if (convex()) return pools::least_whole([&](double n) { return bound_by_cuts(n); }, low, high);
    const pools::LeastWhole inner = pools::least_whole([&](double n) { return relaxation_.bound(n); }, low, high);
    const double cost = objective_.convex ? pools::least_whole(objective_.of_size, low, high).value
                                          : std::max(0.0, objective_.per_item * low);
    return {inner.at, objective_.judged(inner.value) + cost};
  }

  /// Each size that can win, the most promising first.
  void try_sizes() {
    if (!convex()) return try_one_after_another();
    const Index centre = std::clamp<Index>(std::llround(result_.relaxed_n), first_, last_);
    visit(centre);
    for (Index next = centre - 1; next >= first_; next -= visit_nearest(first_, next, next)) {
      if (closed(first_, next)) break;
    }
    for (Index next = centre + 1; next <= last_; next += visit_nearest(next, last_, next)) {
      if (closed(next, last_)) break;
    }
  }

  /// Whether none of these sizes is worth a visit any more.
  bool closed(Index from, Index to) {
    const double bound = least_bound(from, to).value;
    if (can_win(bound, sets_.total()) && !stop_) return false;
    if (can_win(bound, sets_.total())) bound_ = std::min(bound_, bound);
    return true;
  }

  /// Visits `next`, at the end of these sizes that borders on those visited; or, if the cuts promise more of a size
  /// farther off, has a closer look at that one. How many sizes were visited.
  Index visit_nearest(Index from, Index to, Index next) {
    const pools::LeastWhole promise = least_bound(from, to);
    if (static_cast<Index>(promise.at) != next) {
      relaxation_.at(promise.at, cutoff(promise.at));
      if (bound_by_cuts(promise.at) > promise.value + 1e-12 * std::max(1.0, std::abs(promise.value))) return 0;
    }
    visit(next);
    return 1;
  }

  void try_one_after_another() {
    for (Index n = first_; n <= last_; ++n) {
      if (stop_) {
        bound_ = std::min(bound_, least_bound(n, last_).value);
        return;
      }
      const auto size = static_cast<double>(n);
      if (!can_win(objective_.of_size(size), sets_.total())) {
        if (objective_.zero_one && objective_.convex) return;
      } else if (can_win(bound_by_cuts(size), sets_.total())) {
        visit(n);
      }
    }
  }

  void visit(Index n) {
    const auto size = static_cast<double>(n);
    const RelaxedContinuous found = relaxation_.at(size, cutoff(size));
    double bound = objective_.total(found.bound, size);
    if (!can_win(bound, sets_.total())) return;
    if (!found.groups.empty()) {
      const double before = sets_.total();
      if (items_.whole()) {
        bound = std::max(bound, sets_.attempt_sums(found.groups[0].x, n));
      } else if (before - bound > gap_ * std::max(1.0, std::abs(before)) || before == infinity) {
        sets_.attempt(found, relaxation_.met(), n);
      }
    }
    bound_ = std::min(bound_, bound);
  }

  const ContinuousItems& items_;
  const Objective& objective_;
  double gap_;
  const Stop& stop_;
  ContinuousRelaxation relaxation_;
  WholeSets sets_;
  Index first_, last_;
  ContinuousResult result_;
  double bound_ = infinity;  ///< no set of the sizes that were visited, or left out when stopped, is better
  bool settled_ = false;
};

}  // namespace

ContinuousResult search(const ContinuousItems& items, const Objective& objective, double gap, const Stop& stop) {
  return Search(items, objective, gap, stop).run();
}

}  // namespace didact::hypotheses
