#include <didact/solvers/bfgs.hpp>
#include <didact/solvers/generic_problem.hpp>
#include <didact/solvers/worst_case.hpp>

#include <algorithm>
#include <cmath>

namespace didact {

std::vector<double> GenericProblem::impedances(double n, const Vector& s) const {
  const double cost = settings_.per_item * n + (settings_.effort ? settings_.effort(n, s) : 0);
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

/// Central differences, one-sided next to the edge of A0's domain.
Vector GenericProblem::gradient(double n, const Vector& s, const std::vector<double>& weights) const {
  Vector g(s.size());
  Vector y = s;
  for (Index i = 0; i < s.size(); ++i) {
    double step = 6e-6 * std::max(1e-3, std::abs(s[i]));
    for (int attempt = 0; attempt < 30; ++attempt, step /= 4) {
      y[i] = s[i] + step;
      const double up = weighted(n, y, weights);
      y[i] = s[i] - step;
      const double down = weighted(n, y, weights);
      if (up < infinity && down < infinity) {
        g[i] = (up - down) / (2 * step);
        break;
      }
    }
    y[i] = s[i];
  }
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
  const Descent found = minimise_smooth(f, start, {}, {}, 500, 1e-10);
  return {found.x, found.value, found.value};
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
  for (int round = 0; round < 200; ++round) {
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
    const Descent found = minimise_smooth(f, z, Vector::Zero(columns), Vector::Constant(columns, 1e300), 200, 1e-11);
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
      1e-10);
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
  best.bound = real.impedance;
  for (std::uint64_t start = 1; start <= 6; ++start) {
    Random random(start, 17);
    ItemSet items = unpack(n, real.s, Style::natural, random);
    if (settings_.domain.integers) exchange(items.rows, stop);
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

/// Whole items have no slopes: exchange one at a time for a neighbour (or any other, where there are few) while it
/// helps.
void GenericProblem::exchange(Matrix& rows, const Stop& stop) const {
  const double size = static_cast<double>(rows.rows());
  Vector s = statistic(rows);
  double value = impedance(size, s);
  for (bool better = true; better && !stop;) {
    better = false;
    for (Index i = 0; i < rows.rows(); ++i) {
      for (Index j = 0; j < rows.cols(); ++j) {
        const Interval range = settings_.domain.range[j];
        const bool few = range.high - range.low <= 64;
        const double first = few ? range.low : std::max(range.low, rows(i, j) - 1);
        const double last = few ? range.high : std::min(range.high, rows(i, j) + 1);
        for (double x = first; x <= last; ++x) {
          Vector next = rows.row(i);
          next[j] = x;
          const Vector next_s = s - settings_.T(rows.row(i)) + settings_.T(next);
          const double next_value = impedance(size, next_s);
          if (!(next_value < value - 1e-13 * std::max(1.0, std::abs(value)))) continue;
          rows(i, j) = x;
          s = next_s;
          value = next_value;
          better = true;
        }
      }
    }
  }
}

ItemSet GenericProblem::unpack(Index n, const Vector& s, Style, Random& random) const {
  const Vector first = settings_.sample(random);
  Matrix rows(n, first.size());
  rows.row(0) = first.transpose();
  for (Index i = 1; i < n; ++i) rows.row(i) = settings_.sample(random).transpose();
  rows = least_squares_items(settings_.T, s, std::move(rows), settings_.domain);
  return {rows, std::vector<Index>(n, 1)};
}

}  // namespace didact
