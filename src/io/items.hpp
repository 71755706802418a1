#pragma once
// Lists of items: inline, or rows of a CSV.

#include "io/files.hpp"
#include "io/node.hpp"
#include <didact/core/pool.hpp>

#include <concepts>
#include <optional>
#include <string>
#include <vector>

namespace didact::io {

/// What one item of a model looks like.
struct ItemKind {
  ItemDomain domain;                 ///< the model's own
  bool vector = false;               ///< a list of numbers, else a number; the same of x where there are labels
  bool labelled = false;             ///< {x, y}: the last coordinate is y
  std::vector<std::string> names;    ///< of the categories, or none
  std::vector<std::string> rows;     ///< of a pool's rows, or none
  std::vector<std::string> columns;  ///< and of its columns, that of a label last

  /// Items that are rows of a pool go by its names.
  void name_after(const Pool& pool) {
    rows = pool.names;
    columns = pool.columns;
  }
};

/// Where a list of items stands.
struct ItemPlace {
  std::string path;  ///< "learner.has_seen"
  std::string file;  ///< the CSV, or nothing

  /// A mistake in one of them, or in one of its numbers, both counted from 0 (and from 1 in a file's rows).
  Error mistake(Index row, std::string message, std::optional<std::size_t> column = {}) const;
};

/// Items as they were written, and where.
struct ItemList {
  ItemSet set;
  std::string path;                 ///< "learner.has_seen"
  std::string file;                 ///< the CSV, or nothing
  std::vector<Index> numbers = {};  ///< of the file's rows, from 0, where not all were taken

  Index size() const { return set.rows.rows(); }
  Error mistake(Index row, std::string message, std::optional<std::size_t> column = {}) const {
    const Index number = numbers.empty() ? row : numbers[static_cast<std::size_t>(row)];
    return ItemPlace{path, file}.mistake(number, std::move(message), column);
  }
};

/// A set to be judged: a list of items or the name of a CSV, as in a problem, and where it was said.
struct GivenSet {
  Json items;
  Context context = {};
  std::string path = "--set";

  template <std::convertible_to<std::filesystem::path> File>
  GivenSet(const File& file) : items(std::filesystem::path(file).string()) {}
  GivenSet(Json list, Context where, std::string place)
      : items(std::move(list)), context(std::move(where)), path(std::move(place)) {}

  Node node(Errors& errors) const { return {items, path, errors}; }
};

/// Reads a list, or the CSV that a text names. Nothing if some entry is no number, no name or has the wrong length.
std::optional<ItemList> read_items(const Node& node, const ItemKind& kind, const Context& context);

/// Why this is no item of the domain ("must be an integer >= 0"), or nothing.
std::string not_an_item(const ItemDomain& domain, const Vector& x);

/// Complains about each item outside the domain.
bool all_inside(const ItemList& items, const ItemDomain& domain, Errors& errors);

/// How items of a domain are called: "an integer >= 0".
std::string described(const ItemDomain& domain, Index coordinate = 0);

}  // namespace didact::io
