#include "sizes.hpp"

#include "linear/reach.hpp"
#include "solvers/convex_search.hpp"

#include <cmath>

namespace didact::linear {

/// Without weights only some b can be had: none with no item, the label with one.   [LIN.4]
BestState FreeSizes::best_state(Index n, double farthest) const {
  const LinearState none{Vector::Zero(p_.dimension), 0};
  if (n == 0) return within_.of(none);
  if (p_.learner.bias && n == 1) {
    if (p_.learner.kind == LinearKind::ridge) return within_.at_no_weights();
    if (p_.learner.kind == LinearKind::logistic) return within_.of(none);
    const BestState one = within_.of({none.weights, 1}), other = within_.of({none.weights, -1});
    return one.loss <= other.loss ? one : other;
  }
  return within_(std::min(reach(p_.learner, n), farthest));
}

SizeBest FreeSizes::at(Index n, double farthest) const {
  const double cost = p_.effort.at_size(static_cast<double>(n)), c = p_.effort.magnitude;
  SizeBest result{best_state(n, farthest)};
  const double norm = result.best.state.weights.norm();
  if (c > 0 && norm > 0 && !stop_) {
    // Both the loss within R and the least effort for R are convex in R.
    auto effort = [&](double R) { return c * least_magnitude(p_.learner, n, R); };
    const solvers::Minimum least =
        solvers::minimise_convex([&](double R) { return within_(R).loss + effort(R); }, 0, norm, norm);
    result.best = within_(least.at);
    result.best.loss += effort(result.best.state.weights.norm());
    // A search that was stopped has not seen where the two together are least.
    result.best.bound = stop_ ? 0 : std::min(result.best.bound, result.best.loss) + effort(least.at);
  }
  result.value = result.best.loss + cost;
  result.bound = std::min(result.best.bound, result.best.loss) + cost;
  return result;
}

std::optional<Index> FreeSizes::enough() const {
  constexpr double rounding = 1e-12;  // 3.0000000000001 items are 3
  const double pull = p_.learner.lambda * std::pow(within_.enough(), 2) * (1 - rounding);
  if (!(pull < largest_size)) return {};
  if (p_.learner.kind == LinearKind::ridge || pull == 0) {
    const bool nothing_to_do = pull == 0 && within_.at_no_weights().state.bias == 0;
    return nothing_to_do ? 0 : pull == 0 || !p_.learner.bias ? 1 : 2;
  }
  const double each = p_.learner.kind == LinearKind::svm ? 1 : logistic_pull;
  Index n = std::max<Index>(p_.learner.bias ? 2 : 1, static_cast<Index>(std::ceil(pull / each)));
  while (largest_pull(p_.learner, n) < pull) ++n;
  return n;
}

}  // namespace didact::linear
