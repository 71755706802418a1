#include "vector_log.hpp"
#include <didact/simulation/kernels.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cmath>

namespace didact::detail {
namespace {

/// All of it in coordinates where the target is N(0, I): items x = μ* + L z.   [SIM.2]
struct Whitened {
  Vector mean;     ///< the learner's, L⁻¹(m - μ*)
  Matrix scale;    ///< L⁻¹ Λ L⁻ᵀ
  Vector origin;   ///< μ*ᵀ L, for magnitudes
  Matrix metric;   ///< LᵀL
  double far = 0;  ///< ‖μ*‖²
  double kappa = 1;
  double nu = 1;
};

/// Sets are drawn some at a time, number by number: loops over them are what vector instructions are for.
constexpr int batch = 64;
using Lane = std::array<double, batch>;

/// The lower half of a symmetric matrix of each set, row by row.
constexpr int packed(int i, int j) {
  return i * (i + 1) / 2 + j;
}

/// For D ≤ 4, known when it is compiled.
template <int D>
class SmallMomentsSampler final : public SetSampler {
 public:
  SmallMomentsSampler(const Whitened& w, Index n, double magnitude, double constant)
      : w_(w), n_(static_cast<double>(n)), magnitude_(magnitude), constant_(constant) {
    for (int i = 0; i < D; ++i) {
      m_[i] = w.mean[i];
      for (int j = 0; j <= i; ++j) scale_[packed(i, j)] = w.scale(i, j);
    }
  }

