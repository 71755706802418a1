#include "report/answer.hpp"
#include "report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace didact::report {
namespace {

double rounding_of(const Verdict& verdict) {
  return 1e-9 * std::max(1.0, std::abs(verdict.set.impedance));
}

}  // namespace

std::string Verdict::comparison() const {
  if (!set.violates.empty() || !std::isfinite(optimum.impedance)) return "";
  const std::string best = best_name(optimum.status);
  const double worse = excess();
  if (!std::isfinite(worse)) return "infinitely worse than " + best;
  if (std::abs(worse) <= rounding_of(*this)) return "as good as " + best;
  return fmt::format("{} {} than {}", brief(std::abs(worse)), worse > 0 ? "worse" : "better", best);
}

void Verdict::check() const {
  const bool beyond = optimum.proven_up_to && set.n > *optimum.proven_up_to;
  const bool may_change_its_mind = learners.own || learners.model->name == "program";
  if (!set.violates.empty() || beyond || may_change_its_mind) return;
  if (!(set.impedance < optimum.lower_bound - rounding_of(*this))) return;
  throw std::logic_error(
      fmt::format("internal error: this set has the impedance {}, though none was said to be below {}; please report "
                  "the problem and the set",
                  set.impedance, optimum.lower_bound));
}

}  // namespace didact::report
