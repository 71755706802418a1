#pragma once
#include <didact/core/draws.hpp>
#include <didact/core/learner.hpp>
#include <didact/learners/internal/curves.hpp>

#include <cmath>
#include <tuple>

namespace didact {

/// The mean of a Gaussian whose variance is known. The belief over the mean is Normal.
struct GaussianMean {
  static constexpr std::string_view name = "gaussian-mean";
  static constexpr std::string_view summary = "the mean of a Gaussian of known variance, with a Normal belief";
  static constexpr std::string_view item = "a real number";
  static constexpr Structure structure = Structure::sum;

  double variance = 1;  ///< of the items; known to the learner
  double prior_mean = 2;
  double prior_variance = 0.5;

  struct Target {
    double mean = 0;
    static constexpr auto fields() {
      return std::tuple{field("mean", &Target::mean, Domain::real, "", "the mean to be taught")};
    }
  };
  static constexpr auto prior_fields() {
    return std::tuple{
        field("mean", &GaussianMean::prior_mean, Domain::real, "", "what the learner takes the mean to be"),
        field("variance", &GaussianMean::prior_variance, Domain::positive, "", "how unsure of it the learner is")};
  }
  static constexpr auto known_fields() {
    return std::tuple{field("variance", &GaussianMean::variance, Domain::positive, "", "variance of the items, known")};
  }

  Vector T(const Vector& x) const { return x; }
  double A0(const Vector& lambda1, double lambda2) const;
  Prior prior() const {
    return {Vector::Constant(1, prior_mean * variance / prior_variance), variance / prior_variance};
  }
  NaturalTarget natural(const Target& target) const;
  Vector sample(const Target& target, Random& random) const;
  /// The sum of n items that the target makes, at once.
  double draw_sum(const Target& target, Index n, Draws& draws) const {
    const auto size = static_cast<double>(n);
    return size * target.mean + std::sqrt(size * variance) * draws.normal();
  }
  Extreme extreme(const Vector& a) const;

  ItemDomain domain() const { return {.range = {{}}}; }
  double loss(const Target& target, double n, double s) const;
  double loss(const Target& target, double n, const Vector& s) const { return loss(target, n, s[0]); }
  Slopes slopes(const Target& target, double n, double s) const;
  GaussianMean after(double n, const Vector& s) const;
  Standing standing(const Target&) const { return {}; }
  Target from_natural(const Vector& theta) const { return {theta[0] * variance}; }
  NaturalTarget mean_natural(const GaussianMean& belief) const;
  BeliefAsPoint<Target> as_point(const std::vector<Weighted<Target>>& points) const;
  BeliefAsPoint<Target> as_point(const GaussianMean& belief) const;
  Target maximum_likelihood(double n, const Vector& s) const { return {s[0] / n}; }
  /// What the belief takes the target to be, on average.
  Target expected() const { return {prior_mean}; }
  /// E (mean - mean*)² under the belief.   [SQ.4]
  double squared_loss(const Target& target) const;
  /// Its slope by s, after n items with this sum.
  double squared_slope(const Target& target, double n, double s) const;

  std::optional<Curve> item_curve(const Target& target) const { return gaussian_curve(target.mean, variance); }
  std::optional<Curve> belief_curve(std::string_view) const { return gaussian_curve(prior_mean, prior_variance); }
  /// What is too far from the learner to be taught.
  std::vector<Mistake> beyond_reach(const Target& target) const;
};

}  // namespace didact
