#include "solvers/bfgs.hpp"
#include "solvers/closeness.hpp"
#include "solvers/exchange.hpp"

#include <cmath>

namespace didact::solvers {
namespace {

/// min impedance(X) + c/δ over items X and δ, all distances ≥ δ: an augmented Lagrangian.   [CLOSE.6]
class Apart {
 public:
  Apart(const CloseProblem& problem, Index n)
      : p_(problem), n_(n), D_(problem.domain.dimension()), multipliers_(Vector::Zero(n * (n - 1) / 2)) {
    low_.resize(n * D_ + 1);
    high_.resize(n * D_ + 1);
    for (Index j = 0; j < D_; ++j) {
      low_.segment(j * n, n).setConstant(p_.domain.range[j].low);
      high_.segment(j * n, n).setConstant(p_.domain.range[j].high);
    }
  }

  Matrix descend(Matrix rows, const Stop& stop) {
    double distance = least_distance(rows);
    Matrix best = rows;
    double best_value = close_impedance(p_, rows), violation = infinity;
    const double pull = p_.closeness / (2 * std::pow(distance, 3));  // what the multipliers add up to at the end
    weight_ = 10 * pull / (distance * distance);
    Vector z(n_ * D_ + 1);
    z << rows.reshaped(), distance;
    for (int round = 0; round < 25 && !stop; ++round) {
      low_[n_ * D_] = 0.05 * z[n_ * D_];
      high_[n_ * D_] = 20 * z[n_ * D_];
      z = minimise_smooth([&](const Vector& at, Vector& gradient) { return lagrangian(at, gradient); }, z, low_, high_,
                          100, 1e-8, stop)
              .x;
      rows = z.head(n_ * D_).reshaped(n_, D_);
      const double value = close_impedance(p_, rows);
      const double change = best_value - value;
      if (change > 0) best = rows, best_value = value;
      const double worst = update_multipliers(z);
      if (worst <= 1e-8 && std::abs(change) <= 1e-10 * std::max(1.0, std::abs(value))) break;
      if (worst > 0.25 * violation) weight_ *= 4;
      violation = worst;
    }
    return best;
  }

 private:
  template <class Visit>
  void each_pair(const Vector& z, Visit visit) const {
    for (Index i = 0, pair = 0; i < n_; ++i) {
      for (Index j = i + 1; j < n_; ++j, ++pair) {
        double square = 0;
        for (Index k = 0; k < D_; ++k) square += std::pow(z[i + k * n_] - z[j + k * n_], 2);
        visit(pair, i, j, z[n_ * D_] * z[n_ * D_] - square);
      }
    }
  }

  double lagrangian(const Vector& z, Vector& gradient) const {
    const Matrix X = z.head(n_ * D_).reshaped(n_, D_);
    const double distance = z[n_ * D_];
    Matrix by_X(n_, D_);
    double value = smooth_part(X, by_X) + p_.closeness / distance;
    gradient.resize(z.size());
    gradient << by_X.reshaped(), -p_.closeness / (distance * distance);
    each_pair(z, [&](Index pair, Index i, Index j, double excess) {
      const double force = multipliers_[pair] + weight_ * excess;
      if (force <= 0) {
        value -= multipliers_[pair] * multipliers_[pair] / (2 * weight_);
        return;
      }
      value += (force * force - multipliers_[pair] * multipliers_[pair]) / (2 * weight_);
      gradient[n_ * D_] += 2 * force * distance;
      for (Index k = 0; k < D_; ++k) {
        const double push = 2 * force * (z[i + k * n_] - z[j + k * n_]);
        gradient[i + k * n_] -= push;
        gradient[j + k * n_] += push;
      }
    });
    return std::isnan(value) ? infinity : value;
  }

  /// The loss is known only through the statistic: by differences along that.
  double smooth_part(const Matrix& X, Matrix& by_X) const {
    const double n = static_cast<double>(n_);
    const Vector s = close_statistic(p_, X);
    Vector slope(s.size());
    for (Index i = 0; i < s.size(); ++i) {
      const double step = 1e-5 * std::max(1.0, std::abs(s[i]));
      Vector up = s, down = s;
      up[i] += step, down[i] -= step;
      slope[i] = (p_.loss(n, up) - p_.loss(n, down)) / (2 * step);
    }
    by_X = slope.head(D_).transpose().replicate(n_, 1) + 2 * p_.magnitude * X;
    if (p_.squares) {
      const Matrix by_squares = slope.tail(D_ * D_).reshaped(D_, D_);
      by_X += X * (by_squares + by_squares.transpose());
    }
    return p_.loss(n, s) + p_.magnitude * X.squaredNorm();
  }

  /// The largest violation, relative.
  double update_multipliers(const Vector& z) {
    double worst = 0;
    const double square = z[n_ * D_] * z[n_ * D_];
    each_pair(z, [&](Index pair, Index, Index, double excess) {
      multipliers_[pair] = std::max(0.0, multipliers_[pair] + weight_ * excess);
      worst = std::max(worst, excess / square);
    });
    return worst;
  }

  const CloseProblem& p_;
  Index n_, D_;
  Vector multipliers_, low_, high_;
  double weight_ = 1;
};

/// Whole steps of one item, or of two against each other, while any helps.
Matrix exchange_apart(const CloseProblem& problem, Matrix rows, const Stop& stop) {
  const Index n = rows.rows(), D = rows.cols();
  double best = close_impedance(problem, rows);
  auto inside = [&](double x, Index j) {
    return x >= problem.domain.range[j].low && x <= problem.domain.range[j].high;
  };
  auto attempt = [&](Index i, Index k, Index j, double by, double other) {
    if (!inside(rows(i, j) + by, j) || (other != 0 && !inside(rows(k, j) + other, j))) return false;
    Matrix next = rows;
    next(i, j) += by;
    if (other != 0) next(k, j) += other;
    const double value = close_impedance(problem, next);
    if (!(value < best - 1e-14 * std::max(1.0, std::abs(best)))) return false;
    rows = std::move(next), best = value;
    return true;
  };
  for (bool moved = true; moved && !stop;) {
    moved = false;
    for (const double step : {1.0, -1.0, 2.0, -2.0, 4.0, -4.0, 8.0, -8.0}) {
      for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < D; ++j) {
          moved |= attempt(i, i, j, step, 0);
          for (Index k = 0; k < n; ++k) {
            if (k == i) continue;
            moved |= attempt(i, k, j, step, -step) || attempt(i, k, j, step, step);
          }
        }
      }
    }
  }
  return rows;
}

}  // namespace

Matrix descend_apart(const CloseProblem& problem, Matrix rows, const Stop& stop) {
  constexpr Index most_variables = 120;
  if (rows.size() <= most_variables && least_distance(rows) > 0) rows = Apart(problem, rows.rows()).descend(rows, stop);
  if (!problem.domain.integers) return rows;
  ItemDomain apart = problem.domain;
  apart.distinct = true;
  Matrix whole = placed_on_lattice(apart, rows);
  return rows.size() <= most_variables && whole.rows() == rows.rows() ? exchange_apart(problem, std::move(whole), stop)
                                                                      : whole;
}

}  // namespace didact::solvers
