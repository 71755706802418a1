#pragma once
// Problems without a best set, or all but: some items do ever better the farther out they are.   [HYP.4]

#include "reach.hpp"
#include "remaining.hpp"

#include <optional>

namespace didact::hypotheses {

/// What sets come down to some of whose items are ever farther out, and the best set of fewer items, if there may be
/// one.
struct FarOut {
  double at_least = -infinity, at_most = infinity;  ///< the infimum is between these
  std::optional<Lesson> fewer;
};

/// Nothing, where the search is among finitely many or bounded items anyhow.
std::optional<FarOut> far_out(HypothesesProblem problem, const Options& options, const Searched& searched,
                              const Clock& clock);

/// The best set there is; or that there is none, and the best that was met.
void settle_far(const HypothesesProblem& problem, const Options& options, const FarOut& far, const ItemSet& met,
                StopReason stopped, Lesson& lesson);

}  // namespace didact::hypotheses
