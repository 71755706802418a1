#include "solvers/conjugate_problem.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace didact::solvers {
namespace {

void check_effort(const ConjugateProblem& problem) {
  const Effort& effort = problem.effort;
  const ItemDomain& domain = problem.domain;
  const FamilyTraits& family = problem.family().traits();
  const bool exact = family.structure() != Structure::none;
  if (!effort.per_category.empty() && static_cast<Index>(effort.per_category.size()) != problem.categories) {
    throw std::invalid_argument("per_category needs one cost for each category of the learner");
  }
  if (effort.closeness > 0 && (domain.labels || !exact || effort.convex.value)) {
    throw std::invalid_argument(
        "a closeness effort needs items that are numbers, of a learner that didact ships, and no convex effort");
  }
  if (effort.magnitude > 0 && (domain.labels || !exact)) {
    throw std::invalid_argument("a magnitude effort needs items that are numbers, of a learner that didact ships");
  }
  if (effort.per_unit > 0 && !problem.pool && !carries_units(family, domain)) {
    throw std::invalid_argument("a per_unit effort needs items of one sign whose sum is the statistic, or a pool");
  }
}

/// How the target stands with the learners, and which of them decide. A loss of -∞ is the mean of any losses with it;
/// the largest it is only where all have it, and else those learners never are the worst.
void weigh_standings(ConjugateProblem& problem) {
  const bool worst = problem.judge == Judge::worst;
  Standing infinite;
  for (std::size_t j = 0; j < problem.learners.size(); ++j) {
    Standing one;
    if (problem.loss == Loss::kl && (problem.weights[j] > 0 || worst)) one = problem.family(j).standing();
    if (one.kind == Standing::infinite) infinite = one;
    if (one.kind == Standing::ruled_out) problem.standing = one;
    if (one.kind != Standing::infinite || !worst) problem.decisive.push_back(j);
  }
  if (infinite.kind == Standing::ordinary || problem.standing.kind == Standing::ruled_out) return;
  if (!worst || problem.decisive.empty()) problem.standing = infinite;
}

double largest_natural_term(const Family& family, double n, const Vector& s) {
  const double term = family.natural().theta.cwiseProduct(family.prior().lambda1 + s).cwiseAbs().maxCoeff();
  return std::max(term, std::abs(family.natural().A) * (family.prior().lambda2 + n));
}

double beyond_the_point(const ConjugateProblem& problem, std::size_t learner, const ItemSet& items) {
  const BeliefCosts& belief = problem.belief;
  const bool priced = belief.per_statistic.size() > 0;
  return belief.offsets[learner] + belief.per_item * static_cast<double>(items.size()) +
         (priced ? belief.cost_of(problem.family(learner).summed(items)) : 0);
}

/// Other losses than -log density are no densities: they have no shift.
double shift_of(const ConjugateProblem& problem) {
  return problem.loss == Loss::kl ? problem.frame.shift() : 0;
}

}  // namespace

bool carries_units(const FamilyTraits& family, const ItemDomain& domain) {
  if (!family.sums_items || domain.labels || domain.dimension() != 1) return false;
  const bool one_sign = domain.range[0].low >= 0 || domain.range[0].high <= 0;
  return one_sign && (family.structure() == Structure::counts || family.structure() == Structure::sum);
}

Mistake loss_mistake(const FamilyTraits& family, const LossTerms& terms) {
  if (terms.loss == Loss::kl) return {};
  const LossTraits& traits = family.by(terms.loss);
  const std::string loss = "the loss \"" + std::string(loss_name(terms.loss)) + "\"", name(family.name);
  if (!traits.offered) return {"loss", "this learner is not judged by " + loss};
  const bool several = terms.learners > 1, worst = terms.judge == Judge::worst;
  if (!terms.is_point) return {"target.belief", loss + " takes a point as its target"};
  if (family.structure() == Structure::moments && several) {
    return {"learner.one_of", loss + " takes one prior for " + name};
  }
  if (traits.bends && several && (!worst || terms.effort.magnitude > 0)) {
    return {"learner.one_of",
            loss + " takes one prior for " + name + ", or several judged by the worst without a magnitude effort"};
  }
  if (traits.structure == Structure::counts && several && worst) {
    return {"learner.judge", loss + " takes \"expected\" for " + name};
  }
  if (terms.effort.closeness > 0) return {"effort.closeness", "is known with the loss \"kl\" alone"};
  if (terms.effort.per_unit > 0 && !terms.pool) {
    return {"effort.per_unit", "is known with the loss \"kl\" alone, or over a pool"};
  }
  if (terms.effort.convex.value) return {"effort", loss + " takes no effort of the statistics"};
  return {};
}

