#include "moments.hpp"
#include "vector_log.hpp"

#include <algorithm>
#include <cmath>

namespace didact::simulation {
namespace {

/// The lower half of a symmetric matrix of each set, row by row.
constexpr int packed(int i, int j) {
  return i * (i + 1) / 2 + j;
}

/// The dimension is known when this is compiled.
template <int D>
class SmallMomentsSampler final : public BatchedSampler {
 public:
  SmallMomentsSampler(const WhitenedSets& w) : w_(w), n_(w.n) {
    for (int i = 0; i < D; ++i) {
      m_[i] = w.mean[i];
      for (int j = 0; j <= i; ++j) scale_[packed(i, j)] = w.scale(i, j);
    }
  }

 private:
  static constexpr int half = D * (D + 1) / 2;

  void draw(Draws& draws, int count) override {
    const double spread = n_ > 0 ? 1 / std::sqrt(n_) : 0;
    for (Lane& mean : mean_) {
      draws.normals({mean.data(), static_cast<std::size_t>(count)});
      for (int b = 0; b < sets_at_a_time; ++b) mean[b] *= spread;
    }
    draw_scatter(draws, count);
  }

  /// Σ (z - z̄)(z - z̄)ᵀ, a Wishart matrix with n - 1 degrees of freedom: from its Cholesky factor (Bartlett), or where
  /// that is not square from n - 1 vectors.
  void draw_scatter(Draws& draws, int count) {
    const double freedom = n_ - 1;
    for (Lane& entry : S_) entry.fill(0);
    if (freedom < D) {
      for (double item = 0; item < freedom; ++item) {
        for (int i = 0; i < D; ++i) {
          draws.normals({A_[i].data(), static_cast<std::size_t>(count)});
        }
        for (int i = 0; i < D; ++i) {
          for (int j = 0; j <= i; ++j) add_product(S_[packed(i, j)], A_[i], A_[j]);
        }
      }
      return;
    }
    for (int i = 0; i < D; ++i) {
      for (int j = 0; j < i; ++j) {
        draws.normals({A_[packed(i, j)].data(), static_cast<std::size_t>(count)});
      }
      draw_chi_squares(draws, freedom - i, count, A_[packed(i, i)]);
    }
    square();
  }

  /// S = A Aᵀ, the diagonal of A still squared.
  __attribute__((target_clones("avx2", "default"))) void square() {
    for (int i = 0; i < D; ++i) {
      for (double& root : A_[packed(i, i)]) root = std::sqrt(root);
    }
    for (int i = 0; i < D; ++i) {
      for (int j = 0; j <= i; ++j) {
        for (int k = 0; k <= j; ++k) add_product(S_[packed(i, j)], A_[packed(i, k)], A_[packed(j, k)]);
      }
    }
  }

  static inline __attribute__((always_inline)) void add_product(Lane& sum, const Lane& a, const Lane& b) {
    for (int l = 0; l < sets_at_a_time; ++l) sum[l] += a[l] * b[l];
  }

  void judge() override { judge_all(); }

  // What is virtual cannot have clones.
  __attribute__((target_clones("avx2", "default"))) void judge_all() {
    value_.fill(w_.constant);
    if (w_.magnitude > 0) add_magnitude();
    const double kappa = w_.kappa, kappa_n = kappa + n_, pull = kappa * n_ / kappa_n, half_nu = 0.5 * (w_.nu + n_);
    for (int i = 0; i < D; ++i) {
      for (int j = 0; j <= i; ++j) {
        Lane& entry = S_[packed(i, j)];
        const Lane &a = mean_[i], &c = mean_[j];
        const double add = scale_[packed(i, j)], p = m_[i], q = m_[j];
        for (int b = 0; b < sets_at_a_time; ++b) entry[b] += add + pull * (a[b] - p) * (c[b] - q);
      }
      const Lane &mean = mean_[i], &diagonal = S_[packed(i, i)];
      const double before = kappa * m_[i];
      for (int b = 0; b < sets_at_a_time; ++b) {
        const double after = before + n_ * mean[b];
        value_[b] += 0.5 * (diagonal[b] + after * after / kappa_n);
      }
    }
    factor();
    for (int b = 0; b < sets_at_a_time; ++b) value_[b] -= half_nu * simulation::quick_log(determinant_[b]);
  }

  /// The determinant from S = L diag(d) Lᵀ, in place.
  void factor() {
    determinant_.fill(1);
    for (int j = 0; j < D; ++j) {
      const Lane& pivot = S_[packed(j, j)];
      for (int b = 0; b < sets_at_a_time; ++b) determinant_[b] *= pivot[b];
      for (int i = j + 1; i < D; ++i) {
        const Lane& below = S_[packed(i, j)];
        for (int k = j + 1; k <= i; ++k) {
          const Lane& other = S_[packed(k, j)];
          Lane& entry = S_[packed(i, k)];
          for (int b = 0; b < sets_at_a_time; ++b) entry[b] -= below[b] * other[b] / pivot[b];
        }
      }
    }
  }

  /// Σ ‖μ* + L z‖² = n ‖μ*‖² + 2n μ*ᵀ L z̄ + tr LᵀL (S + n z̄ z̄ᵀ), before S becomes Λn
  void add_magnitude() {
    for (int b = 0; b < sets_at_a_time; ++b) {
      double sum = n_ * w_.far;
      for (int i = 0; i < D; ++i) {
        sum += 2 * n_ * w_.origin[i] * mean_[i][b];
        for (int j = 0; j <= i; ++j) {
          const double square = S_[packed(i, j)][b] + n_ * mean_[i][b] * mean_[j][b];
          sum += (i == j ? 1 : 2) * w_.metric(i, j) * square;
        }
      }
      value_[b] += w_.magnitude * sum;
    }
  }

  WhitenedSets w_;
  double n_;
  std::array<double, D> m_{};
  std::array<double, half> scale_{};
  std::array<Lane, D> mean_{};
  std::array<Lane, half> S_{}, A_{};
  Lane determinant_{};
};

}  // namespace

std::unique_ptr<SetSampler> small_moments_sampler(const WhitenedSets& sets) {
  switch (sets.dimension()) {
    case 1:
      return std::make_unique<SmallMomentsSampler<1>>(sets);
    case 2:
      return std::make_unique<SmallMomentsSampler<2>>(sets);
    case 3:
      return std::make_unique<SmallMomentsSampler<3>>(sets);
    case 4:
      return std::make_unique<SmallMomentsSampler<4>>(sets);
    default:
      return nullptr;
  }
}

}  // namespace didact::simulation
