#pragma once
#include <didact/core/learner.hpp>
#include <didact/core/special.hpp>

#include <tuple>
#include <vector>

namespace didact {

/// One of K categories: the paper's multinomial. The belief is Dirichlet(beta).
struct Categorical {
  static constexpr std::string_view name = "categorical";
  static constexpr std::string_view summary = "a distribution over K categories, with a Dirichlet belief";
  static constexpr std::string_view item = "a category, 1 to K";
  static constexpr Structure structure = Structure::counts;

  std::vector<double> beta{6, 3, 1};

  struct Target {
    std::vector<double> pi{0.1, 0.3, 0.6};
    static constexpr auto fields() {
      return std::tuple{field("pi", &Target::pi, Domain::simplex, "K", "the probability of each category")};
    }
  };
  static constexpr auto prior_fields() {
    return std::tuple{field("beta", &Categorical::beta, Domain::pseudo_count, "K", "pseudo-count of each category")};
  }
  static constexpr auto known_fields() { return std::tuple{}; }

  /// T(x) is the indicator of category x; s is the vector of counts.
  Vector T(const Vector& x) const;
  Vector summed(const ItemSet& items) const;
  double A0(const Vector& lambda1, double lambda2) const;
  Prior prior() const;
  NaturalTarget natural(const Target& target) const;
  NaturalTarget natural_less(const Target& target, const Target& from) const;
  Vector sample(const Target& target, Random& random) const;
  Extreme extreme(const Vector& a) const;

  ItemDomain domain() const {
    return {.range = {{1, static_cast<double>(beta.size())}}, .integers = true, .labels = true};
  }
  double loss(const Target& target, double n, const Vector& s) const;
  Categorical after(double n, const Vector& s) const;
  Standing standing(const Target& target) const;
  Target from_natural(const Vector& theta) const;
  NaturalTarget mean_natural(const Categorical& belief) const;
  Target maximum_likelihood(double n, const Vector& s) const;
  /// What the belief takes the target to be, on average.
  Target expected() const { return maximum_likelihood(prior().lambda2, prior().lambda1); }
  /// E ‖π - π*‖² under the belief.   [SQ.2]
  double squared_loss(const Target& target) const;

  std::vector<double> pseudo_counts() const { return beta; }
  std::vector<Twofold> probabilities(const Target& target) const;
};

}  // namespace didact
