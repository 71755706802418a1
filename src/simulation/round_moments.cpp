#include "moments.hpp"
#include "vector_log.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace didact::simulation {
namespace {

/// Turned so that the learner's mean has one coordinate, and then so that the set's mean differs from it in one, the
/// scatter is B Bᵀ with B of two diagonals, whose squares are independent.   [SIM.5]
class RoundMomentsSampler final : public BatchedSampler {
 public:
  explicit RoundMomentsSampler(const WhitenedSets& w)
      : dimension_(static_cast<int>(w.dimension())),
        n_(w.n),
        distance_(w.mean.norm()),
        scale_(w.scale.diagonal().mean()),
        kappa_(w.kappa),
        nu_(w.nu),
        constant_(w.constant),
        diagonal_(static_cast<std::size_t>(dimension_)),
        below_(static_cast<std::size_t>(dimension_)) {}

 private:
  void draw(Draws& draws, int count) override {
    if (n_ < 1) return;
    draws.normals({along_.data(), static_cast<std::size_t>(count)});
    draw_chi_squares(draws, dimension_ - 1, count, across_);
    const double freedom = n_ - 1;
    for (int i = 0; i < dimension_ && i < freedom; ++i) {
      draw_chi_squares(draws, freedom - i, count, diagonal_[static_cast<std::size_t>(i)]);
      draw_chi_squares(draws, dimension_ - 1 - i, count, below_[static_cast<std::size_t>(i)]);
    }
  }

  void judge() override { judge_all(); }

  // What is virtual cannot have clones.
  __attribute__((target_clones("avx2", "default"))) void judge_all() {
    const double kappa_n = kappa_ + n_, pull = kappa_ * n_ / kappa_n, half_nu = 0.5 * (nu_ + n_);
    const double root = std::sqrt(n_), per_item = n_ > 0 ? 1 / n_ : 0, before = kappa_ * distance_;
    const double constant = constant_ + 0.5 * dimension_ * scale_;
    for (int b = 0; b < sets_at_a_time; ++b) {
      const double mean = along_[b] * root * per_item, off = mean - distance_, after = before + n_ * mean;
      drift_[b] = pull * (off * off + across_[b] * per_item);
      value_[b] = constant + 0.5 * (drift_[b] + (after * after + n_ * across_[b]) / kappa_n);
      determinant_[b] = 1;
      rest_[b] = 1;
    }
    // From the last row up: a pivot, and the share of it that the entry below the next diagonal does not take.
    for (int i = dimension_ - 1; i >= 0; --i) {
      const Lane& diagonal = diagonal_[static_cast<std::size_t>(i)];
      const Lane& left = i > 0 ? below_[static_cast<std::size_t>(i - 1)] : drift_;
      for (int b = 0; b < sets_at_a_time; ++b) {
        const double own = scale_ + diagonal[b] * rest_[b], pivot = own + left[b];
        determinant_[b] *= pivot;
        rest_[b] = own / pivot;
      }
      if (i > 0) {
        for (int b = 0; b < sets_at_a_time; ++b) value_[b] += 0.5 * (diagonal[b] + left[b]);
      } else {
        for (int b = 0; b < sets_at_a_time; ++b) value_[b] += 0.5 * diagonal[b];
      }
      if (i % pivots_in_a_logarithm == 0) {
        for (int b = 0; b < sets_at_a_time; ++b) {
          value_[b] -= half_nu * simulation::quick_log(determinant_[b]);
          determinant_[b] = 1;
        }
      }
    }
  }

  static constexpr int pivots_in_a_logarithm = 4;

  int dimension_;
  double n_;
  double distance_;  ///< between the learner's mean and the target's
  double scale_;
  double kappa_;
  double nu_;
  double constant_;
  Lane along_{};                        ///< √n times the mean's coordinate towards the learner's mean
  Lane across_{};                       ///< n times the square of its others
  std::vector<Lane> diagonal_, below_;  ///< of B, squared; zero where the scatter has no rank left
  Lane drift_{}, rest_{}, determinant_{};
};

}  // namespace

bool is_round(const WhitenedSets& sets) {
  const double scale = sets.scale.diagonal().mean();
  const Matrix off = sets.scale - scale * Matrix::Identity(sets.dimension(), sets.dimension());
  return !(sets.magnitude > 0) && off.cwiseAbs().maxCoeff() <= 1e-13 * scale;
}

std::unique_ptr<SetSampler> round_moments_sampler(const WhitenedSets& sets) {
  return std::make_unique<RoundMomentsSampler>(sets);
}

}  // namespace didact::simulation
