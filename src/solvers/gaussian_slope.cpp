#include <didact/core/special.hpp>
#include <didact/solvers/convex_search.hpp>
#include <didact/solvers/gaussian_slope.hpp>

#include <cmath>

namespace didact {
namespace {

/// Everything about the target's mean: x there is x - μ* here. At size n the items have a mean m and a scatter
/// C ∈ [0, n(m - l)(h - m)]; for each m the best C is known, and what is left is convex in m.
class AtRealSize {
 public:
  AtRealSize(const SlopeAsked& asked, double n)
      : asked_(asked),
        n_(n),
        kappa_n_(asked.prior.kappa + n),
        shape_n_(asked.prior.shape + n / 2),
        z_(asked.prior.mean - asked.target.mean),
        low_(asked.range.low - asked.target.mean),
        high_(asked.range.high - asked.target.mean),
        precision_(1 / asked.target.variance) {}

  double slope() const {
    const State at = state(best_mean());
    double slope = (digamma(shape_n_) - std::log(at.scale_n * precision_) - 1 / kappa_n_) / 2;
    slope += at.weight * square(asked_.prior.kappa / kappa_n_ * (at.mean - z_)) / 2;
    slope += precision_ * at.mean_n * (at.mean - at.mean_n / 2);
    slope += asked_.magnitude * square(at.mean + asked_.target.mean);
    if (at.spread_out) slope += (at.weight / 2 + asked_.magnitude) * (at.mean - low_) * (high_ - at.mean);
    return slope;
  }

 private:
  struct State {
    double mean;      ///< of the items
    double mean_n;    ///< of the belief
    double scale_n;   ///< of its inverse gamma
    double weight;    ///< how the loss changes with that scale
    bool spread_out;  ///< the scatter is as large as the range allows
  };

  static double square(double x) { return x * x; }

  State state(double mean) const {
    const double kappa = asked_.prior.kappa;
    const double scale = asked_.prior.scale + kappa * n_ / kappa_n_ * square(mean - z_) / 2;
    const double best_scale = shape_n_ / (precision_ + 2 * asked_.magnitude);
    const bool limited = std::isfinite(low_) && std::isfinite(high_);
    const double most = limited ? n_ * (mean - low_) * (high_ - mean) / 2 : infinity;
    const double wanted = std::max(best_scale - scale, 0.0);
    const double scale_n = scale + std::min(wanted, most);
    return {mean, (kappa * z_ + n_ * mean) / kappa_n_, scale_n, precision_ - shape_n_ / scale_n, wanted > most};
  }

  double slope_by_mean(double mean) const {
    const State at = state(mean);
    double slope = at.weight * asked_.prior.kappa / kappa_n_ * (mean - z_) + precision_ * at.mean_n +
                   2 * asked_.magnitude * (mean + asked_.target.mean);
    if (at.spread_out) slope += (at.weight / 2 + asked_.magnitude) * (low_ + high_ - 2 * mean);
    return slope;
  }

  double best_mean() const {
    const double balanced = -asked_.prior.kappa * z_ / n_;  // moves the belief's mean onto the target's
    const bool allowed = balanced >= low_ && balanced <= high_;
    constexpr double rounding = 1e-14;
    const bool settled = std::abs(state(balanced).weight) <= rounding * precision_;
    if (allowed && asked_.magnitude == 0 && settled) return balanced;
    return minimiser_by_slope([&](double mean) { return slope_by_mean(mean); }, low_, high_, balanced);
  }

  const SlopeAsked& asked_;
  double n_, kappa_n_, shape_n_, z_, low_, high_, precision_;
};

}  // namespace

double gaussian_slope(const SlopeAsked& asked, double n) {
  return AtRealSize(asked, n).slope();
}

}  // namespace didact
