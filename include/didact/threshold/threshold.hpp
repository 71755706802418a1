#pragma once
// A line cut in two: items x in [0, 1] are labelled -1 below a threshold θ and 1 from it on. The learner keeps every
// threshold that agrees with what it was shown, all equally likely.   [THR]

#include <didact/core/lesson.hpp>
#include <didact/core/problem.hpp>
#include <didact/solvers/teach.hpp>

namespace didact {

/// How the learner's state is judged.
enum class ThresholdLoss {
  kl,        ///< -log of the posterior density at θ*: the log of the interval's width
  zero_one,  ///< how likely a threshold drawn from the posterior mislabels an item drawn from [0, 1]
  squared,   ///< expected squared distance to θ*
};

/// The thresholds that a learner still holds possible: (low, high], or [low, high] at the end of the line.
struct Threshold {
  double low = 0;
  double high = 1;

  /// The learner after a set of items (x, y), one a row.
  Threshold after(const ItemSet& items) const;
  bool holds(double theta) const { return theta <= high && (theta > low || (theta == low && low == 0)); }
  double loss(double theta, ThresholdLoss kind) const;
};

/// Efforts: per_item, fixed, of_size, closeness.
struct ThresholdProblem : Terms {
  Threshold learner;
  double theta = 0.3;
  ThresholdLoss loss = ThresholdLoss::kl;
  Interval range{0, 1};
  double resolution = 0;  ///< items are no closer than this; 0: as close as doubles can be
};

Lesson teach(const ThresholdProblem& problem, const Options& options = {});
Evaluation evaluate(const ThresholdProblem& problem, const ItemSet& items);

}  // namespace didact
