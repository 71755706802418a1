#include "solvers/closeness.hpp"
#include "solvers/convex_search.hpp"
#include <didact/core/beyond_reach.hpp>

#include <cmath>

namespace didact::solvers {
namespace {

/// A sum, a scatter and a spacing, and what they cost.
struct Spaced {
  double s = 0;
  double scatter = 0;  ///< Σ(x - mean)²
  double D = 0;        ///< n(n-1)/2 times the spacing
  double value = infinity;
};

/// Items that all differ are placed, and listed, one by one: this many while sizes are compared, and at the end. So few
/// are placed in no time.
constexpr Index few = 10'000, most_in_a_search = 200'000, most_listed = 1'000'000;

void refuse_to_place(Index most, Index n) {
  if (n <= most) return;
  throw BeyondReach("effort.closeness", "the best lesson has " + std::to_string(n) +
                                            " items that must differ, more than the " + std::to_string(most) +
                                            " that can be placed one by one; set limits.max_items");
}

double pairs(double n) {
  return n * (n - 1) / 2;
}

bool below(double bound, double incumbent) {
  return incumbent == infinity || bound < incumbent - 1e-13 * std::max(1.0, std::abs(incumbent));
}

class CloseLine final : public SizedProblem {
 public:
  explicit CloseLine(CloseProblem problem)
      : p_(std::move(problem)),
        low_(p_.domain.range[0].low),
        high_(p_.domain.range[0].high),
        spreads_(free_coordinate(p_) >= 0) {}

  Relaxed relaxed(double n) const override {
    if (n <= 1 || spreads_) return p_.base->relaxed(n);
    // Less than what whole n cost, and convex in n.   [CLOSE.3]
    const SpacingShape shape{(n - 1) * (n - 1) / 2, 1 / (3 * n)};
    const Spaced best = best_spaced(n, shape, p_.domain.integers ? shape.scatter * shape.ratio * shape.ratio : 0);
    return {n, statistic(n, best), best.value};
  }
  double bound(double n) const override { return n <= 1 || spreads_ ? p_.base->bound(n) : relaxed(n).impedance; }
  double trusted() const override { return p_.base->trusted(); }
  void end_at(const Stop& stop) override {
    SizedProblem::end_at(stop);
    p_.base->end_at(stop);
  }

  double largest() const override {
    const double room = p_.domain.integers ? high_ - low_ + 1 : high_ > low_ ? infinity : 1;
    return std::min(room, p_.base->largest());
  }

  AtSize solve(Index n, const Stop& stop) const override {
    if (n == 1) return p_.base->solve(1, stop);
    if (spreads_) {
      refuse_to_place(most_listed, n);
      return spread_without_end(p_, n, 0, stop);
    }
    if (!p_.squares) return p_.domain.integers ? solve_whole_sum(n, stop) : solve_sum(n);
    refuse_to_place(most_in_a_search, n);
    largest_placed_ = std::max(largest_placed_, n);
    const double size = static_cast<double>(n);
    const SpacingShape shape = shape_of(size);
    const Spaced best = best_spaced(size, shape, p_.domain.integers ? shape.scatter * pairs(size) * pairs(size) : 0);
    Matrix rows = items(n, best);
    const double scatter = (rows.array() - rows.mean()).square().sum();
    const bool as_asked = !p_.domain.integers && std::abs(scatter - best.scatter) <= 1e-9 * best.scatter;
    if (!as_asked) rows = descend_apart(p_, std::move(rows), stop);
    return valued(std::move(rows), unless_stopped(best.value));
  }

  ItemSet unpack(Index n, const Vector& s, Style style, Random& random) const override {
    if (n > few && !p_.squares && !spreads_) return placed(n);
    return p_.base->unpack(n, s, style, random);
  }

  /// Moments are met by items that are placed one by one: of many, few sizes can be.
  bool proves() const override { return largest_placed_ <= few; }

 private:
  Vector statistic(double n, const Spaced& at) const {
    Vector s(p_.squares ? 2 : 1);
    s[0] = at.s;
    if (p_.squares) s[1] = at.scatter + at.s * at.s / n;
    return s;
  }

  static SpacingShape shape_of(double n) { return {pairs(n), (n + 1) / (3 * n * (n - 1))}; }

  /// The best sum of real items can be had with the best spacing: few are placed to be valued as they are, many are
  /// known by what they have in common.
  AtSize solve_sum(Index n) const {
    const double size = static_cast<double>(n);
    const Spaced best = best_spaced(size, shape_of(size), 0);
    if (n <= few) return valued(items(n, best), unless_stopped(best.value));
    return {statistic(size, best), best.value, unless_stopped(best.value)};
  }

  /// Many items with the best sum and spacing.
  ItemSet placed(Index n) const {
    refuse_to_place(most_listed, n);
    const double size = static_cast<double>(n);
    Vector rows;
    if (p_.domain.integers) {
      const WholeSum best = best_whole_sum(n, {});
      rows = evenly_apart(n, best.s, best.distance, true);
    } else {
      rows = items(n, best_spaced(size, shape_of(size), 0));
    }
    return {std::move(rows), std::vector<Index>(static_cast<std::size_t>(n), 1)};
  }

