#include "report/layout.hpp"

#include "io/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace didact::report {
namespace {

constexpr Index most_rows_shown = 24;  // of items or categories
constexpr std::size_t screen = 96;

std::string more(Index left, std::string_view noun) {
  return fmt::format("  … and {} more {} (--format csv has all)\n", grouped(left), noun);
}

/// The titles of the columns, where they need some.
std::vector<Cell> titles(Index dimension, bool pooled, const io::ItemKind& kind) {
  std::vector<Cell> row;
  if (pooled) row.push_back({kind.rows.empty() ? "row" : "name"});
  if (pooled || kind.labelled) {
    for (Index j = 0; j < dimension; ++j) {
      row.push_back({!kind.columns.empty() ? kind.columns.at(static_cast<std::size_t>(j))
                     : dimension > 1       ? fmt::format("x{}", j + 1)
                                           : "x"});
    }
  }
  if (kind.labelled) row.push_back({!kind.columns.empty() ? kind.columns.back() : kind.vector ? "y" : "label"});
  return row;
}

std::string vectors(const ItemSet& items, const std::vector<Index>& pool_rows, const io::ItemKind& kind) {
  const Index dimension = items.rows.cols() - (kind.labelled ? 1 : 0);
  const Index shown = std::min<Index>(dimension, 8);
  const bool repeated = std::any_of(items.copies.begin(), items.copies.end(), [](Index copies) { return copies > 1; });
  const bool pooled = !pool_rows.empty();
  Table table((pooled ? "l" : "") + std::string(static_cast<std::size_t>(shown + kind.labelled), 'r') + "ll");
  if (auto row = titles(shown, pooled, kind); !row.empty()) table.add(std::move(row));
  const Index rows = std::min(items.rows.rows(), most_rows_shown);
  for (Index i = 0; i < rows; ++i) {
    std::vector<Cell> cells;
    if (pooled) {
      const Index row = pool_rows[static_cast<std::size_t>(i)];
      cells.push_back({kind.rows.empty() ? grouped(row + 1) : kind.rows.at(static_cast<std::size_t>(row))});
    }
    for (Index j = 0; j < shown; ++j) {
      const bool named = j == 0 && !kind.names.empty();
      cells.push_back(
          {named ? kind.names.at(static_cast<std::size_t>(items.rows(i, j)) - 1) : brief(items.rows(i, j))});
    }
    if (kind.labelled) cells.push_back({brief(items.rows(i, dimension))});
    if (shown < dimension) cells.push_back({fmt::format("… {} in all", dimension)});
    if (repeated) cells.push_back({fmt::format("× {}", grouped(items.copies[i]))});
    table.add(std::move(cells));
  }
  return table.text() + (rows < items.rows.rows() ? more(items.rows.rows() - rows, "items") : "");
}

/// Numbers in columns, equal ones once with how often.
std::string numbers(const ItemSet& items) {
  constexpr Index most = 60;
  const Index count = std::min(items.rows.rows(), most);
  std::vector<std::string> entries;
  std::size_t width = 0;
  for (Index i = 0; i < count; ++i) {
    const std::string copies = items.copies[i] > 1 ? fmt::format("{}×", grouped(items.copies[i])) : "";
    entries.push_back(copies + brief(items.rows(i, 0)));
    width = std::max(width, display_width(entries.back()));
  }
  const std::size_t columns = std::min(entries.size(), std::max<std::size_t>(1, screen / (width + 3)));
  Table table(std::string(columns, 'r'));
  for (std::size_t i = 0; i < entries.size(); i += columns) {
    std::vector<Cell> row;
    for (std::size_t j = i; j < std::min(i + columns, entries.size()); ++j) row.push_back({entries[j]});
    table.add(std::move(row));
  }
  return table.text() + (count < items.rows.rows() ? more(items.rows.rows() - count, "different items") : "");
}

/// A long number with the digits that people read; else a long cell's beginning, up to a space.
std::string cut(const std::string& cell) {
  constexpr std::size_t widest = 72;
  const auto number = cell.find('.') == cell.npos ? std::nullopt : io::to_number(cell);
  if (number) return brief(*number);
  if (cell.size() <= widest) return cell;
  const std::size_t space = cell.rfind(' ', widest);
  std::size_t end = space == cell.npos ? widest : space;
  while (end > 0 && (cell[end] & 0xC0) == 0x80) --end;  // not within a character
  return cell.substr(0, end) + " …";
}

/// Categories by how often they are taught, the first of equals first.
std::vector<Index> by_count(const std::vector<Index>& counts) {
  std::vector<Index> order(counts.size());
  for (std::size_t k = 0; k < counts.size(); ++k) order[k] = static_cast<Index>(k);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return counts[a] > counts[b]; });
  return order;
}

