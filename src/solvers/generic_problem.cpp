#include "solvers/generic_problem.hpp"

#include "solvers/bfgs.hpp"
#include "solvers/exchange.hpp"
#include "solvers/worst_case.hpp"

#include <algorithm>
#include <cmath>

namespace didact::solvers {

std::vector<double> GenericProblem::impedances(double n, const Vector& s) const {
  const double cost = settings_.per_item * n + (settings_.effort ? settings_.effort(n, s) : 0) +
                      (settings_.convex.value ? settings_.convex.value(n, s) : 0);
  std::vector<double> result;
  for (const Function& loss : settings_.losses) {
    const double value = loss(n, s) + cost;
    result.push_back(std::isnan(value) ? infinity : value);
  }
  return result;
}

double GenericProblem::impedance(double n, const Vector& s) const {
  const std::vector<double> all = impedances(n, s);
  return judged(settings_.judge, settings_.weights, [&](std::size_t j) { return all[j]; });
}

double GenericProblem::weighted(double n, const Vector& s, const std::vector<double>& weights) const {
  const std::vector<double> all = impedances(n, s);
  return judged(Judge::expected, weights, [&](std::size_t j) { return all[j]; });
}

/// Central differences of fourth order, over a distance that the noise of A0 does not spoil; shorter next to the edge
/// of A0's domain. What the caller knows the slopes of is left out of them.
Vector GenericProblem::gradient(double n, const Vector& s, const std::vector<double>& weights) const {
  const ConvexOfStatistics& known = settings_.convex;
  Vector g = Vector::Zero(s.size());
  Vector y = s;
  const double scale = std::max(1e-2, 1e-2 * s.lpNorm<Eigen::Infinity>());
  for (Index i = 0; i < s.size(); ++i) {
    auto at = [&](double step) {
      y[i] = s[i] + step;
      return weighted(n, y, weights) - (known.gradient ? known.value(n, y) : 0);
    };
    double step = 1e-3 * std::max(scale, std::abs(s[i]));
    for (int attempt = 0; attempt < 30; ++attempt, step /= 4) {
      const double near = at(step) - at(-step), far = at(2 * step) - at(-2 * step);
      if (!std::isfinite(near) || !std::isfinite(far)) continue;
      g[i] = (8 * near - far) / (12 * step);
      break;
    }
    y[i] = s[i];
  }
  if (known.gradient) g += known.gradient(n, s).tail(s.size());
  return g;
}

GenericProblem::Point GenericProblem::minimise_free(double n, const std::vector<double>& weights) const {
  const SmoothFunction f = [&](const Vector& s, Vector& g) {
    const double value = weighted(n, s, weights);
    if (value < infinity) g = gradient(n, s, weights);
    return value;
  };
  Random random(1);
  Vector start = Vector::Zero(settings_.dimension);
  for (int i = 0; i < 32; ++i) start += n / 32 * settings_.T(settings_.sample(random));
  const Descent found = minimise_smooth(f, start, {}, {}, 500, 1e-10, deadline);
  return {found.x, found.value, unless_stopped(found.value)};
}

/// Column generation: s is a nonnegative sum of statistics of items (their weights sum to n) and rays; the oracle adds
/// the item along which the impedance falls fastest, and bounds what any item could still gain.   [GEN.2]
GenericProblem::Point GenericProblem::minimise_in_hull(double n, const std::vector<double>& weights) const {
  const Index D = settings_.dimension;
  std::vector<Vector> points, rays;
  Random random(1);
  for (Index i = 0; i < D + 2; ++i) points.push_back(settings_.T(settings_.sample(random)));
  std::vector<double> point_weights(points.size(), n / static_cast<double>(points.size())), ray_weights;

  Point at;
  for (int round = 0; round < 200 && !(round > 0 && deadline); ++round) {
    // The heaviest item takes up the slack, so that only bounds are left.
    const std::size_t reference = std::max_element(point_weights.begin(), point_weights.end()) - point_weights.begin();
    const Index columns = static_cast<Index>(points.size() - 1 + rays.size());
    Matrix A(D, columns);
    Vector z(columns);
    Index column = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (i == reference) continue;
      A.col(column) = points[i] - points[reference];
      z[column++] = point_weights[i];
    }
    const Index items = column;
    for (std::size_t i = 0; i < rays.size(); ++i) {
      A.col(column) = rays[i];
      z[column++] = ray_weights[i];
    }
    auto s_of = [&](const Vector& y) { return Vector(n * points[reference] + A * y); };
    const SmoothFunction f = [&](const Vector& y, Vector& g) {
      if (y.head(items).sum() > n) return infinity;
      const Vector s = s_of(y);
      const double value = weighted(n, s, weights);
      if (value < infinity) g = A.transpose() * gradient(n, s, weights);
      return value;
    };
    const Descent found =
        minimise_smooth(f, z, Vector::Zero(columns), Vector::Constant(columns, 1e300), 200, 1e-11, deadline);
    if (found.value < at.value) {
      at.value = found.value;
      at.s = s_of(found.x);
    }
    column = 0;
    double slack = n;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (i != reference) slack -= point_weights[i] = found.x[column++];
    }
    point_weights[reference] = slack;
    for (double& w : ray_weights) w = found.x[column++];

