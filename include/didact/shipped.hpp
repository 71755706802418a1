#pragma once
// The conjugate learners that didact ships: each has a line in this list, from which the commands, the schema, the
// templates and the bindings know it. They are compiled into the library once, not again wherever one of them is
// taught.

#include <didact/learners/bernoulli.hpp>
#include <didact/learners/categorical.hpp>
#include <didact/learners/exponential.hpp>
#include <didact/learners/gamma.hpp>
#include <didact/learners/gaussian.hpp>
#include <didact/learners/gaussian_mean.hpp>
#include <didact/learners/geometric.hpp>
#include <didact/learners/multivariate_gaussian.hpp>
#include <didact/learners/multivariate_gaussian_mean.hpp>
#include <didact/learners/negative_binomial.hpp>
#include <didact/learners/poisson.hpp>
#include <didact/learners/weibull.hpp>
#include <didact/solvers/internal/conjugate.hpp>

#define DIDACT_SHIPPED_LEARNERS(DO) \
  DO(Bernoulli)                     \
  DO(Geometric)                     \
  DO(NegativeBinomial)              \
  DO(Categorical)                   \
  DO(Poisson)                       \
  DO(Exponential)                   \
  DO(Gamma)                         \
  DO(Weibull)                       \
  DO(GaussianMean)                  \
  DO(Gaussian)                      \
  DO(MultivariateGaussianMean)      \
  DO(MultivariateGaussian)

namespace didact::solvers {

#define DIDACT_COMPILED_ONCE(L) extern template ConjugateProblem conjugate_problem(const Problem<L>&, Path);
DIDACT_SHIPPED_LEARNERS(DIDACT_COMPILED_ONCE)
#undef DIDACT_COMPILED_ONCE

}  // namespace didact::solvers
