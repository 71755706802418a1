#pragma once
// From a typed problem with a squared loss to what solves it. The solver is chosen by what the learner offers.

#include <didact/learners/predictive.hpp>
#include <didact/solvers/exact_problem.hpp>
#include <didact/solvers/squared.hpp>
#include <didact/solvers/squared_counts.hpp>
#include <didact/solvers/squared_moments.hpp>

#include <memory>
#include <tuple>

namespace didact::solvers {

/// Optional: E‖θ - θ*‖² under the learner's belief.
template <class L>
concept OffersSquaredLoss = requires(const L& learner, const typename L::Target& target) {
  { learner.squared_loss(target) } -> std::convertible_to<double>;
};
/// Optional: its slope by the sum of the items, which is all that the learner sees beside their number.
template <class L>
concept OffersSquaredSlope = OffersSquaredLoss<L> &&
    requires(const L& learner, const typename L::Target& target, double n, double s) {
  { learner.squared_slope(target, n, s) } -> std::convertible_to<double>;
};

/// Categories, and not only two of them.
template <class L>
concept OffersBeta = requires(const L& learner) {
  { learner.beta } -> std::convertible_to<std::vector<double>>;
};
/// A belief about the mean of numbers that is Normal.
template <class L>
concept OffersNormalNumber = requires(const L& learner, const typename L::Target& target) {
  { learner.prior_mean } -> std::convertible_to<double>;
  { learner.prior_variance } -> std::convertible_to<double>;
  { learner.variance } -> std::convertible_to<double>;
  { target.mean } -> std::convertible_to<double>;
};
/// How to solve each size, and what is known of the others.
struct SquaredView {
  std::unique_ptr<SizedProblem> sized;
  SquaredOutlook outlook;
};

/// The losses of this kind that a learner is judged by.
template <class L>
constexpr bool offers(Loss kind) {
  if (kind == Loss::squared) return OffersSquaredLoss<L>;
  return kind == Loss::kl || OffersPredictiveLoss<L>;
}

/// What a belief is worth by a loss other than -log density.
template <class L>
double distance_of(Loss kind, const L& belief, const typename L::Target& target) {
  if constexpr (OffersPredictiveLoss<L>) {
    if (kind == Loss::predictive) return predictive_loss(belief, target);
  }
  if constexpr (OffersSquaredLoss<L>) return belief.squared_loss(target);
  throw std::invalid_argument("this learner is not judged by this loss");
}

/// The loss of one kind after a set.
template <class L>
double loss_of_kind(Loss kind, const L& learner, const typename L::Target& target, const ItemSet& items) {
  if constexpr (Learner<L>) {
    if (kind != Loss::kl) return distance_of(kind, items.size() == 0 ? learner : posterior(learner, items), target);
  }
  return loss(learner, target, items);
}

/// The same after n items with this statistic.
template <class L>
double loss_of_kind(Loss kind, const L& learner, const typename L::Target& target, double n, const Vector& s) {
  if constexpr (Learner<L>) {
    if (kind != Loss::kl) return distance_of(kind, n == 0 ? learner : learner.after(n, s), target);
  }
  return loss(learner, target, n, s);
}

/// Whether a loss other than -log density has inflections in the sum.
template <class L>
constexpr bool bends(Loss kind) {
  if (kind == Loss::squared) return requires {
      L::squared_has_inflections;
    };
  return structure_of<L> == Structure::sum && !predicts_convexly<L>;
}

/// What a problem cannot have beside its loss, by the path of a problem file; no field: nothing.
template <class L>
Mistake loss_mistake(const Problem<L>& problem) {
  if (problem.loss == Loss::kl) return {};
  const std::string loss = "the loss \"" + std::string(loss_name(problem.loss)) + "\"";
  if (!offers<L>(problem.loss)) return {"loss", "this learner is not judged by " + loss};
  if constexpr (Learner<L>) {
    const bool several = problem.learners.size() > 1, worst = problem.judge == Judge::worst;
    const std::string name(L::name);
    if (!std::holds_alternative<typename L::Target>(problem.target)) {
      return {"target.belief", loss + " takes a point as its target"};
    }
    if (OffersMoments<L> && several) return {"learner.one_of", loss + " takes one prior for " + name};
    if (bends<L>(problem.loss) && several && (!worst || problem.effort.magnitude > 0)) {
      return {"learner.one_of",
              loss + " takes one prior for " + name + ", or several judged by the worst without a magnitude effort"};
    }
    const bool by_category = problem.loss == Loss::squared ? OffersBeta<L> : structure_of<L> == Structure::counts;
    if (by_category && several && worst) return {"learner.judge", loss + " takes \"expected\" for " + name};
  }
  if (problem.effort.closeness > 0) return {"effort.closeness", "is known with the loss \"kl\" alone"};
  if (problem.effort.per_unit > 0 && !problem.pool) {
    return {"effort.per_unit", "is known with the loss \"kl\" alone, or over a pool"};
  }
  if (problem.effort.convex.value) return {"effort", loss + " takes no effort of the statistics"};
  return {};
}

/// The square of the smallest item.
inline double least_square(const ItemDomain& domain) {
  double sum = 0;
  for (const auto& [low, high] : domain.range) {
    const double x = std::clamp(0.0, std::min(low, high), high);
    sum += x * x;
  }
  return sum;
}

template <class L>
double only_parameter(const typename L::Target& target) {
  return target.*(std::get<0>(L::Target::fields()).member);
}

/// The mean of a belief lies between the prior's and that of the items alone, the further from the prior's the more
/// items there are: no set of n or more items gets it out of the hull of both, and no loss is below the square of the
/// target's distance to it.   [SQ.7]
template <OffersSquaredSlope L>
double least_distance_from(const L& learner, const typename L::Target& target, const Interval& range, double n) {
  double low = infinity, high = -infinity;
  auto include = [&](const typename L::Target& mean) {
    low = std::min(low, only_parameter<L>(mean));
    high = std::max(high, only_parameter<L>(mean));
  };
  for (const double end : {range.low, range.high}) {
    include(learner.maximum_likelihood(1, Vector::Constant(1, end)));
    if (std::isfinite(end) && std::isfinite(n)) include(learner.after(n, Vector::Constant(1, n * end)).expected());
  }
  const double theta = only_parameter<L>(target), distance = std::max({0.0, low - theta, theta - high});
  return distance * distance;
}

/// Of a normal mean more is known: its variance too is there until there are many items.
template <OffersSquaredSlope L>
requires OffersNormalNumber<L>
double least_distance_from(const L& learner, const typename L::Target& target, const Interval& range, double n) {
  return least_squared_distance({learner.prior_mean, learner.prior_variance, learner.variance}, target.mean, range, n);
}

template <OffersSquaredSlope L>
SquaredView squared_view(const Problem<L>& problem, const PointTarget<L>& point, const std::vector<double>& weights,
                         const ItemDomain& domain) {
  const typename L::Target& target = point.target;
  SumProblem::Settings settings = sum_settings(problem, point, weights, domain);
  for (const auto& [weight, member] : problem.learners) {
    settings.losses.push_back({[learner = member, target](double n, double s) {
                                 return loss_of_kind(Loss::squared, learner, target, n, Vector::Constant(1, s));
                               },
                               [learner = member, target](double n, double s) {
                                 return Slopes{0, learner.squared_slope(target, n, s)};
                               }});
  }
  SquaredView view;
  view.outlook.per_item = settings.per_item + settings.magnitude * least_square(domain);
  view.outlook.least = [learners = problem.learners, weights, judge = problem.judge, target,
                        range = settings.domain.range[0], price = settings.magnitude](double n, double most) {
    // Σx² ≥ n x̄²: a mean item further from 0 than this costs too much.
    const double reach = price > 0 && most < infinity ? std::sqrt(most / (price * n)) : infinity;
    const Interval near{std::max(range.low, -reach), std::min(range.high, reach)};
    if (near.low > near.high) return most;
    return judged(judge, weights,
                  [&](std::size_t j) { return least_distance_from(learners[j].value, target, near, n); });
  };
  const double limit = view.outlook.least(infinity, infinity);
  const bool any_sum = !(domain.integers && domain.distinct) && settings.magnitude == 0;
  if (any_sum && view.outlook.least(1, infinity) >= limit) view.outlook.limit = limit;
  view.sized = std::make_unique<SumProblem>(std::move(settings));
  return view;
}

template <OffersBeta L>
SquaredView squared_view(const Problem<L>& problem, const PointTarget<L>& point, const std::vector<double>& weights,
                         const ItemDomain& domain) {
  const typename L::Target& target = point.target;
  SquaredCounts::Settings settings;
  for (const auto& [weight, learner] : problem.learners) settings.beta.push_back(learner.beta);
  settings.weights = weights;
  settings.pi = target.pi;
  settings.cost.assign(target.pi.size(), problem.effort.per_item);
  settings.most = domain.distinct ? 1 : infinity;
  SquaredView view;
  bool free = !domain.distinct;
  for (std::size_t k = 0; k < target.pi.size(); ++k) {
    if (!problem.effort.per_category.empty()) settings.cost[k] += problem.effort.per_category[k];
    free &= settings.cost[k] == 0 || target.pi[k] == 0;
  }
  view.outlook.per_item = *std::min_element(settings.cost.begin(), settings.cost.end());
  if (free) view.outlook.limit = 0;
  view.outlook.most_sizes = std::max(1e3, 4e6 / static_cast<double>(settings.beta.size() * settings.pi.size()));
  view.sized = std::make_unique<SquaredCounts>(std::move(settings));
  return view;
}

/// Coordinates that are learned apart are as many normal means of one coordinate.
template <OffersNormalMean L>
bool learned_apart(const std::vector<Weighted<L>>& learners) {
  return std::all_of(learners.begin(), learners.end(), [](const auto& member) {
    return member.value.covariance.isDiagonal(0) && member.value.prior_covariance.isDiagonal(0);
  });
}
template <OffersNormalMean L>
double least_distance_from(const L& learner, const typename L::Target& target, const std::vector<Interval>& range,
                           double n) {
  double sum = 0;
  for (Index i = 0; i < target.mean.size(); ++i) {
    sum += least_squared_distance({learner.prior_mean[i], learner.prior_covariance(i, i), learner.covariance(i, i)},
                                  target.mean[i], range[static_cast<std::size_t>(i)], n);
  }
  return sum;
}

template <OffersNormalMean L>
SquaredView squared_view(const Problem<L>& problem, const PointTarget<L>& point, const std::vector<double>& weights,
                         const ItemDomain& domain) {
  const typename L::Target& target = point.target;
  QuadraticProblem::Settings settings = quadratic_settings(problem, point, weights, domain);
  settings.loss = Loss::squared;
  SquaredView view;
  view.outlook.per_item = settings.per_item + settings.magnitude * least_square(domain);
  bool inside = settings.magnitude == 0 && !(domain.integers && domain.distinct);
  for (Index i = 0; i < target.mean.size(); ++i) {
    inside &= target.mean[i] >= domain.range[i].low && target.mean[i] <= domain.range[i].high;
  }
  if (inside) view.outlook.limit = 0;
  if (learned_apart(problem.learners)) {
    view.outlook.least = [learners = problem.learners, weights, judge = problem.judge, target, range = domain.range](
                             double n, double) {
      return judged(judge, weights,
                    [&](std::size_t j) { return least_distance_from(learners[j].value, target, range, n); });
    };
    const double limit = view.outlook.least(infinity, infinity);
    const bool any_mean = settings.magnitude == 0 && !(domain.integers && domain.distinct);
    if (any_mean && view.outlook.least(1, infinity) >= limit) view.outlook.limit = limit;
  }
  const double D = static_cast<double>(target.mean.size());
  view.outlook.most_sizes = std::max(1e3, 4e5 / (D * D));
  view.sized = std::make_unique<QuadraticProblem>(std::move(settings));
  return view;
}

template <OffersMoments L>
SquaredView squared_view(const Problem<L>& problem, const PointTarget<L>& point, const std::vector<double>& weights,
                         const ItemDomain& domain) {
  MomentsProblem::Settings settings = moments_settings(problem, point, weights, domain);
  SquaredView view;
  view.outlook.per_item = settings.per_item + settings.magnitude * least_square(domain);
  if (!domain.bounded() && !domain.integers && settings.magnitude == 0) view.outlook.limit = 0;
  const double D = static_cast<double>(settings.mu.size());
  view.outlook.most_sizes = 2e5 / (D * D);
  view.sized = std::make_unique<SquaredMoments>(std::move(settings));
  return view;
}

}  // namespace didact::solvers
