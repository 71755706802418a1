#include "solvers/item_search.hpp"

#include "solvers/bfgs.hpp"
#include "solvers/exchange.hpp"

#include <cmath>

namespace didact::solvers {
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
  Matrix descend(const Matrix& start, const Stop& stop) const {
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
    const Descent found = minimise_smooth(f, Vector::Map(start.data(), start.size()), low_, high_, 300, 1e-9, stop);
    return Matrix::Map(found.x.data(), n_, D_);
  }

 private:
  double at(const Vector& sum, const Matrix& squares) const {
    return problem_.impedance(static_cast<double>(n_), sum, squares);
  }

  const MomentsProblem& problem_;
  Index n_, D_;
  Vector low_, high_;
};

}  // namespace

namespace {

/// Where to start from: items with the relaxed moments, corners of the box, and items drawn anywhere in it.
Matrix starting_items(const MomentsProblem& problem, Index n, const Relaxed& relaxed, int start, Random& random) {
  const auto& range = problem.settings().domain.range;
  const Index D = problem.settings().mu.size();
  const double size = static_cast<double>(n);
  const Vector mean = relaxed.s.head(D) / size;
  const Matrix scatter = unpack_squares(relaxed.s, D) - size * mean * mean.transpose();
  Matrix X = items_with_moments(n, mean, scatter, start == 0 ? Style::plain : Style::natural, random);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < D; ++j) {
      const auto [low, high] = range[j];
      const double u = random.uniform();
      if (start % 3 == 1 && std::isfinite(high - low)) X(i, j) = u < 0.5 ? low : high;
      if (start % 3 == 2 && std::isfinite(high - low)) X(i, j) = low + u * (high - low);
      X(i, j) = std::clamp(X(i, j), low, high);
    }
  }
  return X;
}

}  // namespace

AtSize search_items(const MomentsProblem& problem, Index n, const Relaxed& relaxed, const Stop& stop) {
  const ItemDomain& domain = problem.settings().domain;
  const Index D = problem.settings().mu.size();
  const double size = static_cast<double>(n);
  const ItemSearch search(problem, n);
  const ExchangeProblem exchange{
      domain, [](const Vector& x) { return pack_moments(x, x * x.transpose()); },
      [&](const Vector& s) { return problem.impedance(size, s.head(D), unpack_squares(s, D)); }};
  Random random(13);
  Matrix best;
  double best_value = infinity;
  const int starts = n * D <= 24 ? 24 : n * D <= 60 ? 6 : 2;
  for (int start = 0; start < starts && !(stop && start > 0); ++start) {
    Matrix X = starting_items(problem, n, relaxed, start, random);
    if (n * D <= 600) X = search.descend(X, stop);
    if (domain.integers) {
      X = placed_on_lattice(domain, X);
      if (X.rows() < n) break;
      X = exchange_items(exchange, std::move(X), stop).rows;
    } else if (domain.distinct) {
      X = set_apart(domain, {X, std::vector<Index>(n, 1)}).rows;
    }
    const double value = search.value(X);
    if (value < best_value) best_value = value, best = X;
    if (best_value - relaxed.impedance <= 1e-12 * std::max(1.0, std::abs(best_value))) break;
  }
  AtSize result{relaxed.s, best_value, relaxed.impedance};
  if (best_value == infinity) return result;
  result.s = pack_moments(best.colwise().sum().transpose(), best.transpose() * best);
  result.items = ItemSet{best, std::vector<Index>(n, 1)};
  // Two different computations of one number may differ in the last digits; the bound never exceeds what was reached.
  result.bound = std::min(result.bound, best_value);
  return result;
}

}  // namespace didact::solvers