std::string bar(Index count, Index largest) {
  constexpr Index longest = 24;
  const double length = largest <= longest ? static_cast<double>(count)
                                           : static_cast<double>(count) * longest / static_cast<double>(largest);
  std::string text;
  for (Index i = 0; i < static_cast<Index>(std::ceil(length)); ++i) text += "█";
  return text;
}

/// The one list over the categories that an expectation has.
const Json& per_category(const Json& expects) {
  return expects.begin().value();
}

}  // namespace

std::string wrapped(const std::string& text, std::string_view margin) {
  std::istringstream words(text);
  std::string out, line;
  for (std::string word; words >> word;) {
    if (!line.empty() && margin.size() + display_width(line) + 1 + display_width(word) > screen) {
      out += std::string(margin) + line + '\n';
      line = word;
    } else {
      line += (line.empty() ? "" : " ") + word;
    }
  }
  return line.empty() ? out : out + std::string(margin) + line + '\n';
}

std::string items_block(const ItemSet& items, const std::vector<Index>& rows, const io::ItemKind& kind) {
  if (items.rows.rows() == 0) return "";
  if (kind.vector || kind.labelled || !rows.empty() || !kind.names.empty()) return vectors(items, rows, kind);
  return numbers(items);
}

std::string items_block(const WrittenItems& written) {
  if (written.items.empty()) return "";
  auto copied = [](const WrittenItems::Item& item) { return item.copies > 1; };
  const bool repeated = std::any_of(written.items.begin(), written.items.end(), copied);
  Table table(std::string(written.titles.size() + 1, 'l'));
  std::vector<Cell> titles;
  for (const std::string& title : written.titles) titles.push_back({title});
  table.add(std::move(titles));
  const Index rows = std::min(static_cast<Index>(written.items.size()), most_rows_shown);
  for (Index i = 0; i < rows; ++i) {
    const WrittenItems::Item& item = written.items[static_cast<std::size_t>(i)];
    std::vector<Cell> cells;
    for (const std::string& cell : item.cells) cells.push_back({cut(cell)});
    if (repeated) cells.push_back({fmt::format("× {}", grouped(item.copies))});
    table.add(std::move(cells));
  }
  const Index left = static_cast<Index>(written.items.size()) - rows;
  return table.text() + (left > 0 ? more(left, "items") : "");
}

std::string categories_block(const Answer& answer) {
  const std::vector<Index>& counts = *answer.lesson.counts;
  const auto& names = answer.learners.items.names;
  const auto K = static_cast<Index>(counts.size());
  std::vector<const Json*> columns;
  if (!answer.learners.several)
    columns = {&per_category(answer.before[0].expects), &per_category(answer.after[0].expects)};
  if (answer.learners.target.is_object()) columns.push_back(&per_category(answer.learners.target));
  std::vector<Index> order = by_count(counts);
  const Index most_taught = counts[order[0]];
  order.resize(static_cast<std::size_t>(std::min(most_rows_shown, K)));
  if (K <= most_rows_shown) std::sort(order.begin(), order.end());

  Table table("lrlrrr");
  if (answer.learners.several) {
    table.add({"category", "teach", "", answer.learners.target.is_object() ? "target" : ""});
  } else {
    table.add({"category", "teach", "", "before", "after", answer.learners.target.is_object() ? "target" : ""});
  }
  for (const Index k : order) {
    std::vector<Cell> cells = {{names.empty() ? fmt::format("{}", k + 1) : names[k]},
                               {counts[k] == 0 ? "–" : grouped(counts[k])},
                               {bar(counts[k], most_taught)}};
    for (const Json* column : columns) cells.push_back(brief((*column)[k]));
    table.add(std::move(cells));
  }
  return table.text() + (K > most_rows_shown ? more(K - most_rows_shown, "categories") : "");
}

}  // namespace didact::report
