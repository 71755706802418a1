#include <didact/core/special.hpp>
#include <didact/simulation/kernels.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Dense>

#include <array>
#include <cmath>
#include <type_traits>

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

/// A matrix of D × D numbers on the stack where D is known, else on the heap, once.
template <int D>
struct Room {
  static constexpr int dimension = D;
  std::array<double, static_cast<std::size_t>(D) * D> matrix;
  std::array<double, D> vector;
  explicit Room(Index) {}
};
template <>
struct Room<0> {
  std::vector<double> matrix, vector;
  explicit Room(Index d) : matrix(static_cast<std::size_t>(d * d)), vector(static_cast<std::size_t>(d)) {}
};

template <int Fixed>
class MomentsSampler final : public SetSampler {
 public:
  MomentsSampler(Whitened w, Index n, double magnitude, double constant)
      : w_(std::move(w)),
        d_(w_.mean.size()),
        n_(static_cast<double>(n)),
        magnitude_(magnitude),
        constant_(constant),
        scatter_(d_),
        root_(d_) {}

  void fill(Draws& draws, std::span<double> impedances) override {
    for (double& value : impedances) value = draw(draws);
  }

 private:
  Index dimension() const {
    if constexpr (Fixed > 0) return Fixed;
    return d_;
  }
  double& S(Index i, Index j) { return scatter_.matrix[static_cast<std::size_t>(i * dimension() + j)]; }
  double& A(Index i, Index j) { return root_.matrix[static_cast<std::size_t>(i * dimension() + j)]; }

  double draw(Draws& draws) {
    const Index D = dimension();
    double* const mean = scatter_.vector.data();
    const double spread = 1 / std::sqrt(n_);
    for (Index i = 0; i < D; ++i) mean[i] = n_ > 0 ? draws.normal() * spread : 0;
    draw_scatter(draws);
    double value = constant_;
    if (magnitude_ > 0) value += magnitude_ * magnitude_of_set();
    // Λn = Λ + S + κn/(κ+n) (z̄ - m)(z̄ - m)ᵀ, and the posterior's mean
    const double pull = w_.kappa * n_ / (w_.kappa + n_), kappa_n = w_.kappa + n_;
    double trace = 0, distance = 0;
    for (Index i = 0; i < D; ++i) {
      const double off = mean[i] - w_.mean[i];
      for (Index j = 0; j <= i; ++j) S(i, j) += w_.scale(i, j) + pull * off * (mean[j] - w_.mean[j]);
      trace += S(i, i);
      const double after = (w_.kappa * w_.mean[i] + n_ * mean[i]) / kappa_n;
      distance += after * after;
    }
    return value - 0.5 * (w_.nu + n_) * log_determinant() + 0.5 * (trace + kappa_n * distance);
  }

  /// The lower half of Σ (z - z̄)(z - z̄)ᵀ, a Wishart matrix with n - 1 degrees of freedom: from its Cholesky factor
  /// (Bartlett), or where that is not square from n - 1 vectors.
  void draw_scatter(Draws& draws) {
    const Index D = dimension();
    const double freedom = n_ - 1;
    if (freedom >= static_cast<double>(D)) {
      for (Index i = 0; i < D; ++i) {
        for (Index j = 0; j < i; ++j) A(i, j) = draws.normal();
        A(i, i) = std::sqrt(draws.chi_square(freedom - static_cast<double>(i)));
      }
      for (Index i = 0; i < D; ++i) {
        for (Index j = 0; j <= i; ++j) {
          double sum = 0;
          for (Index k = 0; k <= j; ++k) sum += A(i, k) * A(j, k);
          S(i, j) = sum;
        }
      }
      return;
    }
    for (Index i = 0; i < D; ++i) {
      for (Index j = 0; j <= i; ++j) S(i, j) = 0;
    }
    for (double item = 0; item < freedom; ++item) {
      for (Index i = 0; i < D; ++i) root_.vector[static_cast<std::size_t>(i)] = draws.normal();
      for (Index i = 0; i < D; ++i) {
        for (Index j = 0; j <= i; ++j) {
          S(i, j) += root_.vector[static_cast<std::size_t>(i)] * root_.vector[static_cast<std::size_t>(j)];
        }
      }
    }
  }

  /// Σ ‖μ* + L z‖² = n ‖μ*‖² + 2n μ*ᵀ L z̄ + tr LᵀL (S + n z̄ z̄ᵀ)
  double magnitude_of_set() {
    const Index D = dimension();
    const double* const mean = scatter_.vector.data();
    double sum = n_ * w_.far;
    for (Index i = 0; i < D; ++i) {
      sum += 2 * n_ * w_.origin[i] * mean[i];
      for (Index j = 0; j <= i; ++j) sum += (i == j ? 1 : 2) * w_.metric(i, j) * (S(i, j) + n_ * mean[i] * mean[j]);
    }
    return sum;
  }

  double log_determinant() {
    const Index D = dimension();
    double product = 1, sum = 0;
    for (Index j = 0; j < D; ++j) {  // S = L diag(d) Lᵀ in place
      double pivot = S(j, j);
      for (Index k = 0; k < j; ++k) pivot -= S(j, k) * S(j, k) * S(k, k);
      S(j, j) = pivot;
      for (Index i = j + 1; i < D; ++i) {
        double entry = S(i, j);
        for (Index k = 0; k < j; ++k) entry -= S(i, k) * S(j, k) * S(k, k);
        S(i, j) = entry / pivot;
      }
      product *= pivot;
      if (!(product > 1e-200 && product < 1e200)) {
        sum += std::log(product);
        product = 1;
      }
    }
    return sum + std::log(product);
  }

  Whitened w_;
  Index d_;
  double n_;
  double magnitude_;
  double constant_;
  Room<Fixed> scatter_, root_;
};

template <int D>
std::unique_ptr<SetSampler> make(const Whitened& w, Index n, double magnitude, double constant) {
  return std::make_unique<MomentsSampler<D>>(w, n, magnitude, constant);
}

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
      return make<1>(w, n, cost.magnitude, constant);
    case 2:
      return make<2>(w, n, cost.magnitude, constant);
    case 3:
      return make<3>(w, n, cost.magnitude, constant);
    case 4:
      return make<4>(w, n, cost.magnitude, constant);
    default:
      return make<0>(w, n, cost.magnitude, constant);
  }
}

}  // namespace didact::detail
