#pragma once
// Lists of items that are no rows of numbers, inline or as rows of a CSV. How one is spelled is for the model to say.

#include "io/answer.hpp"
#include "io/csv.hpp"
#include "io/items.hpp"
#include <didact/core/listed.hpp>

#include <concepts>
#include <functional>

namespace didact::io {

/// Says what is wrong with an item, and in which of its cells, from 0.
using Complain = std::function<void(std::string message, std::optional<std::size_t> column)>;

/// How items of one model are read and written. Reading complains and returns nothing where it cannot.
template <class S>
concept Spelling = requires(const S& spelling, const typename S::Item& item, const Node& node, const CsvRow& row,
                            const Complain& complain) {
  { spelling.titles() } -> std::convertible_to<std::vector<std::string>>;
  { spelling.is_header(row) } -> std::convertible_to<bool>;
  { spelling.read(node) } -> std::convertible_to<std::optional<typename S::Item>>;
  { spelling.read(row, complain) } -> std::convertible_to<std::optional<typename S::Item>>;
  { spelling.written(item) } -> std::convertible_to<io::WrittenItems::Item>;
};

/// The rows of a file, and where they stand; nothing if it cannot be read or is empty.
struct ItemRows {
  std::vector<CsvRow> rows;
  ItemPlace place;
};
std::optional<ItemRows> read_item_rows(const std::filesystem::path& file, const std::string& path,
                                       const Context& context, Errors& errors);

template <Spelling S>
std::optional<Listed<typename S::Item>> read_listed_file(const std::filesystem::path& file, const S& spelling,
                                                         const std::string& path, const Context& context,
                                                         Errors& errors) {
  const auto given = read_item_rows(file, path, context, errors);
  if (!given) return {};
  const std::size_t before = errors.count();
  Listed<typename S::Item> list;
  const std::size_t first = spelling.is_header(given->rows[0]) ? 1 : 0;
  for (std::size_t i = first; i < given->rows.size(); ++i) {
    auto complain = [&](std::string message, std::optional<std::size_t> column) {
      Error error = given->place.mistake(static_cast<Index>(i - first), std::move(message), column);
      errors.add(std::move(error.path), std::move(error.message));
    };
    if (auto item = spelling.read(given->rows[i], complain)) list.add(std::move(*item));
  }
  return errors.count() == before ? std::optional(std::move(list)) : std::nullopt;
}

/// Reads a list, or the CSV that a text names.
template <Spelling S>
std::optional<Listed<typename S::Item>> read_listed(const Node& node, const S& spelling, const Context& context) {
  if (node.json().is_string()) {
    const auto file = context.file(node.json().get<std::string>(), node.path(), node.errors());
    if (!file) return {};
    return read_listed_file(*file, spelling, node.path(), context, node.errors());
  }
  if (!node.json().is_array()) {
    node.expected("a list of items or the name of a CSV file");
    return {};
  }
  const std::size_t before = node.errors().count();
  Listed<typename S::Item> list;
  for (std::size_t i = 0; i < node.json().size(); ++i) {
    if (auto item = spelling.read(node[i])) list.add(std::move(*item));
  }
  return node.errors().count() == before ? std::optional(std::move(list)) : std::nullopt;
}

template <Spelling S>
io::WrittenItems written(const Listed<typename S::Item>& list, const S& spelling) {
  io::WrittenItems all{spelling.titles(), {}};
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    all.items.push_back(spelling.written(list.items[i]));
    all.items.back().copies = list.copies[i];
  }
  return all;
}

}  // namespace didact::io
