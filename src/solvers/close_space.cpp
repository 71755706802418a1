#include "solvers/closeness.hpp"
#include "solvers/convex_search.hpp"
#include "solvers/moments_problem.hpp"

#include <cmath>
#include <stdexcept>

namespace didact::solvers {
namespace {

/// Larger sets are not searched for, only bounded, unless they are asked for.
constexpr Index most_numbers = 32;

class CloseSpace final : public SizedProblem {
 public:
  explicit CloseSpace(CloseProblem problem)
      : p_(std::move(problem)), D_(p_.domain.dimension()), free_(free_coordinate(p_)) {}

  Relaxed relaxed(double n) const override { return p_.base->relaxed(n); }
  double bound(double n) const override { return p_.base->bound(n); }
  bool proves() const override { return free_ >= 0 && p_.base->proves(); }
  double trusted() const override { return p_.base->trusted(); }
  void end_at(const Stop& stop) override {
    SizedProblem::end_at(stop);
    p_.base->end_at(stop);
  }

  double largest() const override {
    double count = 1;
    for (const Interval& i : p_.domain.range) {
      count *= p_.domain.integers ? i.high - i.low + 1 : (i.high > i.low ? infinity : 1);
    }
    return std::min(count, p_.base->largest());
  }

  /// Where the problem without closeness falls without end, closeness holds it.
  Relaxed relax(double low, double high, const SizeCost& cost) const override {
    const Relaxed without = p_.base->relax(low, high, cost);
    if (!without.unbounded() || free_ >= 0) return without;
    const double first = std::max(1.0, low);
    const double least = bound_from(first, high, cost, {infinity, {}, -infinity}, infinity);
    if (deadline) return {first, {}, -infinity, false};
    if (least == -infinity) {
      throw std::invalid_argument(
          "in several dimensions a closeness effort needs one per_item here, or a largest size");
    }
    Relaxed result = p_.base->relaxed(first);
    result.impedance = std::min(least, p_.base->bound(first));
    if (deadline) return {first, {}, least, false};
    return result;
  }

  AtSize solve(Index n, const Stop& stop) const override {
    if (n == 1) return p_.base->solve(1, stop);
    if (free_ >= 0) return spread_without_end(p_, n, free_, stop);
    const double size = static_cast<double>(n);
    const double bound = bound_between(size, size, {});
    const Index numbers = n * D_;
    const int starts = numbers <= 8 ? 6 : numbers <= 16 ? 3 : 1;
    Random random(17);
    Matrix best;
    double value = infinity;
    for (int start = 0; start < starts && !(stop && start > 0); ++start) {
      Matrix rows = descend_apart(p_, starting_items(n, start, random), stop);
      if (rows.rows() < n) break;
      const double here = close_impedance(p_, rows);
      if (here < value) value = here, best = std::move(rows);
      if (value - bound <= 1e-12 * std::max(1.0, std::abs(value))) break;
    }
    AtSize result{p_.base->relaxed(size).s, value, std::min(bound, value)};
    if (value == infinity) return result;
    result.s = close_statistic(p_, best);
    result.items = ItemSet{std::move(best), std::vector<Index>(static_cast<std::size_t>(n), 1)};
    return result;
  }

  /// From few items on, while more of them help; the others by their bounds.
  BestSize best_size(Index low, Index high, const Relaxed& relaxed, const SizeCost& cost,
                     const Stop& stop) const override {
    if (free_ >= 0) return SizedProblem::best_size(low, high, relaxed, cost, stop);
    BestSize best;
    best.n = low;
    Index n = low;
    for (int misses = 0; n <= high && misses < 3; ++n) {
      if (n > low && (stop || n * D_ > most_numbers)) break;
      const double size = static_cast<double>(n), extra = cost ? cost(size) : 0;
      if (n > low && bound_between(size, size, cost) >= best.at.impedance) {
        ++misses;
        continue;
      }
      AtSize here = solve(n, stop);
      best.bound = std::min(best.bound, here.bound + extra);
      here.impedance += extra;
      here.bound += extra;
      misses = here.impedance < best.at.impedance ? 0 : misses + 1;
      if (here.impedance < best.at.impedance) best.n = n, best.at = std::move(here);
    }
    if (n <= high) {
      const double rest =
          bound_from(static_cast<double>(n), static_cast<double>(high), cost, relaxed, best.at.impedance);
      best.bound = std::min(best.bound, deadline ? std::max(rest, relaxed.impedance) : rest);
    }
    return best;
  }

  ItemSet unpack(Index n, const Vector& s, Style style, Random& random) const override {
    return p_.base->unpack(n, s, style, random);
  }

 private:
  /// n items at least δ apart have Σ‖x - mean‖² ≥ spread(n) δ²: their distances add up to it, and balls around them
  /// have room in no less than one ball.   [CLOSE.5]
  double spread(double n) const {
    const double d = static_cast<double>(D_);
    return std::max((n - 1) / 2, n * d / (4 * (d + 2)) * (std::pow(n, 2 / d) - 1));
  }

  double widest(double n) const {
    double most = 0;
    for (const Interval& i : p_.domain.range) most += n * (i.high - i.low) * (i.high - i.low) / 4;
    return std::sqrt(most / spread(n));
  }

  double best_distance(double price, double n) const {
    return std::min(widest(n), std::cbrt(p_.closeness / (2 * price * spread(n))));
  }

