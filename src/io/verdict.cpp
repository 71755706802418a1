#include "io/answer.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace didact::io {

void Verdict::check() const {
  const bool beyond = optimum.proven_up_to && set.n > *optimum.proven_up_to;
  const bool may_change_its_mind = learners.own || learners.model->black_box;
  if (!set.violates.empty() || beyond || may_change_its_mind) return;
  if (!(set.impedance < optimum.lower_bound - rounding())) return;
  throw std::logic_error(
      fmt::format("internal error: this set has the impedance {}, though none was said to be below {}; please report "
                  "the problem and the set",
                  set.impedance, optimum.lower_bound));
}

}  // namespace didact::io
