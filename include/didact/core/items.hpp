#pragma once
// Teaching items: the sets that are taught, and the rules on which items a teacher may use.

#include <didact/core/types.hpp>

#include <string>
#include <vector>

namespace didact {

/// A teaching set, with equal items written once.
struct ItemSet {
  Matrix rows;                ///< one item a row
  std::vector<Index> copies;  ///< how often each row is shown

  Index size() const;
  /// Every item as a row of its own.
  Matrix expanded() const;
};

/// So many of the categories 1, 2, …
ItemSet counted_items(const Vector& counts);

struct Interval {
  double low = -infinity;
  double high = infinity;
  bool operator==(const Interval&) const = default;
};

/// What the problem asks of the items, beyond what the model itself does.
struct ItemRules {
  std::vector<Interval> range;  ///< none; one for every coordinate; or one for each
  bool integers = false;
  bool distinct = false;
};

/// Which items there are: the model's own domain, or that narrowed by rules.
struct ItemDomain {
  std::vector<Interval> range;  ///< one for each coordinate
  bool integers = false;
  bool distinct = false;
  bool labels = false;  ///< categories: numbers only by name

  Index dimension() const { return static_cast<Index>(range.size()); }
  bool bounded() const;  ///< has some finite end that the whole space has not
  bool empty() const;    ///< no item is allowed: a range between two integers
  bool contains(const Vector& x) const;
};

ItemDomain narrowed(ItemDomain domain, const ItemRules& rules);

/// Why a set breaks the domain's rules ("item 3 is outside the range"), or nothing. Rows count from 1 as in the set.
std::string violation(const ItemDomain& domain, const ItemSet& items);

/// The least distance between two items; 0 if one is there twice, infinite with fewer than two.
double least_distance(const ItemSet& items);
double least_distance(const Matrix& rows);

/// Natural sets of more numbers than this would fill the memory: they are made plain, equal items written once.
inline constexpr double most_natural_numbers = 1e7;

enum class Style {
  natural,  ///< looks like a sample from the target
  plain,    ///< identical items where that suffices
};

}  // namespace didact
