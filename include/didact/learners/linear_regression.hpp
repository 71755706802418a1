#pragma once
// Bayesian linear regression: y = w·x + noise, an item is the row (x, y). The noise's variance is known to the learner,
// or learned along with the weights. No intercept is implied: a coordinate of x that is always 1 makes one.   [REG]

#include <didact/core/learner.hpp>

#include <tuple>

namespace didact {

/// The weights, where the variance of the noise is known. The belief is Normal.
struct LinearRegression {
  static constexpr std::string_view name = "linear-regression";
  static constexpr std::string_view summary =
      "the weights of a linear regression, with a Normal belief; or weights and noise, normal-inverse-gamma";
  static constexpr std::string_view item = "a point x, a list of D numbers, with its value y";
  /// θ = (-½ w wᵀ/σ², w/σ²): the mean of several of these is no target's own.
  static constexpr bool curved = true;

  double variance = 1;  ///< of the noise; known to the learner
  Vector mean = Vector::Zero(2);
  Matrix covariance = Matrix::Identity(2, 2);

  struct Target {
    Vector weights = Matrix({{1, -0.5}}).transpose();
    static constexpr auto fields() {
      return std::tuple{field("weights", &Target::weights, Domain::real, "D", "the weights to be taught")};
    }
  };
  static constexpr auto prior_fields() {
    using Self = LinearRegression;
    return std::tuple{
        field("mean", &Self::mean, Domain::real, "D", "what the learner takes the weights to be"),
        field("covariance", &Self::covariance, Domain::positive_definite, "DxD", "how unsure of them the learner is")};
  }
  static constexpr auto known_fields() {
    return std::tuple{
        field("variance", &LinearRegression::variance, Domain::positive, "", "variance of the noise in y, known")};
  }

  /// T(x, y) = (x xᵀ row by row, x y)
  Vector T(const Vector& row) const;
  double A0(const Vector& lambda1, double lambda2) const;
  Prior prior() const;
  NaturalTarget natural(const Target& target) const;
  /// x is standard normal: the model says nothing about it.
  Vector sample(const Target& target, Random& random) const;
  Extreme extreme(const Vector& a) const;

  Index dimension() const { return mean.size(); }
  ItemDomain domain() const { return {.range = std::vector<Interval>(static_cast<std::size_t>(mean.size() + 1))}; }
  double loss(const Target& target, double n, const Vector& s) const;
  LinearRegression after(double n, const Vector& s) const;
  Standing standing(const Target&) const { return {}; }
  Target from_natural(const Vector& theta) const;
  NaturalTarget mean_natural(const LinearRegression& belief) const;
  /// Least squares; weights that are not finite where the items do not determine them.
  Target maximum_likelihood(double n, const Vector& s) const;
  Target maximum_likelihood(const ItemSet& items) const;
  Target expected() const { return {mean}; }
};

/// The weights and the variance of the noise. The belief is normal-inverse-gamma: given σ² the weights have covariance
/// σ² · `covariance`, and σ² is inverse-gamma.
struct LinearRegressionUnknownVariance {
  static constexpr std::string_view name = LinearRegression::name;
  static constexpr std::string_view summary = LinearRegression::summary;
  static constexpr std::string_view item = LinearRegression::item;
  static constexpr bool curved = true;

  Vector mean = Vector::Zero(2);
  Matrix covariance = Matrix::Identity(2, 2);
  double shape = 2;
  double scale = 2;

  struct Target {
    Vector weights = Matrix({{1, -0.5}}).transpose();
    double variance = 1;
    static constexpr auto fields() {
      return std::tuple{
          field("weights", &Target::weights, Domain::real, "D", "the weights to be taught"),
          field("variance", &Target::variance, Domain::positive, "", "the variance of the noise to be taught")};
    }
  };
  static constexpr auto prior_fields() {
    using Self = LinearRegressionUnknownVariance;
    return std::tuple{field("mean", &Self::mean, Domain::real, "D", "what the learner takes the weights to be"),
                      field("covariance", &Self::covariance, Domain::positive_definite, "DxD",
                            "how unsure of them the learner is, over the variance"),
                      field("shape", &Self::shape, Domain::pseudo_count, "", "of the inverse gamma of the variance"),
                      field("scale", &Self::scale, Domain::positive, "", "of the inverse gamma of the variance")};
  }
  static constexpr auto known_fields() { return std::tuple{}; }

  /// T(x, y) = (x xᵀ row by row, x y, y²)
  Vector T(const Vector& row) const;
  double A0(const Vector& lambda1, double lambda2) const;
  Prior prior() const;
  NaturalTarget natural(const Target& target) const;
  Vector sample(const Target& target, Random& random) const;
  Extreme extreme(const Vector& a) const;

  Index dimension() const { return mean.size(); }
  ItemDomain domain() const { return {.range = std::vector<Interval>(static_cast<std::size_t>(mean.size() + 1))}; }
  double loss(const Target& target, double n, const Vector& s) const;
  LinearRegressionUnknownVariance after(double n, const Vector& s) const;
  Standing standing(const Target&) const { return {}; }
  Target from_natural(const Vector& theta) const;
  NaturalTarget mean_natural(const LinearRegressionUnknownVariance& belief) const;
  Target maximum_likelihood(double n, const Vector& s) const;
  /// From the items themselves: sums of squares lose the digits of a small variance.
  Target maximum_likelihood(const ItemSet& items) const;
  /// What the belief takes the target to be, on average; a heavy tail makes the variance infinite.
  Target expected() const;
};

}  // namespace didact
