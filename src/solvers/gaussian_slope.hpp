#pragma once
// How fast the best loss of a gaussian learner changes with the (real) number of items.   [GNB.4]

#include <didact/learners/gaussian.hpp>

namespace didact::solvers {

struct SlopeAsked {
  Gaussian prior;
  Gaussian::Target target;
  Interval range;
  double magnitude = 0;
};

/// g'(n), n > 0, of g(n) = min of loss + magnitude over the hull of n items in the range.
double gaussian_slope(const SlopeAsked& asked, double n);

}  // namespace didact::solvers
