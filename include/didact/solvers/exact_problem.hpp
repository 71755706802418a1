#pragma once
// The solver of a problem, chosen by what its learner offers.

#include <didact/solvers/closeness.hpp>
#include <didact/solvers/counts_problem.hpp>
#include <didact/solvers/frame.hpp>
#include <didact/solvers/generic_problem.hpp>
#include <didact/solvers/moments_problem.hpp>
#include <didact/solvers/point_target.hpp>
#include <didact/solvers/quadratic_problem.hpp>
#include <didact/solvers/sum_problem.hpp>

#include <memory>

namespace didact::solvers {

template <class L>
concept OffersNormalMean = structure_of<L>
== Structure::normal_mean&& requires(const L& learner, const typename L::Target& target) {
  { learner.prior_mean } -> std::convertible_to<Vector>;
  { learner.prior_covariance } -> std::convertible_to<Matrix>;
  { learner.covariance } -> std::convertible_to<Matrix>;
  { target.mean } -> std::convertible_to<Vector>;
};

template <class L>
std::unique_ptr<SizedProblem> generic_problem(const Problem<L>& problem, const PointTarget<L>& point,
                                              const std::vector<double>& weights, const ItemDomain& domain) {
  const L learner = problem.learners[0].value;
  const typename L::Target target = point.target;
  GenericProblem::Settings settings;
  settings.weights = weights;
  settings.judge = problem.judge;
  settings.per_item = problem.effort.per_item + point.per_item;
  settings.dimension = learner.prior().lambda1.size();
  settings.domain = domain;
  for (std::size_t j = 0; j < problem.learners.size(); ++j) {
    const L one = problem.learners[j].value;
    settings.losses.push_back([one, natural = one.natural(target), offset = point.offsets[j]](
                                  double n, const Vector& s) { return natural_loss(one, natural, n, s) + offset; });
  }
  settings.T = [learner](const Vector& x) { return Vector(learner.T(x)); };
  settings.sample = [learner, target](Random& random) { return Vector(learner.sample(target, random)); };
  if constexpr (OffersOracle<L>) {
    if (problem.items.range.empty())
      settings.extreme = [learner](const Vector& a) { return Extreme(learner.extreme(a)); };
  }
  const Effort effort = problem.effort;
  constexpr bool has_moments = OffersMoments<L>;
  const Index d = domain.dimension();
  settings.effort = [effort, d, point](double n, const Vector& s) {
    double cost = point.cost_of(s);
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

template <OffersCounts L>
std::unique_ptr<SizedProblem> exact_problem(const Problem<L>& problem, const PointTarget<L>& point,
                                            const std::vector<double>& weights, const ItemDomain& domain) {
  CountsProblem::Settings settings;
  for (const auto& [weight, learner] : problem.learners) settings.beta.push_back(learner.pseudo_counts());
  settings.weights = weights;
  settings.offsets = point.offsets;
  settings.judge = problem.judge;
  settings.pi = problem.learners[0].value.probabilities(point.target);
  const std::size_t K = settings.pi.size();
  settings.sum_statistic = !domain.labels;
  settings.cost.assign(K, problem.effort.per_item + point.per_item);
  settings.most.assign(K, domain.distinct ? 1 : infinity);
  for (std::size_t k = 0; k < K; ++k) {
    const double item = domain.labels ? static_cast<double>(k + 1) : static_cast<double>(k);
    settings.items.push_back(item);
    const auto [low, high] = domain.range[0];
    if (item < low || item > high || settings.pi[k].high == 0) settings.most[k] = 0;
    if (!problem.effort.per_category.empty()) settings.cost[k] += problem.effort.per_category[k];
    if (!domain.labels) settings.cost[k] += effort_of_item(problem.effort, Vector::Constant(1, item));
    if (point.per_statistic.size() == 0) continue;
    settings.cost[k] += domain.labels ? point.per_statistic[static_cast<Index>(k)] : point.per_statistic[0] * item;
  }
  return std::make_unique<CountsProblem>(std::move(settings));
}

/// What per_unit makes of a sum of items, none of which is of the other sign.
inline double price_of_sum(const Effort& effort, const ItemDomain& domain) {
  return domain.range[0].low >= 0 ? effort.per_unit : -effort.per_unit;
}

/// Whether the effort per_unit is one of the statistics of free items.
template <class L>
bool carries_units(const ItemDomain& domain) {
  if (OffersItemOf<L> || domain.labels || domain.dimension() != 1) return false;
  const bool one_sign = domain.range[0].low >= 0 || domain.range[0].high <= 0;
  return one_sign && (structure_of<L> == Structure::counts || structure_of<L> == Structure::sum);
}

/// The same rules for what the items add up by.
template <class L>
ItemDomain domain_of_statistic(const L& learner, ItemDomain domain) {
  if constexpr (OffersItemOf<L>) {
    for (double* end : {&domain.range[0].low, &domain.range[0].high}) *end = learner.T(Vector::Constant(1, *end))[0];
  }
  return domain;
}

/// All but the losses.
template <class L>
SumProblem::Settings sum_settings(const Problem<L>& problem, const PointTarget<L>& point,
                                  const std::vector<double>& weights, const ItemDomain& domain) {
  SumProblem::Settings settings;
  settings.weights = weights;
  settings.judge = problem.judge;
  settings.domain = domain_of_statistic(problem.learners[0].value, domain);
  settings.per_item = problem.effort.per_item + point.per_item;
  settings.magnitude = problem.effort.magnitude;
  settings.per_sum = point.cost_of(Vector::Ones(1)) + price_of_sum(problem.effort, domain);
  settings.sample = [learner = problem.learners[0].value, target = point.target](Random& random) {
    return learner.T(learner.sample(target, random))[0];
  };
  if constexpr (OffersItemOf<L>) {
    settings.item_of = [learner = problem.learners[0].value](double t) { return learner.item_of(t); };
  }
  Random random(1);
  for (int i = 0; i < 16; ++i) settings.start += settings.sample(random) / 16;
  return settings;
}

template <OffersSlopes L>
std::unique_ptr<SizedProblem> exact_problem(const Problem<L>& problem, const PointTarget<L>& point,
                                            const std::vector<double>& weights, const ItemDomain& domain) {
  SumProblem::Settings settings = sum_settings(problem, point, weights, domain);
  for (std::size_t j = 0; j < problem.learners.size(); ++j) {
    settings.losses.push_back({[learner = problem.learners[j].value, target = point.target, offset = point.offsets[j]](
                                   double n, double s) { return learner.loss(target, n, s) + offset; },
                               [learner = problem.learners[j].value, target = point.target](double n, double s) {
                                 return learner.slopes(target, n, s);
                               }});
  }
  return std::make_unique<SumProblem>(std::move(settings));
}

template <OffersMoments L>
MomentsProblem::Settings moments_settings(const Problem<L>& problem, const PointTarget<L>& point,
                                          const std::vector<double>& weights, const ItemDomain& domain) {
  MomentsProblem::Settings settings;
  for (const auto& [weight, learner] : problem.learners) settings.learners.push_back(learner.normal_inverse_wishart());
  settings.weights = weights;
  settings.offsets = point.offsets;
  settings.judge = problem.judge;
  settings.mu = L::target_mean(point.target);
  settings.sigma = L::target_covariance(point.target);
  settings.domain = domain;
  settings.per_item = problem.effort.per_item + point.per_item;
  settings.magnitude = problem.effort.magnitude;
  return settings;
}

template <OffersMoments L>
std::unique_ptr<SizedProblem> exact_problem(const Problem<L>& problem, const PointTarget<L>& point,
                                            const std::vector<double>& weights, const ItemDomain& domain) {
  return std::make_unique<MomentsProblem>(moments_settings(problem, point, weights, domain));
}

template <OffersNormalMean L>
QuadraticProblem::Settings quadratic_settings(const Problem<L>& problem, const PointTarget<L>& point,
                                              const std::vector<double>& weights, const ItemDomain& domain) {
  QuadraticProblem::Settings settings;
  for (const auto& [weight, learner] : problem.learners) {
    settings.learners.push_back({learner.prior_mean, learner.prior_covariance});
  }
  settings.weights = weights;
  settings.offsets = point.offsets;
  settings.judge = problem.judge;
  settings.covariance = problem.learners[0].value.covariance;
  settings.mu = point.target.mean;
  settings.domain = domain;
  settings.per_item = problem.effort.per_item + point.per_item;
  settings.magnitude = problem.effort.magnitude;
  settings.sample = [learner = problem.learners[0].value, target = point.target](Random& random) {
    return learner.sample(target, random);
  };
  return settings;
}

template <OffersNormalMean L>
std::unique_ptr<SizedProblem> exact_problem(const Problem<L>& problem, const PointTarget<L>& point,
                                            const std::vector<double>& weights, const ItemDomain& domain) {
  return std::make_unique<QuadraticProblem>(quadratic_settings(problem, point, weights, domain));
}

/// The same problem with the effort `closeness`.
template <class L>
std::unique_ptr<SizedProblem> close_problem(std::unique_ptr<SizedProblem> base, const Problem<L>& problem,
                                            const PointTarget<L>& point, const std::vector<double>& weights,
                                            const ItemDomain& domain) {
  CloseProblem close{std::move(base)};
  close.squares = OffersMoments<L>;
  close.kinks = problem.judge == Judge::worst && weights.size() > 1;
  close.domain = domain;
  close.closeness = problem.effort.closeness;
  close.magnitude = problem.effort.magnitude;
  const double per_item = problem.effort.per_item + point.per_item;
  const double per_sum = problem.effort.per_unit > 0 ? price_of_sum(problem.effort, domain) : 0;
  close.loss = [learners = problem.learners, point, weights, judge = problem.judge, per_item, per_sum](
                   double n, const Vector& s) {
    return per_item * n + point.cost_of(s) + (per_sum != 0 ? per_sum * s[0] : 0) +
           judged(judge, weights,
                  [&](std::size_t j) { return loss(learners[j].value, point.target, n, s) + point.offsets[j]; });
  };
  if constexpr (OffersMoments<L>) {
    if (weights.size() == 1) {
      close.least_magnitude = least_magnitude(L::target_covariance(point.target));
      close.at_magnitude = [settings = moments_settings(problem, point, weights, domain)](double magnitude,
                                                                                          const Vector& origin) {
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
  }
  return with_closeness(std::move(close));
}

template <class L>
concept HasExactProblem = OffersCounts<L> || OffersSlopes<L> || OffersMoments<L> || OffersNormalMean<L>;

}  // namespace didact::solvers
