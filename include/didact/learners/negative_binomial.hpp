#pragma once
#include <didact/core/draws.hpp>
#include <didact/core/learner.hpp>
#include <didact/learners/internal/curves.hpp>

#include <tuple>

namespace didact {

/// Failures before the r-th success. The belief over the success probability is Beta(alpha, beta).
struct NegativeBinomial {
  static constexpr std::string_view name = "negative-binomial";
  static constexpr std::string_view summary = "failures before the r-th success, with a Beta belief";
  static constexpr std::string_view item = "an integer >= 0: failures before the r-th success";
  static constexpr Structure structure = Structure::sum;

  double r = 3;  ///< known to the learner
  double alpha = 2;
  double beta = 3;

  struct Target {
    double p = 0.25;
    static constexpr auto fields() {
      return std::tuple{field("p", &Target::p, Domain::positive_probability, "", "the probability of a success")};
    }
  };
  static constexpr auto prior_fields() {
    return std::tuple{field("alpha", &NegativeBinomial::alpha, Domain::pseudo_count, "", "pseudo-count of successes"),
                      field("beta", &NegativeBinomial::beta, Domain::pseudo_count, "", "pseudo-count of failures")};
  }
  static constexpr auto known_fields() {
    return std::tuple{field("r", &NegativeBinomial::r, Domain::pseudo_count, "", "successes an item waits for, known")};
  }

  Vector T(const Vector& x) const { return x; }
  double A0(const Vector& lambda1, double lambda2) const;
  Prior prior() const { return {Vector::Constant(1, beta), alpha / r}; }
  NaturalTarget natural(const Target& target) const;
  NaturalTarget natural_less(const Target& target, const Target& from) const;
  Vector sample(const Target& target, Random& random) const;
  /// The sum of n items that the target makes, at once: a Poisson number whose rate is a Gamma number.
  double draw_sum(const Target& target, Index n, Draws& draws) const {
    if (n == 0 || target.p >= 1) return 0;
    return draws.poisson(draws.gamma(static_cast<double>(n) * r) * (1 - target.p) / target.p);
  }
  Extreme extreme(const Vector& a) const;

  ItemDomain domain() const { return {.range = {{0, infinity}}, .integers = true}; }
  double loss(const Target& target, double n, double s) const;
  double loss(const Target& target, double n, const Vector& s) const { return loss(target, n, s[0]); }
  Slopes slopes(const Target& target, double n, double s) const;
  NegativeBinomial after(double n, const Vector& s) const { return {r, alpha + r * n, beta + s[0]}; }
  Standing standing(const Target& target) const;
  Target from_natural(const Vector& theta) const;
  NaturalTarget mean_natural(const NegativeBinomial& belief) const;
  Target maximum_likelihood(double n, const Vector& s) const { return {r * n / (r * n + s[0])}; }
  /// What the belief takes the target to be, on average.
  Target expected() const { return {alpha / (alpha + beta)}; }
  /// E (p - p*)² under the belief.   [SQ.1]
  double squared_loss(const Target& target) const;
  /// Its slope by s, after n items with this sum. It has one root, but also an inflection beyond.
  static constexpr bool squared_has_inflections = true;
  double squared_slope(const Target& target, double n, double s) const;

  std::optional<Curve> item_curve(const Target& target) const;
  std::optional<Curve> belief_curve(std::string_view) const { return beta_curve(alpha, beta); }
  /// What is too far from the learner to be taught.
  std::vector<Mistake> beyond_reach(const Target& target) const;
};

}  // namespace didact
