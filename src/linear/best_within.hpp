#pragma once
// The least loss of a state with ‖w‖ ≤ R, any b: what any set that reaches no further can hope for.   [LIN.5]

#include <didact/core/stop.hpp>
#include <didact/linear/linear_problem.hpp>

namespace didact::linear {

struct BestState {
  LinearState state;
  double loss = infinity;
  double bound = -infinity;  ///< no state within R has a lower loss
};

class BestWithin {
 public:
  /// After `stop` bounds are weak, but hold.
  BestWithin(const LinearProblem& problem, const Stop& stop);

  /// R may be infinite.
  BestState operator()(double R) const;
  /// With w = 0: over all b, over these, or with b = 0 where there is no bias.
  BestState at_no_weights() const;
  BestState of(LinearState state) const;
  /// The norm beyond which nothing is gained; infinite where there is no end to it.
  double enough() const { return enough_; }
  /// No state at all has a lower loss.
  double floor() const { return floor_; }

 private:
  LinearState trained(double lambda) const;
  BestState least_squares() const;
  void look_for_an_end();
  BestState on_the_path(double R) const;

  const LinearProblem& p_;
  const Stop& stop_;
  double enough_ = 0;
  double floor_ = 0;
};

}  // namespace didact::linear