  void fill(Draws& draws, std::span<double> impedances) override {
    for (std::size_t at = 0; at < impedances.size(); at += batch) {
      const auto count = static_cast<int>(std::min<std::size_t>(batch, impedances.size() - at));
      draw(draws, count);
      judge();
      std::copy_n(value_.begin(), count, impedances.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }

 private:
  static constexpr int half = D * (D + 1) / 2;

  void draw(Draws& draws, int count) {
    const double spread = n_ > 0 ? 1 / std::sqrt(n_) : 0;
    for (Lane& mean : mean_) {
      draws.normals({mean.data(), static_cast<std::size_t>(count)});
      for (int b = 0; b < batch; ++b) mean[b] *= spread;
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

  /// Few degrees of freedom are squares of normal numbers and exponential ones.
  void draw_chi_squares(Draws& draws, double freedom, int count, Lane& into) {
    const std::span<double> values(into.data(), static_cast<std::size_t>(count));
    if (freedom > 4) {
      for (double& value : values) value = draws.chi_square(freedom);
      return;
    }
    into.fill(0);
    const std::span<double> more(value_.data(), values.size());  // room that is not in use yet
    if (static_cast<int>(freedom) % 2 == 1) {
      draws.normals(values);
      for (double& value : values) value *= value;
    }
    for (int pair = 0; pair < static_cast<int>(freedom) / 2; ++pair) {
      draws.exponentials(more);
      for (std::size_t b = 0; b < more.size(); ++b) values[b] += 2 * more[b];
    }
  }

  static inline __attribute__((always_inline)) void add_product(Lane& sum, const Lane& a, const Lane& b) {
    for (int l = 0; l < batch; ++l) sum[l] += a[l] * b[l];
  }

  /// Every lane, also those that nobody asked for: what is in them is finite.
  __attribute__((target_clones("avx2", "default"))) void judge() {
    value_.fill(constant_);
    if (magnitude_ > 0) add_magnitude();
    const double kappa = w_.kappa, kappa_n = kappa + n_, pull = kappa * n_ / kappa_n, half_nu = 0.5 * (w_.nu + n_);
    for (int i = 0; i < D; ++i) {
      for (int j = 0; j <= i; ++j) {
        Lane& entry = S_[packed(i, j)];
        const Lane &a = mean_[i], &c = mean_[j];
        const double add = scale_[packed(i, j)], p = m_[i], q = m_[j];
        for (int b = 0; b < batch; ++b) entry[b] += add + pull * (a[b] - p) * (c[b] - q);
      }
      const Lane &mean = mean_[i], &diagonal = S_[packed(i, i)];
      const double before = kappa * m_[i];
      for (int b = 0; b < batch; ++b) {
        const double after = before + n_ * mean[b];
        value_[b] += 0.5 * (diagonal[b] + after * after / kappa_n);
      }
    }
    factor();
    for (int b = 0; b < batch; ++b) value_[b] -= half_nu * simulation::quick_log(determinant_[b]);
  }

  /// The determinant from S = L diag(d) Lᵀ, in place.
  void factor() {
    determinant_.fill(1);
    for (int j = 0; j < D; ++j) {
      const Lane& pivot = S_[packed(j, j)];
      for (int b = 0; b < batch; ++b) determinant_[b] *= pivot[b];
      for (int i = j + 1; i < D; ++i) {
        const Lane& below = S_[packed(i, j)];
        for (int k = j + 1; k <= i; ++k) {
          const Lane& other = S_[packed(k, j)];
          Lane& entry = S_[packed(i, k)];
          for (int b = 0; b < batch; ++b) entry[b] -= below[b] * other[b] / pivot[b];
        }
      }
    }
  }

  /// Σ ‖μ* + L z‖² = n ‖μ*‖² + 2n μ*ᵀ L z̄ + tr LᵀL (S + n z̄ z̄ᵀ), before S becomes Λn
  void add_magnitude() {
    for (int b = 0; b < batch; ++b) {
      double sum = n_ * w_.far;
      for (int i = 0; i < D; ++i) {
        sum += 2 * n_ * w_.origin[i] * mean_[i][b];
        for (int j = 0; j <= i; ++j) {
          const double square = S_[packed(i, j)][b] + n_ * mean_[i][b] * mean_[j][b];
          sum += (i == j ? 1 : 2) * w_.metric(i, j) * square;
        }
      }
      value_[b] += magnitude_ * sum;
    }
  }

  Whitened w_;
  double n_;
  double magnitude_;
  double constant_;
  std::array<double, D> m_{};
  std::array<double, half> scale_{};
  std::array<Lane, D> mean_{};
  std::array<Lane, half> S_{}, A_{};
  Lane determinant_{}, value_{};
};

/// For any D.
class LargeMomentsSampler final : public SetSampler {
 public:
  LargeMomentsSampler(Whitened w, Index n, double magnitude, double constant)
      : w_(std::move(w)),
        n_(static_cast<double>(n)),
        magnitude_(magnitude),
        constant_(constant),
        mean_(w_.mean.size()),
        vector_(w_.mean.size()),
        S_(w_.mean.size(), w_.mean.size()),
        A_(Matrix::Zero(w_.mean.size(), w_.mean.size())) {}

  void fill(Draws& draws, std::span<double> impedances) override {
    for (double& value : impedances) {
      for (double& z : mean_) z = n_ > 0 ? draws.normal() / std::sqrt(n_) : 0;
      draw_scatter(draws);
      value = constant_;
      if (magnitude_ > 0) value += magnitude_ * magnitude_of_set();
      const double kappa_n = w_.kappa + n_;
      vector_ = mean_ - w_.mean;
      S_.noalias() += w_.kappa * n_ / kappa_n * vector_ * vector_.transpose();
      S_ += w_.scale;
      vector_ = (w_.kappa * w_.mean + n_ * mean_) / kappa_n;
      value += 0.5 * (S_.trace() + kappa_n * vector_.squaredNorm());
      Eigen::LLT<Eigen::Ref<Matrix>> factor(S_);  // in place
      value -= (w_.nu + n_) * S_.diagonal().array().log().sum();
    }
  }

 private:
  void draw_scatter(Draws& draws) {
    const Index D = mean_.size();
    const double freedom = n_ - 1;
    S_.setZero();
    if (freedom < static_cast<double>(D)) {
      for (double item = 0; item < freedom; ++item) {
        for (double& z : vector_) z = draws.normal();
        S_.noalias() += vector_ * vector_.transpose();
      }
      return;
    }
    for (Index i = 0; i < D; ++i) {
      for (Index j = 0; j < i; ++j) A_(i, j) = draws.normal();
      A_(i, i) = std::sqrt(draws.chi_square(freedom - static_cast<double>(i)));
    }
    S_.noalias() = A_.triangularView<Eigen::Lower>() * A_.transpose();
  }

  double magnitude_of_set() const {
    return n_ * w_.far + 2 * n_ * w_.origin.dot(mean_) + w_.metric.cwiseProduct(S_).sum() +
           n_ * mean_.dot(w_.metric * mean_);
  }

  Whitened w_;
  double n_;
  double magnitude_;
  double constant_;
  Vector mean_, vector_;
  Matrix S_, A_;
};

}  // namespace

std::unique_ptr<SetSampler> moments_sampler(const NormalInverseWishart& learner, const Vector& mean,
                                            const Matrix& covariance, Index n, const KernelCost& cost) {
  const Index D = mean.size();
  const Eigen::LLT<Matrix> factor(covariance);
  const Matrix L = factor.matrixL();
  Whitened w;
  w.mean = factor.matrixL().solve(learner.mean - mean);
  w.scale = factor.matrixL().solve(factor.matrixL().solve(learner.scale).transpose());
  w.origin = L.transpose() * mean;
  w.metric = L.transpose() * L;
  w.far = mean.squaredNorm();
  w.kappa = learner.kappa;
  w.nu = learner.nu;
  // The loss with n items whose moments make Λn = I and the mean 0, in the items' own coordinates: the rest is above.
  const double size = static_cast<double>(n), kappa_n = learner.kappa + size, nu_n = learner.nu + size;
  const double log_det = 2 * L.diagonal().array().log().sum();
  double constant = normal_inverse_wishart_floor(D, kappa_n, nu_n, log_det);
  constant += 0.5 * nu_n * static_cast<double>(D) * std::log(nu_n) - 0.5 * nu_n * static_cast<double>(D);
  constant += cost.constant;
  switch (D) {
    case 1:
      return std::make_unique<SmallMomentsSampler<1>>(w, n, cost.magnitude, constant);
    case 2:
      return std::make_unique<SmallMomentsSampler<2>>(w, n, cost.magnitude, constant);
    case 3:
      return std::make_unique<SmallMomentsSampler<3>>(w, n, cost.magnitude, constant);
    case 4:
      return std::make_unique<SmallMomentsSampler<4>>(w, n, cost.magnitude, constant);
    default:
      return std::make_unique<LargeMomentsSampler>(w, n, cost.magnitude, constant);
  }
}

}  // namespace didact::detail
