#include "solvers/gaussian_slope.hpp"

#include <didact/core/special.hpp>

#include <cmath>
#include <numeric>

namespace didact::solvers {
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
    bool gathered;    ///< there is no scatter
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
    return {mean,         (kappa * z_ + n_ * mean) / kappa_n_, scale_n, precision_ - shape_n_ / scale_n, wanted == 0,
            wanted > most};
  }

  struct Slope {
    double value;
    double derivative;
  };

  /// Of the loss by the items' mean, the scatter at its best; over n.
  Slope slope_by_mean(double mean) const {
    const State at = state(mean);
    const double pull = asked_.prior.kappa / kappa_n_, c = asked_.magnitude;
    Slope slope{at.weight * pull * (mean - z_) + precision_ * at.mean_n + 2 * c * (mean + asked_.target.mean),
                at.weight * pull + precision_ * n_ / kappa_n_ + 2 * c};
    double scale_by_mean = pull * (mean - z_);  // over n
    if (at.spread_out) {
      slope.value += (at.weight / 2 + c) * (low_ + high_ - 2 * mean);
      slope.derivative -= at.weight + 2 * c;
      scale_by_mean += (low_ + high_ - 2 * mean) / 2;
    }
    if (at.spread_out || at.gathered) {
      slope.derivative += n_ * shape_n_ * square(scale_by_mean / at.scale_n);
    }
    return slope;
  }

  double best_mean() const {
    const double balanced = -asked_.prior.kappa * z_ / n_;  // moves the belief's mean onto the target's
    double low = low_, high = high_, mean = std::clamp(balanced, low, high);
    constexpr double precise = 1e-12;
    for (int step = 0; step < 100; ++step) {  // Newton, kept between what is known to be too low and too high
      const Slope slope = slope_by_mean(mean);
      (slope.value < 0 ? low : high) = mean;
      double next = std::clamp(mean - slope.value / slope.derivative, low, high);
      if (!std::isfinite(next)) return mean;
      const bool stuck = (next == low || next == high) && low_ < next && next < high_;
      if (stuck && std::isfinite(low) && std::isfinite(high)) next = std::midpoint(low, high);
      if (std::abs(next - mean) <= precise * std::max(1.0, std::abs(mean))) return next;
      mean = next;
    }
    return mean;  // as near as rounding lets it come
  }

  const SlopeAsked& asked_;
  double n_, kappa_n_, shape_n_, z_, low_, high_, precision_;
};

}  // namespace

double gaussian_slope(const SlopeAsked& asked, double n) {
  return AtRealSize(asked, n).slope();
}

}  // namespace didact::solvers
