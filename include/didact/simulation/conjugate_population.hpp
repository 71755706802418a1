#pragma once
// The random sets of a conjugate problem: items drawn from its target, or rows from its pool.

#include <didact/simulation/kernels.hpp>
#include <didact/solvers/conjugate.hpp>

#include <stdexcept>

namespace didact {

template <class L>
concept OffersSums = requires(const L& learner, const typename L::Target& target, Index n, double s, Draws& draws) {
  { learner.draw_sum(target, n, draws) } -> std::convertible_to<double>;
  { learner.loss(target, 0.0, s) } -> std::convertible_to<double>;
};

namespace simulation {

/// A population with the types of its problem forgotten.
struct PopulationParts {
  std::shared_ptr<const solvers::ConjugateView> view;
  std::shared_ptr<const Pool> pool;
  /// A fresh set of n items, as the problem has them.
  std::function<Matrix(Index n, Random& random)> items;
  /// A way faster than that, or nothing.
  std::function<std::unique_ptr<SetSampler>(Index n)> fast;
  std::vector<double> pi;      ///< where items are categories, the chance of each
  Vector first_category = {};  ///< and the number of the first
  std::string description;
};
std::unique_ptr<Population> make_population(PopulationParts parts);

/// Whether the statistics of a set say all that its impedance depends on.
template <class L>
bool needs_only_statistics(const Problem<L>& problem, const solvers::ConjugateView& view) {
  const Effort& effort = problem.effort;
  return problem.learners.size() == 1 && problem.loss == Loss::kl && problem.target.index() == 0 && !problem.pool &&
         problem.items.range.empty() && !problem.items.integers && !problem.items.distinct && !(effort.closeness > 0) &&
         effort.per_unit == 0 && !effort.convex.value && view.standing.kind == Standing::ordinary;
}

/// Samplers of the statistics themselves.
template <class L>
std::function<std::unique_ptr<SetSampler>(Index)> fast_samplers(const Problem<L>& problem) {
  const L learner = problem.learners[0].value;
  const auto target = std::get<typename L::Target>(problem.target);
  const Effort effort = problem.effort;
  const auto of_size = [effort](Index n) { return effort.at_size(static_cast<double>(n)); };
  if constexpr (solvers::OffersMoments<L>) {
    return [=](Index n) {
      return moments_sampler(learner.normal_inverse_wishart(), L::target_mean(target), L::target_covariance(target), n,
                             {of_size(n), effort.magnitude});
    };
  } else {
    if (effort.magnitude > 0) return {};
    if constexpr (solvers::OffersCounts<L>) {
      CountsKernel kernel{learner.pseudo_counts(), {}, effort.per_category};
      for (const Twofold p : learner.probabilities(target)) kernel.pi.push_back(value(p));
      return [=](Index n) { return counts_sampler(kernel, n, of_size(n)); };
    } else if constexpr (solvers::OffersNormalMean<L>) {
      return [=](Index n) {
        return normal_mean_sampler({learner.prior_mean, learner.prior_covariance, learner.covariance, target.mean}, n,
                                   of_size(n));
      };
    } else if constexpr (OffersSums<L>) {
      return [=](Index n) -> std::unique_ptr<SetSampler> {
        auto draw = [=](Draws& draws) { return learner.draw_sum(target, n, draws); };
        auto loss = [=, constant = of_size(n)](double s) {
          return constant + learner.loss(target, static_cast<double>(n), s);
        };
        return std::make_unique<SumSampler<decltype(draw), decltype(loss)>>(draw, loss);
      };
    } else {
      return {};
    }
  }
}

/// Items of a target, or of one of several, drawn anew for each set.
template <class L>
std::function<Matrix(Index, Random&)> item_source(const Problem<L>& problem) {
  const L learner = problem.learners[0].value;
  std::vector<Weighted<typename L::Target>> targets;
  if (const auto* point = std::get_if<typename L::Target>(&problem.target)) targets = {{1, *point}};
  if (const auto* points = std::get_if<std::vector<Weighted<typename L::Target>>>(&problem.target)) targets = *points;
  if (targets.empty()) {
    throw std::invalid_argument("a belief that is a distribution is not drawn from; give it as weighted points");
  }
  std::vector<double> weights;
  for (const auto& target : targets) weights.push_back(target.weight);
  return [learner, targets, weights, allowed = narrowed(learner.domain(), problem.items)](Index n, Random& random) {
    const std::size_t j = random.one_of(weights);
    Matrix rows(n, allowed.dimension());
    for (Index i = 0; i < n; ++i)
      rows.row(i) =
          allowed_item(allowed, rows.topRows(i), [&] { return Vector(learner.sample(targets[j].value, random)); });
    return rows;
  };
}

/// Draws until an item is allowed beside those there are; throws std::runtime_error when that seems not to come.
Vector allowed_item(const ItemDomain& allowed, const Eigen::Ref<const Matrix>& before,
                    const std::function<Vector()>& draw);

}  // namespace simulation

template <ExponentialFamily L>
requires OffersDomain<L> std::unique_ptr<Population> population(const Problem<L>& problem) {
  simulation::PopulationParts parts;
  parts.view = std::make_shared<const solvers::ConjugateView>(solvers::conjugate_view(problem));
  parts.pool = problem.pool;
  if (!problem.pool) parts.items = simulation::item_source(problem);
  if (simulation::needs_only_statistics(problem, *parts.view)) parts.fast = simulation::fast_samplers(problem);
  if constexpr (solvers::OffersCounts<L>) {
    if (problem.target.index() == 0 && !problem.pool && problem.items.range.empty() && !problem.items.distinct) {
      const auto& target = std::get<typename L::Target>(problem.target);
      for (const Twofold p : problem.learners[0].value.probabilities(target)) parts.pi.push_back(value(p));
      parts.first_category = Vector::Constant(1, problem.learners[0].value.domain().range[0].low);
    }
  }
  return simulation::make_population(std::move(parts));
}

}  // namespace didact
