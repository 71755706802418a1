#pragma once
// Random teaching sets beside the best lesson.

#include "report/simulation.hpp"
#include "services/lesson.hpp"
#include "services/workforce.hpp"

namespace didact::services {

struct SimulationRequest {
  Index sets = 100'000;
  std::string size;                 ///< of each: "10", "5:20", "poisson:7.5"; empty: the best
  std::optional<io::GivenSet> set;  ///< a rival
  bool exact = false;               ///< all sets there are, instead of random ones
  Options options;                  ///< seed, gap
};

/// Throws InvalidProblem. Nothing in processes that do not report.
std::optional<report::SimulationReport> simulate(const io::Problem& problem, const SimulationRequest& request,
                                                 const Workforce& workforce);

/// The paper's first figure, for its learner: sets of up to `most` items.
std::vector<ThresholdBaseline> baselines(const io::Problem& problem, Index most, const SimulationRequest& request);

}  // namespace didact::services
