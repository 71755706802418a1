#pragma once
// Problems that are parts of a problem have what is left of its time.

#include <didact/core/problem.hpp>

#include <algorithm>
#include <chrono>

namespace didact::hypotheses {

class Clock {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count(); }
  Limits left_of(Limits limits) const {
    if (limits.seconds) limits.seconds = std::max(1e-9, *limits.seconds - seconds());
    return limits;
  }

 private:
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace didact::hypotheses
