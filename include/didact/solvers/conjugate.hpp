#pragma once
// From a typed problem to what the solvers and the checks need of it. The solver is chosen by what the learner offers.

#include <didact/core/lesson.hpp>
#include <didact/core/problem.hpp>
#include <didact/solvers/closeness.hpp>
#include <didact/solvers/counts_problem.hpp>
#include <didact/solvers/generic_problem.hpp>
#include <didact/solvers/moments_problem.hpp>
#include <didact/solvers/quadratic_problem.hpp>
#include <didact/solvers/search_sizes.hpp>
#include <didact/solvers/squared_view.hpp>
#include <didact/solvers/sum_problem.hpp>

#include <chrono>
#include <memory>
#include <stdexcept>

namespace didact {

struct Evaluation;

/// What a learner may offer beyond Algorithm 1; each opens an exact solver.
template <class L>
concept OffersCounts = requires(const L& learner, const typename L::Target& target) {
  { learner.pseudo_counts() } -> std::convertible_to<std::vector<double>>;
  { learner.probabilities(target) } -> std::convertible_to<std::vector<Twofold>>;
};
template <class L>
concept OffersSlopes = requires(const L& learner, const typename L::Target& target, double n, double s) {
  { learner.loss(target, n, s) } -> std::convertible_to<double>;
  { learner.slopes(target, n, s) } -> std::convertible_to<Slopes>;
};
template <class L>
concept OffersMoments = requires(const L& learner, const typename L::Target& target) {
  { learner.normal_inverse_wishart() } -> std::convertible_to<NormalInverseWishart>;
  { L::target_mean(target) } -> std::convertible_to<Vector>;
  { L::target_covariance(target) } -> std::convertible_to<Matrix>;
};
template <class L>
concept OffersNormalMean = requires(const L& learner, const typename L::Target& target) {
  { learner.prior_mean } -> std::convertible_to<Vector>;
  { learner.prior_covariance } -> std::convertible_to<Matrix>;
  { learner.covariance } -> std::convertible_to<Matrix>;
  { target.mean } -> std::convertible_to<Vector>;
};

namespace detail {

/// A problem with its type forgotten.
struct ConjugateView {
  std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
  std::unique_ptr<SizedProblem> sized;
  std::optional<SquaredOutlook> outlook;  ///< with a squared loss: what its search over sizes needs
  Sizes sizes;
  Limits limits;
  Effort effort;
  ItemDomain domain;
  Standing standing;
  Judge judge = Judge::expected;
  std::vector<double> weights;
  Index categories = 0;  ///< of a learner that counts its items 1…K; else 0
  ItemDomain shown;      ///< with an origin: the items as they are
  Vector origin;  ///< all of the above is about items from which this was taken away; empty: they are as they are

