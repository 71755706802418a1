#pragma once
// What a learner offers that declares a structure; each opens an exact solver.

#include <didact/core/learner.hpp>
#include <didact/core/special.hpp>
#include <didact/learners/internal/densities.hpp>

namespace didact {

template <class L>
concept OffersCounts = structure_of<L>
== Structure::counts&& requires(const L& learner, const typename L::Target& target) {
  { learner.pseudo_counts() } -> std::convertible_to<std::vector<double>>;
  { learner.probabilities(target) } -> std::convertible_to<std::vector<Twofold>>;
};

template <class L>
concept OffersSlopes = structure_of<L>
== Structure::sum&& requires(const L& learner, const typename L::Target& target, double n, double s) {
  { learner.loss(target, n, s) } -> std::convertible_to<double>;
  { learner.slopes(target, n, s) } -> std::convertible_to<Slopes>;
};

template <class L>
concept OffersNormalMean = structure_of<L>
== Structure::normal_mean&& requires(const L& learner, const typename L::Target& target) {
  { learner.prior_mean } -> std::convertible_to<Vector>;
  { learner.prior_covariance } -> std::convertible_to<Matrix>;
  { learner.covariance } -> std::convertible_to<Matrix>;
  { target.mean } -> std::convertible_to<Vector>;
};

template <class L>
concept OffersMoments = structure_of<L>
== Structure::moments&& requires(const L& learner, const typename L::Target& target) {
  { learner.normal_inverse_wishart() } -> std::convertible_to<NormalInverseWishart>;
  { L::target_mean(target) } -> std::convertible_to<Vector>;
  { L::target_covariance(target) } -> std::convertible_to<Matrix>;
};

}  // namespace didact
