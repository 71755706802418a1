#pragma once
#include <didact/core/learner.hpp>
#include <didact/learners/internal/curves.hpp>
#include <didact/learners/internal/densities.hpp>

#include <tuple>

namespace didact {

/// Mean and variance of a Gaussian. The belief is normal-inverse-gamma: a multivariate one with D = 1.
struct Gaussian {
  static constexpr std::string_view name = "gaussian";
  static constexpr std::string_view summary = "mean and variance of a Gaussian, with a normal-inverse-gamma belief";
  static constexpr std::string_view item = "a real number";
  static constexpr Structure structure = Structure::moments;

  double mean = 1;
  double kappa = 1;
  double shape = 2;
  double scale = 2;

  struct Target {
    double mean = 0;
    double variance = 1;
    static constexpr auto fields() {
      return std::tuple{field("mean", &Target::mean, Domain::real, "", "the mean to be taught"),
                        field("variance", &Target::variance, Domain::positive, "", "the variance to be taught")};
    }
  };
  static constexpr auto prior_fields() {
    return std::tuple{
        field("mean", &Gaussian::mean, Domain::real, "", "what the learner takes the mean to be"),
        field("kappa", &Gaussian::kappa, Domain::pseudo_count, "", "how many items that belief is worth"),
        field("shape", &Gaussian::shape, Domain::pseudo_count, "", "shape of the inverse gamma of the variance"),
        field("scale", &Gaussian::scale, Domain::positive, "", "scale of the inverse gamma of the variance")};
  }
  static constexpr auto known_fields() { return std::tuple{}; }

  /// T(x) = (x, x²)
  Vector T(const Vector& x) const;
  double A0(const Vector& lambda1, double lambda2) const;
  Prior prior() const;
  NaturalTarget natural(const Target& target) const;
  Vector sample(const Target& target, Random& random) const;
  Extreme extreme(const Vector& a) const;

  ItemDomain domain() const { return {.range = {{}}}; }
  double loss(const Target& target, double n, const Vector& s) const;
  Gaussian after(double n, const Vector& s) const;
  /// From the items themselves: sums of squares lose the digits of a variance far from 0.
  double loss(const Target& target, const ItemSet& items) const;
  Gaussian after(const ItemSet& items) const;
  Standing standing(const Target&) const { return {}; }
  Target from_natural(const Vector& theta) const { return {-theta[0] / (2 * theta[1]), -1 / (2 * theta[1])}; }
  NaturalTarget mean_natural(const Gaussian& belief) const;
  BeliefAsPoint<Target> as_point(const std::vector<Weighted<Target>>& points) const;
  BeliefAsPoint<Target> as_point(const Gaussian& belief) const;
  Target maximum_likelihood(double n, const Vector& s) const;
  Target maximum_likelihood(const ItemSet& items) const;
  /// What the belief takes the target to be, on average; a heavy tail makes the variance infinite.
  Target expected() const { return {mean, shape > 1 ? scale / (shape - 1) : infinity}; }

  /// E (mean - mean*)² + E (variance - variance*)² under the belief; infinite while these moments do not exist. [SQ.6]
  double squared_loss(const Target& target) const {
    return squared_distance(normal_inverse_wishart(), target_mean(target), target_covariance(target));
  }

  NormalInverseWishart normal_inverse_wishart() const;
  static Gaussian with(const NormalInverseWishart& belief);
  static Vector target_mean(const Target& target) { return Vector::Constant(1, target.mean); }
  static Matrix target_covariance(const Target& target) { return Matrix::Constant(1, 1, target.variance); }

  std::optional<Curve> item_curve(const Target& target) const { return gaussian_curve(target.mean, target.variance); }
  std::optional<Curve> belief_curve(std::string_view parameter) const {
    if (parameter == "mean") return student_curve(2 * shape, mean, scale / (shape * kappa));
    return inverse_gamma_curve(shape, scale);
  }
  /// What is too far from the learner to be taught.
  std::vector<Mistake> beyond_reach(const Target& target) const;
  /// What makes the best size one that cannot be counted, if no other rule limits it.
  std::vector<Mistake> beyond_counting(const Target& target) const;
};

}  // namespace didact
