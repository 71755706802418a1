#pragma once
// The learners that didact ships are compiled into the library once, not again wherever one of them is taught.

#include <didact/learners/bernoulli.hpp>
#include <didact/learners/categorical.hpp>
#include <didact/learners/exponential.hpp>
#include <didact/learners/gaussian.hpp>
#include <didact/learners/gaussian_mean.hpp>
#include <didact/learners/geometric.hpp>
#include <didact/learners/multivariate_gaussian.hpp>
#include <didact/learners/multivariate_gaussian_mean.hpp>
#include <didact/learners/poisson.hpp>
#include <didact/solvers/conjugate.hpp>

namespace didact::solvers {

extern template ConjugateView conjugate_view(const Problem<Bernoulli>&, Path);
extern template ConjugateView conjugate_view(const Problem<Categorical>&, Path);
extern template ConjugateView conjugate_view(const Problem<Exponential>&, Path);
extern template ConjugateView conjugate_view(const Problem<Gaussian>&, Path);
extern template ConjugateView conjugate_view(const Problem<GaussianMean>&, Path);
extern template ConjugateView conjugate_view(const Problem<Geometric>&, Path);
extern template ConjugateView conjugate_view(const Problem<MultivariateGaussian>&, Path);
extern template ConjugateView conjugate_view(const Problem<MultivariateGaussianMean>&, Path);
extern template ConjugateView conjugate_view(const Problem<Poisson>&, Path);

}  // namespace didact::solvers
