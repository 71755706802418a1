#pragma once
#include <didact/core/draws.hpp>
#include <didact/core/learner.hpp>
#include <didact/learners/internal/curves.hpp>

#include <tuple>

namespace didact {

/// Amounts whose spread is known: sums of waiting times, rain, costs. The belief over their rate is Gamma(shape, rate).
struct Gamma {
  static constexpr std::string_view name = "gamma";
  static constexpr std::string_view summary = "positive amounts of a known shape, with a Gamma belief over their rate";
  static constexpr std::string_view item = "a real number >= 0";
  static constexpr Structure structure = Structure::sum;

  double item_shape = 2;  ///< of the items; known to the learner
  double shape = 2;
  double rate = 1;

  struct Target {
    double rate = 0.5;
    static constexpr auto fields() {
      return std::tuple{field("rate", &Target::rate, Domain::positive, "", "the items' shape over their mean")};
    }
  };
  static constexpr auto prior_fields() {
    return std::tuple{field("shape", &Gamma::shape, Domain::pseudo_count, "", "shape of the belief's Gamma"),
                      field("rate", &Gamma::rate, Domain::positive, "", "rate of it (its mean is shape/rate)")};
  }
  static constexpr auto known_fields() {
    return std::tuple{
        field("shape", &Gamma::item_shape, Domain::pseudo_count, "", "shape of the items' distribution, known")};
  }

  Vector T(const Vector& x) const { return x; }
  double A0(const Vector& lambda1, double lambda2) const;
  Prior prior() const { return {Vector::Constant(1, rate), shape / item_shape}; }
  NaturalTarget natural(const Target& target) const;
  NaturalTarget natural_less(const Target& target, const Target& from) const;
  Vector sample(const Target& target, Random& random) const;
  /// The sum of n items that the target makes, at once.
  double draw_sum(const Target& target, Index n, Draws& draws) const {
    return n == 0 ? 0 : draws.gamma(static_cast<double>(n) * item_shape) / target.rate;
  }
  Extreme extreme(const Vector& a) const;

  ItemDomain domain() const { return {.range = {{0, infinity}}}; }
  double loss(const Target& target, double n, double s) const;
  double loss(const Target& target, double n, const Vector& s) const { return loss(target, n, s[0]); }
  Slopes slopes(const Target& target, double n, double s) const;
  Gamma after(double n, const Vector& s) const { return {item_shape, shape + item_shape * n, rate + s[0]}; }
  Standing standing(const Target&) const { return {}; }
  Target from_natural(const Vector& theta) const { return {-theta[0]}; }
  NaturalTarget mean_natural(const Gamma& belief) const;
  Target maximum_likelihood(double n, const Vector& s) const { return {item_shape * n / s[0]}; }
  /// What the belief takes the target to be, on average.
  Target expected() const { return {shape / rate}; }
  /// E (rate - rate*)² under the belief.   [SQ.3]
  double squared_loss(const Target& target) const;
  /// Its slope by s, after n items with this sum. It has one root, but also an inflection beyond.
  static constexpr bool squared_has_inflections = true;
  double squared_slope(const Target& target, double n, double s) const;

  std::optional<Curve> item_curve(const Target& target) const { return gamma_curve(item_shape, target.rate); }
  std::optional<Curve> belief_curve(std::string_view) const { return gamma_curve(shape, rate); }
  /// What is too far from the learner to be taught.
  std::vector<Mistake> beyond_reach(const Target& target) const;
};

}  // namespace didact
