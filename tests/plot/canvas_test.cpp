#include "plot/canvas.hpp"

#include "plot/theme.hpp"
#include "svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace didact::plot::canvas_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string page_with(const Canvas& canvas) {
  return document(100, 100, "a title", "what it shows", canvas.elements());
}

TEST(Escaping, LeavesNoMarkup) {
  EXPECT_EQ(escaped("a<b & \"c\" > 'd'"), "a&lt;b &amp; &quot;c&quot; &gt; &#39;d&#39;");
  EXPECT_EQ(escaped("θ ≥ 0, 漢字, 😀"), "θ ≥ 0, 漢字, 😀");
}

TEST(Escaping, ReplacesWhatIsNoText) {
  EXPECT_EQ(escaped(std::string("a\0b", 3)), "a\uFFFDb");
  EXPECT_EQ(escaped("\x1B[31m"), "\uFFFD[31m");
  EXPECT_EQ(escaped("\xC3"), "\uFFFD");            // cut within a character
  EXPECT_EQ(escaped("\xC0\xAF"), "\uFFFD\uFFFD");  // longer than it need be
  EXPECT_EQ(escaped("\xED\xA0\x80"), "\uFFFD");    // half of a pair
}

RC_GTEST_PROP(Escaping, OfAnyBytesIsWellFormed, (const std::string& text)) {
  Canvas canvas;
  canvas.text({5, 5}, text, "label");
  RC_ASSERT(read_svg(page_with(canvas)).faults.empty());
}

TEST(Coordinates, HaveTwoDecimalsAtMost) {
  EXPECT_EQ(coordinate(1), "1");
  EXPECT_EQ(coordinate(1.005), "1");
  EXPECT_EQ(coordinate(-2.5), "-2.5");
  EXPECT_EQ(coordinate(-0.001), "0");
  EXPECT_EQ(coordinate(100), "100");
}

RC_GTEST_PROP(Clipping, KeepsWhatIsInside, ()) {
  const Box box{10, 10, 50, 30};
  const auto any = [] { return Point{*rc::gen::inRange(-100, 200) / 1.0, *rc::gen::inRange(-100, 200) / 1.0}; };
  const Point begin = any(), end = any();
  Point from = begin, to = end;
  const bool hit = clip(box, from, to);
  auto inside = [&](Point at) {
    return at.x >= box.x - 1e-9 && at.x <= box.right() + 1e-9 && at.y >= box.y - 1e-9 && at.y <= box.bottom() + 1e-9;
  };
  for (int i = 0; i <= 50; ++i) {  // no point of the segment in the box is lost
    const double t = i / 50.0;
    const Point at{begin.x + t * (end.x - begin.x), begin.y + t * (end.y - begin.y)};
    const bool well_inside = at.x > box.x && at.x < box.right() && at.y > box.y && at.y < box.bottom();
    if (well_inside) RC_ASSERT(hit);
  }
  if (hit) RC_ASSERT(inside(from) && inside(to));
}

TEST(Paths, AreBrokenWhereAPointIsMissing) {
  Canvas canvas;
  canvas.path({{1, 1}, {2, 2}, {NAN, 3}, {4, 4}, {5, INFINITY}, {6, 6}, {7, 7}}, {0, 0, 10, 10}, "l0");
  EXPECT_THAT(canvas.elements(), HasSubstr("d=\"M1 1 L2 2 M6 6 L7 7\""));
}

TEST(Documents, HaveRulesForLightAndDarkPages) {
  const std::string page = page_with({});
  EXPECT_THAT(page, HasSubstr("@media (prefers-color-scheme: dark)"));
  EXPECT_THAT(page, HasSubstr(".page{fill:#ffffff}"));
  EXPECT_THAT(page, HasSubstr(".page{fill:#14161a}"));
  EXPECT_THAT(page, HasSubstr("<title id=\"title\">a title</title>"));
  EXPECT_THAT(page, HasSubstr("<desc id=\"description\">what it shows</desc>"));
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(faults_of_svg(page), IsEmpty());
}

double luminance(const std::string& colour) {
  double parts[3];
  for (std::size_t i = 0; i < 3; ++i) {
    const double c = std::stoi(colour.substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
    parts[i] = c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  }
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
}

// The ratio that the Web Content Accessibility Guidelines ask of texts.
TEST(Colours, CanBeReadOnBothPages) {
  const std::string rules = style_sheet();
  const std::size_t dark = rules.find("@media");
  for (int i = 0; i < inks; ++i) {
    const std::string rule = ".l" + std::to_string(i) + ",.h" + std::to_string(i) + "{stroke:";
    const std::size_t light_at = rules.find(rule), dark_at = rules.find(rule, dark);
    ASSERT_LT(light_at, dark);
    ASSERT_NE(dark_at, std::string::npos);
    const double on_light = luminance(rules.substr(light_at + rule.size(), 7));
    const double on_dark = luminance(rules.substr(dark_at + rule.size(), 7));
    EXPECT_GE(1.05 / (on_light + 0.05), 4.5) << i;
    EXPECT_GE((on_dark + 0.05) / (luminance("#14161a") + 0.05), 4.5) << i;
  }
}

// The checker itself must be able to find faults.
TEST(Checker, FindsFaults) {
  EXPECT_THAT(faults_of_svg("<svg width=\"9\" height=\"9\" viewBox=\"0 0 9 9\"></svg>"), IsEmpty());
  for (const char* const inner :
       {"<rect x=\"0\" y=\"0\" width=\"10\" height=\"1\"/>", "<line x1=\"nan\" y1=\"0\" x2=\"1\" y2=\"1\"/>", "<text>",
        "<text x=\"1\" y=\"1\" class=\"tick\">wider than the page</text>", "a & b", "<script/>", "<rect style=\"\"/>",
        "<path d=\"M1 1 L20 1\"/>", "<path d=\"M1\"/>", "</text>", "<circle cx=\"1\" cx=\"1\" cy=\"1\"/>"}) {
    const std::string page = "<svg width=\"9\" height=\"9\" viewBox=\"0 0 9 9\">" + std::string(inner) + "</svg>";
    EXPECT_THAT(faults_of_svg(page), Not(IsEmpty())) << inner;
  }
}

}  // namespace
}  // namespace didact::plot::canvas_test
