#include "plot/scale.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace didact::plot::scale_test {
namespace {

using testing::ElementsAre;

/// Any size from tiny to huge, around anything.
Range any_range() {
  const double middle = *rc::gen::inRange(-1000, 1000) * std::pow(10, *rc::gen::inRange(-12, 12));
  const double width = *rc::gen::inRange(1, 1000) * std::pow(10, *rc::gen::inRange(-12, 12));
  return {middle - width, middle + width};
}

Range any_positive_range() {
  const double low = *rc::gen::inRange(1, 1000) * std::pow(10, *rc::gen::inRange(-20, 20));
  return {low, low * std::pow(10, *rc::gen::inRange(1, 400) / 20.0)};
}

void check_inside(const Scale& scale, const std::vector<double>& ticks) {
  RC_ASSERT(ticks.size() >= 3u);
  RC_ASSERT(ticks.size() <= 10u);
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    RC_ASSERT(scale.contains(ticks[i]));
    if (i > 0) RC_ASSERT(ticks[i] > ticks[i - 1]);
  }
}

RC_GTEST_PROP(Ticks, OfALinearScaleAreEvenAndInside, ()) {
  const Scale scale(Scale::Kind::linear, any_range(), {0, 500});
  const std::vector<double> ticks = scale.ticks(*rc::gen::inRange(1, 12));
  check_inside(scale, ticks);
  const double step = ticks[1] - ticks[0];
  const double rounding = 1e-12 * std::max(std::abs(scale.values().low), std::abs(scale.values().high));
  for (std::size_t i = 1; i < ticks.size(); ++i) {
    RC_ASSERT(std::abs(ticks[i] - ticks[i - 1] - step) <= 1e-6 * step + rounding);
  }
}

RC_GTEST_PROP(Ticks, OfALogarithmicScaleAreInside, ()) {
  const Scale scale(Scale::Kind::logarithmic, any_positive_range(), {0, 500});
  const std::vector<double> ticks = scale.ticks(*rc::gen::inRange(1, 12));
  check_inside(scale, ticks);
  const double decades = std::log10(scale.values().high / scale.values().low);
  if (decades < 4) return;
  for (const double tick : ticks) {  // powers of ten
    RC_ASSERT(std::abs(std::log10(tick) - std::round(std::log10(tick))) < 1e-9);
  }
}

RC_GTEST_PROP(Ticks, HaveDifferentLabels, ()) {
  const bool logarithmic = *rc::gen::arbitrary<bool>();
  const Scale scale(logarithmic ? Scale::Kind::logarithmic : Scale::Kind::linear,
                    logarithmic ? any_positive_range() : any_range(), {0, 500});
  if (scale.values().high - scale.values().low < 1e-6 * std::abs(scale.values().high)) return;  // beyond the digits
  const std::vector<std::string> labels = tick_labels(scale.ticks());
  for (std::size_t i = 1; i < labels.size(); ++i) RC_ASSERT(labels[i] != labels[i - 1]);
}

RC_GTEST_PROP(Scales, AreMonotoneAndKeepTheirEnds, ()) {
  const bool logarithmic = *rc::gen::arbitrary<bool>();
  const Scale scale(logarithmic ? Scale::Kind::logarithmic : Scale::Kind::linear,
                    logarithmic ? any_positive_range() : any_range(), {40, 640});
  RC_ASSERT(std::abs(scale(scale.values().low) - 40) < 1e-6);
  RC_ASSERT(std::abs(scale(scale.values().high) - 640) < 1e-6);
  double last = -1;
  for (int i = 0; i <= 20; ++i) {
    const double part = i / 20.0;
    const double value = scale.values().low * (1 - part) + scale.values().high * part;
    RC_ASSERT(scale(value) >= last);
    last = scale(value);
  }
}

RC_GTEST_PROP(Ticks, AtWholeNumbersAreWholeAndFew, ()) {
  const double high = *rc::gen::inRange(1, 100000);
  const Scale scale(Scale::Kind::linear, {0, high}, {0, 500});
  const std::vector<double> ticks = whole_ticks(scale, *rc::gen::inRange(3, 9));
  RC_ASSERT(ticks.size() >= 2u);
  RC_ASSERT(ticks.size() <= 12u);
  for (const double tick : ticks) RC_ASSERT(tick == std::round(tick) && scale.contains(tick));
}

TEST(Scales, WidenWhatHasNoWidth) {
  for (const double value : {0.0, 1.0, -5.0, 1e-300, 1e300, -1e308}) {
    const Scale scale(Scale::Kind::linear, {value, value}, {0, 100});
    EXPECT_LT(scale.values().low, scale.values().high) << value;
    EXPECT_GE(scale.ticks().size(), 3u) << value;
  }
  const Scale logarithmic(Scale::Kind::logarithmic, {0, 0}, {0, 100});
  EXPECT_LT(logarithmic.values().low, logarithmic.values().high);
}

TEST(Labels, AreAsPeopleWriteThem) {
  EXPECT_THAT(tick_labels({-1, -0.5, 0, 0.5}), ElementsAre("−1.0", "−0.5", "0", "0.5"));
  EXPECT_THAT(tick_labels({0, 5000, 10000}), ElementsAre("0", "5,000", "10,000"));
  EXPECT_THAT(tick_labels({1e-7, 2e-7, 3e-7}), ElementsAre("10⁻⁷", "2×10⁻⁷", "3×10⁻⁷"));
  EXPECT_THAT(tick_labels({1e-6, 1e-3, 1}), ElementsAre("10⁻⁶", "10⁻³", "10⁰"));
  EXPECT_THAT(tick_labels({1, 10, 100, 1000}), ElementsAre("1", "10", "100", "1,000"));
  EXPECT_THAT(tick_labels({1e9, 2e9, 3e9}), ElementsAre("10⁹", "2×10⁹", "3×10⁹"));
}

TEST(Labels, OfOneValueHaveFewDigits) {
  EXPECT_EQ(value_label(2.6456859610776, 5), "2.6457");
  EXPECT_EQ(value_label(-0.3), "−0.3");
  EXPECT_EQ(value_label(0), "0");
  EXPECT_EQ(value_label(123456), "123,456");
  EXPECT_EQ(value_label(1.5e-9), "1.5×10⁻⁹");
  EXPECT_EQ(value_label(9.99999), "10");
  EXPECT_EQ(value_label(9.99999e-9), "10⁻⁸");
  EXPECT_EQ(value_label(INFINITY), "∞");
  EXPECT_EQ(value_label(-INFINITY), "−∞");
  EXPECT_EQ(value_label(NAN), "–");
}

}  // namespace
}  // namespace didact::plot::scale_test
