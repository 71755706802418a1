#include "far_out.hpp"

#include <algorithm>

namespace didact::hypotheses {
namespace {

/// Two items of a set that go out on opposite sides leave these hypotheses alone: the problem of telling them apart.
HypothesesProblem of_those_left(const HypothesesProblem& problem, const std::vector<std::size_t>& left) {
  HypothesesProblem rest = problem;
  rest.names.clear();
  rest.densities.clear();
  rest.prior = problem.prior(left);
  rest.prior /= rest.prior.sum();
  for (const std::size_t h : left) {
    rest.names.push_back(problem.names[h]);
    rest.densities.push_back(problem.densities[h]);
  }
  rest.target = 0;
  rest.min_size = std::max<Index>(2, problem.min_size);
  return rest;
}

}  // namespace

std::optional<FarOut> far_out(HypothesesProblem problem, const Options& options, const Searched& searched,
                              const Clock& clock) {
  if (!searched.infimum && searched.left.empty()) return {};
  FarOut far;
  if (searched.infimum) {
    far.at_least = far.at_most = *searched.infimum;
    if (problem.min_size > 0) return far;
    const ItemSet nothing{Matrix(0, problem.domain().dimension()), {}};
    far.fewer.emplace().take(evaluate(problem, nothing));
    far.fewer->items = nothing;
    far.fewer->lower_bound = far.fewer->impedance;
    return far;
  }
  const Lesson pairs = teach(of_those_left(problem, searched.left), clock.left_of(options, problem.limits));
  far.at_least = pairs.lower_bound;
  far.at_most = pairs.impedance;
  if (problem.min_size > 1) return far;
  problem.max_size = 1;
  far.fewer = teach(problem, clock.left_of(options, problem.limits));
  return far;
}

void settle_far(const HypothesesProblem& problem, const Options& options, const FarOut& far, const ItemSet& met,
                StopReason stopped, Lesson& lesson) {
  const double fewer = far.fewer ? far.fewer->impedance : infinity;
  const Evaluation more = evaluate(problem, met);
  lesson.items = fewer <= more.impedance ? far.fewer->items : met;
  lesson.take(fewer <= more.impedance ? evaluate(problem, lesson.items) : more);
  const double bound = std::min(far.at_least, far.fewer ? far.fewer->lower_bound : infinity);
  if (fewer <= far.at_most) return lesson.settle(bound, options.gap.value_or(0), stopped);
  lesson.has_no_best(Direction::larger_items, bound);
}

}  // namespace didact::hypotheses
