#pragma once
// Problems that are parts of a problem have what is left of its time.

#include <didact/core/problem.hpp>

#include <algorithm>
#include <chrono>

namespace didact::hypotheses {

class Clock {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count(); }
  Options left_of(Options options, const Limits& limits) const {
    if (!options.seconds) options.seconds = limits.seconds;
    if (options.seconds) options.seconds = std::max(1e-9, *options.seconds - seconds());
    return options;
  }

 private:
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace didact::hypotheses
