#include "solvers/search_sizes.hpp"

#include "known_values.hpp"
#include "solvers/convex_search.hpp"
#include <didact/core/beyond_reach.hpp>

#include <algorithm>
#include <cmath>
#include <queue>
#include <vector>

namespace didact::solvers {
namespace {

/// An effort of any shape is looked at for every size up to here, unless max_items says otherwise.
constexpr Index sizes_of_any_cost = 1'000'000;

/// To either side of the best one. Where more could win, their bounds are all but the incumbent, and say so.
constexpr Index most_solved_sizes = 1000;

/// Sizes whose search ends without a proof: after this many, more of them would only cost time.
constexpr int most_open_sizes = 24;

/// To either side of the best one, where the bound on all sizes leaves it no more than this to be improved by
/// (relative): large sizes, of which thousands differ in digits that count for nothing.
constexpr Index most_like_sizes = 16;
constexpr double all_but_proven = 1e-8;

double cost_at(const SizeCost& cost, double n) {
  return cost ? cost(n) : 0;
}

/// Parabolas find a kink to half of its digits, which of a large size leaves many items.
constexpr double large = 1e8;

/// The minimum of a convex f near where it was found, by golden sections.
template <class Function>
Minimum narrowed(Function f, Minimum minimum, double low, double high) {
  constexpr double section = 0.6180339887498949, width = 1e-7;
  double a = std::max(low, minimum.at * (1 - width)), b = std::min(high, minimum.at * (1 + width));
  auto look_at = [&](double x) {
    const double value = f(x);
    if (value < minimum.value) minimum = {x, value, false};
    return value;
  };
  double x = b - section * (b - a), y = a + section * (b - a), fx = look_at(x), fy = look_at(y);
  while (b - a > 1 && a < x && x < y && y < b) {
    if (fx < fy) {
      b = y, y = x, fy = fx, x = b - section * (b - a), fx = look_at(x);
    } else {
      a = x, x = y, fx = fy, y = a + section * (b - a), fy = look_at(y);
    }
  }
  return minimum;
}

/// Sizes are solved one by one only while their bound is below the incumbent by more than rounding.
bool can_win(double bound, double incumbent) {
  if (incumbent == infinity) return bound < infinity;  // nothing is known yet, and no rounding to allow for
  return bound < incumbent - 1e-12 * std::max(1.0, std::abs(incumbent));
}

constexpr double proven = 1e-9;  ///< the format's meaning of it

/// Whether what was found at a size is not proven to be the best there.
bool is_open(const AtSize& at) {
  return improves(at.bound, at.impedance, proven);
}

void accept(SizeSearch& search, const BestSize& candidate) {
  search.bound = std::min(search.bound, candidate.bound);
  if (candidate.at.impedance < search.best.impedance) {
    search.best = candidate.at;
    search.n = candidate.n;
  }
}

BestSize solve_one(const SizedProblem& problem, const SizeCost& cost, Index n, const Stop& stop) {
  BestSize result{n, problem.solve(n, stop), infinity};
  const double extra = cost_at(cost, static_cast<double>(n));
  result.at.impedance += extra;
  result.at.bound += extra;
  result.bound = result.at.bound;
  return result;
}

/// So many sizes at most, and no bound on all of them together: that is no promise of ever better ones. Few are solved
/// one by one, each with its own bound.
void solve_without_bound(const SizedProblem& problem, const SizeCost& cost, Index first, Index last, const Stop& stop,
                         SizeSearch& search) {
  constexpr Index few = 64;
  for (Index n = first; n <= last && n < first + few; ++n) {
    if (n > first && stop) break;
    accept(search, solve_one(problem, cost, n, stop));
    if (n == last) search.relaxed.impedance = search.bound;
  }
  search.relaxed.complete = false;  // it is no optimum
  search.bound = std::min(search.relaxed.impedance, search.best.impedance);
  search.stopped = stop.reason();
}

/// A cost of any shape on top of a convex g: intervals of sizes are discarded by a bound on g (its secants) plus the
/// least cost inside, the others are halved down to single sizes, those with the lowest bound first.   [SIZE.3]
class AnyCostSearch {
 public:
  AnyCostSearch(const SizedProblem& problem, const SizeCost& cost, Index first, Index last, double gap,
                const Stop& stop, SizeSearch& search)
      : problem_(problem),
        any_cost_(cost),
        first_(first),
        gap_(gap),
        stop_(stop),
        search_(search),
        costs_(last - first + 1) {
    cost_ = [&](double n) { return costs_[static_cast<Index>(n) - first_]; };
  }

