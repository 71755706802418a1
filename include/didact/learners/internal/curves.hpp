#pragma once
// Densities of one number, as pictures draw them: of a learner's items, and of its belief about a parameter.

#include <didact/core/items.hpp>

#include <concepts>
#include <functional>
#include <optional>
#include <string_view>

namespace didact {

struct Curve {
  std::function<double(double)> value;  ///< NaN where it is infinite
  Interval extent;                      ///< where it is worth looking at
  double least = -infinity;             ///< there is nothing below
};

/// Optional: how items are distributed for a target, and the marginal density of the learner's belief about one
/// parameter of the target. Nothing where a number is infinite. A learner that offers both is drawn by them.
template <class L>
concept OffersCurves = requires(const L& learner, const typename L::Target& target, std::string_view parameter) {
  { learner.item_curve(target) } -> std::same_as<std::optional<Curve>>;
  { learner.belief_curve(parameter) } -> std::same_as<std::optional<Curve>>;
};

std::optional<Curve> gaussian_curve(double mean, double variance);
std::optional<Curve> gamma_curve(double shape, double rate);
std::optional<Curve> inverse_gamma_curve(double shape, double scale);
std::optional<Curve> beta_curve(double a, double b);
/// Student's t with this many degrees of freedom, moved and scaled.
std::optional<Curve> student_curve(double degrees, double centre, double square_of_scale);
std::optional<Curve> poisson_curve(double rate);
std::optional<Curve> geometric_curve(double p);
std::optional<Curve> exponential_curve(double rate);

}  // namespace didact
