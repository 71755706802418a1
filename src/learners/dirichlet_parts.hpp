#pragma once
// What learners that are products of Dirichlets share.

#include <didact/core/special.hpp>
#include <didact/core/types.hpp>

#include <vector>

namespace didact {

std::vector<Twofold> exact(const std::vector<double>& pi);
std::vector<double> normalised(std::vector<double> values);
void add(std::vector<double>& sum, const std::vector<double>& part);

/// Throws if two computations of one loss disagree: std::logic_error, or std::overflow_error for numbers so large that
/// nothing is left of their digits.
void require_agreement(double loss, double again);

/// A Dirichlet belief that is shown one category after the other: each time the loss changes by the log of how probable
/// the learner took it to be, less the log of how probable it is.   [NB.2]
class StepwiseDirichlet {
 public:
  StepwiseDirichlet(const std::vector<double>& beta, const std::vector<double>& pi);

  void show(Index category, Index times = 1);
  double loss() const { return loss_; }

 private:
  std::vector<double> alpha_;
  const std::vector<double>& pi_;
  double total_ = 0;
  double loss_ = 0;
};

}  // namespace didact
