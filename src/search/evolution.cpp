#include "search/evolution.hpp"

#include "../core/decompositions.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>

namespace didact::search {
namespace {

/// Hansen's strategy with its customary constants (The CMA Evolution Strategy: A Tutorial, arXiv:1604.00772).
class Evolution {
 public:
  Evolution(const EvolutionStart& start, Random& random)
      : random_(random),
        d_(static_cast<double>(start.mean.size())),
        mean_(start.mean),
        step_(start.step),
        C_(Matrix::Identity(start.mean.size(), start.mean.size())),
        axes_(C_),
        lengths_(Vector::Ones(start.mean.size())),
        step_path_(Vector::Zero(start.mean.size())),
        shape_path_(Vector::Zero(start.mean.size())) {
    population_ = start.crowd * std::max(8, 4 + static_cast<int>(3 * std::log(d_)));
    weights_ = Vector(population_ / 2);
    for (Index i = 0; i < weights_.size(); ++i) {
      weights_[i] = std::log(0.5 * population_ + 0.5) - std::log(static_cast<double>(i + 1));
    }
    weights_ /= weights_.sum();
    effective_ = 1 / weights_.squaredNorm();
    c_step_ = (effective_ + 2) / (d_ + effective_ + 5);
    damping_ = 1 + 2 * std::max(0.0, std::sqrt((effective_ - 1) / (d_ + 1)) - 1) + c_step_;
    c_path_ = (4 + effective_ / d_) / (d_ + 4 + 2 * effective_ / d_);
    c_one_ = 2 / ((d_ + 1.3) * (d_ + 1.3) + effective_);
    c_rest_ = std::min(1 - c_one_, 2 * (effective_ - 2 + 1 / effective_) / ((d_ + 2) * (d_ + 2) + effective_));
    typical_ = std::sqrt(d_) * (1 - 1 / (4 * d_) + 1 / (21 * d_ * d_));  // E‖N(0, I)‖
  }

  int population() const { return population_; }
  bool narrow() const { return step_ * lengths_.maxCoeff() < 1e-10; }

  std::vector<Vector> generation() {
    std::vector<Vector> points;
    for (int i = 0; i < population_; ++i) {
      const Vector z = Vector::NullaryExpr(mean_.size(), [this](Index) { return random_.normal(); });
      const Vector x = mean_ + step_ * (axes_ * lengths_.cwiseProduct(z));
      points.push_back(
          x.cwiseMax(0.0).cwiseMin(1.0));  // a point outside the box is moved to its edge, and taken as that
    }
    return points;
  }

  void learn(const std::vector<Vector>& points, const std::vector<std::size_t>& ranking) {
    Vector shift = Vector::Zero(mean_.size());
    Matrix spread = Matrix::Zero(mean_.size(), mean_.size());
    for (Index i = 0; i < weights_.size(); ++i) {
      const Vector y = (points[ranking[static_cast<std::size_t>(i)]] - mean_) / step_;
      shift += weights_[i] * y;
      spread += weights_[i] * y * y.transpose();
    }
    mean_ += step_ * shift;
    const Vector whitened = axes_ * (axes_.transpose() * shift).cwiseQuotient(lengths_);
    step_path_ = (1 - c_step_) * step_path_ + std::sqrt(c_step_ * (2 - c_step_) * effective_) * whitened;
    const double age = 1 - std::pow(1 - c_step_, 2 * static_cast<double>(++generations_));
    const bool steady = step_path_.norm() / std::sqrt(age) < (1.4 + 2 / (d_ + 1)) * typical_;
    shape_path_ *= 1 - c_path_;
    if (steady) shape_path_ += std::sqrt(c_path_ * (2 - c_path_) * effective_) * shift;
    const double lost = steady ? 0 : c_one_ * c_path_ * (2 - c_path_);
    C_ = (1 - c_one_ - c_rest_ + lost) * C_ + c_one_ * shape_path_ * shape_path_.transpose() + c_rest_ * spread;
    step_ *= std::exp(std::min(1.0, c_step_ / damping_ * (step_path_.norm() / typical_ - 1)));
    step_ = std::min(step_, 1.0);  // the box is no wider
    if (static_cast<double>(generations_ - factored_) * 10 * d_ * (c_one_ + c_rest_) >= 1) factor();
  }

 private:
  /// As expensive as the rest together, so done only as often as the shape changes.
  void factor() {
    factored_ = generations_;
    const Spectrum eigen(0.5 * (C_ + C_.transpose()));
    axes_ = eigen.eigenvectors();
    const double least = 1e-14 * std::max(1e-300, eigen.eigenvalues().maxCoeff());
    lengths_ = eigen.eigenvalues().cwiseMax(least).cwiseSqrt();
  }

  Random& random_;
  double d_;
  Vector mean_;
  double step_;
  Matrix C_, axes_;
  Vector lengths_, step_path_, shape_path_, weights_;
  int population_ = 0;
  Index generations_ = 0, factored_ = 0;
  double effective_ = 0, c_step_ = 0, damping_ = 0, c_path_ = 0, c_one_ = 0, c_rest_ = 0, typical_ = 0;
};

/// Whether the best values of so many generations are the same but for their last digits.
class Plateau {
 public:
  explicit Plateau(std::size_t length) : length_(length) {}
  bool reached(double best) {
    recent_.push_back(best);
    if (recent_.size() > length_) recent_.pop_front();
    if (recent_.size() < length_) return false;
    const auto [low, high] = std::minmax_element(recent_.begin(), recent_.end());
    return *low == *high || *high - *low <= 1e-14 * std::max(1.0, std::abs(*low));
  }

 private:
  std::size_t length_;
  std::deque<double> recent_;
};

}  // namespace

Evolved evolve(const BatchFunction& f, const EvolutionStart& start, Index most, Random& random) {
  Evolution evolution(start, random);
  const auto population = static_cast<std::size_t>(evolution.population());
  Plateau plateau(12 + 20 * static_cast<std::size_t>(start.mean.size()) / population);
  Evolved best{start.mean, infinity};
  for (Index asked = 0; asked < most && !evolution.narrow(); asked += evolution.population()) {
    const std::vector<Vector> points = evolution.generation();
    const std::vector<double> values = f(points);
    std::vector<std::size_t> ranking(population);
    std::iota(ranking.begin(), ranking.end(), std::size_t{0});
    const bool ended = std::any_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
    for (std::size_t i = 0; i < population; ++i) {
      if (values[i] < best.value) best = {points[i], values[i]};
    }
    if (ended) break;
    std::stable_sort(ranking.begin(), ranking.end(), [&](auto a, auto b) { return values[a] < values[b]; });
    if (plateau.reached(values[ranking[0]])) break;
    evolution.learn(points, ranking);
  }
  return best;
}

}  // namespace didact::search
