#pragma once
// What a set is worth by its size and its inner value (loss and what its items cost), and which sizes there are.

#include <didact/core/effort.hpp>
#include <didact/core/types.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

namespace didact::pools {

struct Objective {
  std::function<double(double n)> of_size;  ///< what a set costs by its size
  double per_item = 0;                      ///< d of_size / dn, where of_size is linear beyond n = 0
  bool convex = true;                       ///< of_size is, on n ≥ 1
  bool linear = true;                       ///< and more than that
  bool zero_one = false;    ///< the probability of a wrong hypothesis, not the logarithm of the right one's
  Index low = 0, high = 0;  ///< the sizes that are allowed
  double start = 8;         ///< where to begin looking

  double judged(double inner) const { return zero_one ? -std::expm1(-inner) : inner; }
  double total(double inner, double n) const { return judged(inner) + of_size(n); }
};

/// What an effort costs by the size alone.
inline Objective objective_of(const Effort& effort, Index low, double high, std::optional<double> near_size = {}) {
  Objective objective;
  if (near_size) objective.start = *near_size;
  objective.of_size = [&effort](double n) { return effort.at_size(n); };
  objective.per_item = effort.per_item;
  objective.convex = effort.convex_in_size();
  objective.linear = objective.convex && !effort.convex_of_size.value;
  objective.low = low;
  objective.high = static_cast<Index>(std::min(high, static_cast<double>(largest_size)));
  return objective;
}

/// Sizes above this are not looked at unless somebody asks for them: the search is called unbounded there.
inline constexpr double trusted_size = 1 << 20;

/// Larger sets cost more than the incumbent by their size alone, the inner value being at least `least`; or they are
/// not looked at.
inline double worth_looking_at(const Objective& objective, double incumbent, double least = 0) {
  if (!(objective.per_item > 0) || incumbent == infinity || least == -infinity) return trusted_size;
  return std::clamp((incumbent - least) / objective.per_item + 1, static_cast<double>(objective.low) + 1, trusted_size);
}

/// Better by more than rounding.
inline bool can_win(double bound, double incumbent) {
  return improves(bound, incumbent, 1e-12);
}

}  // namespace didact::pools
