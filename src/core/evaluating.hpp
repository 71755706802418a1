#pragma once
// The steps of evaluate() that are the same for all learners.

#include <didact/core/lesson.hpp>
#include <didact/core/pool.hpp>
#include <didact/core/problem.hpp>

#include <chrono>

namespace didact {

/// What the rows of a pool cost that a set is made of; where it is not made of them, the result says why. No pool: 0.
double cost_of_rows(const Pool* pool, const ItemSet& items, Evaluation& result);

/// A set that nothing else is wrong with must have an allowed size.
void check_size(double least, double most, Evaluation& result);
void check_size(const Terms& terms, Evaluation& result);

/// Its effort and impedance, if nothing is wrong with it.
template <class Effort>
void finish(Evaluation& result, Effort effort) {
  result.effort = result.violates.empty() ? effort() : infinity;
  result.impedance = result.loss + result.effort;
}

/// Time that has passed.
class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count(); }

 private:
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace didact
