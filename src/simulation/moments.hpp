#pragma once
// What the samplers of Gaussian sets share: coordinates in which the target is N(0, I), and sets drawn some at a time.

#include <didact/simulation/population.hpp>

#include <array>
#include <memory>
#include <span>

namespace didact::simulation {

/// Items are x = μ* + L z.   [SIM.2]
struct WhitenedSets {
  Vector mean;     ///< the learner's, L⁻¹(m - μ*)
  Matrix scale;    ///< L⁻¹ Λ L⁻ᵀ
  Vector origin;   ///< μ*ᵀ L, for magnitudes
  Matrix metric;   ///< LᵀL
  double far = 0;  ///< ‖μ*‖²
  double kappa = 1;
  double nu = 1;
  double n = 0;          ///< the size of the sets
  double magnitude = 0;  ///< the price of Σ ‖x‖²
  double constant = 0;   ///< what no set changes

  Index dimension() const { return mean.size(); }
};

/// The learner's scale is a multiple of the target's covariance: no direction but that of the means differs from
/// others, and a set is 2D + 1 numbers at most.   [SIM.5]
bool is_round(const WhitenedSets& sets);
std::unique_ptr<SetSampler> round_moments_sampler(const WhitenedSets& sets);
/// Up to four dimensions, otherwise null.
std::unique_ptr<SetSampler> small_moments_sampler(const WhitenedSets& sets);
std::unique_ptr<SetSampler> large_moments_sampler(const WhitenedSets& sets);

/// Sets are drawn some at a time, number by number: loops over them are what vector instructions are for.
constexpr int sets_at_a_time = 64;
using Lane = std::array<double, sets_at_a_time>;

class BatchedSampler : public SetSampler {
 public:
  void fill(Draws& draws, std::span<double> impedances) final;
  std::size_t together() const final { return sets_at_a_time; }

 protected:
  /// The numbers of the first so many sets,
  virtual void draw(Draws& draws, int count) = 0;
  /// and what they make of `value_`, in every lane: what is in those that nobody asked for is finite.
  virtual void judge() = 0;

  Lane value_{};
};

/// The first of a lane; few degrees of freedom are squares of normal numbers and exponential ones.
void draw_chi_squares(Draws& draws, double freedom, int count, Lane& into);

}  // namespace didact::simulation
