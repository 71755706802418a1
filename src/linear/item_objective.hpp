#pragma once
// The impedance as a function of the items themselves, with its gradient through the conditions of the learner's
// optimum.   [LIN.6]

#include "pointwise.hpp"
#include <didact/linear/linear_problem.hpp>

namespace didact::linear {

/// Items x (and, for ridge, y) as one vector; labels that are signs stay as they are.
class ItemObjective {
 public:
  /// `start` says how many items there are, how often each is shown, and which label it has.
  ItemObjective(const LinearProblem& problem, const ItemSet& start, double smoothing);

  double operator()(const Vector& z, Vector& gradient) const;

  Vector pack(const Matrix& rows) const;
  Matrix unpack(const Vector& z) const;
  Vector lowest() const { return low_; }
  Vector highest() const { return high_; }
  void set_smoothing(double smoothing) { smoothing_ = smoothing; }

 private:
  Softness soft(double smoothing) const;
  Vector settled(const Samples& samples) const;
  double loss(const Vector& theta, Vector& gradient) const;
  void add_through_learner(const Samples& samples, const Vector& theta, const Vector& pull, Vector& gradient) const;
  double add_effort(const Matrix& rows, Vector& gradient) const;

  const LinearProblem& p_;
  Vector labels_;
  Vector counts_;  ///< of the seen items, then of the taught
  double smoothing_;
  Index columns_;  ///< numbers that an item has in z
  Vector low_, high_;
  mutable Vector last_;  ///< where the learner was: a good place to start from
};

}  // namespace didact::linear
