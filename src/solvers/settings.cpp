#include "solvers/settings.hpp"

#include <algorithm>

namespace didact::solvers {
namespace {

/// The same rules for what the items add up by.
ItemDomain domain_of_statistic(const Family& family, ItemDomain domain) {
  if (family.traits().sums_items) return domain;
  for (double* end : {&domain.range[0].low, &domain.range[0].high}) *end = family.T(Vector::Constant(1, *end))[0];
  return domain;
}

}  // namespace

double price_of_sum(const Effort& effort, const ItemDomain& domain) {
  return domain.range[0].low >= 0 ? effort.per_unit : -effort.per_unit;
}

double least_square(const ItemDomain& domain) {
  double sum = 0;
  for (const auto& [low, high] : domain.range) {
    const double x = std::clamp(0.0, std::min(low, high), high);
    sum += x * x;
  }
  return sum;
}

CategoryTerms category_terms(const ConjugateProblem& problem, const ItemDomain& domain) {
  CategoryTerms terms;
  for (std::size_t j = 0; j < problem.learners.size(); ++j) {
    CountsForm form = problem.family(j).counts();
    terms.beta.push_back(std::move(form.pseudo_counts));
    if (j == 0) terms.pi = std::move(form.probabilities);
  }
  const Effort& effort = problem.effort;
  const auto [low, high] = domain.range[0];
  for (std::size_t k = 0; k < terms.pi.size(); ++k) {
    const auto item = static_cast<double>(domain.labels ? k + 1 : k);
    double cost = effort.per_item;
    if (!effort.per_category.empty()) cost += effort.per_category[k];
    if (!domain.labels) cost += effort_of_item(effort, Vector::Constant(1, item));
    terms.items.push_back(item);
    terms.cost.push_back(cost);
    terms.most.push_back(item < low || item > high ? 0 : domain.distinct ? 1 : infinity);
  }
  return terms;
}

SumProblem::Settings sum_settings(const ConjugateProblem& problem, const ItemDomain& domain) {
  const std::shared_ptr<const Family> first = problem.learners[0].value;
  SumProblem::Settings settings;
  settings.weights = problem.weights;
  settings.judge = problem.judge;
  settings.domain = domain_of_statistic(*first, domain);
  settings.per_item = price_of_item(problem);
  settings.magnitude = problem.effort.magnitude;
  settings.per_sum = problem.belief.cost_of(Vector::Ones(1)) + price_of_sum(problem.effort, domain);
  settings.sample = [first](Random& random) { return first->T(first->sample(random))[0]; };
  if (!first->traits().sums_items) settings.item_of = [first](double t) { return first->item_of(t); };
  Random random(1);
  for (int i = 0; i < 16; ++i) settings.start += settings.sample(random) / 16;
  for (std::size_t j = 0; j < problem.learners.size(); ++j) {
    const std::shared_ptr<const Family> family = problem.learners[j].value;
    settings.losses.push_back(
        {[family, loss = problem.loss, offset = problem.belief.offsets[j]](double n, double s) {
           return family->loss_of_sum(loss, n, s) + offset;
         },
         [family, loss = problem.loss](double n, double s) { return family->slopes(loss, n, s); }});
    settings.one_minimum &= family->one_minimum(problem.loss);
  }
  return settings;
}

MomentsProblem::Settings moments_settings(const ConjugateProblem& problem, const ItemDomain& domain) {
  MomentsProblem::Settings settings;
  for (std::size_t j = 0; j < problem.learners.size(); ++j) {
    MomentsForm form = problem.family(j).moments();
    settings.learners.push_back(std::move(form.belief));
    settings.mu = std::move(form.mean);
    settings.sigma = std::move(form.covariance);
  }
  settings.weights = problem.weights;
  settings.offsets = problem.belief.offsets;
  settings.judge = problem.judge;
  settings.domain = domain;
  settings.per_item = price_of_item(problem);
  settings.magnitude = problem.effort.magnitude;
  return settings;
}

QuadraticProblem::Settings quadratic_settings(const ConjugateProblem& problem, const ItemDomain& domain) {
  QuadraticProblem::Settings settings;
  for (std::size_t j = 0; j < problem.learners.size(); ++j) {
    NormalMeanForm form = problem.family(j).normal_mean();
    settings.learners.push_back({std::move(form.prior_mean), std::move(form.prior_covariance)});
    if (j > 0) continue;
    settings.covariance = std::move(form.covariance);
    settings.mu = std::move(form.mean);
  }
  settings.weights = problem.weights;
  settings.offsets = problem.belief.offsets;
  settings.judge = problem.judge;
  settings.domain = domain;
  settings.per_item = price_of_item(problem);
  settings.magnitude = problem.effort.magnitude;
  settings.sample = [first = problem.learners[0].value](Random& random) { return first->sample(random); };
  settings.loss = problem.loss;
  return settings;
}

}  // namespace didact::solvers
