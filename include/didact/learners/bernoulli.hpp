#pragma once
#include <didact/core/learner.hpp>
#include <didact/core/special.hpp>

#include <array>
#include <tuple>
#include <vector>

namespace didact {

/// Yes or no: a coin whose bias is taught. The belief is Beta(alpha, beta).
struct Bernoulli {
  static constexpr std::string_view name = "bernoulli";
  static constexpr std::string_view summary = "a yes-or-no rate, with a Beta belief";
  static constexpr std::string_view item = "0 or 1";
  static constexpr Structure structure = Structure::counts;

  double alpha = 2;
  double beta = 5;

  struct Target {
    double p = 0.8;
    static constexpr auto fields() {
      return std::tuple{field("p", &Target::p, Domain::probability, "", "the probability of a 1")};
    }
  };
  static constexpr auto prior_fields() {
    return std::tuple{field("alpha", &Bernoulli::alpha, Domain::pseudo_count, "", "pseudo-count of ones"),
                      field("beta", &Bernoulli::beta, Domain::pseudo_count, "", "pseudo-count of zeros")};
  }
  static constexpr auto known_fields() { return std::tuple{}; }

  Vector T(const Vector& x) const { return x; }
  double A0(const Vector& lambda1, double lambda2) const;
  Prior prior() const { return {Vector::Constant(1, alpha), alpha + beta}; }
  NaturalTarget natural(const Target& target) const;
  NaturalTarget natural_less(const Target& target, const Target& from) const;
  Vector sample(const Target& target, Random& random) const;
  Extreme extreme(const Vector& a) const;

  ItemDomain domain() const { return {.range = {{0, 1}}, .integers = true}; }
  double loss(const Target& target, double n, const Vector& s) const;
  Bernoulli after(double n, const Vector& s) const { return {alpha + s[0], beta + (n - s[0])}; }
  Standing standing(const Target& target) const;
  Target from_natural(const Vector& theta) const;
  NaturalTarget mean_natural(const Bernoulli& belief) const;
  Target maximum_likelihood(double n, const Vector& s) const { return {s[0] / n}; }
  /// What the belief takes the target to be, on average.
  Target expected() const { return {alpha / (alpha + beta)}; }
  /// E (p - p*)² under the belief.   [SQ.1]
  double squared_loss(const Target& target) const;
  /// Its slope by s, after n items with this sum.
  double squared_slope(const Target& target, double n, double s) const;

  /// Seen as counts of the items 0 and 1.
  std::vector<double> pseudo_counts() const { return {beta, alpha}; }
  std::vector<Twofold> probabilities(const Target& target) const { return {exact_sum(1, -target.p), {target.p, 0}}; }
};

}  // namespace didact