  /// min over δ of price · spread(n) δ² + c/δ; it grows with n.
  double apart_cost(double price, double n) const {
    if (n <= 1) return 0;
    const double distance = best_distance(price, n);
    if (distance == infinity) return 0;
    return price * spread(n) * distance * distance + p_.closeness / distance;
  }

  static double least_between(const SizedProblem& problem, double first, double last, const SizeCost& cost) {
    auto value = [&](double n) { return problem.bound(n) + (cost ? cost(n) : 0); };
    return first == last ? value(first) : minimise_convex(value, first, last, first).value;
  }

  /// No set of first to last items costs less. What scatter costs may be taken out of the problem and put into the
  /// distance, at any price: the best price is the dual.   [CLOSE.5]
  double bound_between(double first, double last, const SizeCost& cost) const {
    return unless_stopped(bound_at_best_price(first, last, cost));
  }

  double bound_at_best_price(double first, double last, const SizeCost& cost) const {
    if (!p_.squares || !p_.at_magnitude) {
      const double price = p_.squares ? 0 : p_.magnitude;
      return least_between(*p_.base, first, last, cost) + apart_cost(price, first);
    }
    const Vector origin = p_.magnitude > 0 ? Vector::Zero(D_) : Vector(p_.base->relaxed(first).s.head(D_) / first);
    const double most = 0.999 * (p_.magnitude - p_.least_magnitude);
    auto at_price = [&](double price) {
      if (deadline) return -infinity;
      const auto tilted = p_.at_magnitude(p_.magnitude - price, origin);
      tilted->deadline = deadline;
      return least_between(*tilted, first, last, cost) + apart_cost(price, first);
    };
    double best = std::max(at_price(0), at_price(std::min(most, most / last)));
    if (first < last) return std::max(best, at_price(std::min(most, 8 * most / last)));
    const Minimum dual =
        minimise_unimodal([&](double price) { return -at_price(price); }, 0, most, most / 4, most / 8, false);
    best = std::max(best, -dual.value);
    if (deadline) return -infinity;
    if (first <= static_cast<double>(D_) && !p_.domain.bounded() && !p_.domain.integers) {
      // Few items have a scatter of small rank.
      const auto tilted = p_.at_magnitude(p_.magnitude - dual.at, origin);
      tilted->deadline = deadline;
      const double extra = cost ? cost(first) : 0;
      best =
          std::max(best, tilted->solve(static_cast<Index>(first), deadline).bound + apart_cost(dual.at, first) + extra);
    }
    return best;
  }

  /// The same for all sizes from `first` on, by intervals that double.
  double bound_from(double first, double high, const SizeCost& cost, const Relaxed& without, double incumbent) const {
    double bound = infinity;
    const double end = std::min(high, std::max(first, p_.base->trusted()));
    for (double n = first; n <= end;) {
      if (deadline) return -infinity;
      const double last = std::min(end, 2 * n);
      bound = std::min(bound, bound_between(n, last, cost));
      const bool rising = n > without.n && p_.base->bound(n) + (cost ? cost(n) : 0) >= incumbent;
      if (rising || bound == -infinity) break;
      n = last + 1;
    }
    if (end < high && !std::isfinite(without.n) && apart_cost(p_.magnitude, end) == 0 && !p_.at_magnitude)
      return -infinity;
    return bound;
  }

  /// Items with the relaxed moments, or as far apart as pays; others drawn about them or anywhere in the range.
  Matrix starting_items(Index n, int start, Random& random) const {
    const double size = static_cast<double>(n);
    const Vector s = p_.base->relaxed(size).s;
    const Vector mean = s.head(D_) / size;
    double distance = best_distance(p_.magnitude, size);
    if (!std::isfinite(distance)) distance = std::cbrt(p_.closeness);
    double room = 0;  // about the mean: a range may be far wider on one side
    for (Index j = 0; j < D_; ++j) {
      const double nearest = std::min(mean[j] - p_.domain.range[j].low, p_.domain.range[j].high - mean[j]);
      if (std::isfinite(nearest)) room += nearest * nearest;
    }
    if (room > 0) distance = std::min(distance, 2 * std::sqrt(room));
    Matrix scatter = Matrix::Zero(D_, D_);
    if (p_.squares) scatter = unpack_squares(s, D_) - size * mean * mean.transpose();
    if (!p_.squares || scatter.trace() < 1e-9) {
      const Index rank = std::min(D_, n - 1);
      scatter.diagonal().head(rank).setConstant(spread(size) * distance * distance / static_cast<double>(rank));
    }
    Matrix rows = items_with_moments(n, mean, scatter, start == 0 ? Style::plain : Style::natural, random);
    for (int attempt = 0; attempt < 20; ++attempt) {
      for (Index j = 0; j < D_; ++j) {
        const auto [low, high] = p_.domain.range[j];
        for (double& x : rows.col(j)) {
          if (attempt > 0) x += 0.3 * distance * random.normal();
          if (attempt == 0 && start % 3 == 2 && std::isfinite(high - low)) x = low + random.uniform() * (high - low);
          x = std::clamp(x, low, high);
        }
      }
      if (least_distance(rows) > 1e-6 * distance) break;
    }
    return rows;
  }

  CloseProblem p_;
  Index D_;
  Index free_;
};

}  // namespace

std::unique_ptr<SizedProblem> close_in_space(CloseProblem problem) {
  return std::make_unique<CloseSpace>(std::move(problem));
}

}  // namespace didact::solvers
