#pragma once
// The best lesson as one or two parameters of the problem change.

#include "report/sweep.hpp"
#include "services/given_problem.hpp"
#include "services/run.hpp"

namespace didact::services {

/// `over` has one or two texts such as "effort.per_item=0.01:2:log:60". Throws InvalidProblem. Nothing in processes
/// that do not report.
std::optional<report::SweepReport> sweep(const GivenProblem& given, const std::vector<std::string>& over,
                                         const Options& options, const Workforce& workforce);

}  // namespace didact::services
