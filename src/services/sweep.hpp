#pragma once
// The best lesson as one or two parameters of the problem change.

#include "report/sweep.hpp"
#include "services/lesson.hpp"
#include "services/workforce.hpp"

namespace didact::services {

/// Texts such as "effort.per_item=0.01:2:log:60" as axes. Throws InvalidProblem.
std::vector<runs::Axis> parsed_axes(const std::vector<std::string>& over, const io::Context& context);

/// `over` has one or two axes. Throws InvalidProblem. Nothing in processes that do not report.
std::optional<report::SweepReport> sweep(const io::Problem& problem, std::vector<runs::Axis> over,
                                         const Options& options, const Workforce& workforce);
/// The same with texts.
std::optional<report::SweepReport> sweep(const io::Problem& problem, const std::vector<std::string>& over,
                                         const Options& options, const Workforce& workforce);

}  // namespace didact::services
