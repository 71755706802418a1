#include "solvers/squared_moments.hpp"

#include "../core/decompositions.hpp"
#include "solvers/bfgs.hpp"
#include "solvers/convex_search.hpp"
#include "solvers/item_search.hpp"

#include <cmath>

namespace didact::solvers {
namespace {

MomentsProblem::Settings judged_by_squares(MomentsProblem::Settings settings) {
  settings.loss = [belief = settings.learners[0], mu = settings.mu, sigma = settings.sigma](double n, const Vector& sum,
                                                                                            const Matrix& squares) {
    return squared_distance(belief.after(centred_moments(n, sum, squares)), mu, sigma);
  };
  return settings;
}

}  // namespace

/// With d the distance of the items' mean from the prior's, and Λ the posterior's scale matrix, which is at least
/// M(d) = Λ0 + lift·ddᵀ, the impedance is ‖share·d - gap‖² + magnitude·(n‖μ0 + d‖² - lift‖d‖²) +
/// square‖Λ‖² - ⟨linear, Λ⟩ + of_trace (tr Λ)² + constant: convex in (d, Λ), and so is Λ ⪰ M(d).   [SQ.9]
struct SquaredMoments::Size {
  Size(const MomentsProblem::Settings& settings, double size)
      : prior(settings.learners[0]), n(size), magnitude(settings.magnitude) {
    const double D = static_cast<double>(prior.dimension()), kappa = prior.kappa + n, free = prior.nu + n - D;
    if (!(free > 3)) return;
    finite = true;
    const double e = free - 1, spread = 1 / (free * e * e * (free - 3));
    share = n / kappa;
    lift = prior.kappa * n / kappa;
    gap = settings.mu - prior.mean;
    square = 1 / (e * e) + spread * (free + 1);
    of_trace = spread * (free - 1);
    linear = 2 / e * settings.sigma;
    linear.diagonal().array() -= 1 / (kappa * e) + magnitude;
    constant = settings.sigma.squaredNorm() - magnitude * prior.scale.trace() + settings.per_item * n;
  }

  Matrix least_scale(const Vector& d) const { return prior.scale + lift * d * d.transpose(); }

  /// The scatter that is best with this d: the positive part of what is missing, less what the trace costs.
  Matrix best_scatter(const Matrix& M) const {
    const Spectrum spectrum(linear / (2 * square) - M);
    const Vector& missing = spectrum.eigenvalues();  // in increasing order
    const double ratio = of_trace / square;
    double sum = M.trace(), less = ratio * sum;
    for (Index used = 1; used <= missing.size() && missing[missing.size() - used] > less; ++used) {
      sum += missing[missing.size() - used];
      less = ratio * sum / (1 + ratio * static_cast<double>(used));
    }
    const Vector kept = (missing.array() - less).cwiseMax(0);
    return spectrum.with_eigenvalues(kept);
  }

  double value(const Vector& d, Vector& gradient) const {
    const Matrix M = least_scale(d), scale = M + best_scatter(M);
    const double trace = scale.trace();
    Matrix pull = 2 * square * scale - linear;
    pull.diagonal().array() += 2 * of_trace * trace;
    const Vector off = share * d - gap, mean = prior.mean + d;
    gradient = 2 * share * off + 2 * magnitude * (n * mean - lift * d) + 2 * lift * pull * d;
    return off.squaredNorm() + magnitude * (n * mean.squaredNorm() - lift * d.squaredNorm()) +
           square * scale.squaredNorm() - linear.cwiseProduct(scale).sum() + of_trace * trace * trace + constant;
  }

