#include "runs/units.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace didact::runs {

void UnitSet::add(UnitRange range) {
  if (range.first < 0 || range.end < range.first) throw std::invalid_argument("no range of units");
  if (range.size() == 0) return;
  auto after = ranges_.lower_bound(range.first);
  if (after != ranges_.end() && after->first < range.end) throw std::invalid_argument("units are done twice");
  Index first = range.first, end = range.end;
  if (after != ranges_.begin()) {
    const auto before = std::prev(after);
    if (before->second > range.first) throw std::invalid_argument("units are done twice");
    if (before->second == range.first) {
      first = before->first;
      ranges_.erase(before);
    }
  }
  if (after != ranges_.end() && after->first == range.end) {
    end = after->second;
    ranges_.erase(after);
  }
  ranges_[first] = end;
  size_ += range.size();
}

void UnitSet::add(const UnitSet& other) {
  for (const auto& [first, end] : other.ranges_) add({first, end});
}

bool UnitSet::contains(Index unit) const {
  const auto after = ranges_.upper_bound(unit);
  return after != ranges_.begin() && std::prev(after)->second > unit;
}

std::optional<UnitRange> UnitSet::next_gap(Index from, Index end, Index most) const {
  auto after = ranges_.upper_bound(from);
  if (after != ranges_.begin()) from = std::max(from, std::prev(after)->second);
  after = ranges_.upper_bound(from);
  const Index until = after == ranges_.end() ? end : std::min(end, after->first);
  if (from >= until) return {};
  return UnitRange{from, std::min(until, from + most)};
}

io::Json UnitSet::json() const {
  io::Json list = io::Json::array();
  for (const auto& [first, end] : ranges_) list.push_back({first, end});
  return list;
}

UnitSet UnitSet::from_json(const io::Json& json) {
  UnitSet set;
  for (const io::Json& range : json) set.add({range.at(0).get<Index>(), range.at(1).get<Index>()});
  return set;
}

}  // namespace didact::runs
