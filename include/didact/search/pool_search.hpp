#pragma once
// The best rows of a pool for a learner of which only the loss is known.

#include <didact/core/pool.hpp>
#include <didact/search/oracle.hpp>

namespace didact::search {

struct PoolSearchProblem : SearchProblem {
  Pool pool;  ///< its costs, must_include, must_exclude and repeat are kept to
};

/// Grows a set row by row, then adds, drops and swaps rows, exchanges pairs, and starts again from other sets. Where
/// there are few sets of a size all of them are tried: that, and a least loss, is what the bound is made of. What is
/// found does not depend on how the oracle spreads its work.   [SEARCH]
Found<RowSet> search_pool(const PoolSearchProblem& problem, const LossOracle<RowSet>& losses);

/// What a set of rows costs, the rows' own costs included.
double effort_of_rows(const PoolSearchProblem& problem, const RowSet& rows);

/// The sizes that the pool allows: at least, and at most (none: any).
std::pair<Index, std::optional<Index>> allowed_sizes(const PoolSearchProblem& problem);

}  // namespace didact::search
