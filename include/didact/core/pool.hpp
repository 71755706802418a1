#pragma once
// A pool: given items, of which a teacher may use these only.

#include <didact/core/internal/table.hpp>
#include <didact/core/items.hpp>

#include <optional>
#include <string>
#include <vector>

namespace didact {

struct Pool {
  Table rows;                             ///< one item a row, its label last where items have one
  std::vector<std::string> names;         ///< what to call each row, or none
  std::vector<double> costs;              ///< what each use of a row adds to the effort, or none
  bool repeat = false;                    ///< whether a row may be used more than once
  std::vector<Index> must_include;        ///< rows, from 0
  std::vector<Index> must_exclude;        ///< rows, from 0
  bool labelled = false;                  ///< whether the last column is a label
  std::vector<std::string> columns = {};  ///< what to call each column, or none

  Index dimension() const { return rows.cols() - (labelled ? 1 : 0); }
  Index size() const { return rows.rows(); }
  /// Which rows a list of them names.
  std::vector<char> marked(const std::vector<Index>& list) const;
  double cost(Index row) const { return costs.empty() ? 0 : costs[static_cast<std::size_t>(row)]; }
  /// No two rows are farther apart: the diagonal of the box around them.
  double diameter() const;
};

/// The rows that may be used, those whose first so many columns are equal in one group; in each the rows that every
/// set must have first, then the cheap ones.
std::vector<std::vector<Index>> equal_rows(const Pool& pool, Index columns);

/// What is left where no item may be there twice: of equal rows the one that every set must have, or the cheapest.
/// Throws std::invalid_argument where every set must have equal rows.
Pool different_rows(Pool pool);

/// Rows of a pool as a set: ascending rows, each as often as it is shown. `different` gets each of them once.
ItemSet items_of_rows(const Pool& pool, const std::vector<Index>& rows, std::vector<Index>& different);

/// Items read as rows of a pool: which row each copy is, or why that cannot be.
struct RowsOfPool {
  std::vector<Index> rows;
  double cost = 0;          ///< of these rows
  std::string violates;     ///< why the set is not allowed
  std::optional<Index> at;  ///< the item that is no row, from 1
};

/// Of equal rows those that every set must have come first, then the cheap ones.
RowsOfPool rows_in(const Pool& pool, const ItemSet& items);

}  // namespace didact
