#include <didact/shipped.hpp>

namespace didact::solvers {

#define DIDACT_COMPILED(L) template ConjugateProblem conjugate_problem(const Problem<L>&, Path);
DIDACT_SHIPPED_LEARNERS(DIDACT_COMPILED)
#undef DIDACT_COMPILED

}  // namespace didact::solvers
