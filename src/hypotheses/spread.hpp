#pragma once
// Where a density has its items, roughly.

#include <didact/hypotheses/density.hpp>

namespace didact::hypotheses {

double centre_of(const Density& density, Index coordinate);
double deviation_of(const Density& density, Index coordinate);

/// Items of a range from its low end (part 0) to its high end (1): evenly, or, where the range is wide beside the
/// density, in steps that grow with the distance from it.
class Positions {
 public:
  Positions(const Density& density, Index coordinate)
      : centre_(centre_of(density, coordinate)), deviation_(deviation_of(density, coordinate)) {}
  double at(double part, Interval range) const;

 private:
  double centre_, deviation_;
};

}  // namespace didact::hypotheses
