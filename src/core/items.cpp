#include <didact/core/items.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace didact {

Index ItemSet::size() const {
  return std::accumulate(copies.begin(), copies.end(), Index{0});
}

ItemSet counted_items(const Vector& counts) {
  ItemSet items{Matrix(counts.size(), 1), {}};
  Index row = 0;
  for (Index k = 0; k < counts.size(); ++k) {
    if (counts[k] == 0) continue;
    items.rows(row++, 0) = static_cast<double>(k + 1);
    items.copies.push_back(static_cast<Index>(counts[k]));
  }
  items.rows.conservativeResize(row, 1);
  return items;
}

Matrix ItemSet::expanded() const {
  Matrix all(size(), rows.cols());
  Index at = 0;
  for (Index row = 0; row < rows.rows(); ++row) {
    for (Index copy = 0; copy < copies[row]; ++copy) all.row(at++) = rows.row(row);
  }
  return all;
}

bool ItemDomain::bounded() const {
  return std::any_of(range.begin(), range.end(),
                     [](const Interval& i) { return std::isfinite(i.low) || std::isfinite(i.high); });
}

bool ItemDomain::empty() const {
  return std::any_of(range.begin(), range.end(), [](const Interval& i) { return i.low > i.high; });
}

namespace {

template <class Coordinates>
bool inside(const ItemDomain& domain, const Coordinates& x) {
  for (Index i = 0; i < domain.dimension(); ++i) {
    if (!std::isfinite(x[i]) || x[i] < domain.range[i].low || x[i] > domain.range[i].high) return false;
    if (domain.integers && x[i] != std::floor(x[i])) return false;
  }
  return true;
}

}  // namespace

bool ItemDomain::contains(const Vector& x) const {
  return inside(*this, x);
}

double least_distance(const Matrix& rows) {
  std::vector<Index> order(static_cast<std::size_t>(rows.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return rows(a, 0) < rows(b, 0); });
  double least = infinity;
  for (std::size_t i = 0; i < order.size(); ++i) {  // no pair is closer than its first coordinates
    for (std::size_t j = i + 1; j < order.size() && rows(order[j], 0) - rows(order[i], 0) < least; ++j) {
      least = std::min(least, (rows.row(order[j]) - rows.row(order[i])).norm());
    }
  }
  return least;
}

double least_distance(const ItemSet& items) {
  const bool repeated = std::any_of(items.copies.begin(), items.copies.end(), [](Index copies) { return copies > 1; });
  return repeated ? 0 : least_distance(items.rows);
}

ItemDomain narrowed(ItemDomain domain, const ItemRules& rules) {
  for (Index i = 0; i < domain.dimension() && !rules.range.empty(); ++i) {
    const Interval& asked = rules.range.size() == 1 ? rules.range[0] : rules.range[i];
    domain.range[i] = {std::max(domain.range[i].low, asked.low), std::min(domain.range[i].high, asked.high)};
  }
  domain.integers |= rules.integers;
  domain.distinct |= rules.distinct;
  if (domain.integers) {
    for (Interval& i : domain.range) i = {std::ceil(i.low), std::floor(i.high)};
  }
  return domain;
}

namespace {

std::string equal_rows(const ItemSet& items) {
  const Index count = items.rows.rows();
  std::vector<Index> order(count);
  std::iota(order.begin(), order.end(), Index{0});
  auto less = [&](Index a, Index b) {
    for (Index j = 0; j < items.rows.cols(); ++j) {
      if (items.rows(a, j) != items.rows(b, j)) return items.rows(a, j) < items.rows(b, j);
    }
    return false;
  };
  std::sort(order.begin(), order.end(), less);
  for (Index i = 0; i < count; ++i) {
    if (items.copies[order[i]] > 1) return "item " + std::to_string(order[i] + 1) + " is there more than once";
    if (i > 0 && !less(order[i - 1], order[i])) {
      return "items " + std::to_string(std::min(order[i - 1], order[i]) + 1) + " and " +
             std::to_string(std::max(order[i - 1], order[i]) + 1) + " are equal";
    }
  }
  return {};
}

}  // namespace

std::string violation(const ItemDomain& domain, const ItemSet& items) {
  for (Index row = 0; row < items.rows.rows(); ++row) {
    if (!inside(domain, items.rows.row(row))) {
      return "item " + std::to_string(row + 1) + " is not one of the allowed items";
    }
  }
  return domain.distinct ? equal_rows(items) : std::string{};
}

}  // namespace didact