    const Vector s = s_of(found.x);
    const Vector a = gradient(n, s, weights);
    const Extreme extreme = settings_.extreme(a);
    const double gain = extreme.is_ray
                            ? a.dot(extreme.statistic) * s.norm() / std::max(1e-300, extreme.statistic.norm())
                            : n * a.dot(extreme.statistic) - a.dot(s);
    if (!extreme.is_ray) at.bound = std::max(at.bound, found.value + std::min(0.0, gain));
    if (gain >= -1e-10 * std::max(1.0, std::abs(found.value))) {
      at.bound = std::max(at.bound, found.value + std::min(0.0, gain));
      break;
    }
    if (extreme.is_ray) {
      const bool known = std::any_of(rays.begin(), rays.end(), [&](const Vector& ray) {
        return (ray - extreme.statistic).norm() <= 1e-9 * ray.norm();
      });
      if (known) {  // already used as far as it helps: what is left of its slope is the differences' noise
        at.bound = std::max(at.bound, found.value + gain);
        break;
      }
      rays.push_back(extreme.statistic);
      ray_weights.push_back(0);
    } else {
      points.push_back(extreme.statistic);
      point_weights.push_back(0);
    }
  }
  at.bound = std::min(at.bound, at.value);
  return at;
}

GenericProblem::Point GenericProblem::minimise(double n, const std::vector<double>& weights) const {
  return settings_.extreme ? minimise_in_hull(n, weights) : minimise_free(n, weights);
}

Relaxed GenericProblem::relaxed(double n) const {
  if (settings_.judge == Judge::expected || settings_.losses.size() == 1) {
    const Point at = minimise(n, settings_.weights);
    return {n, at.s, at.bound};
  }
  double slack = 0;
  WorstCase<Vector> found = solve_worst_case<Vector>(
      settings_.losses.size(),
      [&](const std::vector<double>& weights) {
        const Point at = minimise(n, weights);
        slack = std::max(slack, at.value - at.bound);
        return Weighing<Vector>{at.s, impedances(n, at.s)};
      },
      1e-10, deadline);
  return {n, std::move(found.solution), found.bound - slack};
}

Vector GenericProblem::statistic(const Matrix& rows) const {
  Vector s = Vector::Zero(settings_.dimension);
  for (Index i = 0; i < rows.rows(); ++i) s += settings_.T(rows.row(i));
  return s;
}

AtSize GenericProblem::solve(Index n, const Stop& stop) const {
  const double size = static_cast<double>(n);
  const Relaxed real = relaxed(size);
  AtSize best;
  best.bound = unless_stopped(real.impedance);
  const ExchangeProblem exchange{settings_.domain, settings_.T,
                                 [&](const Vector& sum) { return impedance(size, sum); }};
  for (std::uint64_t start = 1; start <= 6; ++start) {
    Random random(start, 17);
    ItemSet items = unpack(n, real.s, Style::natural, random);
    if (items.rows.rows() < n) break;
    if (settings_.domain.integers) items.rows = exchange_items(exchange, std::move(items.rows), stop).rows;
    const Vector s = statistic(items.rows);
    const double value = impedance(size, s);
    if (value < best.impedance) {
      best.impedance = value;
      best.s = s;
      best.items = std::move(items);
    }
    if (best.impedance - best.bound <= 1e-10 * std::max(1.0, std::abs(value)) || stop) break;
  }
  best.bound = std::min(best.bound, best.impedance);
  return best;
}

ItemSet GenericProblem::unpack(Index n, const Vector& s, Style, Random& random) const {
  const Vector first = settings_.sample(random);
  Matrix rows(n, first.size());
  rows.row(0) = first.transpose();
  for (Index i = 1; i < n; ++i) rows.row(i) = settings_.sample(random).transpose();
  if (settings_.domain.integers) {  // T need not be defined in between: the paper's rounding is all there is
    rows = placed_on_lattice(settings_.domain, rows);
    return {rows, std::vector<Index>(rows.rows(), 1)};
  }
  const ItemSet items{least_squares_items(settings_.T, s, std::move(rows), settings_.domain), std::vector<Index>(n, 1)};
  return settings_.domain.distinct ? set_apart(settings_.domain, items) : items;
}

}  // namespace didact::solvers
