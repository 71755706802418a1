#pragma once
// Pools of given items: a CSV or inline rows, with columns for the item, its label, its name and its cost.

#include "io/files.hpp"
#include "io/node.hpp"
#include <didact/core/effort.hpp>
#include <didact/core/pool.hpp>

#include <optional>

namespace didact::io {

/// What the rows of a pool must have.
struct PoolShape {
  std::optional<Index> dimension;            ///< numbers in an item, its label not counted; any if absent
  bool labelled = false;                     ///< and a label, in the column `y`
  bool may_be_labelled = false;              ///< if there is such a column
  std::vector<std::string> categories = {};  ///< what items may be called, in their order
};

/// The keys of `items` that only a pool has.
std::span<const std::string_view> pool_keys();

/// Complains about rows that are no items of the domain; true if all are.
bool all_rows_inside(const Node& items, const Pool& pool, const ItemDomain& domain);

/// The pool that `items` describes, or nothing if some of it is wrong.
std::optional<Pool> read_pool(const Node& items, const PoolShape& shape, const Context& context);

/// Charges each row for its units, so that the effort need not: rows are judged one by one.
void charge_units(Pool& pool, Effort& effort);

/// Complains where no set of so many rows is possible; `different` if equal items are not allowed, or cost infinitely
/// much.
struct PoolSizes {
  Index least = 0;
  std::optional<Index> most;
  bool different = false;
};
void check_pool_sizes(const Node& root, const Pool& pool, const PoolSizes& sizes);

/// Some columns of some rows of a CSV, {"file": …, "columns": …, "y": …, "where": …}: rows that are not meant are those
/// to be excluded.
std::optional<Pool> read_part_of_file(const Node& node, const PoolShape& shape, const Context& context);

}  // namespace didact::io
