#include "solvers/every_size.hpp"

#include <algorithm>
#include <cmath>

namespace didact::solvers {
namespace {

class EverySizeSearch {
 public:
  EverySizeSearch(const SizedProblem& problem, const Outlook& outlook, const Sizes& sizes, double gap, const Stop& stop)
      : problem_(problem), outlook_(outlook), sizes_(sizes), gap_(gap), stop_(stop) {
    first_ = std::max<Index>(1, static_cast<Index>(sizes.low));
    last_ = static_cast<Index>(std::min({sizes.high, problem.largest(), largest_size}));
    open_ended_ = std::min(sizes.high, problem.largest()) == infinity;
  }

  SizeSearch run(double untaught) {
    if (sizes_.low == 0) {
      const double impedance = untaught + cost(0);
      search_.best.impedance = search_.best.bound = impedance;
      search_.bound = impedance;
    }
    if (falls_for_ever()) {
      search_.relaxed.impedance = -infinity;
      search_.bound = *outlook_.limit + cost(1);
      return search_;
    }
    if (problem_.proves()) {
      solve_all();
    } else {
      solve_nearby();
    }
    search_.stopped = stop_.reason();
    search_.bound = std::min(search_.bound, search_.best.impedance);
    return search_;
  }

 private:
  double cost(Index n) const { return sizes_.cost ? sizes_.cost(static_cast<double>(n)) : 0; }
  double loss_from(Index n) const {
    return outlook_.least ? outlook_.least(static_cast<double>(n), search_.best.impedance) : 0;
  }
  double floor_at(Index n) const { return outlook_.per_item * static_cast<double>(n) + cost(n) + loss_from(n); }

  /// No set of n or more items has a lower impedance.
  double floor_from(Index n) const {
    if (!sizes_.convex_cost) return outlook_.per_item * static_cast<double>(n) + loss_from(n);  // any cost is ≥ 0
    if (!outlook_.cost_settles && n < last_ && cost(n + 1) < cost(n)) return -infinity;
    return floor_at(n);
  }

  /// Free items without end: every set of them is beaten by a larger one, unless to teach nothing beats them all.
  bool falls_for_ever() const {
    return open_ended_ && outlook_.limit && outlook_.per_item == 0 && outlook_.cost_settles &&
           *outlook_.limit + cost(1) < search_.best.impedance;
  }

  /// A bound that leaves no more to be gained than was asked for, or than rounding hides.
  bool settled(double bound) const {
    const double best = search_.best.impedance;
    return best < infinity && bound >= best - std::max(gap_, 1e-12) * std::max(1.0, std::abs(best));
  }

  void solve(Index n) {
    AtSize at = problem_.solve(n, stop_);
    at.impedance += cost(n);
    search_.bound = std::min(search_.bound, at.bound + cost(n));
    if (at.impedance < search_.best.impedance) {
      search_.best = std::move(at);
      search_.n = n;
    }
  }

  void solve_all() {
    double solved = 0;
    for (Index n = first_; n <= last_; ++n) {
      const double rest = floor_from(n);
      if (settled(rest)) return leave(rest);
      if (floor_at(n) >= search_.best.impedance) continue;
      const bool shown = search_.best.impedance < infinity;  // few items may leave no finite distance
      if (solved >= outlook_.most_sizes || (n > first_ && shown && stop_)) {
        leave(rest);
        return look_further(n);
      }
      solve(n);
      ++solved;
    }
  }

  void leave(double bound) { search_.bound = std::min(search_.bound, bound); }

  /// No proof is left to be had; a better set may be.
  void look_further(Index from) {
    for (double n = static_cast<double>(from); n <= static_cast<double>(last_) && !stop_; n = std::ceil(1.02 * n)) {
      if (floor_from(static_cast<Index>(n)) >= search_.best.impedance) return;
      solve(static_cast<Index>(n));
    }
    if (!open_ended_ && !stop_) solve(last_);
  }

  /// Where items are searched for, which is dear and proves little: sizes next to the one with the least bound. The
  /// bounds alone speak for all others.
  void solve_nearby() {
    constexpr Index near = 3;
    Index centre = first_;
    double least = infinity, looked_at = 0;
    for (Index n = first_; n <= last_; ++n, ++looked_at) {
      const double rest = floor_from(n);
      if (rest >= std::min(least, search_.best.impedance)) break;
      if (looked_at >= outlook_.most_sizes || (n > first_ && least < infinity && stop_)) {
        leave(rest);
        break;
      }
      const double bound = problem_.bound(static_cast<double>(n)) + cost(n);
      if (problem_.deadline && bound < infinity) {  // it means nothing but that
        if (least == infinity) centre = n;
        leave(rest);
        break;
      }
      if (bound < least) least = bound, centre = n;
    }
    for (Index distance = 0; distance <= near; ++distance) {
      for (const Index n : {centre + distance, centre - distance}) {
        if (n < first_ || n > last_ || (distance > 0 && stop_) || (distance == 0 && solved_centre_)) continue;
        const double bound = std::max(least, problem_.bound(static_cast<double>(n)) + cost(n));
        if (!settled(problem_.deadline ? -infinity : bound)) solve(n);
        solved_centre_ = true;
      }
    }
    leave(least);
    look_at_smaller(centre - near);
  }

  /// The least bound can lie where nothing comes near it: a bound that knows no range falls with every item, the sets
  /// within the range do not. So some of the smaller sizes are searched too, and those next to the best of them.
  void look_at_smaller(Index below) {
    constexpr double most_items = 20'000;
    auto try_size = [&](Index n) {
      if (n < first_ || n >= below || stop_) return false;
      const double before = search_.best.impedance;
      if (problem_.bound(static_cast<double>(n)) + cost(n) < before) solve(n);
      return search_.best.impedance < before;
    };
    const double last = std::min(static_cast<double>(below), most_items);
    for (double n = static_cast<double>(first_); n < last; n = std::max(n + 1, std::ceil(1.5 * n))) {
      try_size(static_cast<Index>(n));
    }
    for (const Index step : {Index{1}, Index{-1}}) {
      while (search_.n > 0 && search_.n < last && try_size(search_.n + step)) continue;
    }
  }

  const SizedProblem& problem_;
  const Outlook& outlook_;
  const Sizes& sizes_;
  double gap_;
  const Stop& stop_;
  Index first_ = 1, last_ = 0;
  bool open_ended_ = false, solved_centre_ = false;
  SizeSearch search_;
};

}  // namespace

SizeSearch search_every_size(const SizedProblem& problem, const Outlook& outlook, const Sizes& sizes, double untaught,
                             double gap, const Stop& stop) {
  return EverySizeSearch(problem, outlook, sizes, gap, stop).run(untaught);
}

}  // namespace didact::solvers
