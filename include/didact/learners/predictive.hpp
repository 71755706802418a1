#pragma once
// How well a learner predicts: KL(the target's next item ‖ the learner's prediction of it), for each family, and its
// slope by the sum of the statistics. Never below 0.   [PRED]

#include <didact/learners/bernoulli.hpp>
#include <didact/learners/categorical.hpp>
#include <didact/learners/exponential.hpp>
#include <didact/learners/gamma.hpp>
#include <didact/learners/gaussian.hpp>
#include <didact/learners/gaussian_mean.hpp>
#include <didact/learners/geometric.hpp>
#include <didact/learners/multivariate_gaussian_mean.hpp>
#include <didact/learners/negative_binomial.hpp>
#include <didact/learners/poisson.hpp>
#include <didact/learners/weibull.hpp>

namespace didact {

/// Pseudo-counts that predict probabilities.   [PRED.1]
double predictive_loss(const Bernoulli& belief, const Bernoulli::Target& target);
double predictive_loss(const Categorical& belief, const Categorical::Target& target);

/// Where only the sum is seen.
double predictive_loss(const Poisson& belief, const Poisson::Target& target);
double predictive_slope(const Poisson& belief, const Poisson::Target& target);
double predictive_loss(const Exponential& belief, const Exponential::Target& target);
double predictive_slope(const Exponential& belief, const Exponential::Target& target);
double predictive_loss(const Gamma& belief, const Gamma::Target& target);
double predictive_slope(const Gamma& belief, const Gamma::Target& target);
double predictive_loss(const Weibull& belief, const Weibull::Target& target);
double predictive_slope(const Weibull& belief, const Weibull::Target& target);
double predictive_loss(const Geometric& belief, const Geometric::Target& target);
double predictive_slope(const Geometric& belief, const Geometric::Target& target);
double predictive_loss(const NegativeBinomial& belief, const NegativeBinomial::Target& target);
double predictive_slope(const NegativeBinomial& belief, const NegativeBinomial::Target& target);
double predictive_loss(const GaussianMean& belief, const GaussianMean::Target& target);
double predictive_slope(const GaussianMean& belief, const GaussianMean::Target& target);

double predictive_loss(const MultivariateGaussianMean& belief, const MultivariateGaussianMean::Target& target);
double predictive_loss(const Gaussian& belief, const Gaussian::Target& target);

/// A Student prediction: Γ(shape + ½)/Γ(shape) (π spread)^-½ (1 + (x - mean)²/spread)^-(shape + ½), of items that are
/// N(mean + off, variance).   [PRED.6]
struct StudentPrediction {
  double shape = 1;
  double spread = 1;
};
double predictive_loss(const StudentPrediction& prediction, double off, double variance);
/// Its slope by the spread: one root, convex up to it.
double predictive_slope(const StudentPrediction& prediction, double off, double variance);

/// Judged by what it predicts.
template <class L>
concept OffersPredictiveLoss = requires(const L& belief, const typename L::Target& target) {
  { predictive_loss(belief, target) } -> std::convertible_to<double>;
};
template <class L>
concept OffersPredictiveSlope = OffersPredictiveLoss<L> && requires(const L& belief, const typename L::Target& target) {
  { predictive_slope(belief, target) } -> std::convertible_to<double>;
};
/// Convex in the sum everywhere; of the others the loss has one minimum, is convex before it and not far beyond.
template <class L>
inline constexpr bool predicts_convexly = std::is_same_v<L, Poisson> || std::is_same_v<L, GaussianMean>;
/// Whether that one minimum is known.
template <class L>
bool predicts_with_one_minimum(const L&) {
  return true;
}
inline bool predicts_with_one_minimum(const NegativeBinomial& belief) {
  return belief.r >= 1;
}

}  // namespace didact
