#include <didact/solvers/closeness.hpp>
#include <didact/solvers/convex_search.hpp>

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
    const Spaced best = best_spaced(n, {(n - 1) * (n - 1) / 2, 1 / (3 * n)}, 0);
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
    if (spreads_) return spread_without_end(p_, n, 0, stop);
    if (p_.domain.integers && !p_.squares) return solve_whole_sum(n, stop);
    const double size = static_cast<double>(n);
    const SpacingShape shape{pairs(size), (size + 1) / (3 * size * (size - 1))};
    const Spaced best = best_spaced(size, shape, p_.domain.integers ? shape.scatter * pairs(size) * pairs(size) : 0);
    Matrix rows = items(n, best);
    const double scatter = (rows.array() - rows.mean()).square().sum();
    const bool as_asked = !p_.domain.integers && std::abs(scatter - best.scatter) <= 1e-9 * best.scatter;
    if (!as_asked) rows = descend_apart(p_, std::move(rows), stop);
    return valued(std::move(rows), unless_stopped(best.value));
  }

  ItemSet unpack(Index n, const Vector& s, Style style, Random& random) const override {
    return p_.base->unpack(n, s, style, random);
  }

 private:
  Vector statistic(double n, const Spaced& at) const {
    Vector s(p_.squares ? 2 : 1);
    s[0] = at.s;
    if (p_.squares) s[1] = at.scatter + at.s * at.s / n;
    return s;
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
    const Minimum at = minimise_unimodal(value, -600, std::min(600.0, std::log(widest)),
                                         std::isfinite(likely) ? std::log(likely) : 0, 1, p_.kinks);
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

  /// Whole sums and spacings in the order of what real ones would cost, until that is no better.   [CLOSE.4]
  AtSize solve_whole_sum(Index n, const Stop& stop) const {
    const double size = static_cast<double>(n), A = pairs(size), scatter = (size + 1) / (3 * size * (size - 1));
    const double widest = std::floor((high_ - low_) / (size - 1));
    const double s0 = best_sum(size, p_.base->relaxed(size).s[0]);
    double best = infinity, best_s = 0, best_distance = 1;
    auto floor_at = [&](double s, double distance) {
      const double D = A * distance;
      return of_sum(size, s) + p_.magnitude * scatter * D * D + p_.closeness / distance;
    };
    auto visit = [&](double distance) {
      const double first = size * low_ + A * distance, last = size * high_ - A * distance;
      if (!below(floor_at(kept_apart(size, s0, A * distance), distance), best)) return false;
      auto walk = [&](double s, double step) {
        for (; s >= first && s <= last && below(floor_at(s, distance), best); s += step) {
          if (best < infinity && stop) return;
          double value = floor_at(s, distance);
          if (p_.magnitude > 0) {
            value += p_.magnitude * (evenly_apart(n, s, distance, true).squaredNorm() - s * s / size -
                                     scatter * A * A * distance * distance);
          }
          if (value < best) best = value, best_s = s, best_distance = distance;
        }
      };
      const double start = std::clamp(std::floor(s0), first, last);
      walk(start, -1);
      walk(start + 1, 1);
      return true;
    };
    const Spaced real = best_by_sum(size, {A, scatter}, s0);
    const double start = std::clamp(std::round(real.D / A), 1.0, widest);
    visit(start);
    for (double distance = start + 1; distance <= widest && !stop && visit(distance);) ++distance;
    for (double distance = start - 1; distance >= 1 && !stop && visit(distance);) --distance;
    const double least = stop ? unless_stopped(real.value) : infinity;  // of real sums and spacings
    return valued(evenly_apart(n, best_s, best_distance, true), least);
  }

  CloseProblem p_;
  double low_, high_;
  bool spreads_;
};

}  // namespace

std::unique_ptr<SizedProblem> close_on_a_line(CloseProblem problem) {
  return std::make_unique<CloseLine>(std::move(problem));
}

}  // namespace didact::solvers
