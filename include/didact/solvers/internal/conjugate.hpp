#pragma once
// A problem of conjugate learners with their types forgotten, and what is asked of it.

#include <didact/core/lesson.hpp>
#include <didact/solvers/internal/family_of.hpp>
#include <didact/solvers/internal/frame.hpp>

#include <chrono>
#include <memory>
#include <stdexcept>

namespace didact {
struct Evaluation;
}

namespace didact::solvers {

/// Which path: what the learner offers, or Algorithm 1 as the paper has it.
enum class Path { best, generic };

struct ConjugateProblem : Terms {
  Families learners;  ///< each with the target
  Judge judge = Judge::expected;
  Loss loss = Loss::kl;
  BeliefCosts belief;
  bool is_point = true;  ///< the target, and no belief
  ItemRules items;
  std::shared_ptr<const Pool> pool;
  Path path = Path::best;
  Frame frame;  ///< all of the above is about items in this frame
  std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();

  // What follows from it.
  std::vector<double> weights;  ///< of the learners
  ItemDomain domain;            ///< the items, solved
  ItemDomain shown;             ///< as they are, and what they cost as they are
  Effort shown_effort;
  Index categories = 0;  ///< of a learner that counts its items 1…K; else 0
  Standing standing;
  std::vector<std::size_t> decisive;  ///< the learners that decide

  const Family& family(std::size_t learner = 0) const { return *learners[learner].value; }
};

/// Fills in what follows from a problem, and throws std::invalid_argument where it is none.
void complete(ConjugateProblem& problem);

/// What a loss may be at odds with.
struct LossTerms {
  Loss loss = Loss::kl;
  bool is_point = true;  ///< the target, and no belief
  std::size_t learners = 1;
  Judge judge = Judge::expected;
  bool pool = false;
  const Effort& effort;
};
/// Which of them a family cannot have beside its loss, by the path of a problem file; no field: all are well.
Mistake loss_mistake(const FamilyTraits& family, const LossTerms& terms);

template <class L>
Mistake loss_mistake(const Problem<L>& problem) {
  return loss_mistake(traits_of<L>(),
                      {problem.loss, std::holds_alternative<typename L::Target>(problem.target),
                       problem.learners.size(), problem.judge, problem.pool != nullptr, problem.effort});
}

template <ExponentialFamily L>
Aim<L> aim_of(const TargetOf<L>& target, const PointTarget<L>& point) {
  Aim<L> aim{point.target, {}, std::holds_alternative<L>(target)};
  if (const auto* points = std::get_if<std::vector<Weighted<typename L::Target>>>(&target)) aim.points = *points;
  return aim;
}

/// All but what follows from it, as the problem has its items.
template <ExponentialFamily L>
ConjugateProblem without_types(const Problem<L>& problem) {
  ConjugateProblem result{problem.terms()};
  PointTarget<L> point = point_target(problem);
  const auto aim = std::make_shared<const Aim<L>>(aim_of<L>(problem.target, point));
  for (const auto& [weight, learner] : problem.learners) {
    result.learners.push_back({weight, std::make_shared<const FamilyOf<L>>(learner, aim)});
  }
  result.judge = problem.judge;
  result.loss = problem.loss;
  result.belief = std::move(point);
  result.is_point = std::holds_alternative<typename L::Target>(problem.target);
  result.items = problem.items;
  result.pool = problem.pool;
  return result;
}

template <ExponentialFamily L>
ConjugateProblem conjugate_problem(const Problem<L>& problem, Path path = Path::best) {
  if (problem.learners.empty()) throw std::invalid_argument("a problem needs a learner");
  Frame frame;
  if constexpr (OffersMoments<L>) frame = frame_of(problem);
  ConjugateProblem result = [&] {
    if constexpr (OffersMoments<L>) {
      if (!frame.trivial()) return without_types(framed(problem, frame));
    }
    return without_types(problem);
  }();
  result.path = path;
  result.frame = std::move(frame);
  result.shown = narrowed(result.family().domain(), problem.items);
  result.shown_effort = problem.effort;
  complete(result);
  return result;
}

Lesson teach(const ConjugateProblem& problem, const Options& options);
Evaluation evaluate(const ConjugateProblem& problem, const ItemSet& items);
ItemSet unpack(const ConjugateProblem& problem, Index n, const Vector& s, Style style, std::uint64_t seed);

}  // namespace didact::solvers
