#include <didact/solvers/bfgs.hpp>
#include <didact/solvers/item_search.hpp>

#include <cmath>

namespace didact {
namespace {

class ItemSearch {
 public:
  ItemSearch(const MomentsProblem& problem, Index n) : problem_(problem), n_(n), D_(problem.settings().mu.size()) {
    low_.resize(n * D_);
    high_.resize(n * D_);
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < D_; ++j) {
        low_[i + j * n] = problem.settings().domain.range[j].low;
        high_[i + j * n] = problem.settings().domain.range[j].high;
      }
    }
  }

  double value(const Matrix& X) const {
    return problem_.impedance(static_cast<double>(n_), X.colwise().sum().transpose(), X.transpose() * X);
  }

  /// Descent with gradients by differences of the statistic: the impedance is known only through (Σx, Σxxᵀ).
  Matrix descend(const Matrix& start) const {
    const SmoothFunction f = [&](const Vector& y, Vector& gradient) {
      const Matrix X = Matrix::Map(y.data(), n_, D_);
      const Vector sum = X.colwise().sum().transpose();
      const Matrix squares = X.transpose() * X;
      const double centre = problem_.impedance(static_cast<double>(n_), sum, squares);
      Vector by_sum(D_);
      Matrix by_squares(D_, D_);
      const double h = 1e-5;
      for (Index i = 0; i < D_; ++i) {
        const double step = h * std::max(1.0, std::abs(sum[i]));
        const Vector e = step * Vector::Unit(D_, i);
        by_sum[i] = (at(sum + e, squares) - at(sum - e, squares)) / (2 * step);
        for (Index j = 0; j <= i; ++j) {
          const double width = h * std::max(1.0, std::sqrt(squares(i, i) * squares(j, j)));
          Matrix E = Matrix::Zero(D_, D_);
          E(i, j) += 0.5 * width;
          E(j, i) += 0.5 * width;
          by_squares(i, j) = by_squares(j, i) = (at(sum, squares + E) - at(sum, squares - E)) / (2 * width);
        }
      }
      const Matrix by_X = by_sum.transpose().replicate(n_, 1) + 2 * X * by_squares;
      gradient = Vector::Map(by_X.data(), by_X.size());
      return std::isnan(centre) ? infinity : centre;
    };
    const Descent found = minimise_smooth(f, Vector::Map(start.data(), start.size()), low_, high_, 300, 1e-9);
    return Matrix::Map(found.x.data(), n_, D_);
  }

  /// Single coordinates by ±1, and pairs by opposite steps, while that helps and the budget lasts.
  Matrix whole_steps(Matrix X, const Stop& stop) const {
    X = X.array().round();
    for (Index i = 0; i < X.size(); ++i) X.data()[i] = std::clamp(X.data()[i], low_[i], high_[i]);
    double best = value(X);
    long budget = 20000;
    auto try_step = [&](Index a, Index b, Index j, double step) {
      const double at_a = X(a, j), at_b = X(b, j);
      X(a, j) += step;
      if (b != a) X(b, j) -= step;
      const double here = inside(X, a, j) && inside(X, b, j) ? value(X) : infinity;
      if (here < best - 1e-13 * std::abs(best)) {
        best = here;
        return true;
      }
      X(a, j) = at_a;
      X(b, j) = at_b;
      return false;
    };
    for (bool better = true; better;) {
      better = false;
      for (Index a = 0; a < n_; ++a) {
        for (Index b = a; b < n_; ++b) {
          for (Index j = 0; j < D_; ++j) {
            for (const double step : {1.0, -1.0}) {
              if (--budget < 0 || (budget % 256 == 0 && stop)) return X;
              better |= try_step(a, b, j, step);
            }
          }
        }
      }
    }
    return X;
  }

 private:
  double at(const Vector& sum, const Matrix& squares) const {
    return problem_.impedance(static_cast<double>(n_), sum, squares);
  }
  bool inside(const Matrix& X, Index i, Index j) const {
    return X(i, j) >= low_[i + j * n_] && X(i, j) <= high_[i + j * n_];
  }

  const MomentsProblem& problem_;
  Index n_, D_;
  Vector low_, high_;
};

}  // namespace

AtSize search_items(const MomentsProblem& problem, Index n, const Relaxed& relaxed, const Stop& stop) {
  const auto& settings = problem.settings();
  const Index D = settings.mu.size();
  const double size = static_cast<double>(n);
  const ItemSearch search(problem, n);
  const Vector mean = relaxed.s.head(D) / size;
  const Matrix scatter = unpack_squares(relaxed.s, D) - size * mean * mean.transpose();
  Random random(13);
  Matrix best;
  double best_value = infinity;
  const int starts = n * D <= 60 ? 6 : 2;
  for (int start = 0; start < starts && !(stop && start > 0); ++start) {
    Matrix X = items_with_moments(n, mean, scatter, start == 0 ? Style::plain : Style::natural, random);
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < D; ++j) {
        X(i, j) = std::clamp(X(i, j), settings.domain.range[j].low, settings.domain.range[j].high);
      }
    }
    if (n * D <= 600) X = search.descend(X);
    if (settings.domain.integers) X = search.whole_steps(X, stop);
    ItemSet items{X, std::vector<Index>(n, 1)};
    if (!violation(settings.domain, items).empty()) continue;
    const double value = search.value(X);
    if (value < best_value) best_value = value, best = X;
  }
  AtSize result{relaxed.s, best_value, relaxed.impedance};
  if (best_value == infinity) return result;
  result.s = pack_moments(best.colwise().sum().transpose(), best.transpose() * best);
  result.items = ItemSet{best, std::vector<Index>(n, 1)};
  // Two different computations of one number may differ in the last digits; the bound never exceeds what was reached.
  result.bound = std::min(result.bound, best_value);
  return result;
}

}  // namespace didact
