#pragma once
#include <didact/core/draws.hpp>
#include <didact/core/learner.hpp>
#include <didact/learners/internal/curves.hpp>

#include <tuple>

namespace didact {

/// Counts of rare events. The belief over the rate is Gamma(shape, rate).
struct Poisson {
  static constexpr std::string_view name = "poisson";
  static constexpr std::string_view summary = "a rate of events, with a Gamma belief";
  static constexpr std::string_view item = "an integer >= 0";
  static constexpr Structure structure = Structure::sum;

  double shape = 2;
  double rate = 1;

  struct Target {
    double rate = 4;
    static constexpr auto fields() {
      return std::tuple{field("rate", &Target::rate, Domain::nonnegative, "", "events an item, on average")};
    }
  };
  static constexpr auto prior_fields() {
    return std::tuple{
        field("shape", &Poisson::shape, Domain::pseudo_count, "", "shape of the Gamma"),
        field("rate", &Poisson::rate, Domain::pseudo_count, "", "rate of the Gamma (its mean is shape/rate)")};
  }
  static constexpr auto known_fields() { return std::tuple{}; }

  Vector T(const Vector& x) const { return x; }
  double A0(const Vector& lambda1, double lambda2) const;
  Prior prior() const { return {Vector::Constant(1, shape), rate}; }
  NaturalTarget natural(const Target& target) const;
  NaturalTarget natural_less(const Target& target, const Target& from) const;
  Vector sample(const Target& target, Random& random) const;
  /// The sum of n items that the target makes, at once.
  double draw_sum(const Target& target, Index n, Draws& draws) const {
    return draws.poisson(static_cast<double>(n) * target.rate);
  }
  Extreme extreme(const Vector& a) const;

  ItemDomain domain() const { return {.range = {{0, infinity}}, .integers = true}; }
  double loss(const Target& target, double n, double s) const;
  double loss(const Target& target, double n, const Vector& s) const { return loss(target, n, s[0]); }
  Slopes slopes(const Target& target, double n, double s) const;
  Poisson after(double n, const Vector& s) const { return {shape + s[0], rate + n}; }
  Standing standing(const Target& target) const;
  Target from_natural(const Vector& theta) const;
  NaturalTarget mean_natural(const Poisson& belief) const;
  Target maximum_likelihood(double n, const Vector& s) const { return {s[0] / n}; }
  /// What the belief takes the target to be, on average.
  Target expected() const { return {shape / rate}; }
  /// E (rate - rate*)² under the belief.   [SQ.3]
  double squared_loss(const Target& target) const;
  /// Its slope by s, after n items with this sum.
  double squared_slope(const Target& target, double n, double s) const;

  std::optional<Curve> item_curve(const Target& target) const { return poisson_curve(target.rate); }
  std::optional<Curve> belief_curve(std::string_view) const { return gamma_curve(shape, rate); }
  /// What is too far from the learner to be taught.
  std::vector<Mistake> beyond_reach(const Target& target) const;
};

}  // namespace didact
