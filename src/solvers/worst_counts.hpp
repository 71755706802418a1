#pragma once
// Counts for the worst of several learners: marginal allocation is not exact here, so branch and bound.   [CAT.4]

#include "solvers/counts_model.hpp"
#include "solvers/worst_case.hpp"
#include <didact/core/stop.hpp>

#include <functional>

namespace didact::solvers {

class WorstCounts {
 public:
  using Counts = std::vector<double>;
  /// Impedance of learner j on these counts.
  using Impedance = std::function<double(std::size_t j, const Counts& counts)>;

  struct Bound {
    double value = -infinity;
    Counts counts;
  };

  WorstCounts(CountsModel model, Impedance impedance);

  /// Real counts: the bound is reached at the best weights.
  Bound relaxed(double n, const Stop& stop);

  /// The best whole counts found, and what is proven about all others.
  Bound solve(double n, const Stop& stop);

 private:
  struct Node;
  template <class Minimiser>
  WorstCase<Counts> weigh(Minimiser minimiser, const Stop& stop);
  std::pair<std::size_t, double> where_to_split(const Node& node, double n) const;

  CountsModel model_;
  Impedance impedance_;
  std::size_t learners_;
};

}  // namespace didact::solvers