  AtSize valued(Matrix rows, double bound) const {
    const double value = close_impedance(p_, rows);
    const Index n = rows.rows();
    AtSize result{close_statistic(p_, rows), value, std::min(bound, value)};
    result.items = ItemSet{std::move(rows), std::vector<Index>(static_cast<std::size_t>(n), 1)};
    return result;
  }

  /// The best sum and spacing of n items; real n by the shape that bounds them.
  Spaced best_spaced(double n, const SpacingShape& shape, double least_scatter) const {
    const Vector start = p_.base->relaxed(n).s;
    return p_.squares ? best_moments(n, shape, least_scatter, start) : best_by_sum(n, shape, best_sum(n, start[0]));
  }

  double of_sum(double n, double s) const { return p_.loss(n, Vector::Constant(1, s)) + p_.magnitude * s * s / n; }

  double best_sum(double n, double start) const {
    return minimise_unimodal([&](double s) { return of_sum(n, s); }, n * low_, n * high_, start,
                             1e-3 * (1 + std::abs(start)), p_.kinks)
        .at;
  }

  /// How large D may be with this sum: n·low + D ≤ s ≤ n·high - D.   [CLOSE.1]
  double room(double n, double s) const { return std::min(s - n * low_, n * high_ - s); }

  double kept_apart(double n, double s, double D) const {
    const double first = n * low_ + D, last = n * high_ - D;
    return first < last ? std::clamp(s, first, last) : std::midpoint(first, last);
  }

  /// The sum is the best one or as near to it as the spacing lets it be: convex in D, along which the search goes by
  /// factors.
  Spaced best_by_sum(double n, const SpacingShape& shape, double s) const {
    const double widest = n * (high_ - low_) / 2;
    auto value = [&](double log_D) {
      const double D = std::min(std::exp(log_D), widest);
      return of_sum(n, kept_apart(n, s, D)) + p_.magnitude * shape.scatter * D * D + p_.closeness * shape.ratio / D;
    };
    const double likely = std::max(room(n, s), 1e-3 * std::min(widest, 1.0));
    const double top = std::min(600.0, std::log(widest));
    const double bottom = p_.domain.integers ? std::min(top, std::log(shape.ratio)) : -600;  // whole spacings are ≥ 1
    const Minimum at = minimise_unimodal(value, bottom, top, std::isfinite(likely) ? std::log(likely) : 0, 1, p_.kinks);
    const double D = std::min(std::exp(at.at), widest);
    return {kept_apart(n, s, D), shape.scatter * D * D, D, at.value};
  }

  bool bounded() const { return std::isfinite(low_) || std::isfinite(high_); }

  /// At a given sum and scatter the spacing is what either allows.
  double spacing(double n, const SpacingShape& shape, double s, double scatter) const {
    return std::min(room(n, s), std::sqrt(scatter / shape.scatter));
  }

  Spaced best_moments(double n, const SpacingShape& shape, double least_scatter, const Vector& start) const {
    const bool closed = std::isfinite(low_) && std::isfinite(high_), kinks = p_.kinks || bounded();
    const double typical = std::max(start[1] - start[0] * start[0] / n, 1e-3 * n);
    auto at_sum = [&](double s) {
      const double most = closed ? (low_ + high_) * s - n * low_ * high_ - s * s / n : infinity;  // Σ(x-l)(h-x) ≥ 0
      const double bottom = std::log(std::max(least_scatter, 1e-300)), top = std::log(most);
      if (!(room(n, s) > 0) || !(bottom < top)) return Minimum{0, infinity, false};
      auto value = [&](double log_scatter) {
        const double scatter = std::exp(log_scatter), D = spacing(n, shape, s, scatter);
        Vector statistic(2);
        statistic << s, scatter + s * s / n;
        return p_.loss(n, statistic) + p_.magnitude * statistic[1] + p_.closeness * shape.ratio / D;
      };
      return minimise_unimodal(value, bottom, std::min(600.0, top), std::log(typical), 0.5, kinks);
    };
    const double inside =
        closed ? std::clamp(start[0], n * (low_ + 0.01 * (high_ - low_)), n * (high_ - 0.01 * (high_ - low_)))
        : bounded() && !(room(n, start[0]) > 0)
            ? (std::isfinite(low_) ? n * low_ + std::sqrt(n * typical) : n * high_ - std::sqrt(n * typical))
            : start[0];
    const Minimum at = minimise_unimodal([&](double s) { return at_sum(s).value; }, n * low_, n * high_, inside,
                                         0.1 * std::sqrt(n * typical), kinks);
    const double scatter = std::exp(at_sum(at.at).at);
    return {at.at, scatter, spacing(n, shape, at.at, scatter), at.value};
  }

