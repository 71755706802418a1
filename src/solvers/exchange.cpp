#include "solvers/exchange.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace didact::solvers {
namespace {

using Point = std::vector<double>;

Point point_of(const Matrix& rows, Index i) {
  Point point(rows.cols());
  for (Index j = 0; j < rows.cols(); ++j) point[j] = rows(i, j);
  return point;
}

double points_in(const Point& low, const Point& high) {
  double count = 1;
  for (std::size_t j = 0; j < low.size(); ++j) count *= high[j] - low[j] + 1;
  return count;
}

/// Calls `visit` with the lattice points of the box from `low` to `high`: all of them, or where these are too many only
/// those that differ from `centre` in one coordinate.
template <class Visit>
void each_point(const Point& low, const Point& centre, const Point& high, const Visit& visit) {
  constexpr double too_many = 1000;
  if (points_in(low, high) > too_many) {
    visit(centre);
    for (std::size_t j = 0; j < centre.size(); ++j) {
      Point at = centre;
      for (at[j] = low[j]; at[j] <= high[j]; at[j] += 1) visit(at);
    }
    return;
  }
  Point at = low;
  for (std::size_t j = 0; j < at.size();) {
    if (j == 0) visit(at);
    if (at[j] < high[j]) {
      at[j] += 1;
      j = 0;
    } else {
      at[j] = low[j];
      ++j;
    }
  }
}

/// The box of half-width `reach` around a point, inside the domain.
std::pair<Point, Point> around(const ItemDomain& domain, const Point& centre, double reach) {
  Point low(centre), high(centre);
  for (std::size_t j = 0; j < centre.size(); ++j) {
    low[j] = std::max(domain.range[j].low, centre[j] - reach);
    high[j] = std::min(domain.range[j].high, centre[j] + reach);
  }
  return {low, high};
}

double distance(const Point& a, const Point& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
  return sum;
}

class Exchange {
 public:
  Exchange(const ExchangeProblem& problem, Matrix rows, const Stop& stop)
      : problem_(problem), stop_(stop), rows_(std::move(rows)) {
    s_ = problem.T(rows_.row(0));
    for (Index i = 1; i < rows_.rows(); ++i) s_ += problem.T(rows_.row(i));
    value_ = problem.value(s_);
    if (problem.domain.distinct) {
      for (Index i = 0; i < rows_.rows(); ++i) taken_.insert(point_of(rows_, i));
    }
  }

  Exchanged run() {
    for (bool better = true; better && !spent();) {
      better = false;
      for (Index i = 0; i < rows_.rows() && !spent(); ++i) better |= exchange_one(i);
      for (Index i = 0; i < rows_.rows() && !better && !spent(); ++i) {
        for (Index k = 0; k < rows_.rows() && !spent(); ++k) better |= i != k && move_pair(i, k);
      }
    }
    return {rows_, value_};
  }

 private:
  bool spent() const { return budget_ <= 0 || stop_; }

  /// The best exchange of one item, if any helps.
  bool exchange_one(Index i) {
    const Point here = point_of(rows_, i);
    const Vector without = s_ - problem_.T(rows_.row(i));
    auto [low, high] = around(problem_.domain, here, infinity);
    if (!(points_in(low, high) <= 512)) std::tie(low, high) = around(problem_.domain, here, 1);
    Point best;
    double best_value = value_ - 1e-13 * std::max(1.0, std::abs(value_));
    each_point(low, here, high, [&](const Point& x) {
      if (x == here || taken_.contains(x) || spent()) return;
      --budget_;
      const double value = problem_.value(without + problem_.T(Vector::Map(x.data(), rows_.cols())));
      if (value < best_value) best_value = value, best = x;
    });
    if (best.empty()) return false;
    replace(i, best);
    return true;
  }

  bool move_pair(Index i, Index k) {
    const Point a = point_of(rows_, i), b = point_of(rows_, k);
    for (std::size_t j = 0; j < a.size(); ++j) {
      for (const double step : {1.0, -1.0}) {
        Point to_a = a, to_b = b;
        to_a[j] += step, to_b[j] -= step;
        --budget_;  // of many items most pairs may not be allowed to move, and looking at them takes time too
        if (!allowed(to_a) || !allowed(to_b) || to_a == to_b) continue;
        const Vector s = s_ - problem_.T(rows_.row(i)) - problem_.T(rows_.row(k)) +
                         problem_.T(Vector::Map(to_a.data(), rows_.cols())) +
                         problem_.T(Vector::Map(to_b.data(), rows_.cols()));
        if (!(problem_.value(s) < value_ - 1e-13 * std::max(1.0, std::abs(value_)))) continue;
        replace(i, to_a);
        replace(k, to_b);
        return true;
      }
    }
    return false;
  }

