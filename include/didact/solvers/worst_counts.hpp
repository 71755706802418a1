#pragma once
// Counts for the worst of several learners: marginal allocation is not exact here, so branch and bound.   [CAT.4]

#include <didact/core/stop.hpp>
#include <didact/solvers/counts_model.hpp>
#include <functional>

namespace didact {

class WorstCounts {
 public:
  /// Impedance of learner j on these counts.
  using Impedance = std::function<double(std::size_t j, const std::vector<double>& counts)>;

  struct Bound {
    double value = -infinity;
    std::vector<double> counts;
  };

  WorstCounts(CountsModel model, Impedance impedance);

  /// max over weights of the weighted problem, real counts: a bound on the worst case, reached at the best weights.
  Bound relaxed(double n);

  /// The best whole counts found, and what is proven about every other.
  Bound solve(double n, const Stop& stop);

 private:
  struct Node;
  struct Dual;
  template <class Minimiser>
  Dual best_weights(Minimiser minimiser);

  CountsModel model_;
  Impedance impedance_;
  std::size_t learners_;
};

}  // namespace didact
