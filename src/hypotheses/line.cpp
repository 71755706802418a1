#include "continuous.hpp"
#include "spread.hpp"

#include <algorithm>
#include <cmath>

namespace didact::hypotheses {
namespace {

class Line final : public ContinuousItems {
 public:
  Line(const std::vector<Density>& densities, std::size_t target, Interval range, Vector log_ratios, double magnitude,
       bool whole = false)
      : ContinuousItems(std::move(log_ratios), magnitude), positions_(densities[target], 0), whole_(whole) {
    for (const Density& density : densities) quadratics_.push_back(quadratic_of(density));
    const Quadratic right = quadratics_[target];
    for (Quadratic& q : quadratics_) q.c0 -= right.c0, q.c1 -= right.c1, q.c2 -= right.c2;
    cut_into_pieces({std::max(range.low, right.low), std::min(range.high, right.high)});
  }

  /// On a piece the reduced cost is one quadratic: its least value is at an end or where its slope vanishes.
  std::vector<Cheapest> cheapest(const Vector& w, double& bound, const Stop&) const override {
    std::vector<Cheapest> found;
    bound = infinity;
    for (const Piece& piece : pieces_) {
      Quadratic sum{0, 0, magnitude()};
      for (std::size_t h = 0; h < quadratics_.size(); ++h) {
        const double weight = w[static_cast<Index>(h)];
        if (!covers(quadratics_[h], piece.whole)) {
          sum.c0 += weight * impossible();
        } else {
          sum.c0 += weight * quadratics_[h].c0;
          sum.c1 += weight * quadratics_[h].c1;
          sum.c2 += weight * quadratics_[h].c2;
        }
      }
      double at = sum(piece.whole.low) <= sum(piece.whole.high) ? piece.whole.low : piece.whole.high;
      if (sum.c2 > 0) at = std::clamp(-0.5 * sum.c1 / sum.c2, piece.whole.low, piece.whole.high);
      bound = std::min(bound, sum(at));
      const double x = std::clamp(at, piece.inside.low, piece.inside.high);
      found.push_back({Vector::Constant(1, x), sum(x)});
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.reduced < b.reduced; });
    return found;
  }

  Vector evidence(const Vector& x) const override {
    Vector d(quadratics_.size());
    for (std::size_t h = 0; h < quadratics_.size(); ++h) {
      const Quadratic& q = quadratics_[h];
      d[static_cast<Index>(h)] = x[0] >= q.low && x[0] <= q.high ? q(x[0]) : impossible();
    }
    return d;
  }

  Vector slope(const Vector& x, const Vector& w) const override {
    double sum = 0;
    for (std::size_t h = 0; h < quadratics_.size(); ++h) {
      const Quadratic& q = quadratics_[h];
      if (x[0] >= q.low && x[0] <= q.high) sum += w[static_cast<Index>(h)] * (q.c1 + 2 * q.c2 * x[0]);
    }
    return Vector::Constant(1, sum);
  }

  std::vector<Interval> piece(const Vector& x) const override {
    for (const Piece& piece : pieces_) {
      if (x[0] >= piece.inside.low && x[0] <= piece.inside.high) return {piece.inside};
    }
    return {{x[0], x[0]}};
  }

  std::vector<Vector> sample() const override {
    std::vector<Vector> some;
    const std::size_t steps = std::max<std::size_t>(4, 64 / pieces_.size());
    for (const Piece& piece : pieces_) {
      for (std::size_t i = 0; i <= steps; ++i) {
        const double part = static_cast<double>(i) / static_cast<double>(steps);
        some.push_back(Vector::Constant(1, positions_.at(part, piece.inside)));
      }
    }
    return some;
  }

  bool whole() const override { return whole_; }

 private:
  struct Piece {
    Interval whole, inside;  ///< between two ends of supports, and as far as its items can be told from the ends
  };

  static bool covers(const Quadratic& q, Interval piece) { return q.low <= piece.low && q.high >= piece.high; }

  void cut_into_pieces(Interval range) {
    std::vector<double> ends = {range.low, range.high};
    for (const Quadratic& q : quadratics_) {
      for (const double end : {q.low, q.high}) {
        if (end > range.low && end < range.high) ends.push_back(end);
      }
    }
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    if (ends.size() == 1) ends.push_back(ends[0]);
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
      const double nudge = 1e-9 * (ends[i + 1] - ends[i]);
      Piece piece{{ends[i], ends[i + 1]}, {ends[i], ends[i + 1]}};
      if (i > 0) piece.inside.low += nudge;
      if (i + 2 < ends.size()) piece.inside.high -= nudge;
      pieces_.push_back(piece);
    }
  }

  std::vector<Quadratic> quadratics_;  ///< minus the target's; the supports are the hypotheses' own
  std::vector<Piece> pieces_;
  Positions positions_;
  bool whole_;
};

}  // namespace

std::unique_ptr<ContinuousItems> items_on_a_line(const std::vector<Density>& densities, std::size_t target,
                                                 Interval range, Vector log_ratios, double magnitude) {
  return std::make_unique<Line>(densities, target, range, std::move(log_ratios), magnitude);
}

bool only_sums_matter(const std::vector<Density>& densities, Interval range) {
  const double curvature = quadratic_of(densities[0]).c2;
  return std::all_of(densities.begin(), densities.end(), [&](const Density& density) {
    const Quadratic q = quadratic_of(density);
    const bool line = density.family != Density::Family::bernoulli && density.family != Density::Family::categorical;
    return line && q.c2 == curvature && q.low <= range.low && q.high >= range.high;
  });
}

std::unique_ptr<ContinuousItems> whole_items_on_a_line(const std::vector<Density>& densities, std::size_t target,
                                                       Interval range, Vector log_ratios) {
  return std::make_unique<Line>(densities, target, range, std::move(log_ratios), 0, true);
}

}  // namespace didact::hypotheses
