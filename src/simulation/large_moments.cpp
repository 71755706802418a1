#include "moments.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Dense>

#include <cmath>

namespace didact::simulation {
namespace {

class LargeMomentsSampler final : public SetSampler {
 public:
  explicit LargeMomentsSampler(const WhitenedSets& w)
      : w_(w),
        n_(w.n),
        mean_(w.dimension()),
        vector_(w.dimension()),
        S_(w.dimension(), w.dimension()),
        A_(Matrix::Zero(w.dimension(), w.dimension())) {}

  void fill(Draws& draws, std::span<double> impedances) override {
    for (double& value : impedances) {
      for (double& z : mean_) z = n_ > 0 ? draws.normal() / std::sqrt(n_) : 0;
      draw_scatter(draws);
      value = w_.constant;
      if (w_.magnitude > 0) value += w_.magnitude * magnitude_of_set();
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

  WhitenedSets w_;
  double n_;
  Vector mean_, vector_;
  Matrix S_, A_;
};

}  // namespace

std::unique_ptr<SetSampler> large_moments_sampler(const WhitenedSets& sets) {
  return std::make_unique<LargeMomentsSampler>(sets);
}

}  // namespace didact::simulation
