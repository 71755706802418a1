#pragma once
// Which units are done, and which are next.

#include "io/json.hpp"
#include <didact/core/types.hpp>

#include <map>
#include <optional>

namespace didact::runs {

/// Units from `first` up to, not including, `end`.
struct UnitRange {
  Index first = 0;
  Index end = 0;
  Index size() const { return end - first; }
};

class UnitSet {
 public:
  /// Units that are in it already may not be added again: throws std::invalid_argument.
  void add(UnitRange range);
  void add(const UnitSet& other);
  bool contains(Index unit) const;
  Index size() const { return size_; }
  /// The first units that are not in it, from `from` on and below `end`, at most `most`.
  std::optional<UnitRange> next_gap(Index from, Index end, Index most) const;

  io::Json json() const;                           ///< [[first, end], …]
  static UnitSet from_json(const io::Json& json);  ///< throws std::exception

 private:
  std::map<Index, Index> ranges_;  ///< first → end, apart from each other
  Index size_ = 0;
};

}  // namespace didact::runs
