#include <didact/core/pool.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

namespace didact {
namespace {

/// The rows of a pool equal to one item, in the order in which copies of it are taken to be these rows.
struct EqualRows {
  std::vector<Index> rows;  ///< those that every set must have first, then the cheap ones
  std::size_t taken = 0;
  Index cheapest = 0;
};

/// -1, 0 or 1: which of two rows is first by its first so many columns.
int compare(const Table& rows, Index columns, Index a, Index b) {
  for (Index j = 0; j < columns; ++j) {
    if (rows(a, j) != rows(b, j)) return rows(a, j) < rows(b, j) ? -1 : 1;
  }
  return 0;
}

}  // namespace

std::vector<char> Pool::marked(const std::vector<Index>& list) const {
  std::vector<char> marks(static_cast<std::size_t>(size()), 0);
  for (const Index row : list) marks[static_cast<std::size_t>(row)] = 1;
  return marks;
}

double Pool::diameter() const {
  double square = 0;
  for (Index j = 0; j < rows.cols(); ++j) {
    const double side = rows.col(j).maxCoeff() - rows.col(j).minCoeff();
    square += side * side;
  }
  return std::sqrt(square);
}

std::vector<std::vector<Index>> equal_rows(const Pool& pool, Index columns) {
  const std::vector<char> must = pool.marked(pool.must_include), excluded = pool.marked(pool.must_exclude);
  const auto is = [](const std::vector<char>& marks, Index row) { return marks[static_cast<std::size_t>(row)] != 0; };
  std::vector<Index> sorted;
  for (Index row = 0; row < pool.size(); ++row) {
    if (!is(excluded, row)) sorted.push_back(row);
  }
  std::sort(sorted.begin(), sorted.end(), [&](Index a, Index b) {
    if (const int order = compare(pool.rows, columns, a, b); order != 0) return order < 0;
    if (is(must, a) != is(must, b)) return is(must, a);
    return pool.cost(a) != pool.cost(b) ? pool.cost(a) < pool.cost(b) : a < b;
  });
  std::vector<std::vector<Index>> groups;
  for (const Index row : sorted) {
    if (groups.empty() || compare(pool.rows, columns, groups.back().front(), row) != 0) groups.emplace_back();
    groups.back().push_back(row);
  }
  return groups;
}

Pool different_rows(Pool pool) {
  const std::vector<char> must = pool.marked(pool.must_include);
  pool.repeat = false;
  for (const std::vector<Index>& equal : equal_rows(pool, pool.rows.cols())) {
    for (auto row = equal.begin() + 1; row != equal.end(); ++row) {
      if (must[static_cast<std::size_t>(*row)]) {
        throw std::invalid_argument("equal rows must be included, though items are to be distinct");
      }
      pool.must_exclude.push_back(*row);
    }
  }
  return pool;
}

ItemSet items_of_rows(const Pool& pool, const std::vector<Index>& rows, std::vector<Index>& different) {
  ItemSet items;
  different.clear();
  for (const Index row : rows) {
    if (different.empty() || different.back() != row) different.push_back(row), items.copies.push_back(0);
    ++items.copies.back();
  }
  items.rows = pool.rows.chosen(different);
  return items;
}

RowsOfPool rows_in(const Pool& pool, const ItemSet& items) {
  const std::vector<char> must = pool.marked(pool.must_include);
  const std::vector<char> excluded = pool.marked(pool.must_exclude);
  std::map<std::vector<double>, EqualRows> equal;  // few items, many rows: only rows that are items are kept
  std::vector<double> x(static_cast<std::size_t>(pool.rows.cols()));
  const auto read = [&](const auto& rows, Index i) {
    for (Index j = 0; j < rows.cols(); ++j) x[static_cast<std::size_t>(j)] = rows(i, j);
  };
  for (Index item = 0; item < items.rows.rows(); ++item) {
    read(items.rows, item);
    equal[x];
  }
  for (Index i = 0; i < pool.size(); ++i) {
    if (excluded[static_cast<std::size_t>(i)]) continue;
    read(pool.rows, i);
    if (const auto it = equal.find(x); it != equal.end()) it->second.rows.push_back(i);
  }
  const auto is_must = [&](Index i) { return must[static_cast<std::size_t>(i)] != 0; };
  for (auto& [value, same] : equal) {
    if (same.rows.empty()) continue;
    const auto cheaper = [&](Index a, Index b) { return pool.cost(a) < pool.cost(b); };
    std::stable_sort(same.rows.begin(), same.rows.end(),
                     [&](Index a, Index b) { return is_must(a) != is_must(b) ? is_must(a) : cheaper(a, b); });
    same.cheapest = *std::min_element(same.rows.begin(), same.rows.end(), cheaper);
  }

  RowsOfPool result;
  std::vector<char> used(must.size(), 0);
  for (Index item = 0; item < items.rows.rows(); ++item) {
    read(items.rows, item);
    EqualRows& same = equal[x];
    const auto refuse = [&](const char* why) {
      result.violates = "item " + std::to_string(item + 1) + why;
      result.at = item + 1;
      return result;
    };
    if (same.rows.empty()) return refuse(" is no row of the pool that may be used");
    for (Index copy = 0; copy < items.copies[item]; ++copy) {
      const bool left = same.taken < same.rows.size();
      if (!left && !pool.repeat) return refuse(" is not in the pool so often");
      const bool take_next = left && (!pool.repeat || is_must(same.rows[same.taken]));
      const Index row = take_next ? same.rows[same.taken++] : same.cheapest;
      used[static_cast<std::size_t>(row)] = 1;
      result.rows.push_back(row);
      result.cost += pool.cost(row);
    }
  }
  for (const Index row : pool.must_include) {
    if (!used[static_cast<std::size_t>(row)]) {
      result.violates = "row " + std::to_string(row + 1) + " of the pool must be in every set";
    }
  }
  return result;
}

}  // namespace didact
