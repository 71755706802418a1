#pragma once
// From a learner's own type to the family that the solvers see.

#include <didact/learners/predictive.hpp>
#include <didact/solvers/internal/family.hpp>
#include <didact/solvers/internal/point_target.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>

namespace didact::solvers {

/// Optional: E‖θ - θ*‖² under the learner's belief, and its slope by the sum of the items, where that is all that the
/// learner sees beside their number.
template <class L>
concept OffersSquaredLoss = requires(const L& learner, const typename L::Target& target) {
  { learner.squared_loss(target) } -> std::convertible_to<double>;
};
template <class L>
concept OffersSquaredSlope = OffersSquaredLoss<L> &&
    requires(const L& learner, const typename L::Target& target, double n, double s) {
  { learner.squared_slope(target, n, s) } -> std::convertible_to<double>;
};
/// A belief about the mean of numbers that is Normal.
template <class L>
concept OffersNormalNumber = requires(const L& learner, const typename L::Target& target) {
  { learner.prior_mean } -> std::convertible_to<double>;
  { learner.prior_variance } -> std::convertible_to<double>;
  { learner.variance } -> std::convertible_to<double>;
  { target.mean } -> std::convertible_to<double>;
};
/// The sum of items that the target makes, drawn at once.
template <class L>
concept OffersSums = requires(const L& learner, const typename L::Target& target, Index n, double s, Draws& draws) {
  { learner.draw_sum(target, n, draws) } -> std::convertible_to<double>;
  { learner.loss(target, 0.0, s) } -> std::convertible_to<double>;
};

/// A structure that is declared must be offered.
template <class L>
inline constexpr bool offers_its_structure =
    structure_of<L> == Structure::none || OffersCounts<L> || OffersSlopes<L> || OffersMoments<L> || OffersNormalMean<L>;

template <class L>
constexpr FamilyTraits traits_of() {
  constexpr Structure structure = structure_of<L>;
  FamilyTraits traits;
  if constexpr (Learner<L>) traits.name = L::name;
  traits.sums_items = !OffersItemOf<L>;
  traits.has_oracle = OffersOracle<L>;
  traits.draws_sums = OffersSums<L>;
  traits.sums_cancel = !OffersSummedStatistic<L> && !OffersLossOfItems<L>;
  traits.kl = {true, structure, false};
  traits.squared = {OffersSquaredLoss<L>, OffersSquaredSlope<L> ? Structure::sum : structure,
                    requires {L::squared_has_inflections;
}
};  // namespace didact::solvers
traits.predictive = {OffersPredictiveLoss<L>, OffersPredictiveSlope<L> ? Structure::sum : structure,
                     structure == Structure::sum && !predicts_convexly<L>};
return traits;
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

/// The gradient of -log p(θ*|n, s) by (n, s) is the mean natural parameter less the target's.   [POOL.3]
template <class L>
Vector loss_gradient(const L& learner, const NaturalTarget& target, double n, const Vector& s) {
  const auto finite = [](double x) { return std::isinf(x) ? std::copysign(700.0, x) : x; };
  const L after = learner.after(n, s);
  const NaturalTarget mean = after.mean_natural(after);
  Vector gradient(s.size() + 1);
  gradient[0] = finite(target.A) - mean.A;
  gradient.tail(s.size()) = mean.theta - target.theta.unaryExpr(finite);
  return gradient;
}

/// The target of a problem: the point that is taught, and the points of the belief that it stands for, if any.
template <class L>
struct Aim {
  typename L::Target target;
  std::vector<Weighted<typename L::Target>> points;
  bool distribution = false;  ///< the belief is one, and has no points
};

template <ExponentialFamily L>
class FamilyOf final : public Family {
 public:
  static_assert(offers_its_structure<L>, "a structure that is declared must be offered");
  using Target = typename L::Target;

  FamilyOf(L learner, std::shared_ptr<const Aim<L>> aim)
      : Family(traits_of<L>()),
        learner_(std::move(learner)),
        aim_(std::move(aim)),
        prior_(learner_.prior()),
        natural_(learner_.natural(target())) {}

  ItemDomain domain() const override {
    if constexpr (OffersDomain<L>) {
      return learner_.domain();
    } else {
      Random random(1);
      return {.range = std::vector<Interval>(static_cast<std::size_t>(Vector(sample(random)).size()))};
    }
  }
  Vector sample(Random& random) const override { return learner_.sample(target(), random); }
  Vector T(const Vector& x) const override { return learner_.T(x); }
  Vector summed(const ItemSet& items) const override { return summed_statistic(learner_, items); }
  double item_of([[maybe_unused]] double t) const override {
    if constexpr (OffersItemOf<L>) return learner_.item_of(t);
    not_offered();
  }
  Extreme extreme([[maybe_unused]] const Vector& a) const override {
    if constexpr (OffersOracle<L>) return learner_.extreme(a);
    not_offered();
  }

  const Prior& prior() const override { return prior_; }
  const NaturalTarget& natural() const override { return natural_; }
  double natural_loss(double n, const Vector& s) const override {
    return didact::natural_loss(learner_, natural_, n, s);
  }

  double loss(Loss kind, double n, const Vector& s) const override {
    return loss_of_kind(kind, learner_, target(), n, s);
  }
  double loss(Loss kind, const ItemSet& items) const override { return loss_of_kind(kind, learner_, target(), items); }
  double loss_stepwise(Loss kind, const ItemSet& items) const override {
    if constexpr (Learner<L>) {
      const L after = posterior_stepwise(items);
      if (!aim_->points.empty()) return mean_loss(after, aim_->points, 0, Vector::Zero(dimension()));
      return loss_of_kind(kind, after, target(), ItemSet{Matrix(0, items.rows.cols()), {}});
    } else {
      return loss(kind, items);
    }
  }
  Vector gradient([[maybe_unused]] double n, [[maybe_unused]] const Vector& s) const override {
    if constexpr (Learner<L>) return loss_gradient(learner_, natural_, n, s);
    not_offered();
  }
  Standing standing() const override {
    if constexpr (Learner<L>) return standing_of(learner_, aim_->points, target());
    return {};
  }

  double loss_of_sum(Loss kind, double n, double s) const override {
    if constexpr (OffersSlopes<L>) {
      if (kind == Loss::kl) return learner_.loss(target(), n, s);
    }
    return loss(kind, n, Vector::Constant(1, s));
  }
  Slopes slopes(Loss kind, double n, double s) const override {
    if constexpr (OffersSlopes<L>) {
      if (kind == Loss::kl) return learner_.slopes(target(), n, s);
    }
    if constexpr (OffersSquaredSlope<L>) {
      if (kind == Loss::squared) return {0, learner_.squared_slope(target(), n, s)};
    }
    if constexpr (OffersPredictiveSlope<L>) {
      const L after = n == 0 ? learner_ : learner_.after(n, Vector::Constant(1, s));
      if (kind == Loss::predictive) return {0, predictive_slope(after, target())};
    }
    not_offered();
  }
  bool one_minimum(Loss kind) const override { return kind != Loss::predictive || predicts_with_one_minimum(learner_); }
  double least_distance([[maybe_unused]] const Interval& range, [[maybe_unused]] double n) const override {
    if constexpr (OffersNormalNumber<L>) {
      const NormalMean belief{learner_.prior_mean, learner_.prior_variance, learner_.variance};
      return least_squared_distance(belief, target().mean, range, n);
    } else if constexpr (OffersSquaredSlope<L>) {
      return least_distance_of_expected(range, n);
    }
    not_offered();
  }

  CountsForm counts() const override {
    if constexpr (OffersCounts<L>) return {learner_.pseudo_counts(), learner_.probabilities(target())};
    not_offered();
  }
  NormalMeanForm normal_mean() const override {
    if constexpr (OffersNormalMean<L>) {
      return {learner_.prior_mean, learner_.prior_covariance, learner_.covariance, target().mean};
    }
    not_offered();
  }
  MomentsForm moments() const override {
    if constexpr (OffersMoments<L>) {
      return {learner_.normal_inverse_wishart(), L::target_mean(target()), L::target_covariance(target())};
    }
    not_offered();
  }
  NormalInverseWishart moments_after([[maybe_unused]] double n, [[maybe_unused]] const Vector& s) const override {
    if constexpr (OffersMoments<L>) return learner_.after(n, s).normal_inverse_wishart();
    not_offered();
  }

  std::vector<double> points() const override {
    if (aim_->distribution) return {};
    if (aim_->points.empty()) return {1};
    std::vector<double> weights;
    for (const auto& point : aim_->points) weights.push_back(point.weight);
    return weights;
  }
  Vector sample_point(std::size_t point, Random& random) const override {
    return learner_.sample(aim_->points.empty() ? target() : aim_->points[point].value, random);
  }
  void draw_losses([[maybe_unused]] Index n, [[maybe_unused]] Draws& draws,
                   [[maybe_unused]] std::span<double> losses) const override {
    if constexpr (OffersSums<L>) {
      for (double& loss : losses) {
        loss = learner_.loss(target(), static_cast<double>(n), learner_.draw_sum(target(), n, draws));
      }
    } else {
      not_offered();
    }
  }

 private:
  [[noreturn]] static void not_offered() { throw std::logic_error("a family was asked for what it does not offer"); }

  const Target& target() const { return aim_->target; }

  L posterior_stepwise(const ItemSet& items) const {
    L learner = learner_;
    // A few rows at a time; fewer times where each is large.
    const Index most_steps = items.rows.rows() * dimension() > 100000 ? 3 : 64;
    const Index stride = std::max<Index>(1, (items.rows.rows() + most_steps - 1) / most_steps);
    for (Index row = 0; row < items.rows.rows(); row += stride) {
      const Index count = std::min(stride, items.rows.rows() - row);
      const ItemSet part{items.rows.middleRows(row, count),
                         {items.copies.begin() + row, items.copies.begin() + row + count}};
      learner = posterior(learner, part);
    }
    return learner;
  }

  /// The mean of a belief lies between the prior's and that of the items alone, the further from the prior's the more
  /// items there are: no set of n or more items gets it out of the hull of both, and no loss is below the square of the
  /// target's distance to it.   [SQ.7]
  double least_distance_of_expected(const Interval& range, double n) const {
    const auto only = [](const Target& one) { return one.*(std::get<0>(Target::fields()).member); };
    double low = infinity, high = -infinity;
    auto include = [&](const Target& mean) {
      low = std::min(low, only(mean));
      high = std::max(high, only(mean));
    };
    for (const double end : {range.low, range.high}) {
      include(learner_.maximum_likelihood(1, Vector::Constant(1, end)));
      if (std::isfinite(end) && std::isfinite(n)) include(learner_.after(n, Vector::Constant(1, n * end)).expected());
    }
    const double theta = only(target()), distance = std::max({0.0, low - theta, theta - high});
    return distance * distance;
  }

  L learner_;
  std::shared_ptr<const Aim<L>> aim_;
  Prior prior_;
  NaturalTarget natural_;
};

}  // namespace didact::solvers
