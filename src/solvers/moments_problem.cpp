#include "solvers/moments_problem.hpp"

#include "solvers/bfgs.hpp"
#include "solvers/convex_search.hpp"
#include "solvers/gaussian_class.hpp"
#include "solvers/gaussian_line.hpp"
#include "solvers/item_search.hpp"
#include "solvers/tilted_target.hpp"
#include <didact/core/beyond_reach.hpp>

#include <cmath>

namespace didact::solvers {

namespace {

/// Distinct whole numbers, which have scatter whether it is wanted or not.
bool whole_and_apart(const MomentsProblem::Settings& settings) {
  return settings.mu.size() == 1 && settings.domain.integers && settings.domain.distinct && !settings.loss;
}

}  // namespace

struct MomentsProblem::Core {
  TiltedTarget target;
  SpectralNiw spectrum;
};

MomentsProblem::MomentsProblem(Settings settings) : settings_(std::move(settings)) {
  if (several()) return;
  const Index D = settings_.mu.size();
  TiltedTarget target = tilted(settings_.learners[0], settings_.mu, settings_.sigma, Vector::Zero(D),
                               Vector::Constant(D, settings_.magnitude));
  SpectralNiw spectrum(settings_.learners[0], target.mu, target.sigma);
  core_ = std::make_unique<Core>(Core{std::move(target), std::move(spectrum)});
}

MomentsProblem::~MomentsProblem() = default;

double MomentsProblem::impedance(double n, const Vector& sum, const Matrix& squares) const {
  const double loss = judged(settings_.judge, settings_.weights, [&](std::size_t j) {
    if (settings_.loss) return settings_.loss(n, sum, squares);
    return settings_.offsets[j] + normal_inverse_wishart_loss(settings_.learners[j], settings_.mu, settings_.sigma,
                                                              centred_moments(n, sum, squares));
  });
  return loss + settings_.per_item * n + (settings_.magnitude > 0 ? settings_.magnitude * squares.trace() : 0);
}

double MomentsProblem::largest() const {
  if (!settings_.domain.distinct) return infinity;
  double count = 1;
  for (const Interval& i : settings_.domain.range) {
    count *= settings_.domain.integers ? i.high - i.low + 1 : (i.high > i.low ? infinity : 1);
  }
  return count;
}

double MomentsProblem::best_mean(double n) const {
  const Vector none = Vector::Zero(1);
  return single(n, none, none, 1, {}).mean[0];
}

AtSize MomentsProblem::packed(double n, const Moments& moments, double bound) const {
  const Vector sum = n * moments.mean;
  const Matrix squares = moments.scatter + n * moments.mean * moments.mean.transpose();
  return {pack_moments(sum, squares), moments.value, bound};
}

/// One learner whose efforts beyond the magnitude are `linear` and `square`; rank < D limits the scatter.
Moments MomentsProblem::single(double n, const Vector& linear, const Vector& square, Index rank,
                               const Stop& stop) const {
  const bool plain = linear.isZero(0) && square.isZero(0);
  const TiltedTarget* target = &core_->target;
  const SpectralNiw* spectrum = &core_->spectrum;
  TiltedTarget own_target;
  std::unique_ptr<SpectralNiw> own_spectrum;
  if (!plain) {
    own_target = tilted(settings_.learners[0], settings_.mu, settings_.sigma, linear,
                        (square.array() + settings_.magnitude).matrix());
    own_spectrum = std::make_unique<SpectralNiw>(settings_.learners[0], own_target.mu, own_target.sigma);
    target = &own_target;
    spectrum = own_spectrum.get();
  }
  const Index D = settings_.mu.size();
  Moments moments = rank < D ? spectrum->best_limited(rank + 1, stop) : spectrum->best(n, stop);
  moments.value += settings_.offsets[0] + target->constant + (settings_.per_item + target->per_item) * n;
  return moments;
}

Moments MomentsProblem::free_optimum(double n, Index rank, double& bound, const Stop& stop) const {
  const Index D = settings_.mu.size();
  if (several()) return best_for_class(settings_, n, rank, bound, stop);
  Moments moments = single(n, Vector::Zero(D), Vector::Zero(D), rank, rank < D ? stop : deadline);
  bound = moments.value;
  if (rank < D) {
    bound = core_->spectrum.limited_bound(static_cast<Index>(n), deadline) + settings_.offsets[0] +
            core_->target.constant + (settings_.per_item + core_->target.per_item) * n;
  }
  bound = unless_stopped(bound);
  return moments;
}

/// The hull of the items in a box: Σ(x-l)(h-x) ≥ 0 for a coordinate bounded on both sides, Σ(x-l) ≥ 0 or Σ(h-x) ≥ 0 for
/// one bounded on one side. Multipliers on these only tilt the target; the best ones give the bound.   [TILT.2]
Moments MomentsProblem::hull_optimum(double n) const {
  const Index D = settings_.mu.size();
  const auto& range = settings_.domain.range;
  auto value = [&](const Vector& multiplier, Vector& gradient, Moments& moments) {
    Vector linear = Vector::Zero(D), square = Vector::Zero(D);
    double constant = 0;
    for (Index i = 0; i < D; ++i) {
      const auto [low, high] = range[i];
      const double w = multiplier[i];
      if (std::isfinite(low) && std::isfinite(high)) {
        square[i] = w, linear[i] = -w * (low + high), constant += w * n * low * high;
      } else if (std::isfinite(low)) {
        linear[i] = -w, constant += w * n * low;
      } else if (std::isfinite(high)) {
        linear[i] = w, constant -= w * n * high;
      }
    }
    moments = single(n, linear, square, D, deadline);
    moments.value += constant;
    for (Index i = 0; i < D; ++i) {
      const auto [low, high] = range[i];
      const double s = n * moments.mean[i], squares = moments.scatter(i, i) + s * moments.mean[i];
      double slack = 0;
      if (std::isfinite(low) && std::isfinite(high)) {
        slack = squares - (low + high) * s + n * low * high;
      } else if (std::isfinite(low)) {
        slack = n * low - s;
      } else if (std::isfinite(high)) {
        slack = s - n * high;
      }
      gradient[i] = -slack;  // of the negated dual
    }
    return -moments.value;
  };
  Moments moments;
  const SmoothFunction negated = [&](const Vector& w, Vector& gradient) {
    Moments ignored;
    return value(w, gradient, ignored);
  };
  const Descent best =
      minimise_smooth(negated, Vector::Zero(D), Vector::Zero(D), Vector::Constant(D, 1e12), 200, 1e-12, deadline);
  Vector gradient(D);
  value(best.x, gradient, moments);
  return moments;
}

Relaxed MomentsProblem::relaxed(double n) const {
  const Index D = settings_.mu.size();
  double bound = -infinity;
  const Moments moments =
      settings_.domain.bounded() && !several() ? hull_optimum(n) : free_optimum(n, D, bound, deadline);
  Relaxed result{n, packed(n, moments, 0).s, moments.value};
  if (several()) result.impedance = bound;
  if (whole_and_apart(settings_) && !several()) {
    Relaxed apart = GaussianLine(*this).relaxed_apart(n);
    if (apart.impedance > result.impedance) return apart;
  }
  return result;
}

double MomentsProblem::bound(double n) const {
  if (several() || settings_.domain.bounded() || whole_and_apart(settings_)) return relaxed(n).impedance;
  return core_->spectrum.value(n, deadline) + settings_.offsets[0] + core_->target.constant +
         (settings_.per_item + core_->target.per_item) * n;
}

Relaxed MomentsProblem::relax(double low, double high, const SizeCost& cost) const {
  if (!several() && !settings_.domain.bounded() && !whole_and_apart(settings_)) {
    // Where the floor below g has its minimum, g mostly has its own: then no eigenvalue problem needs solving.
    const Minimum minimum = minimise_convex(
        [&](double n) {
          return core_->spectrum.floor(n) + (settings_.per_item + core_->target.per_item) * n + (cost ? cost(n) : 0);
        },
        std::max(low, 1e-9), high, std::clamp(10.0, low, high));
    if (!minimum.unbounded && core_->spectrum.reaches_floor(minimum.at)) {
      Relaxed result = relaxed(minimum.at);
      if (cost) result.impedance += cost(minimum.at);
      return result;
    }
    if (minimum.unbounded && core_->spectrum.reaches_floor(largest_size)) return {infinity, {}, -infinity};
  }
  return SizedProblem::relax(low, high, cost);
}

AtSize MomentsProblem::solve_free(Index n, const Stop& stop) const {
  const Index D = settings_.mu.size();
  double bound = -infinity;
  const Moments moments = free_optimum(static_cast<double>(n), std::min(D, n - 1), bound, stop);
  AtSize result = packed(static_cast<double>(n), moments, bound);
  // Distinct items must differ somewhere: with no scatter at all they only come ever closer.
  result.attained = !settings_.domain.distinct || n == 1 || moments.scatter.trace() > 1e-12;
  return result;
}

AtSize MomentsProblem::solve_boxed(Index n, const Stop& stop) const {
  const Index D = settings_.mu.size();
  if (D == 1 && !several()) {
    const GaussianLine line(*this);
    return settings_.domain.integers ? line.solve_whole(n, stop) : line.solve_real(n, stop);
  }
  constexpr Index most_placed = 1'000'000;
  if (n > most_placed) {
    throw BeyondReach("items", "the best lesson by these rules has " + std::to_string(n) + " items, more than the " +
                                   std::to_string(most_placed) +
                                   " that can be placed one by one; set limits.max_items");
  }
  Relaxed hull = relaxed(static_cast<double>(n));
  hull.impedance = unless_stopped(hull.impedance);
  return search_items(*this, n, hull, stop);
}

AtSize MomentsProblem::solve(Index n, const Stop& stop) const {
  if (!boxed()) return solve_free(n, stop);
  const Index D = settings_.mu.size();
  if (D == 1 && !several()) return solve_boxed(n, stop);  // exact as it is
  const AtSize free = solve_free(n, stop);
  // Often the best items without the box can be placed inside it: then nothing is lost.
  if (!settings_.domain.integers && free.attained) {
    Random random(11);
    for (int attempt = 0; attempt < 8 && !(attempt > 0 && stop); ++attempt) {
      const Vector mean = free.s.head(D) / static_cast<double>(n);
      const Matrix scatter = unpack_squares(free.s, D) - static_cast<double>(n) * mean * mean.transpose();
      ItemSet items{items_with_moments(n, mean, scatter, attempt == 0 ? Style::plain : Style::natural, random),
                    std::vector<Index>(n, 1)};
      if (violation(settings_.domain, items).empty()) {
        AtSize result = free;
        result.items = std::move(items);
        return result;
      }
    }
  }
  return solve_boxed(n, stop);
}

ItemSet MomentsProblem::unpack(Index n, const Vector& s, Style style, Random& random) const {
  const Index D = settings_.mu.size();
  const double size = static_cast<double>(n);
  const Vector mean = s.head(D) / size;
  if (D == 1 && boxed() && !settings_.domain.integers) return GaussianLine(*this).items(n, s, style, random);
  if (D == 1 && settings_.domain.integers) {
    bool complete = true;
    const std::vector<double> whole =
        integers_with_moments(n, s[0], s[1], settings_.domain.range[0], settings_.domain.distinct, complete);
    if (!whole.empty()) return {Vector::Map(whole.data(), n), std::vector<Index>(n, 1)};
  }
  const Matrix scatter = unpack_squares(s, D) - size * mean * mean.transpose();
  if (!settings_.domain.distinct && scatter.trace() <= 1e-14 * size) return {mean.transpose(), {n}};
  const bool plain = style == Style::plain || size * static_cast<double>(D) > most_natural_numbers;
  if (plain && !settings_.domain.distinct && n > D + 1) return few_items_with_moments(n, mean, scatter);
  return {items_with_moments(n, mean, scatter, style, random), std::vector<Index>(n, 1)};
}

}  // namespace didact::solvers
