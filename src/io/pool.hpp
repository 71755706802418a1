#pragma once
// Pools of given items: a CSV or inline rows, with columns for the item, its label, its name and its cost.

#include "io/files.hpp"
#include "io/node.hpp"
#include <didact/core/pool.hpp>

#include <optional>

namespace didact::io {

/// What the rows of a pool must have.
struct PoolShape {
  std::optional<Index> dimension;  ///< numbers in an item, its label not counted; any if absent
  bool labelled = false;           ///< and a label, in the column `y`
  bool may_be_labelled = false;    ///< if there is such a column
};

/// The keys of `items` that only a pool has.
std::span<const std::string_view> pool_keys();

/// The pool that `items` describes, or nothing if some of it is wrong.
std::optional<Pool> read_pool(const Node& items, const PoolShape& shape, const Context& context);

}  // namespace didact::io
