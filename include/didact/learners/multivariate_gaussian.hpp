#pragma once
#include <didact/core/learner.hpp>
#include <didact/learners/internal/densities.hpp>

#include <tuple>

namespace didact {

/// Mean and covariance of a multivariate Gaussian. The belief is normal-inverse-Wishart.
struct MultivariateGaussian {
  static constexpr std::string_view name = "multivariate-gaussian";
  static constexpr std::string_view summary =
      "mean and covariance of a multivariate Gaussian, with a normal-inverse-Wishart belief";
  static constexpr std::string_view item = "a list of D real numbers";
  static constexpr Structure structure = Structure::moments;

  Vector mean = Vector::Ones(3);
  double kappa = 1;
  double nu = 2.00001;
  Matrix scale = 1e-5 * Matrix::Identity(3, 3);

  struct Target {
    Vector mean = Vector::Zero(3);
    Matrix covariance = Matrix::Identity(3, 3);
    static constexpr auto fields() {
      return std::tuple{
          field("mean", &Target::mean, Domain::real, "D", "the mean to be taught"),
          field("covariance", &Target::covariance, Domain::positive_definite, "DxD", "the covariance to be taught")};
    }
  };
  static constexpr auto prior_fields() {
    using Self = MultivariateGaussian;
    return std::tuple{
        field("mean", &Self::mean, Domain::real, "D", "what the learner takes the mean to be"),
        field("kappa", &Self::kappa, Domain::pseudo_count, "", "how many items that belief is worth"),
        field("nu", &Self::nu, Domain::pseudo_count, "", "degrees of freedom, > D - 1"),
        field("scale", &Self::scale, Domain::positive_definite, "DxD", "scale matrix of the inverse Wishart")};
  }
  static constexpr auto known_fields() { return std::tuple{}; }

  /// nu must exceed D - 1, or the belief is no distribution.
  std::vector<Mistake> mistakes() const;

  /// T(x) = (x, x xᵀ), the square row by row
  Vector T(const Vector& x) const;
  Vector summed(const ItemSet& items) const;
  double A0(const Vector& lambda1, double lambda2) const;
  Prior prior() const;
  NaturalTarget natural(const Target& target) const;
  Vector sample(const Target& target, Random& random) const;
  Extreme extreme(const Vector& a) const;

  ItemDomain domain() const { return {.range = std::vector<Interval>(mean.size())}; }
  double loss(const Target& target, double n, const Vector& s) const;
  MultivariateGaussian after(double n, const Vector& s) const;
  /// From the items themselves: sums of squares lose the digits of a variance far from 0.
  double loss(const Target& target, const ItemSet& items) const;
  MultivariateGaussian after(const ItemSet& items) const;
  Standing standing(const Target&) const { return {}; }
  Target from_natural(const Vector& theta) const;
  NaturalTarget mean_natural(const MultivariateGaussian& belief) const;
  BeliefAsPoint<Target> as_point(const std::vector<Weighted<Target>>& points) const;
  BeliefAsPoint<Target> as_point(const MultivariateGaussian& belief) const;
  Target maximum_likelihood(double n, const Vector& s) const;
  Target maximum_likelihood(const ItemSet& items) const;
  /// What the belief takes the target to be, on average; a heavy tail makes the covariance infinite.
  Target expected() const;

  /// E ‖mean - mean*‖² + E ‖covariance - covariance*‖² under the belief; infinite while these moments do not exist.
  /// [SQ.6]
  double squared_loss(const Target& target) const {
    return squared_distance(normal_inverse_wishart(), target_mean(target), target_covariance(target));
  }

  NormalInverseWishart normal_inverse_wishart() const { return {mean, kappa, nu, scale}; }
  static MultivariateGaussian with(const NormalInverseWishart& belief) {
    return {belief.mean, belief.kappa, belief.nu, belief.scale};
  }
  static const Vector& target_mean(const Target& target) { return target.mean; }
  static const Matrix& target_covariance(const Target& target) { return target.covariance; }

  /// What is too far from the learner to be taught.
  std::vector<Mistake> beyond_reach(const Target& target) const;
  /// What makes the best size one that cannot be counted, if no other rule limits it.
  std::vector<Mistake> beyond_counting(const Target& target) const;
};

}  // namespace didact
