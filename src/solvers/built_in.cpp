#include <didact/solvers/built_in.hpp>

namespace didact::solvers {

template ConjugateView conjugate_view(const Problem<Bernoulli>&, Path);
template ConjugateView conjugate_view(const Problem<Categorical>&, Path);
template ConjugateView conjugate_view(const Problem<Exponential>&, Path);
template ConjugateView conjugate_view(const Problem<Gaussian>&, Path);
template ConjugateView conjugate_view(const Problem<GaussianMean>&, Path);
template ConjugateView conjugate_view(const Problem<Geometric>&, Path);
template ConjugateView conjugate_view(const Problem<MultivariateGaussian>&, Path);
template ConjugateView conjugate_view(const Problem<MultivariateGaussianMean>&, Path);
template ConjugateView conjugate_view(const Problem<Poisson>&, Path);

}  // namespace didact::solvers
