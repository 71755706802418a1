// Items that must differ and were made equal by rounding.

#include "solvers/exchange.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace didact::testing::set_apart_test {
namespace {

std::set<std::vector<double>> points(const ItemSet& items) {
  std::set<std::vector<double>> all;
  for (Index i = 0; i < items.rows.rows(); ++i) {
    const Vector row = items.rows.row(i);
    all.insert({row.begin(), row.end()});
  }
  return all;
}

/// Some are already where equal ones would be moved to: they were set apart before, in other units.
TEST(SetApart, does_not_move_items_onto_others) {
  const double step = 0x1p-40;
  for (const Interval range : {Interval{-infinity, infinity}, Interval{0, 1}, Interval{-1, 0}}) {
    const double away = range.high == 0 ? -step : step;
    Matrix rows(7, 2);
    rows << 0, 0, 0, 0, 0, 0, away, 0, 2 * away, 0, away, 0, -0.5 * away * (range.low < 0 && range.high > 0), 0;
    const ItemDomain domain{.range = {range, {0, 0}}, .distinct = true};
    const ItemSet apart = solvers::set_apart(domain, {rows, std::vector<Index>(7, 1)});
    EXPECT_EQ(points(apart).size(), 7U) << range.low << " to " << range.high;
    EXPECT_EQ(violation(domain, apart), "");
    EXPECT_LE((apart.rows - rows).cwiseAbs().maxCoeff(), 8 * step);
  }
}

}  // namespace
}  // namespace didact::testing::set_apart_test
