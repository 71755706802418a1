#pragma once
// Problems that are parts of a problem have what is left of its time.

#include "core/evaluating.hpp"

#include <algorithm>

namespace didact::hypotheses {

class Clock : public Stopwatch {
 public:
  Options left_of(Options options, const Limits& limits) const {
    if (!options.seconds) options.seconds = limits.seconds;
    if (options.seconds) options.seconds = std::max(1e-9, *options.seconds - seconds());
    return options;
  }
};

}  // namespace didact::hypotheses
