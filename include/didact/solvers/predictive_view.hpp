#pragma once
// From a typed problem judged by what the learner predicts to what solves it.   [PRED]

#include <didact/learners/predictive.hpp>
#include <didact/solvers/predictive_counts.hpp>
#include <didact/solvers/predictive_moments.hpp>
#include <didact/solvers/squared_view.hpp>

namespace didact::solvers {

/// Sizes whose losses are integrals: so many are solved one by one.
inline constexpr double most_predicted_sizes = 5e3;

template <OffersPredictiveSlope L>
SquaredView predictive_view(const Problem<L>& problem, const PointTarget<L>& point, const std::vector<double>& weights,
                            const ItemDomain& domain) {
  SumProblem::Settings settings = sum_settings(problem, point, weights, domain);
  for (const auto& [weight, member] : problem.learners) {
    auto after = [learner = member](double n, double s) {
      return n == 0 ? learner : learner.after(n, Vector::Constant(1, s));
    };
    settings.losses.push_back(
        {[after, target = point.target](double n, double s) { return predictive_loss(after(n, s), target); },
         [after, target = point.target](double n, double s) {
           return Slopes{0, predictive_slope(after(n, s), target)};
         }});
    if constexpr (requires { member.r; }) settings.one_minimum &= member.r >= 1;
  }
  SquaredView view;
  view.outlook.per_item = settings.per_item + settings.magnitude * least_square(domain);
  view.outlook.most_sizes = most_predicted_sizes;
  const bool any_sum =
      problem.items.range.empty() && !problem.pool && !(domain.integers && domain.distinct) && settings.magnitude == 0;
  if (any_sum) view.outlook.limit = 0;
  view.sized = std::make_unique<SumProblem>(std::move(settings));
  return view;
}

template <OffersCounts L>
SquaredView predictive_view(const Problem<L>& problem, const PointTarget<L>& point, const std::vector<double>& weights,
                            const ItemDomain& domain) {
  PredictiveCounts::Settings settings;
  for (const auto& [weight, learner] : problem.learners) settings.beta.push_back(learner.pseudo_counts());
  settings.weights = weights;
  settings.sum_statistic = !domain.labels;
  const std::vector<Twofold> pi = problem.learners[0].value.probabilities(point.target);
  for (std::size_t k = 0; k < pi.size(); ++k) {
    const double item = static_cast<double>(domain.labels ? k + 1 : k);
    const auto [low, high] = domain.range[0];
    settings.pi.push_back(pi[k].high);
    settings.items.push_back(item);
    settings.most.push_back(item < low || item > high ? 0 : domain.distinct ? 1 : infinity);
    settings.cost.push_back(problem.effort.per_item);
    if (!problem.effort.per_category.empty()) settings.cost[k] += problem.effort.per_category[k];
    if (!domain.labels) settings.cost[k] += effort_of_item(problem.effort, Vector::Constant(1, item));
  }
  SquaredView view;
  view.outlook.per_item = *std::min_element(settings.cost.begin(), settings.cost.end());
  view.outlook.most_sizes = std::max(1e3, 2e5 / static_cast<double>(settings.beta.size() * pi.size()));
  view.sized = std::make_unique<PredictiveCounts>(std::move(settings));
  return view;
}

template <OffersNormalMean L>
SquaredView predictive_view(const Problem<L>& problem, const PointTarget<L>& point, const std::vector<double>& weights,
                            const ItemDomain& domain) {
  QuadraticProblem::Settings settings = quadratic_settings(problem, point, weights, domain);
  settings.loss = Loss::predictive;
  SquaredView view;
  view.outlook.per_item = settings.per_item + settings.magnitude * least_square(domain);
  const bool any_mean = !domain.bounded() && settings.magnitude == 0 && !(domain.integers && domain.distinct);
  if (any_mean) view.outlook.limit = 0;
  const double D = static_cast<double>(settings.mu.size());
  view.outlook.most_sizes = std::max(1e3, 2e4 / (D * D));
  view.sized = std::make_unique<QuadraticProblem>(std::move(settings));
  return view;
}

template <OffersMoments L>
SquaredView predictive_view(const Problem<L>& problem, const PointTarget<L>& point, const std::vector<double>& weights,
                            const ItemDomain& domain) {
  MomentsProblem::Settings settings = moments_settings(problem, point, weights, domain);
  SquaredView view;
  view.outlook.per_item = settings.per_item + settings.magnitude * least_square(domain);
  if (!domain.bounded() && !domain.integers && settings.magnitude == 0) view.outlook.limit = 0;
  const bool searched = domain.bounded() || domain.integers;  // item by item, each step an integral
  view.outlook.most_sizes = (searched ? 0.02 : 0.2) * most_predicted_sizes;
  view.sized = std::make_unique<PredictiveMoments>(std::move(settings));
  return view;
}

}  // namespace didact::solvers
