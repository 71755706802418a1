#pragma once
// A learner that knows it is being taught: it takes what it is shown for what a teacher would have chosen, who knows
// that it does. Over finitely many hypotheses and data sets the two settle by normalising one matrix in turn.   [ANT.1]

#include <didact/core/stop.hpp>
#include <didact/core/types.hpp>

namespace didact::solvers {

struct Anticipation {
  Matrix learner;     ///< p(h | D): a hypothesis a row, a data set a column
  Index rounds = 0;   ///< of teacher and learner
  double change = 0;  ///< of the learner's beliefs in the last round: how far it is settled
};

/// From the likelihood of each data set; the teacher chooses p(D | h) ∝ p(h | D), the learner believes
/// p(h | D) ∝ p(D | h) p(h). Columns that no hypothesis can make stay zero. When stopped it is settled less.
Anticipation anticipate(const Matrix& likelihood, const Vector& prior, const Stop& stop = {});

}  // namespace didact::solvers
