#pragma once
#include <didact/core/learner.hpp>

#include <tuple>

namespace didact {

/// The mean of a multivariate Gaussian whose covariance is known. The belief over the mean is Normal.
struct MultivariateGaussianMean {
  static constexpr std::string_view name = "multivariate-gaussian-mean";
  static constexpr std::string_view summary =
      "the mean of a multivariate Gaussian of known covariance, with a Normal belief";
  static constexpr std::string_view item = "a list of D real numbers";
  static constexpr Structure structure = Structure::normal_mean;

  Matrix covariance = Matrix::Identity(2, 2);  ///< of the items; known to the learner
  Vector prior_mean = Vector::Ones(2);
  Matrix prior_covariance = 0.5 * Matrix::Identity(2, 2);

  struct Target {
    Vector mean = Vector::Zero(2);
    static constexpr auto fields() {
      return std::tuple{field("mean", &Target::mean, Domain::real, "D", "the mean to be taught")};
    }
  };
  static constexpr auto prior_fields() {
    using Self = MultivariateGaussianMean;
    return std::tuple{field("mean", &Self::prior_mean, Domain::real, "D", "what the learner takes the mean to be"),
                      field("covariance", &Self::prior_covariance, Domain::positive_definite, "DxD",
                            "how unsure of it the learner is")};
  }
  static constexpr auto known_fields() {
    return std::tuple{field("covariance", &MultivariateGaussianMean::covariance, Domain::positive_definite, "DxD",
                            "covariance of the items, known")};
  }

  Vector T(const Vector& x) const { return x; }
  double A0(const Vector& lambda1, double lambda2) const;
  Prior prior() const;
  NaturalTarget natural(const Target& target) const;
  Vector sample(const Target& target, Random& random) const;
  Extreme extreme(const Vector& a) const;

  ItemDomain domain() const { return {.range = std::vector<Interval>(prior_mean.size())}; }
  double loss(const Target& target, double n, const Vector& s) const;
  MultivariateGaussianMean after(double n, const Vector& s) const;
  Standing standing(const Target&) const { return {}; }
  Target from_natural(const Vector& theta) const { return {covariance * theta}; }
  NaturalTarget mean_natural(const MultivariateGaussianMean& belief) const;
  BeliefAsPoint<Target> as_point(const std::vector<Weighted<Target>>& points) const;
  BeliefAsPoint<Target> as_point(const MultivariateGaussianMean& belief) const;
  Target maximum_likelihood(double n, const Vector& s) const { return {s / n}; }
  /// What the belief takes the target to be, on average.
  Target expected() const { return {prior_mean}; }
  /// E ‖mean - mean*‖² under the belief.   [SQ.5]
  double squared_loss(const Target& target) const;

  /// What is too far from the learner to be taught.
  std::vector<Mistake> beyond_reach(const Target& target) const;
};

}  // namespace didact
