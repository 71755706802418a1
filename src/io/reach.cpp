#include "io/reach.hpp"

#include "core/decompositions.hpp"

#include <fmt/format.h>

#include <cmath>

namespace didact::io {
namespace {

class Distances {
 public:
  /// What a value is worth in items, or a place in items' own units: a set counts no further than 2^52.
  void count(std::string_view field, std::string_view what, double value) {
    if (value <= largest_size) return;
    found_.push_back({std::string(field), fmt::format("{} {:.3g}, must be at most 2^52", what, value)});
  }
  /// `from` says of what, and from where.
  void far(std::string_view field, std::string_view from, double distance) {
    if (distance <= farthest_mean) return;
    found_.push_back(
        {std::string(field), fmt::format("lies {:.3g} standard deviations {}, must be at most 1e9: beyond, "
                                         "too few of its digits are left",
                                         distance, from)});
  }
  std::vector<Mistake> found() && { return std::move(found_); }

 private:
  std::vector<Mistake> found_;
};

double distance(const Matrix& covariance, const Vector& off) {
  // Scaled first: a square may be no number where its root is one.
  const Vector deviations = covariance.diagonal().cwiseSqrt();
  const Matrix correlation =
      deviations.cwiseInverse().asDiagonal() * covariance * deviations.cwiseInverse().asDiagonal();
  const Cholesky factor(correlation);
  return factor.succeeded() ? factor.half_solve(off.cwiseQuotient(deviations)).norm() : infinity;
}

}  // namespace

std::vector<Mistake> beyond_reach(const Geometric& learner, const Geometric::Target& target) {
  Distances distances;
  if (target.p > 0) {
    const double expected = (1 - target.p) / target.p;
    distances.count("p", "expects items of about", expected);
    if (expected <= largest_size) {
      distances.count("p", "to outweigh alpha takes failures of about", learner.alpha * expected);
    }
  }
  return std::move(distances).found();
}

std::vector<Mistake> beyond_reach(const Poisson& learner, const Poisson::Target& target) {
  Distances distances;
  distances.count("rate", "expects items of about", target.rate);
  if (target.rate <= largest_size) {
    distances.count("rate", "to outweigh the prior's rate takes a sum of about", learner.rate * target.rate);
  }
  return std::move(distances).found();
}

std::vector<Mistake> beyond_reach(const Exponential& learner, const Exponential::Target& target) {
  Distances distances;
  distances.count("rate", "beside it the prior's rate is worth as many items as", learner.rate * target.rate);
  constexpr double least = 1e-290;  // 2^52 items together still are a number
  if (target.rate < least) {
    return {{"rate", "must be at least 1e-290, or the sum of 2^52 items is beyond the largest number"}};
  }
  return std::move(distances).found();
}

std::vector<Mistake> beyond_reach(const GaussianMean& learner, const GaussianMean::Target& target) {
  Distances distances;
  const double sd = std::sqrt(learner.variance);
  distances.far("mean", "of the belief from the learner's mean",
                std::abs(target.mean - learner.prior_mean) / std::sqrt(learner.prior_variance));
  distances.far("mean", "of the items from 0", std::abs(target.mean) / sd);
  distances.count("mean", "the prior's variance is worth as many items as", learner.variance / learner.prior_variance);
  return std::move(distances).found();
}

std::vector<Mistake> beyond_reach(const Gaussian& learner, const Gaussian::Target& target) {
  Distances distances;
  const double sd = std::sqrt(target.variance);
  distances.far("mean", "of the belief from the learner's mean",
                std::abs(target.mean - learner.mean) / sd * std::sqrt(learner.kappa));
  distances.far("mean", "of the items from 0", std::abs(target.mean) / sd);
  return std::move(distances).found();
}

std::vector<Mistake> beyond_counting(const Gaussian& learner, const Gaussian::Target& target) {
  Distances distances;
  distances.count("variance", "beside it the prior's scale is worth as many items as", learner.scale / target.variance);
  return std::move(distances).found();
}

std::vector<Mistake> beyond_reach(const MultivariateGaussianMean& learner,
                                  const MultivariateGaussianMean::Target& target) {
  Distances distances;
  distances.far("mean", "of the belief from the learner's mean",
                distance(learner.prior_covariance, target.mean - learner.prior_mean));
  distances.far("mean", "of the items from 0", distance(learner.covariance, target.mean));
  const Vector ratio = learner.covariance.diagonal().cwiseQuotient(learner.prior_covariance.diagonal());
  distances.count("mean", "the prior's covariance is worth as many items as", ratio.maxCoeff());
  return std::move(distances).found();
}

std::vector<Mistake> beyond_reach(const MultivariateGaussian& learner, const MultivariateGaussian::Target& target) {
  Distances distances;
  distances.far("mean", "of the belief from the learner's mean",
                distance(target.covariance, target.mean - learner.mean) * std::sqrt(learner.kappa));
  distances.far("mean", "of the items from 0", distance(target.covariance, target.mean));
  return std::move(distances).found();
}

std::vector<Mistake> beyond_counting(const MultivariateGaussian& learner, const MultivariateGaussian::Target& target) {
  Distances distances;
  const Vector ratio = learner.scale.diagonal().cwiseQuotient(target.covariance.diagonal());
  distances.count("covariance", "beside it the prior's scale is worth as many items as", ratio.maxCoeff());
  return std::move(distances).found();
}

}  // namespace didact::io
