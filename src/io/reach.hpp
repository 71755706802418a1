#pragma once
// Numbers that are fine by themselves but too far from each other to compute with: which, and how far they may be.

#include <didact/core/beyond_reach.hpp>
#include <didact/core/learner.hpp>
#include <didact/learners/exponential.hpp>
#include <didact/learners/gaussian.hpp>
#include <didact/learners/gaussian_mean.hpp>
#include <didact/learners/geometric.hpp>
#include <didact/learners/multivariate_gaussian.hpp>
#include <didact/learners/multivariate_gaussian_mean.hpp>
#include <didact/learners/poisson.hpp>

#include <vector>

namespace didact::io {

/// What is too far for a learner to be taught a target; each is named by its field of the target.
std::vector<Mistake> beyond_reach(const Geometric& learner, const Geometric::Target& target);
std::vector<Mistake> beyond_reach(const Poisson& learner, const Poisson::Target& target);
std::vector<Mistake> beyond_reach(const Exponential& learner, const Exponential::Target& target);
std::vector<Mistake> beyond_reach(const GaussianMean& learner, const GaussianMean::Target& target);
std::vector<Mistake> beyond_reach(const Gaussian& learner, const Gaussian::Target& target);
std::vector<Mistake> beyond_reach(const MultivariateGaussianMean& learner,
                                  const MultivariateGaussianMean::Target& target);
std::vector<Mistake> beyond_reach(const MultivariateGaussian& learner, const MultivariateGaussian::Target& target);
/// What makes the best size one that cannot be counted, if no other rule limits it.
std::vector<Mistake> beyond_counting(const Gaussian& learner, const Gaussian::Target& target);
std::vector<Mistake> beyond_counting(const MultivariateGaussian& learner, const MultivariateGaussian::Target& target);
/// Learners of which every number alone says whether it can be used.
template <class L>
std::vector<Mistake> beyond_reach(const L&, const typename L::Target&) {
  return {};
}
template <class L>
std::vector<Mistake> beyond_counting(const L&, const typename L::Target&) {
  return {};
}

}  // namespace didact::io