  void run(double turning_point) {
    if (!know_costs()) return visit_in_haste(turning_point);
    const Index last = first_ + static_cast<Index>(costs_.size()) - 1;
    const Index turn = std::clamp<Index>(static_cast<Index>(std::llround(turning_point)), first_, last);
    visit_if_it_can_win(turn);
    const Index cheapest = first_ + (std::min_element(costs_.begin(), costs_.end()) - costs_.begin());
    if (cheapest != turn) visit_if_it_can_win(cheapest);
    const double before = turn > first_ ? slope(first_, turn) : -infinity;
    const double after = turn < last ? slope(turn, last) : infinity;
    if (turn > first_) visit_if_it_can_win(first_);
    if (turn < last) visit_if_it_can_win(last);
    add({first_, g(first_)}, {turn, g(turn)}, -infinity, after);
    add({turn, g(turn)}, {last, g(last)}, before, infinity);
    halve_intervals();
    if (problem_.deadline) leave_the_rest();  // sizes may have been passed over for a bound that means nothing
    search_.relaxed = relaxed_;
  }

 private:
  struct Known {
    Index n;
    double g;
  };

  /// The sizes between a and b: g lies above the secants that reach into it from outside, with these slopes (infinite:
  /// none).
  struct Interval {
    Known a, b;
    double left_slope, right_slope, bound;

    bool operator<(const Interval& other) const { return bound > other.bound; }  // the lowest bound is next
  };

  /// False if there is no time even for that.
  bool know_costs() {
    constexpr std::size_t between_looks = 1024;
    for (std::size_t i = 0; i < costs_.size(); ++i) {
      if (i % between_looks == between_looks - 1 && problem_.deadline) return false;
      costs_[i] = any_cost_(static_cast<double>(first_) + static_cast<double>(i));
    }
    return true;
  }

  /// No cost is below 0: what g says of all sizes holds for them with their costs.
  void leave_the_rest() { search_.bound = std::min(search_.bound, search_.relaxed.impedance); }

  void visit_in_haste(double turning_point) {
    const Index last = first_ + static_cast<Index>(costs_.size()) - 1;
    const Index turn = std::clamp<Index>(static_cast<Index>(std::llround(turning_point)), first_, last);
    accept(search_, solve_one(problem_, any_cost_, turn, stop_));
    leave_the_rest();
  }

  double g(Index n) const { return problem_.bound(static_cast<double>(n)); }
  double slope(Index a, Index b) const { return (g(b) - g(a)) / static_cast<double>(b - a); }

  void visit(Index n) {
    const BestSize found = solve_one(problem_, cost_, n, stop_);
    if (is_open(found.at)) ++open_;
    accept(search_, found);
  }

  void visit_if_it_can_win(Index n) {
    Relaxed here = problem_.relaxed(static_cast<double>(n));
    here.impedance += costs_[n - first_];
    if (problem_.deadline ? search_.best.impedance == infinity : can_win(here.impedance, search_.best.impedance))
      visit(n);
    if (problem_.deadline) return;
    if (here.impedance < relaxed_.impedance) relaxed_ = here;
  }

  void add(Known a, Known b, double left_slope, double right_slope) {
    double bound = infinity;
    for (Index n = a.n + 1; n < b.n; ++n) {
      const double from_left = a.g + left_slope * static_cast<double>(n - a.n);
      const double from_right = b.g - right_slope * static_cast<double>(b.n - n);
      const double floor = std::max({from_left, from_right, search_.relaxed.impedance});
      bound = std::min(bound, floor + costs_[n - first_]);
    }
    if (can_win(bound, search_.best.impedance)) intervals_.push({a, b, left_slope, right_slope, bound});
  }

  void halve_intervals() {
    while (!intervals_.empty() && can_win(intervals_.top().bound, search_.best.impedance)) {
      const auto [a, b, left_slope, right_slope, bound] = intervals_.top();
      if (stop_ || open_ >= most_open_sizes || !improves(bound, search_.best.impedance, gap_)) {
        search_.bound = std::min(search_.bound, bound);
        return;
      }
      intervals_.pop();
      const Index middle = a.n + (b.n - a.n) / 2;
      const Known m{middle, g(middle)};
      visit_if_it_can_win(middle);
      const double into_right = (m.g - a.g) / static_cast<double>(m.n - a.n);
      const double into_left = (b.g - m.g) / static_cast<double>(b.n - m.n);
      add(a, m, left_slope, into_left);
      add(m, b, into_right, right_slope);
    }
  }