  bool allowed(const Point& x) const {
    return problem_.domain.contains(Vector::Map(x.data(), rows_.cols())) && !taken_.contains(x);
  }

  void replace(Index i, const Point& x) {
    if (problem_.domain.distinct) {
      taken_.erase(point_of(rows_, i));
      taken_.insert(x);
    }
    s_ -= problem_.T(rows_.row(i));
    for (std::size_t j = 0; j < x.size(); ++j) rows_(i, static_cast<Index>(j)) = x[j];
    s_ += problem_.T(rows_.row(i));
    value_ = problem_.value(s_);
  }

  const ExchangeProblem& problem_;
  const Stop& stop_;
  Matrix rows_;
  Vector s_;
  double value_;
  std::set<Point> taken_;  ///< only where items must be distinct
  long budget_ = 200000;
};

}  // namespace

Matrix placed_on_lattice(const ItemDomain& domain, const Matrix& given) {
  Matrix rows = given.array().round();
  for (Index j = 0; j < rows.cols(); ++j) {
    rows.col(j) = rows.col(j).cwiseMax(std::ceil(domain.range[j].low)).cwiseMin(std::floor(domain.range[j].high));
  }
  if (!domain.distinct) return rows;
  std::set<Point> taken;
  for (Index i = 0; i < rows.rows(); ++i) {
    const Point here = point_of(rows, i);
    Point best;
    for (double reach = 0; best.empty(); reach = reach == 0 ? 1 : 2 * reach) {
      const auto [low, high] = around(domain, here, reach);
      each_point(low, here, high, [&](const Point& x) {
        if (!taken.contains(x) && (best.empty() || distance(x, here) < distance(best, here))) best = x;
      });
      const bool whole_domain = std::pair(low, high) == around(domain, here, infinity);
      if (best.empty() && (whole_domain || reach > 1e6)) return Matrix(0, rows.cols());
    }
    taken.insert(best);
    for (Index j = 0; j < rows.cols(); ++j) rows(i, j) = best[j];
  }
  return rows;
}

Exchanged exchange_items(const ExchangeProblem& problem, Matrix rows, const Stop& stop) {
  return Exchange(problem, std::move(rows), stop).run();
}

ItemSet set_apart(const ItemDomain& domain, const ItemSet& items, double size) {
  constexpr double spacing = 0x1p-40;
  Matrix rows = items.expanded();
  const auto widest =
      std::max_element(domain.range.begin(), domain.range.end(),
                       [](const Interval& a, const Interval& b) { return a.high - a.low < b.high - b.low; });
  const Index along = widest - domain.range.begin();  // some coordinates may have room for one number only
  const auto [low, high] = *widest;
  std::vector<Index> order(rows.rows());
  for (Index i = 0; i < rows.rows(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return point_of(rows, a) < point_of(rows, b); });
  const Matrix given = rows;
  constexpr Index few = 100'000;  // of more, only equal ones are looked at
  std::set<Point> taken;
  for (Index k = 0; k < rows.rows() && rows.rows() <= few; ++k) taken.insert(point_of(given, k));
  Index copies = 0;
  for (Index k = 1; k < rows.rows(); ++k) {
    const Index i = order[k];
    if (given.row(i) != given.row(order[k - 1])) {
      copies = 0;
      continue;
    }
    const double x = given(i, along), unit = spacing * std::max(size, std::abs(x));
    const double reach = unit * static_cast<double>(rows.rows());
    Point moved = point_of(given, i);
    for (Index tried = 0; tried < rows.rows() && taken.contains(moved);
         ++tried) {  // others may already be where it goes
      ++copies;
      const double count = static_cast<double>(copies), both_sides = copies % 2 == 1 ? (count + 1) / 2 : -count / 2;
      const double steps = x - reach < low ? count : x + reach > high ? -count : both_sides;
      moved[static_cast<std::size_t>(along)] = std::clamp(x + unit * steps, low, high);
    }
    if (rows.rows() <= few) taken.insert(moved);
    rows(i, along) = moved[static_cast<std::size_t>(along)];
  }
  return {rows, std::vector<Index>(rows.rows(), 1)};
}

}  // namespace didact::solvers
