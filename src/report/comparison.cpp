#include "report/answers.hpp"
#include "report/table.hpp"

#include <fmt/format.h>

#include <cmath>

namespace didact::report {

std::string comparison_of(const Verdict& verdict) {
  if (!verdict.set.violates.empty() || !std::isfinite(verdict.optimum.impedance)) return "";
  const std::string best = best_name(verdict.optimum.status);
  const double worse = verdict.excess();
  if (!std::isfinite(worse)) return "infinitely worse than " + best;
  if (std::abs(worse) <= verdict.rounding()) return "as good as " + best;
  return fmt::format("{} {} than {}", brief(std::abs(worse)), worse > 0 ? "worse" : "better", best);
}

}  // namespace didact::report
