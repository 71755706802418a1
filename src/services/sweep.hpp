#pragma once
// The best lesson as one or two parameters of the problem change.

#include "report/sweep.hpp"
#include "services/given_problem.hpp"
#include "services/run.hpp"

namespace didact::services {

/// Texts such as "effort.per_item=0.01:2:log:60" as axes. Throws InvalidProblem.
std::vector<runs::Axis> parsed_axes(const std::vector<std::string>& over, const io::Context& context);

/// `over` has one or two axes. Throws InvalidProblem. Nothing in processes that do not report.
std::optional<report::SweepReport> sweep(const GivenProblem& given, std::vector<runs::Axis> over,
                                         const Options& options, const Workforce& workforce);
/// The same with texts.
std::optional<report::SweepReport> sweep(const GivenProblem& given, const std::vector<std::string>& over,
                                         const Options& options, const Workforce& workforce);

}  // namespace didact::services