  const NormalInverseWishart& prior;
  double n, magnitude;
  bool finite = false;
  double share = 0, lift = 0, square = 0, of_trace = 0, constant = 0;
  Vector gap;
  Matrix linear;
};

SquaredMoments::SquaredMoments(MomentsProblem::Settings settings) : items_(judged_by_squares(std::move(settings))) {}

AtSize SquaredMoments::packed(double n, const Vector& mean, const Matrix& scatter) const {
  const Vector sum = n * mean;
  const Matrix squares = scatter + n * mean * mean.transpose();
  AtSize result{pack_moments(sum, squares), items_.impedance(n, sum, squares)};
  result.bound = result.impedance;
  return result;
}

/// Descent in d; it is strongly convex, so the gradient that is left says how far below the minimum can be.
AtSize SquaredMoments::free_optimum(double n) const {
  const Size at(settings(), n);
  const Index D = settings().mu.size();
  if (!at.finite) {
    AtSize nothing = packed(n, settings().mu, Matrix::Zero(D, D));
    nothing.bound = infinity;
    return nothing;
  }
  const SmoothFunction f = [&](const Vector& d, Vector& gradient) { return at.value(d, gradient); };
  const double scale = at.share + at.magnitude * at.n / at.share;
  Descent found = minimise_smooth(f, Vector((at.gap - at.magnitude * at.n / at.share * at.prior.mean) / scale), {}, {},
                                  500, 1e-12, deadline);
  Vector gradient(D);
  double value = f(found.x, gradient);
  const double convexity = 2 * at.share * at.share + 2 * at.magnitude * (at.n - at.lift);
  if (gradient.squaredNorm() > 1e-12 * convexity * std::max(1.0, std::abs(value)) && !deadline) {
    found = polished(f, found);
    value = f(found.x, gradient);
  }
  const double bound = value - gradient.squaredNorm() / (2 * convexity);
  AtSize result = packed(n, at.prior.mean + found.x, at.best_scatter(at.least_scale(found.x)));
  result.bound = std::min(result.impedance, bound);
  return result;
}

/// One number has no scatter: a polynomial of degree 4 in d, with at most two minima.
AtSize SquaredMoments::single_item() const {
  const Size at(settings(), 1);
  if (!at.finite) return free_optimum(1);
  const double both = at.square + at.of_trace, mu0 = at.prior.mean[0];
  const double cubic = 4 * at.lift * at.lift * both, constant = 2 * at.magnitude * mu0 - 2 * at.share * at.gap[0];
  const double slope = 2 * at.share * at.share + 2 * at.magnitude * (1 - at.lift) +
                       2 * at.lift * (2 * both * at.prior.scale(0, 0) - at.linear(0, 0));
  auto derivative = [&](double d) { return (cubic * d * d + slope) * d + constant; };
  const double turn = slope < 0 ? std::sqrt(-slope / (3 * cubic)) : 0;
  // No root is farther: of cubic·d³ + slope·d = -constant, each term alone makes the left side as large.
  const double by_cube = std::cbrt(std::abs(constant) / cubic);
  double far = slope > 0 ? std::min(std::abs(constant) / slope, by_cube) : by_cube + std::sqrt(-slope / cubic);
  if (!(far < 1e150)) far = 1e150;  // numbers too small or too large to say
  // Where rounding leaves nothing better, the prior's own mean, and what any scatter would allow.
  AtSize best = packed(1, at.prior.mean, Matrix::Zero(1, 1));
  best.bound = free_optimum(1).bound;
  for (const auto& [low, high] : {std::pair{-far, -turn}, std::pair{turn, far}}) {
    const double d = root_of_increasing(derivative, std::min(low, high), high);
    AtSize here = packed(1, Vector::Constant(1, mu0 + d), Matrix::Zero(1, 1));
    if (here.impedance < best.impedance) best = std::move(here);
  }
  return best;
}

Relaxed SquaredMoments::relaxed(double n) const {
  const AtSize free = free_optimum(n);
  return {n, free.s, free.bound};
}

AtSize SquaredMoments::solve(Index n, const Stop& stop) const {
  const Index D = settings().mu.size();
  const double size = static_cast<double>(n);
  AtSize free = n == 1 && D == 1 ? single_item() : free_optimum(size);
  if (free.bound == infinity) return free;
  const bool few = n <= D && D > 1;  // fewer items than the scatter may need
  if (!boxed() && !few) {
    const Vector mean = free.s.head(D) / size;
    const double scatter = unpack_squares(free.s, D).trace() - size * mean.squaredNorm();
    free.attained = !settings().domain.distinct || n == 1 || scatter > 1e-12;
    return free;
  }
  if (!few && !settings().domain.integers) {  // often the best items of all can be placed inside the range
    Random random(11);
    const Vector mean = free.s.head(D) / size;
    const Matrix scatter = unpack_squares(free.s, D) - size * mean * mean.transpose();
    for (int attempt = 0; attempt < 8 && !(attempt > 0 && stop); ++attempt) {
      ItemSet items{items_with_moments(n, mean, scatter, attempt == 0 ? Style::plain : Style::natural, random),
                    std::vector<Index>(n, 1)};
      if (!violation(settings().domain, items).empty()) continue;
      free.items = std::move(items);
      return free;
    }
  }
  return search_items(items_, n, {size, free.s, free.bound}, stop);
}

}  // namespace didact::solvers