  /// A learner's loss after a set, from the set's summed statistic, and again from its posterior item by item.
  std::function<double(std::size_t learner, const ItemSet&)> loss;
  std::function<double(std::size_t learner, const ItemSet&)> loss_stepwise;
  std::function<Vector(const ItemSet&)> statistic;
};

Lesson teach(const ConjugateView& view, const Options& options);
Evaluation evaluate(const ConjugateView& view, const ItemSet& items);
ItemSet unpack(const ConjugateView& view, Index n, const Vector& s, Style style, std::uint64_t seed);
Sizes allowed_sizes(Index min_size, std::optional<Index> max_size, const Limits& limits, const Effort& effort);
void check_effort(const Effort& effort, const ItemDomain& domain, Index categories, bool ships);

/// A target as one point, plus what a belief costs beyond it: per item, and once for each learner.   [BELIEF]
template <class L>
struct PointTarget {
  typename L::Target target;
  double per_item = 0;
  std::vector<double> offsets;
  bool rules_out_every_item = false;  ///< each item is impossible under some point of the belief
};

template <class L>
NaturalTarget mean_natural_of(const L& learner, const TargetOf<L>& target) {
  if (const auto* belief = std::get_if<L>(&target)) {
    if constexpr (Learner<L>) return learner.mean_natural(*belief);
    throw std::invalid_argument("this learner takes no belief of its own family as a target");
  }
  if (const auto* point = std::get_if<typename L::Target>(&target)) return learner.natural(*point);
  NaturalTarget mean;
  for (const auto& [weight, value] : std::get<std::vector<Weighted<typename L::Target>>>(target)) {
    if (weight == 0) continue;  // its logarithms may be infinite
    const NaturalTarget one = learner.natural(value);
    mean.theta = mean.theta.size() == 0 ? Vector(weight * one.theta) : Vector(mean.theta + weight * one.theta);
    mean.A += weight * one.A;
    mean.log_h0 += weight * one.log_h0;
  }
  return mean;
}

/// How a target stands: of several points, the worst of those that count.
template <class L>
Standing standing_of(const L& learner, const TargetOf<L>& target, const typename L::Target& as_point) {
  const auto* points = std::get_if<std::vector<Weighted<typename L::Target>>>(&target);
  if (!points) return learner.standing(as_point);
  Standing worst;
  for (const auto& [weight, value] : *points) {
    if (weight == 0 || worst.kind == Standing::ruled_out) continue;
    const Standing standing = learner.standing(value);
    if (standing.kind != Standing::ordinary) worst = standing;
  }
  return worst;
}

/// The mean loss of weighted points.
template <class L>
double mean_loss(const L& learner, const std::vector<Weighted<typename L::Target>>& points, double n, const Vector& s) {
  double mean = 0;
  for (const auto& [weight, value] : points) {
    if (weight > 0) mean += weight * learner.loss(value, n, s);
  }
  return mean;
}

/// Points as one: what they cost beyond it is taken from the losses themselves, which are finite where the logarithms
/// of a target (π_k = 0) are not.
template <class L>
PointTarget<L> mean_of_points(const Problem<L>& problem, const std::vector<Weighted<typename L::Target>>& points) {
  PointTarget<L> result{{}, 0, std::vector<double>(problem.learners.size(), 0.0)};
  const L& first = problem.learners[0].value;
  const Vector theta = mean_natural_of(first, problem.target).theta;
  result.rules_out_every_item = theta.hasNaN();  // +∞ from one point, -∞ from another
  result.target = result.rules_out_every_item ? points[0].value : first.from_natural(theta);
  Random random(1);
  const Vector one = first.T(first.sample(result.target, random)), none = Vector::Zero(one.size());
  for (std::size_t j = 0; j < problem.learners.size(); ++j) {
    const L& learner = problem.learners[j].value;
    result.offsets[j] = mean_loss(learner, points, 0, none) - learner.loss(result.target, 0, none);
  }
  if (!result.rules_out_every_item) {
    result.per_item = mean_loss(first, points, 1, one) - first.loss(result.target, 1, one) - result.offsets[0];
  }
  return result;
}

template <class L>
PointTarget<L> point_target(const Problem<L>& problem) {
  PointTarget<L> result{{}, 0, std::vector<double>(problem.learners.size(), 0.0)};
  if (const auto* point = std::get_if<typename L::Target>(&problem.target)) {
    result.target = *point;
    return result;
  }
  if constexpr (Learner<L>) {
    if (const auto* points = std::get_if<std::vector<Weighted<typename L::Target>>>(&problem.target)) {
      return mean_of_points(problem, *points);
    }
    for (std::size_t j = 0; j < problem.learners.size(); ++j) {
      const L& learner = problem.learners[j].value;
      const NaturalTarget mean = mean_natural_of(learner, problem.target);
      if (j == 0) result.target = learner.from_natural(mean.theta);
      const NaturalTarget point = learner.natural(result.target);
      const Prior prior = learner.prior();
      // θ̄ differs from the point's θ only in coordinates that every item has in the same amount (categorical).
      const Vector off = mean.theta - point.theta;
      result.offsets[j] = -off.dot(prior.lambda1) + (mean.A - point.A) * prior.lambda2 - (mean.log_h0 - point.log_h0);
      if (j > 0) continue;
      Vector any = Vector::Zero(learner.domain().dimension());
      for (Index i = 0; i < any.size(); ++i) any[i] = std::max(0.0, learner.domain().range[i].low);
      result.per_item = mean.A - point.A - off.dot(learner.T(any));
    }
    return result;
  } else {
    throw std::invalid_argument("a learner of one's own takes a single point as its target");
  }
}

template <class L>
ItemDomain domain_of(const L& learner, const typename L::Target& target, const ItemRules& rules) {
  if constexpr (OffersDomain<L>) {
    return narrowed(learner.domain(), rules);
  } else {
    Random random(1);
    return narrowed({.range = std::vector<Interval>(learner.sample(target, random).size())}, rules);
  }
}

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
  const bool has_moments = OffersMoments<L>;
  const Index d = domain.dimension();
  settings.effort = [effort, has_moments, d](double n, const Vector& s) {
    double cost = 0;
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
    settings.cost[k] += problem.effort.magnitude * item * item;
  }
  return std::make_unique<CountsProblem>(std::move(settings));
}

template <OffersSlopes L>
std::unique_ptr<SizedProblem> exact_problem(const Problem<L>& problem, const PointTarget<L>& point,
                                            const std::vector<double>& weights, const ItemDomain& domain) {
  SumProblem::Settings settings;
  for (std::size_t j = 0; j < problem.learners.size(); ++j) {
    settings.losses.push_back({[learner = problem.learners[j].value, target = point.target, offset = point.offsets[j]](
                                   double n, double s) { return learner.loss(target, n, s) + offset; },
                               [learner = problem.learners[j].value, target = point.target](double n, double s) {
                                 return learner.slopes(target, n, s);
                               }});
  }
  settings.weights = weights;
  settings.judge = problem.judge;
  settings.domain = domain;
  settings.per_item = problem.effort.per_item + point.per_item;
  settings.magnitude = problem.effort.magnitude;
  settings.sample = [learner = problem.learners[0].value, target = point.target](Random& random) {
    return learner.sample(target, random)[0];
  };
  Random random(1);
  for (int i = 0; i < 16; ++i) settings.start += settings.sample(random) / 16;
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
std::unique_ptr<SizedProblem> exact_problem(const Problem<L>& problem, const PointTarget<L>& point,
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
  return std::make_unique<QuadraticProblem>(std::move(settings));
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
  close.loss = [learners = problem.learners, point, weights, judge = problem.judge, per_item](double n,
                                                                                              const Vector& s) {
    return per_item * n + judged(judge, weights, [&](std::size_t j) {
             return loss(learners[j].value, point.target, n, s) + point.offsets[j];
           });
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

/// Which path: what the learner offers, or Algorithm 1 as the paper has it.
enum class Path { best, generic };

/// Sums of squares of items far from 0 (time stamps) have no digits left for their variance: such problems are solved
/// about the target's mean instead. Empty where that is not needed, or would change what the items cost.   [MOVE]
template <OffersMoments L>
Vector far_origin(const Problem<L>& problem) {
  if (problem.effort.magnitude > 0 || problem.effort.convex.value) return {};
  Vector mean;
  Matrix covariance;
  if (const auto* belief = std::get_if<L>(&problem.target)) {
    const NormalInverseWishart niw = belief->normal_inverse_wishart();
    mean = niw.mean, covariance = niw.scale / niw.nu;
  } else {
    const auto* points = std::get_if<std::vector<Weighted<typename L::Target>>>(&problem.target);
    const auto& target = points ? points->at(0).value : std::get<typename L::Target>(problem.target);
    mean = L::target_mean(target), covariance = L::target_covariance(target);
  }
  if ((mean.array().abs() < 1e3 * covariance.diagonal().array().sqrt()).all()) return {};
  return mean.array().round();  // whole items stay whole
}

inline void move(double& mean, const Vector& by) {
  mean += by[0];
}
inline void move(Vector& mean, const Vector& by) {
  mean += by;
}

template <OffersMoments L>
Problem<L> moved(Problem<L> problem, const Vector& by) {
  for (auto& member : problem.learners) move(member.value.mean, by);
  if (auto* points = std::get_if<std::vector<Weighted<typename L::Target>>>(&problem.target)) {
    for (auto& point : *points) move(point.value.mean, by);
  } else {
    std::visit(
        [&](auto& target) {
          if constexpr (requires { target.mean; }) move(target.mean, by);
        },
        problem.target);
  }
  if (problem.items.range.size() == 1) problem.items.range.resize(by.size(), problem.items.range[0]);
  for (std::size_t i = 0; i < problem.items.range.size(); ++i) {
    problem.items.range[i].low += by[static_cast<Index>(i)];
    problem.items.range[i].high += by[static_cast<Index>(i)];
  }
  return problem;
}

template <ExponentialFamily L>
ConjugateView view_of(const Problem<L>& problem, Path path) {
  ConjugateView view;
  // What the functions below keep of the problem; a learner may be large.
  const auto learners = std::make_shared<const std::vector<Weighted<L>>>(problem.learners);
  const auto shared_point = std::make_shared<const PointTarget<L>>(point_target(problem));
  const PointTarget<L>& point = *shared_point;
  const L& first = learners->front().value;
  view.limits = problem.limits;
  view.effort = problem.effort;
  view.judge = problem.judge;
  for (const auto& [weight, learner] : problem.learners) view.weights.push_back(weight);
  if constexpr (Learner<L>) {
    for (const auto& [weight, learner] : problem.learners) {
      if (problem.loss == Loss::squared) break;  // rules out no target
      if (view.standing.kind != Standing::ruled_out && (weight > 0 || problem.judge == Judge::worst)) {
        const Standing standing = standing_of(learner, problem.target, point.target);
        if (standing.kind != Standing::ordinary) view.standing = standing;
      }
    }
  }
  view.domain = domain_of(first, point.target, problem.items);
  if constexpr (OffersDomain<L>) {
    if (view.domain.labels)
      view.categories = static_cast<Index>(first.domain().range[0].high);  // of all, allowed or not
  }
  check_effort(problem.effort, view.domain, view.categories, HasExactProblem<L>);
  view.sizes = allowed_sizes(problem.min_size, problem.max_size, problem.limits, problem.effort);
  if (point.rules_out_every_item || view.domain.empty()) view.sizes.high = 0;

  if (const Mistake mistake = squared_mistake(problem); problem.loss == Loss::squared && !mistake.field.empty()) {
    throw std::invalid_argument(mistake.message);
  }
  bool exact = false;
  if constexpr (OffersSquaredLoss<L>) {
    if (problem.loss == Loss::squared) {
      SquaredView squared = squared_view(problem, point.target, view.weights, view.domain);
      view.sized = std::move(squared.sized);
      view.outlook = std::move(squared.outlook);
      view.outlook->cost_settles = !problem.effort.convex_of_size.value;
    }
  }
  if constexpr (HasExactProblem<L>) exact = path == Path::best && !problem.effort.convex.value;
  if constexpr (HasExactProblem<L>) {
    if (exact && !view.sized) {
      view.sized = exact_problem(problem, point, view.weights, view.domain);
      if (problem.effort.closeness > 0) {
        view.sized = close_problem(std::move(view.sized), problem, point, view.weights, view.domain);
      }
    }
  }
  if (!view.sized) view.sized = generic_problem(problem, point, view.weights, view.domain);

  auto extra = [shared_point](std::size_t j, double n) {
    return shared_point->offsets[j] + shared_point->per_item * n;
  };
  view.statistic = [learners](const ItemSet& items) { return summed_statistic(learners->front().value, items); };
  const Loss kind = problem.loss;
  view.loss = [learners, shared_point, extra, kind](std::size_t j, const ItemSet& items) {
    const double n = static_cast<double>(items.size());
    const L& learner = (*learners)[j].value;
    return loss_of_kind(kind, learner, shared_point->target, n, summed_statistic(learner, items)) + extra(j, n);
  };
  view.loss_stepwise = view.loss;
  if constexpr (Learner<L>) {
    view.loss_stepwise = [learners, shared_point, extra, kind](std::size_t j, const ItemSet& items) {
      L learner = (*learners)[j].value;
      // The posterior of the posterior, a few rows at a time; fewer times where each is large.
      const Index most_steps = items.rows.rows() * learner.prior().lambda1.size() > 100000 ? 3 : 64;
      const Index stride = std::max<Index>(1, (items.rows.rows() + most_steps - 1) / most_steps);
      for (Index row = 0; row < items.rows.rows(); row += stride) {
        const Index count = std::min(stride, items.rows.rows() - row);
        const ItemSet part{items.rows.middleRows(row, count),
                           {items.copies.begin() + row, items.copies.begin() + row + count}};
        learner = learner.after(static_cast<double>(part.size()), summed_statistic(learner, part));
      }
      const Vector nothing = Vector::Zero(learner.prior().lambda1.size());
      return loss_of_kind(kind, learner, shared_point->target, 0, nothing) +
             extra(j, static_cast<double>(items.size()));
    };
  }
  return view;
}

template <ExponentialFamily L>
ConjugateView conjugate_view(const Problem<L>& problem, Path path = Path::best) {
  if (problem.learners.empty()) throw std::invalid_argument("a problem needs a learner");
  if constexpr (OffersMoments<L>) {
    const Vector origin = far_origin(problem);
    if (origin.size() > 0) {
      ConjugateView view = view_of(moved(problem, -origin), path);
      view.origin = origin;
      view.shown = narrowed(problem.learners[0].value.domain(), problem.items);
      return view;
    }
  }
  return view_of(problem, path);
}

}  // namespace detail
}  // namespace didact
