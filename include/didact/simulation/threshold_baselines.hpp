#pragma once
// The paper's first figure: how far off a learner of thresholds is after n labelled items that come at random (passive
// learning), that it asks for itself (active learning), and that a teacher chooses.

#include <didact/threshold/threshold.hpp>

#include <vector>

namespace didact {

/// The error is how probably a threshold that the learner still holds possible mislabels an item, both drawn at random.
struct ThresholdBaseline {
  Index n = 0;
  double passive = 0;        ///< on average over random items
  double passive_error = 0;  ///< standard error of that average
  double active = 0;         ///< each item as near the middle of what is possible as may be
  double teaching = 0;       ///< the best n items
};

/// For n = 1 … most. All three keep to the range and the resolution, and nobody's effort is counted.
std::vector<ThresholdBaseline> threshold_baselines(const ThresholdProblem& problem, Index most, Index sets,
                                                   std::uint64_t seed);

}  // namespace didact
