#pragma once
// From a typed problem to what the solvers and the checks need of it.

#include <didact/core/lesson.hpp>
#include <didact/solvers/exact_problem.hpp>
#include <didact/solvers/pooled_problem.hpp>
#include <didact/solvers/predictive_view.hpp>
#include <didact/solvers/search_sizes.hpp>
#include <didact/solvers/squared_view.hpp>

#include <chrono>
#include <memory>
#include <stdexcept>

namespace didact {
struct Evaluation;
}

namespace didact::solvers {

/// A problem with its type forgotten.
struct ConjugateView {
  std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
  std::unique_ptr<SizedProblem> sized;
  std::optional<PooledProblem> pooled;    ///< only rows of a pool are items; `sized` is then a bound, if anything
  std::optional<SquaredOutlook> outlook;  ///< with a loss other than kl: what its search over sizes needs
  Sizes sizes;
  Limits limits;
  Effort effort;
  ItemDomain domain;
  Standing standing;
  Judge judge = Judge::expected;
  std::vector<double> weights;
  Index categories = 0;  ///< of a learner that counts its items 1…K; else 0
  ItemDomain shown;      ///< the items as they are, and what they cost as they are
  Effort shown_effort;
  Frame frame;  ///< all of the above is about items in this frame

  /// A learner's loss after a set, from the set's summed statistic, and again from its posterior item by item.
  std::function<double(std::size_t learner, const ItemSet&)> loss;
  std::function<double(std::size_t learner, const ItemSet&)> loss_stepwise;
  std::function<double(std::size_t learner, const ItemSet&)> largest_term;  ///< of those that cancel in the loss
  std::function<double(std::size_t learner, const ItemSet&)> largest_partial_term;  ///< the same for parts of the set
  std::function<Vector(const ItemSet&)> statistic;
};

/// The best rows of a pool, and how good they are known to be.
struct FoundRows {
  std::vector<Index> rows;  ///< ascending, each as often as it is shown
  double bound = -infinity;
  double enough = 0;  ///< the gap at which the search was to end
  std::optional<RelaxedOptimum> relaxed;
  bool unbounded = false;   ///< more rows are always better
  std::string unteachable;  ///< why every set that is allowed has an infinite loss
};
FoundRows search_rows(const ConjugateView& view, const Options& options, const Stop& stop);

Lesson teach(const ConjugateView& view, const Options& options);
Evaluation evaluate(const ConjugateView& view, const ItemSet& items);
/// Loss and effort of items that nobody checks, given as they are solved: in the frame.
double impedance_of(const ConjugateView& view, const ItemSet& items);
ItemSet unpack(const ConjugateView& view, Index n, const Vector& s, Style style, std::uint64_t seed);
Sizes allowed_sizes(Index min_size, std::optional<Index> max_size, const Limits& limits, const Effort& effort);
void check_effort(const Effort& effort, const ItemDomain& domain, Index categories, bool ships);
/// The largest of the terms that cancel in natural_loss().
double largest_natural_term(const NaturalTarget& target, const Prior& prior, double n, const Vector& s);

template <class L>
ItemDomain domain_of(const L& learner, const typename L::Target& target, const ItemRules& rules) {
  if constexpr (OffersDomain<L>) {
    return narrowed(learner.domain(), rules);
  } else {
    Random random(1);
    return narrowed({.range = std::vector<Interval>(learner.sample(target, random).size())}, rules);
  }
}

/// How a target stands with several learners, and which of them decide.
struct JointStanding {
  Standing standing;
  std::vector<std::size_t> decisive;
};

/// A loss of -∞ is the mean of any losses with it; the largest it is only where all have it, and else those learners
/// never are the worst.
template <Learner L>
JointStanding joint_standing(const Problem<L>& problem, const typename L::Target& point) {
  const bool worst = problem.judge == Judge::worst;
  JointStanding joint;
  Standing infinite;
  for (std::size_t j = 0; j < problem.learners.size(); ++j) {
    const auto& [weight, learner] = problem.learners[j];
    Standing one;
    if (problem.loss == Loss::kl && (weight > 0 || worst)) one = standing_of(learner, problem.target, point);
    if (one.kind == Standing::infinite) infinite = one;
    if (one.kind == Standing::ruled_out) joint.standing = one;
    if (one.kind != Standing::infinite || !worst) joint.decisive.push_back(j);
  }
  if (infinite.kind == Standing::ordinary || joint.standing.kind == Standing::ruled_out) return joint;
  if (!worst || joint.decisive.empty()) joint.standing = infinite;
  return joint;
}

/// What is solved of a problem: the learners that decide, with equal weights, which the worst of them does not depend
/// on.
template <class L>
struct Decisive {
  Problem<L> problem;
  PointTarget<L> point;
  std::vector<double> weights;
};
template <class L>
Decisive<L> decisive_part(const Problem<L>& problem, const PointTarget<L>& point,
                          const std::vector<std::size_t>& members) {
  Decisive<L> part{problem, point, {}};
  part.problem.learners.clear();
  part.point.offsets.clear();
  part.weights.assign(members.size(), 1 / static_cast<double>(members.size()));
  for (const std::size_t j : members) {
    part.problem.learners.push_back({part.weights[0], problem.learners[j].value});
    part.point.offsets.push_back(point.offsets[j]);
  }
  return part;
}

/// Which path: what the learner offers, or Algorithm 1 as the paper has it.
enum class Path { best, generic };

/// The solver of a problem without a pool.
template <ExponentialFamily L>
std::unique_ptr<SizedProblem> sized_problem(const Problem<L>& problem, const PointTarget<L>& point,
                                            const std::vector<double>& weights, const ItemDomain& domain, Path path) {
  if constexpr (HasExactProblem<L>) {
    if (path == Path::best && !problem.effort.convex.value) {
      auto sized = exact_problem(problem, point, weights, domain);
      if (problem.effort.closeness == 0) return sized;
      return close_problem(std::move(sized), problem, point, weights, domain);
    }
  }
  return generic_problem(problem, point, weights, domain);
}

/// The same where the loss is another than -log density.
template <class L>
SquaredView view_by_loss(const Problem<L>& problem, const PointTarget<L>& point, const std::vector<double>& weights,
                         const ItemDomain& domain) {
  if constexpr (OffersPredictiveLoss<L>) {
    if (problem.loss == Loss::predictive) return predictive_view(problem, point, weights, domain);
  }
  if constexpr (OffersSquaredLoss<L>) return squared_view(problem, point, weights, domain);
  throw std::logic_error("a loss that is not offered was let through");
}

template <ExponentialFamily L>
ConjugateView view_of(const Problem<L>& problem, Path path, const Frame& frame = {}) {
  static_assert(structure_of<L> == Structure::none || HasExactProblem<L>,
                "a structure that is declared must be offered");
  ConjugateView view;
  // What the functions below keep of the problem; a learner may be large.
  const auto learners = std::make_shared<const std::vector<Weighted<L>>>(problem.learners);
  PointTarget<L> shifted = point_target(problem);
  const double shift = problem.loss == Loss::kl ? frame.shift() : 0;  // other losses are no densities
  for (double& offset : shifted.offsets) offset += shift;
  const auto shared_point = std::make_shared<const PointTarget<L>>(std::move(shifted));
  const PointTarget<L>& point = *shared_point;
  const L& first = learners->front().value;
  view.limits = problem.limits;
  view.effort = problem.effort;
  view.judge = problem.judge;
  for (const auto& [weight, learner] : problem.learners) view.weights.push_back(weight);
  std::optional<Decisive<L>> decisive;  // nothing: all learners decide
  if constexpr (Learner<L>) {
    const JointStanding joint = joint_standing(problem, point.target);
    view.standing = joint.standing;
    if (!joint.decisive.empty() && joint.decisive.size() < learners->size()) {
      decisive = decisive_part(problem, point, joint.decisive);
    }
  }
  view.domain = domain_of(first, point.target, problem.items);
  if (problem.pool) {
    if constexpr (Learner<L>) {
      view.pooled = decisive
                        ? pooled_problem(std::make_shared<const std::vector<Weighted<L>>>(decisive->problem.learners),
                                         std::make_shared<const PointTarget<L>>(decisive->point))
                        : pooled_problem(learners, shared_point);
      view.pooled->judge = problem.judge;
      view.pooled->pool = problem.pool;
      view.pooled->frame = frame;
    } else {
      throw std::invalid_argument("a pool needs a learner that didact ships");
    }
  }
  if constexpr (OffersDomain<L>) {
    if (view.domain.labels)
      view.categories = static_cast<Index>(first.domain().range[0].high);  // of all, allowed or not
  }
  check_effort(problem.effort, view.domain, view.categories, HasExactProblem<L>);
  if (problem.effort.per_unit > 0 && !problem.pool && !carries_units<L>(view.domain)) {
    throw std::invalid_argument("a per_unit effort needs items of one sign whose sum is the statistic, or a pool");
  }
  view.sizes = allowed_sizes(problem.min_size, problem.max_size, problem.limits, problem.effort);
  if (point.rules_out_every_item || view.domain.empty()) view.sizes.high = 0;

  if (const Mistake mistake = loss_mistake(problem); !mistake.field.empty()) {
    throw std::invalid_argument(mistake.message);
  }
  if (problem.loss != Loss::kl) {
    ItemDomain domain = view.domain;
    if (problem.pool) domain = narrowed(domain, {.range = box_around(*problem.pool, frame)});
    SquaredView other = view_by_loss(problem, point, view.weights, domain);
    view.sized = std::move(other.sized);
    view.outlook = std::move(other.outlook);
    view.outlook->cost_settles = !problem.effort.convex_of_size.value;
  }
  if (!view.sized && !view.pooled) {
    view.sized = decisive ? sized_problem(decisive->problem, decisive->point, decisive->weights, view.domain, path)
                          : sized_problem(problem, point, view.weights, view.domain, path);
  }

  view.statistic = [learners](const ItemSet& items) { return summed_statistic(learners->front().value, items); };
  const Loss kind = problem.loss;
  auto extra = [learners, shared_point](std::size_t j, const ItemSet& items) {
    const bool priced = shared_point->per_statistic.size() > 0;
    return shared_point->offsets[j] + shared_point->per_item * static_cast<double>(items.size()) +
           (priced ? shared_point->cost_of(summed_statistic((*learners)[j].value, items)) : 0);
  };
  view.loss = [learners, shared_point, extra, kind](std::size_t j, const ItemSet& items) {
    const L& learner = (*learners)[j].value;
    return loss_of_kind(kind, learner, shared_point->target, items) + extra(j, items);
  };
  view.largest_term = [learners, shared_point](std::size_t j, const ItemSet& items) {
    const L& learner = (*learners)[j].value;
    return largest_natural_term(learner.natural(shared_point->target), learner.prior(),
                                static_cast<double>(items.size()), summed_statistic(learner, items));
  };
  view.largest_partial_term = [learners, shared_point](std::size_t j, const ItemSet& items) {
    if (OffersSummedStatistic<L> || OffersLossOfItems<L>) return 0.0;  // nothing cancels there
    const L& learner = (*learners)[j].value;
    Vector magnitudes = Vector::Zero(learner.prior().lambda1.size());
    for (Index row = 0; row < items.rows.rows(); ++row) {
      magnitudes += static_cast<double>(items.copies[row]) * Vector(learner.T(items.rows.row(row))).cwiseAbs();
    }
    return largest_natural_term(learner.natural(shared_point->target), learner.prior(),
                                static_cast<double>(items.size()), magnitudes);
  };
  view.loss_stepwise = view.loss;
  if constexpr (Learner<L>) {
    // A belief of points is averaged over its own points, without the point that stands for it.
    std::shared_ptr<const std::vector<Weighted<typename L::Target>>> points;
    if (const auto* given = std::get_if<std::vector<Weighted<typename L::Target>>>(&problem.target)) {
      points = std::make_shared<const std::vector<Weighted<typename L::Target>>>(*given);
    }
    view.loss_stepwise = [learners, shared_point, points, extra, kind, shift](std::size_t j, const ItemSet& items) {
      L learner = (*learners)[j].value;
      // The posterior of the posterior, a few rows at a time; fewer times where each is large.
      const Index most_steps = items.rows.rows() * learner.prior().lambda1.size() > 100000 ? 3 : 64;
      const Index stride = std::max<Index>(1, (items.rows.rows() + most_steps - 1) / most_steps);
      for (Index row = 0; row < items.rows.rows(); row += stride) {
        const Index count = std::min(stride, items.rows.rows() - row);
        const ItemSet part{items.rows.middleRows(row, count),
                           {items.copies.begin() + row, items.copies.begin() + row + count}};
        learner = posterior(learner, part);
      }
      if (points) return shift + mean_loss(learner, *points, 0, Vector::Zero(learner.prior().lambda1.size()));
      const ItemSet nothing{Matrix(0, items.rows.cols()), {}};
      return loss_of_kind(kind, learner, shared_point->target, nothing) + extra(j, items);
    };
  }
  return view;
}

template <ExponentialFamily L>
ConjugateView conjugate_view(const Problem<L>& problem, Path path = Path::best) {
  if (problem.learners.empty()) throw std::invalid_argument("a problem needs a learner");
  if constexpr (OffersMoments<L>) {
    const Frame frame = frame_of(problem);
    if (!frame.trivial()) {
      ConjugateView view = view_of(framed(problem, frame), path, frame);
      view.frame = frame;
      view.shown = narrowed(problem.learners[0].value.domain(), problem.items);
      view.shown_effort = problem.effort;
      return view;
    }
  }
  ConjugateView view = view_of(problem, path);
  view.shown = view.domain;
  view.shown_effort = view.effort;
  return view;
}

}  // namespace didact::solvers
