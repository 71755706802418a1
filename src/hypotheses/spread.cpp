#include "spread.hpp"

#include <algorithm>
#include <cmath>

namespace didact::hypotheses {

double centre_of(const Density& density, Index coordinate) {
  if (density.family == Density::Family::uniform) return 0.5 * (density.at[0] + density.at[1]);
  if (density.family == Density::Family::exponential) return 1 / density.at[0];
  return density.at[std::min<Index>(coordinate, density.at.size() - 1)];
}

double deviation_of(const Density& density, Index coordinate) {
  switch (density.family) {
    case Density::Family::uniform:
      return density.at[1] - density.at[0];
    case Density::Family::exponential:
      return 1 / density.at[0];
    case Density::Family::poisson:
      return std::sqrt(density.at[0]) + 1;
    default:
      return std::sqrt(density.spread(coordinate, coordinate));
  }
}

double Positions::at(double part, Interval range) const {
  constexpr double wide = 100;
  if (range.high - range.low <= wide * deviation_) {
    return std::clamp(range.low + part * (range.high - range.low), range.low, range.high);
  }
  const double from = std::asinh((range.low - centre_) / deviation_),
               to = std::asinh((range.high - centre_) / deviation_);
  return std::clamp(centre_ + deviation_ * std::sinh(from + part * (to - from)), range.low, range.high);
}

}  // namespace didact::hypotheses
