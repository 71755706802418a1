#include <didact/shipped.hpp>

namespace didact::solvers {

#define DIDACT_COMPILED(L) template ConjugateView conjugate_view(const Problem<L>&, Path);
DIDACT_SHIPPED_LEARNERS(DIDACT_COMPILED)
#undef DIDACT_COMPILED

}  // namespace didact::solvers