  /// Items with this sum, this spacing and this scatter, or as much scatter as the range leaves: from even ones towards
  /// those packed at both ends with one between.   [CLOSE.1]
  Matrix items(Index n, const Spaced& at) const {
    const double size = static_cast<double>(n), distance = at.D / pairs(size);
    Vector even = evenly_apart(n, at.s, distance, false);
    const double mean = at.s / size, least = (even.array() - mean).square().sum();
    if (std::isfinite(low_) && std::isfinite(high_) && at.scatter > least) {
      const double width = high_ - low_ - (size - 1) * distance;  // of the range once the spacing is taken out
      Vector packed(n);
      double left = at.s - size * low_ - at.D;
      for (Index i = n - 1; i >= 0; --i) {
        const double share = std::clamp(left, 0.0, std::max(0.0, width));
        packed[i] = low_ + distance * static_cast<double>(i) + share;
        left -= share;
      }
      even += toward(even, packed, at.scatter - least, mean) * (packed - even);
    } else if (bounded() && at.scatter > least) {
      const Index outer = std::isfinite(low_) ? n - 1 : 0;
      Vector packed(n);
      const double end = std::isfinite(low_) ? low_ : high_ - (size - 1) * distance;
      for (Index i = 0; i < n; ++i) packed[i] = end + distance * static_cast<double>(i);
      packed[outer] += at.s - packed.sum();
      even += toward(even, packed, at.scatter - least, mean) * (packed - even);
    }
    return even.cwiseMax(low_).cwiseMin(high_);
  }

  /// How far along `step` the scatter has grown by `more`.
  static double toward(const Vector& from, const Vector& to, double more, double mean) {
    const Vector step = to - from;
    const double a = step.squaredNorm(), b = step.dot((from.array() - mean).matrix());
    if (!(a > 0)) return 0;
    return std::min(1.0, more / (b + std::sqrt(std::max(0.0, b * b + a * more))));
  }

  /// Σx² of evenly_apart(n, s, distance, true) beyond s²/n.
  static double whole_scatter(double n, double s, double distance) {
    const double even = (n + 1) / (3 * n * (n - 1)) * pairs(n) * pairs(n) * distance * distance;
    const double rest = s - distance * pairs(n), raised = rest - n * std::floor(rest / n);
    // The upper items are distance·(n - raised)/2 above the mean, on average, before each is raised by one.
    return even + raised * distance * (n - raised) + raised * (1 - raised / n);
  }

  struct WholeSum {
    double s = 0, distance = 1, value = infinity;
    double real = -infinity;  ///< what real sums and spacings would cost at least
    bool complete = true;
  };

  /// Whole sums and spacings in the order of what real ones would cost, until that is no better.   [CLOSE.4]
  WholeSum best_whole_sum(Index n, const Stop& stop) const {
    const double size = static_cast<double>(n), A = pairs(size);
    const SpacingShape shape = shape_of(size);
    const double widest = std::floor((high_ - low_) / (size - 1));
    const double s0 = best_sum(size, p_.base->relaxed(size).s[0]);
    WholeSum best;
    auto floor_at = [&](double s, double distance) {
      const double D = A * distance;
      return of_sum(size, s) + p_.magnitude * shape.scatter * D * D + p_.closeness / distance;
    };
    auto visit = [&](double distance) {
      const double first = size * low_ + A * distance, last = size * high_ - A * distance;
      if (!below(floor_at(kept_apart(size, s0, A * distance), distance), best.value)) return false;
      auto walk = [&](double s, double step) {
        for (; s >= first && s <= last && below(floor_at(s, distance), best.value); s += step) {
          if (best.value < infinity && stop) return;
          const double value =
              of_sum(size, s) + p_.magnitude * whole_scatter(size, s, distance) + p_.closeness / distance;
          if (value < best.value) best.value = value, best.s = s, best.distance = distance;
        }
      };
      const double start = std::clamp(std::floor(s0), first, last);
      walk(start, -1);
      walk(start + 1, 1);
      return true;
    };
    const Spaced real = best_by_sum(size, shape, s0);
    const double start = std::clamp(std::round(real.D / A), 1.0, widest);
    visit(start);
    for (double distance = start + 1; distance <= widest && !stop && visit(distance);) ++distance;
    for (double distance = start - 1; distance >= 1 && !stop && visit(distance);) --distance;
    best.real = real.value;
    best.complete = !stop;
    return best;
  }

  AtSize solve_whole_sum(Index n, const Stop& stop) const {
    const WholeSum best = best_whole_sum(n, stop);
    const double least = best.complete ? infinity : unless_stopped(best.real);
    if (n <= few) return valued(evenly_apart(n, best.s, best.distance, true), least);
    return {Vector::Constant(1, best.s), best.value, std::min(best.value, least)};
  }

  CloseProblem p_;
  double low_, high_;
  bool spreads_;
  mutable Index largest_placed_ = 0;
};

}  // namespace

std::unique_ptr<SizedProblem> close_on_a_line(CloseProblem problem) {
  return std::make_unique<CloseLine>(std::move(problem));
}

}  // namespace didact::solvers