  const SizedProblem& problem_;
  const SizeCost& any_cost_;
  Index first_;
  double gap_;
  const Stop& stop_;
  SizeSearch& search_;
  std::vector<double> costs_;
  SizeCost cost_;
  std::priority_queue<Interval> intervals_;
  int open_ = 0;     ///< sizes solved without a proof
  Relaxed relaxed_;  ///< the least g(n) + cost(n) seen
};

}  // namespace

Sizes allowed_sizes(const Terms& terms) {
  Sizes sizes;
  sizes.low = static_cast<double>(terms.min_size);
  if (terms.max_size) sizes.high = static_cast<double>(*terms.max_size);
  if (terms.limits.max_items) sizes.high = std::min(sizes.high, static_cast<double>(*terms.limits.max_items));
  const Effort& effort = terms.effort;
  sizes.convex_cost = effort.convex_in_size();
  if (!sizes.convex_cost) {
    sizes.high = std::min(sizes.high, static_cast<double>(std::max(sizes_of_any_cost, terms.min_size)));
  }
  if (effort.of_size || effort.fixed > 0 || effort.convex_of_size.value) {
    Effort rest = effort;
    rest.per_item = 0;  // part of the problem itself
    sizes.cost = [rest = std::move(rest)](double n) { return rest.at_size(n); };
  }
  return sizes;
}

std::pair<Index, Index> SizedProblem::sizes_that_can_win(Index low, Index high, const Relaxed& relaxed_optimum,
                                                         const SizeCost& cost, double incumbent) const {
  const double best = relaxed_optimum.impedance;
  auto bound_at = [&](Index n) {
    const double size = static_cast<double>(n);
    return bound(size) + cost_at(cost, size);
  };
  // Near its minimum g is a parabola: a probe at one distance tells about where it reaches the incumbent.
  auto edge = [&](Index end, Index direction) {
    const Index centre = std::clamp<Index>(static_cast<Index>(std::llround(relaxed_optimum.n)), low, high);
    const Index most = std::abs(end - centre);
    Index inside = 0;
    for (Index distance = 1; inside < most;) {
      const double here = bound_at(centre + direction * distance);
      if (deadline) return end;  // nothing is known
      if (!can_win(here, incumbent)) return centre + direction * distance;
      inside = distance;
      const double rise = std::max(here - best, 1e-300);
      const double reach = 1.02 * static_cast<double>(distance) * std::sqrt((incumbent - best) / rise);
      const double next = std::clamp(reach, static_cast<double>(distance) + 1, 64.0 * static_cast<double>(distance));
      distance = std::min(most, static_cast<Index>(next));
    }
    return centre + direction * inside;
  };
  return {edge(low, -1), edge(high, 1)};
}

Relaxed SizedProblem::relax(double low, double high, const SizeCost& cost) const {
  const double start = std::clamp(start_size, low, high);
  const double end = high == infinity ? std::max(trusted(), 2 * low) : high, begin = std::max(low, 1e-9);
  KnownValues known;
  auto value = [&](double n) {
    if (deadline) return infinity;  // whatever ends the search soonest
    const double here = bound(n) + cost_at(cost, n);
    if (!deadline) known.add(n, here);
    return here;
  };
  Minimum minimum = minimise_convex(value, begin, end, start);
  if (!minimum.unbounded && minimum.at > large) minimum = narrowed(value, minimum, begin, end);
  if (deadline) return {known.empty() ? start : known.least().first, {}, known.lower_bound(begin, high), false};
  if (minimum.unbounded || (high == infinity && minimum.at >= 0.75 * end)) return {infinity, {}, -infinity};
  // g may have kinks at whole sizes (distinct items), where a search by parabolas stops a little beside.
  const double whole = std::clamp(std::round(minimum.at), begin, end);
  const double at_whole = bound(whole) + cost_at(cost, whole);
  const bool better = at_whole < minimum.value;
  Relaxed result = relaxed(better ? whole : minimum.at);
  result.impedance = better ? at_whole : minimum.value;
  if (deadline) return {minimum.at, {}, known.lower_bound(begin, high), false};
  return result;
}

BestSize SizedProblem::best_size(Index low, Index high, const Relaxed& relaxed_optimum, const SizeCost& cost,
                                 const Stop& stop) const {
  const Index start = std::clamp<Index>(static_cast<Index>(std::llround(relaxed_optimum.n)), low, high);
  BestSize best = solve_one(*this, cost, start, stop);
  // Told to stop, nothing is known of the other sizes but what the relaxed optimum says of all.
  auto leave_the_rest = [&] { best.bound = std::min(best.bound, relaxed_optimum.impedance); };
  if (stop) {
    leave_the_rest();
    return best;
  }
  const auto [first, last] = sizes_that_can_win(low, high, relaxed_optimum, cost, best.at.impedance);
  int open = is_open(best.at) ? 1 : 0;
  auto consider = [&](Index n) {
    const double size = static_cast<double>(n);
    if (!can_win(bound(size) + cost_at(cost, size), best.at.impedance)) return;
    BestSize candidate = solve_one(*this, cost, n, stop);
    if (is_open(candidate.at)) ++open;
    const double both = std::min(best.bound, candidate.bound);
    if (candidate.at.impedance < best.at.impedance) best = std::move(candidate);
    best.bound = both;
  };
  const Index near = proves() ? most_solved_sizes : 3;
  for (Index distance = 1; start - distance >= first || start + distance <= last; ++distance) {
    if (distance > near || open >= most_open_sizes) {  // the rest by their bound, which is convex
      for (const Index n : {start - distance, start + distance}) {
        if (n >= low && n <= high) {
          const double size = static_cast<double>(n);
          best.bound = std::min(best.bound, bound(size) + cost_at(cost, size));
        }
      }
      break;
    }
    const bool settled =
        distance > most_like_sizes && !improves(relaxed_optimum.impedance, best.at.impedance, all_but_proven);
    if (stop || settled) {
      leave_the_rest();
      break;
    }
    if (start + distance <= last) consider(start + distance);
    if (start - distance >= first) consider(start - distance);
  }
  if (deadline) leave_the_rest();  // sizes may have been passed over for a bound that means nothing
  return best;
}

void refuse_uncountable(const Effort& effort) {
  const bool every_category =
      !effort.per_category.empty() && *std::min_element(effort.per_category.begin(), effort.per_category.end()) > 0;
  if (!(effort.per_item > 0 || every_category)) return;
  throw BeyondReach(
      effort.per_item > 0 ? "effort.per_item" : "effort.per_category",
      "at this price the best lesson has more than 2^52 items, which cannot be counted; raise the price, or set "
      "limits.max_items");
}

SizeSearch search_sizes(const SizedProblem& problem, const Sizes& sizes, double untaught, double gap,
                        const Stop& stop) {
  SizeSearch search;
  const double high = std::min(sizes.high, problem.largest());
  if (high >= 1) {
    search.relaxed = problem.relax(sizes.low, high, sizes.convex_cost ? sizes.cost : SizeCost{});
  }
  if (search.relaxed.unbounded() && high == infinity) {
    search.bound = -infinity;
    return search;
  }
  if (sizes.low == 0) {
    const double impedance = untaught + cost_at(sizes.cost, 0);
    accept(search, {0, {Vector::Zero(search.relaxed.s.size()), impedance, impedance}, impedance});
  }
  // Whatever was stopped on the way, no set is below this.
  const double floor = std::min(search.best.impedance, search.relaxed.impedance);
  if (high >= 1) {
    const Index first = std::max<Index>(1, static_cast<Index>(sizes.low));
    const Index last = static_cast<Index>(std::min(high, largest_size));
    if (search.relaxed.unbounded()) {
      solve_without_bound(problem, sizes.cost, first, last, stop, search);
      return search;
    }
    if (!search.relaxed.complete) {
      const Index near = std::clamp<Index>(static_cast<Index>(std::llround(search.relaxed.n)), first, last);
      accept(search, solve_one(problem, sizes.cost, near, stop));
      search.bound = std::min(floor, search.best.impedance);
      search.stopped = stop.reason();
      return search;
    }
    if (gap > 0 && sizes.convex_cost) {  // the size nearest to the relaxed one may be all that was asked for
      const Index near = std::clamp<Index>(static_cast<Index>(std::llround(search.relaxed.n)), first, last);
      SizeSearch quick = search;
      accept(quick, solve_one(problem, sizes.cost, near, stop));
      quick.bound = std::min(quick.bound, search.relaxed.impedance);
      const double impedance = quick.best.impedance;
      if (impedance - quick.bound <= gap * std::max(1.0, std::abs(impedance))) return quick;
    }
    if (sizes.convex_cost) {
      accept(search, problem.best_size(first, last, search.relaxed, sizes.cost, stop));
    } else {
      AnyCostSearch(problem, sizes.cost, first, last, gap, stop, search).run(search.relaxed.n);
    }
  }
  search.stopped = stop.reason();
  if (stop) search.bound = std::max(search.bound, floor);
  search.bound = std::min(search.bound, search.best.impedance);
  return search;
}

}  // namespace didact::solvers