void complete(ConjugateProblem& problem) {
  const Family& first = problem.family();
  for (const auto& member : problem.learners) problem.weights.push_back(member.weight);
  for (double& offset : problem.belief.offsets) offset += shift_of(problem);
  weigh_standings(problem);
  const ItemDomain all = first.domain();
  problem.domain = narrowed(all, problem.items);
  if (problem.domain.labels) problem.categories = static_cast<Index>(all.range[0].high);
  if (problem.pool && !first.traits().ships()) {
    throw std::invalid_argument("a pool needs a learner that didact ships");
  }
  check_effort(problem);
  const Mistake mistake = loss_mistake(first.traits(), {problem.loss, problem.is_point, problem.learners.size(),
                                                        problem.judge, problem.pool != nullptr, problem.effort});
  if (!mistake.field.empty()) throw std::invalid_argument(mistake.message);
}

Sizes allowed_sizes(const ConjugateProblem& problem) {
  Sizes sizes = allowed_sizes(problem.terms());
  if (problem.belief.rules_out_every_item || problem.domain.empty()) sizes.high = 0;
  return sizes;
}

double loss_of(const ConjugateProblem& problem, std::size_t learner, const ItemSet& items) {
  return problem.family(learner).loss(problem.loss, items) + beyond_the_point(problem, learner, items);
}

double loss_stepwise_of(const ConjugateProblem& problem, std::size_t learner, const ItemSet& items) {
  const Family& family = problem.family(learner);
  const bool own_points = !problem.is_point && family.traits().ships() && !family.points().empty();
  return family.loss_stepwise(problem.loss, items) +
         (own_points ? shift_of(problem) : beyond_the_point(problem, learner, items));
}

double largest_term(const ConjugateProblem& problem, std::size_t learner, const ItemSet& items) {
  const Family& family = problem.family(learner);
  return largest_natural_term(family, static_cast<double>(items.size()), family.summed(items));
}

double largest_partial_term(const ConjugateProblem& problem, std::size_t learner, const ItemSet& items) {
  const Family& family = problem.family(learner);
  if (!family.traits().sums_cancel) return 0;
  Vector magnitudes = Vector::Zero(family.dimension());
  for (Index row = 0; row < items.rows.rows(); ++row) {
    magnitudes += static_cast<double>(items.copies[row]) * family.T(items.rows.row(row)).cwiseAbs();
  }
  return largest_natural_term(family, static_cast<double>(items.size()), magnitudes);
}

double effort_of(const ConjugateProblem& problem, const ItemSet& items) {
  double cost = effort_of_items(problem.effort, items);
  if (problem.effort.convex.value) {
    cost += problem.effort.convex.value(static_cast<double>(items.size()), problem.family().summed(items));
  }
  return cost;
}

double judged_loss(const ConjugateProblem& problem, const ItemSet& items) {
  return judged(problem.judge, problem.weights, [&](std::size_t j) { return loss_of(problem, j, items); });
}

double impedance_of(const ConjugateProblem& problem, const ItemSet& items) {
  return judged_loss(problem, items) + effort_of(problem, items);
}

std::string no_distance(const ConjugateProblem& problem) {
  return problem.loss == Loss::squared ? "too few items are allowed for the belief to have a squared distance at all"
                                       : "too few items are allowed for the target's items to be predicted at all";
}

double density_loss(const ConjugateProblem& problem, std::size_t learner, double n, const Vector& s) {
  return problem.family(learner).loss(Loss::kl, n, s) + problem.belief.extra(learner, n, s);
}

Vector density_gradient(const ConjugateProblem& problem, std::size_t learner, double n, const Vector& s) {
  Vector gradient = problem.family(learner).gradient(n, s);
  gradient[0] += problem.belief.per_item;
  if (problem.belief.per_statistic.size() > 0) gradient.tail(s.size()) += problem.belief.per_statistic;
  return gradient;
}

bool rules_items_out(const ConjugateProblem& problem) {
  return std::any_of(problem.learners.begin(), problem.learners.end(), [](const auto& member) {
    const NaturalTarget& natural = member.value->natural();
    return !natural.theta.allFinite() || std::isinf(natural.A);
  });
}

bool is_possible(const ConjugateProblem& problem, const Vector& statistic) {
  for (std::size_t j = 0; j < problem.learners.size(); ++j) {
    if (!std::isfinite(density_loss(problem, j, 1, statistic))) return false;
  }
  return true;
}

ConjugateProblem decisive_part(const ConjugateProblem& problem) {
  ConjugateProblem part = problem;
  const std::size_t count = problem.decisive.size();
  if (count == 0 || count == problem.learners.size()) return part;
  part.weights.assign(count, 1 / static_cast<double>(count));
  part.learners.clear();
  part.belief.offsets.clear();
  for (const std::size_t j : problem.decisive) {
    part.learners.push_back({part.weights[0], problem.learners[j].value});
    part.belief.offsets.push_back(problem.belief.offsets[j]);
  }
  return part;
}

}  // namespace didact::solvers
