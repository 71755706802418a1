#pragma once
// An evolution strategy (CMA-ES): minimises without derivatives, a whole generation of points at a time.

#include <didact/core/random.hpp>
#include <didact/core/types.hpp>

#include <functional>
#include <vector>

namespace didact::search {

/// The values of these points; +infinity is worst, NaN ends the search.
using BatchFunction = std::function<std::vector<double>(const std::vector<Vector>&)>;

struct EvolutionStart {
  Vector mean;
  double step = 0.3;  ///< the standard deviation of the first generation
  int crowd = 1;  ///< so many times the customary points in a generation: slower, and less easily caught in a hollow
};

struct Evolved {
  Vector x;
  double value = infinity;
};

/// Over the unit box. Ends where the points have come together, or values no longer change, or after `most` of them.
Evolved evolve(const BatchFunction& f, const EvolutionStart& start, Index most, Random& random);

}  // namespace didact::search
