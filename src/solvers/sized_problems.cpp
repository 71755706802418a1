// The solver of a problem judged by -log density, chosen by the structure of its family.

#include "solvers/closeness.hpp"
#include "solvers/conjugate_problem.hpp"
#include "solvers/counts_problem.hpp"
#include "solvers/generic_problem.hpp"
#include "solvers/settings.hpp"

namespace didact::solvers {
namespace {

std::unique_ptr<SizedProblem> generic_problem(const ConjugateProblem& problem) {
  const std::shared_ptr<const Family> first = problem.learners[0].value;
  GenericProblem::Settings settings;
  settings.weights = problem.weights;
  settings.judge = problem.judge;
  settings.per_item = price_of_item(problem);
  settings.dimension = first->dimension();
  settings.domain = problem.domain;
  for (std::size_t j = 0; j < problem.learners.size(); ++j) {
    settings.losses.push_back([family = problem.learners[j].value, offset = problem.belief.offsets[j]](
                                  double n, const Vector& s) { return family->natural_loss(n, s) + offset; });
  }
  settings.T = [first](const Vector& x) { return first->T(x); };
  settings.sample = [first](Random& random) { return first->sample(random); };
  if (first->traits().has_oracle && problem.items.range.empty()) {
    settings.extreme = [first](const Vector& a) { return first->extreme(a); };
  }
  const bool has_moments = first->traits().structure() == Structure::moments;
  settings.effort = [effort = problem.effort, d = problem.domain.dimension(), belief = problem.belief, has_moments](
                        double n, const Vector& s) {
    double cost = belief.cost_of(s);
    if (!effort.per_category.empty()) {
      cost += s.dot(Vector::Map(effort.per_category.data(), static_cast<Index>(effort.per_category.size())));
    }
    if (effort.magnitude > 0 && n > 0) {  // s is the sum of the items, or their squares stand behind it
      cost += effort.magnitude * (has_moments ? Matrix::Map(s.data() + d, d, d).trace() : s.squaredNorm() / n);
    }
    return cost;
  };
  settings.convex = problem.effort.convex;
  return std::make_unique<GenericProblem>(std::move(settings));
}

std::unique_ptr<SizedProblem> counts_problem(const ConjugateProblem& problem) {
  const ItemDomain& domain = problem.domain;
  const BeliefCosts& belief = problem.belief;
  CountsProblem::Settings settings;
  settings.weights = problem.weights;
  settings.offsets = belief.offsets;
  settings.judge = problem.judge;
  settings.sum_statistic = !domain.labels;
  CategoryTerms terms = category_terms(problem, domain);
  settings.beta = std::move(terms.beta);
  settings.pi = std::move(terms.pi);
  settings.items = std::move(terms.items);
  settings.cost = std::move(terms.cost);
  settings.most = std::move(terms.most);
  for (std::size_t k = 0; k < settings.pi.size(); ++k) {
    if (settings.pi[k].high == 0) settings.most[k] = 0;
    settings.cost[k] += belief.per_item;
    if (belief.per_statistic.size() == 0) continue;
    settings.cost[k] +=
        domain.labels ? belief.per_statistic[static_cast<Index>(k)] : belief.per_statistic[0] * settings.items[k];
  }
  return std::make_unique<CountsProblem>(std::move(settings));
}

std::unique_ptr<SizedProblem> exact_problem(const ConjugateProblem& problem) {
  switch (problem.family().traits().structure()) {
    case Structure::counts:
      return counts_problem(problem);
    case Structure::sum:
      return std::make_unique<SumProblem>(sum_settings(problem, problem.domain));
    case Structure::moments:
      return std::make_unique<MomentsProblem>(moments_settings(problem, problem.domain));
    case Structure::normal_mean:
      return std::make_unique<QuadraticProblem>(quadratic_settings(problem, problem.domain));
    case Structure::none:
      break;
  }
  return generic_problem(problem);
}

/// The same problem with the effort `closeness`.
std::unique_ptr<SizedProblem> close_problem(std::unique_ptr<SizedProblem> base, const ConjugateProblem& problem) {
  const ItemDomain& domain = problem.domain;
  const bool has_moments = problem.family().traits().structure() == Structure::moments;
  CloseProblem close{std::move(base)};
  close.squares = has_moments;
  close.kinks = problem.judge == Judge::worst && problem.weights.size() > 1;
  close.domain = domain;
  close.closeness = problem.effort.closeness;
  close.magnitude = problem.effort.magnitude;
  const double per_sum = problem.effort.per_unit > 0 ? price_of_sum(problem.effort, domain) : 0;
  close.loss = [learners = problem.learners, belief = problem.belief, weights = problem.weights, judge = problem.judge,
                per_item = price_of_item(problem), per_sum](double n, const Vector& s) {
    return per_item * n + belief.cost_of(s) + (per_sum != 0 ? per_sum * s[0] : 0) +
           judged(judge, weights,
                  [&](std::size_t j) { return learners[j].value->loss(Loss::kl, n, s) + belief.offsets[j]; });
  };
  if (has_moments && problem.weights.size() == 1) {
    const MomentsProblem::Settings settings = moments_settings(problem, domain);
    close.least_magnitude = least_magnitude(settings.sigma);
    close.at_magnitude = [settings](double magnitude, const Vector& origin) {
      MomentsProblem::Settings moved = settings;
      moved.magnitude = magnitude;
      moved.mu -= origin;
      moved.learners[0].mean -= origin;
      for (Index i = 0; i < origin.size(); ++i) {
        moved.domain.range[i].low -= origin[i];
        moved.domain.range[i].high -= origin[i];
      }
      return std::make_unique<MomentsProblem>(std::move(moved));
    };
  }
  return with_closeness(std::move(close));
}

}  // namespace

std::unique_ptr<SizedProblem> sized_problem(const ConjugateProblem& problem) {
  if (problem.path == Path::generic || problem.effort.convex.value) return generic_problem(problem);
  auto sized = exact_problem(problem);
  if (problem.effort.closeness == 0) return sized;
  return close_problem(std::move(sized), problem);
}

}  // namespace didact::solvers
