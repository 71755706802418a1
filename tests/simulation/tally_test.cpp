// Sums and tallies do not depend on the order or the parts in which they are made.

#include <didact/simulation/tally.hpp>

#include <boost/multiprecision/cpp_int.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

namespace didact::tally_test {
namespace {

using boost::multiprecision::cpp_rational;

double any_number() {
  const double fraction = static_cast<double>(*rc::gen::inRange(-(1LL << 52), 1LL << 52));
  return std::ldexp(fraction, *rc::gen::inRange(-1100, 960));
}

RC_GTEST_PROP(ExactSum, IsTheRationalSum, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(0, 40);
  ExactSum sum, parts[2];
  cpp_rational truth = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double value = any_number();
    sum.add(value);
    parts[i % 2].add(value);
    truth += cpp_rational(value);
  }
  parts[1].add(parts[0]);
  const cpp_rational smallest(std::numeric_limits<double>::denorm_min());
  RC_ASSERT(abs(cpp_rational(sum.value()) - truth) <= abs(truth) / 1'000'000'000'000'000 + smallest);
  RC_ASSERT(parts[1].text() == sum.text());
  RC_ASSERT(parts[1].value() == sum.value());
  RC_ASSERT(ExactSum::from_text(sum.text()).value() == sum.value());
}

TEST(ExactSum, LosesNothing) {
  ExactSum sum;
  sum.add(1e300);
  sum.add(1e-300);
  sum.add(-1e300);
  EXPECT_EQ(sum.value(), 1e-300);
  sum.add(-2e-300);
  EXPECT_EQ(sum.value(), -1e-300);
  EXPECT_EQ(ExactSum().value(), 0);
}

TEST(ExactSum, RefusesOtherTexts) {
  for (const char* text : {"x", "1", "1:", "1:2x", "-1:2", "70:1", "1:2  3:4"}) {
    EXPECT_THROW(ExactSum::from_text(text), std::invalid_argument) << text;
  }
}

TEST(QuantileGrid, CoversTheLine) {
  for (int i = 1; i < QuantileGrid::cells; ++i) {
    EXPECT_EQ(QuantileGrid::cell(i - 1).high, QuantileGrid::cell(i).low);
  }
  for (const double x : {-1e30, -3.7, -1.0, -1e-5, 1e-300, 0.0, 1e-7, 0.3, 1.0, 1.5, 1e17}) {
    const auto [low, high] = QuantileGrid::cell(QuantileGrid::cell_of(x));
    EXPECT_TRUE(low <= x || x < -0x1p60) << x;
    EXPECT_TRUE(x <= high) << x;
  }
}

std::vector<double> some_values(std::size_t least) {
  return *rc::gen::suchThat(
      rc::gen::container<std::vector<double>>(rc::gen::map(
          rc::gen::inRange(-100000, 100000), [](int x) { return x == 99999 ? infinity : std::expm1(x / 2e4); })),
      [=](const auto& values) { return values.size() >= least; });
}

RC_GTEST_PROP(Tally, IsTheSameInParts, ()) {
  const TallyFrame frame{1.5, {-1, 0, 1, 2, 3}, 0.7};
  const auto values = some_values(1);
  Tally whole(frame), forth(frame), back(frame);
  whole.add(values);
  std::vector<Tally> parts;
  for (std::size_t i = 0; i < values.size(); ++i) {
    parts.emplace_back(frame).add(std::span(values).subspan(i, 1));
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    forth.add(parts[i]);
    back.add(parts[parts.size() - 1 - i]);
  }
  RC_ASSERT(forth.count() == values.size());
  RC_ASSERT(forth.histogram() == whole.histogram());
  RC_ASSERT(forth.below_rival() == whole.below_rival());
  RC_ASSERT(forth.min() == whole.min() && forth.max() == whole.max());
  if (whole.infinite() == 0) RC_ASSERT(forth.mean() == back.mean());
  if (whole.infinite() == 0 && values.size() > 1) RC_ASSERT(forth.deviation() == back.deviation());
  RC_ASSERT(forth.quantile(0.3).value == whole.quantile(0.3).value);
}

RC_GTEST_PROP(Tally, KnowsItsQuantiles, ()) {
  auto values = some_values(2);
  Tally tally({0.25, {-1, 0, 1}});
  tally.add(values);
  std::sort(values.begin(), values.end());
  for (const double share : {0.05, 0.5, 0.95, 1.0}) {
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size()))) - 1;
    const auto [value, error] = tally.quantile(share);
    if (values[rank] == infinity) {
      RC_ASSERT(value == infinity);
    } else {
      RC_ASSERT(std::abs(value - values[rank]) <= error * (1 + 1e-9) + 1e-12);
      RC_ASSERT(error <= std::abs(values[rank] - 0.25) / 200 + 0x1p-21);
    }
  }
}

RC_GTEST_PROP(Tally, TakesValuesManyTimes, ()) {
  const TallyFrame frame{1.5, {-1, 0, 1, 2, 3}, 0.7};
  const auto values = some_values(1);
  std::vector<std::uint64_t> counts;
  Tally together(frame), apart(frame);
  for (const double value : values) {
    counts.push_back(*rc::gen::inRange<std::uint64_t>(0, 4));
    const std::vector<double> copies(counts.back(), value);
    apart.add(copies);
  }
  together.add(values, counts);
  RC_ASSERT(together.count() == apart.count());
  RC_ASSERT(together.infinite() == apart.infinite());
  RC_ASSERT(together.histogram() == apart.histogram());
  RC_ASSERT(together.below_rival() == apart.below_rival());
  RC_ASSERT(together.min() == apart.min() && together.max() == apart.max());
  if (together.infinite() == 0 && together.count() > 1) {
    RC_ASSERT(std::abs(together.mean() - apart.mean()) <= 1e-12 * (1 + std::abs(apart.mean())));
    RC_ASSERT(std::abs(together.deviation() - apart.deviation()) <= 1e-9 * (1 + apart.deviation()));
  }
}

TEST(Tally, HasTheTextbooksMoments) {
  Tally tally({1e6, {0, 1}});
  const std::vector<double> values = {1e6 + 1, 1e6 + 2, 1e6 + 3, 1e6 + 6};
  tally.add(values);
  EXPECT_DOUBLE_EQ(tally.mean(), 1e6 + 3);
  EXPECT_DOUBLE_EQ(tally.deviation(), std::sqrt(14.0 / 3));
  const double infinite[] = {infinity};
  tally.add(infinite);
  EXPECT_EQ(tally.mean(), infinity);
  EXPECT_EQ(tally.largest(), 1e6 + 6);
}

}  // namespace
}  // namespace didact::tally_test
