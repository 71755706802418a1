// Units are done once, whoever takes them.

#include "runs/units.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

namespace didact::runs::units_test {
namespace {

RC_GTEST_PROP(UnitSet, IsASet, ()) {
  UnitSet units;
  std::set<Index> truth;
  const Index end = 60;
  for (int step = *rc::gen::inRange(0, 40); step > 0; --step) {
    const Index first = *rc::gen::inRange<Index>(0, end), last = *rc::gen::inRange<Index>(first, end + 1);
    bool overlaps = false;
    for (Index unit = first; unit < last; ++unit) overlaps |= truth.count(unit) > 0;
    if (overlaps) {
      RC_ASSERT_THROWS_AS(units.add(UnitRange{first, last}), std::invalid_argument);
    } else {
      units.add(UnitRange{first, last});
      for (Index unit = first; unit < last; ++unit) truth.insert(unit);
    }
  }
  RC_ASSERT(units.size() == static_cast<Index>(truth.size()));
  const UnitSet again = UnitSet::from_json(units.json());
  for (Index unit = 0; unit < end; ++unit) {
    RC_ASSERT(units.contains(unit) == (truth.count(unit) > 0));
    RC_ASSERT(again.contains(unit) == (truth.count(unit) > 0));
  }
  // The gaps are what is not in it.
  std::set<Index> gaps;
  for (Index from = 0; const auto gap = units.next_gap(from, end, 3);) {
    RC_ASSERT(gap->size() >= 1 && gap->size() <= 3);
    for (Index unit = gap->first; unit < gap->end; ++unit) RC_ASSERT(gaps.insert(unit).second);
    from = gap->end;
  }
  for (Index unit = 0; unit < end; ++unit) RC_ASSERT(gaps.count(unit) + truth.count(unit) == 1u);
}

TEST(UnitSet, RefusesWhatIsNoSet) {
  EXPECT_ANY_THROW(UnitSet::from_json(io::Json::parse("[[0, 3], [2, 5]]")));
  EXPECT_ANY_THROW(UnitSet::from_json(io::Json::parse("[[3, 1]]")));
  EXPECT_ANY_THROW(UnitSet::from_json(io::Json::parse("[[-1, 1]]")));
  EXPECT_ANY_THROW(UnitSet::from_json(io::Json::parse(R"([["a", 1]])")));
}

}  // namespace
}  // namespace didact::runs::units_test
