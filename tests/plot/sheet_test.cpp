// Every kind of picture, with data that is usual and data that is not.

#include "plot/sheet.hpp"

#include "patience.hpp"
#include "plot/json.hpp"
#include "svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

namespace didact::plot::sheet_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string awkward =
    "a name with <&\"> and 'quotes' that is far longer than any place there is for names, θ 漢字";

Bars bars_of(int count, double size) {
  Bars bars{.title = awkward, .x_label = awkward, .y_label = awkward};
  for (const Ink ink : {Ink::before, Ink::after, Ink::target}) {
    bars.series.push_back({awkward, ink, {}});
    for (int k = 0; k < count; ++k) {
      bars.series.back().values.push_back(size * std::sin(static_cast<double>(k * (1 + static_cast<int>(ink)))));
    }
  }
  for (int k = 0; k < count; ++k) bars.categories.push_back(k % 2 ? awkward : std::to_string(k));
  return bars;
}

Curves curves_of(const std::vector<double>& x, const std::vector<double>& y) {
  Curves curves{.title = "curves", .x = {.label = "x"}, .y = {.label = "y"}};
  for (const auto form : {Curves::Series::Form::line, Curves::Series::Form::points,
                          Curves::Series::Form::line_and_points, Curves::Series::Form::stems}) {
    curves.series.push_back({awkward, nth_ink(curves.series.size()), x, y, form});
  }
  curves.rug = Curves::Rug{"items", x, y};
  return curves;
}

std::vector<Picture> usual_pictures() {
  Plane plane{.title = "plane", .x_label = "x1", .y_label = "x2"};
  plane.items.push_back({"items", Ink::items, {{1, 2}, {-3, 4}}, {1, 1200}});
  plane.gaussians.push_back({"target", Ink::target, {0, 0}, Eigen::Matrix2d::Identity().eval()});
  plane.gaussians.push_back({"before", Ink::before, {9, 9}, Eigen::Matrix2d(1e6 * Eigen::Matrix2d::Identity())});
  plane.lines.push_back({"line", Ink::after, {1, -2}, 0.5});
  Space space{.title = "space", .items = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}};
  space.places.push_back({"target", Ink::target, {0, 0, 0}, Eigen::Matrix3d::Identity().eval()});
  Histogram histogram{.title = "histogram", .x = {.label = "impedance"}, .edges = {1, 2, 3, 4}, .counts = {4, 0, 10}};
  histogram.marks.push_back({0.5, "optimum", Ink::after});
  Intervals intervals{
      .title = "intervals", .x = {.label = "x"}, .rows = {{awkward, Range{0, 1}, {}, Ink::after, awkward}}};
  Grid grid{.title = "grid",
            .rows = {"a", awkward},
            .columns = {awkward, "b"},
            .cells = {{0, 1}, {0.5, NAN}},
            .chosen = {1},
            .faded = {0}};
  Words words{.title = "words", .heads = {"x", awkward}, .rows = {{awkward, awkward, awkward}, {"1"}}};
  return {bars_of(3, 1), curves_of({1, 2, 3}, {3, 1, 2}), histogram, plane, space, intervals, grid, words};
}

TEST(Pictures, AreCleanSvgAloneAndBesideOneAnother) {
  Row row;
  for (const Picture& picture : usual_pictures()) {
    const std::string alone =
        std::visit([](const auto& content) { return draw(Sheet{.title = awkward, .rows = {{content}}}); }, picture);
    EXPECT_THAT(faults_of_svg(alone), IsEmpty()) << alone;
    row.push_back(picture);
    if (row.size() < 3) continue;
    EXPECT_THAT(faults_of_svg(draw(Sheet{.title = "three", .rows = {row}})), IsEmpty());
    row.clear();
  }
}

TEST(Pictures, AreTheSameEveryTime) {
  Sheet sheet{.title = "all"};
  for (const Picture& picture : usual_pictures()) sheet.rows.push_back({picture});
  EXPECT_EQ(draw(sheet), draw(sheet));
}

TEST(Bars, OfAnyNumberAndSizeFit) {
  for (const int count : {0, 1, 2, 12, 60, 200}) {
    for (const double size : {0.0, 1e-12, 1.0, 1e9, 1e300, double{INFINITY}}) {
      EXPECT_THAT(faults_of_svg(draw(bars_of(count, size))), IsEmpty()) << count << " " << size;
    }
  }
}

TEST(Bars, SayWhatTheyLeaveOut) {
  EXPECT_THAT(draw(bars_of(200, 1)), HasSubstr("Shown are the 60 of 200"));
  EXPECT_THAT(draw(bars_of(60, 1)), Not(HasSubstr("Shown are")));
}

TEST(Bars, HaveHeightsAsTheirValues) {
  const Bars bars{.title = "b", .categories = {"a", "b"}, .series = {{"s", Ink::after, {1, 2}}}};
  std::vector<double> heights;
  for (const Element& element : read_svg(draw(bars)).elements) {
    const bool bar = element.name == "rect" && element.attributes.at("class") == fill_style(Ink::after);
    if (bar) heights.push_back(std::stod(element.attributes.at("height")));
  }
  ASSERT_EQ(heights.size(), 3u);  // the first is the legend's
  EXPECT_NEAR(heights[2], 2 * heights[1], 0.02);
}

TEST(Curves, OfAwkwardNumbersFit) {
  const std::vector<std::vector<double>> awkward_lists = {
      {}, {0}, {-7}, {NAN, INFINITY}, {1e-12, 2e-12}, {1e15, 1e15 + 1}, {-1e300, 1e300}, {5, 5, 5}, {1, NAN, 2}};
  for (const auto& x : awkward_lists) {
    for (const auto& y : awkward_lists) {
      Curves curves = curves_of(x, y);
      EXPECT_THAT(faults_of_svg(draw(curves)), IsEmpty());
      curves.x.logarithmic = curves.y.logarithmic = true;
      EXPECT_THAT(faults_of_svg(draw(curves)), IsEmpty());
    }
  }
}

RC_GTEST_PROP(Curves, StayWithinTheirAxes, ()) {
  const auto numbers = *rc::gen::container<std::vector<double>>(
      10, rc::gen::map(rc::gen::inRange(-1000, 1000), [](int i) { return i / 7.0; }));
  Curves curves = curves_of(numbers, numbers);
  curves.x.range = Range{-20, 30};
  curves.y.range = Range{0, 1};
  RC_ASSERT(faults_of_svg(draw(curves)).empty());
}

TEST(Curves, OfVeryManyPointsStaySmall) {
  std::vector<double> many;
  for (int i = 0; i < 100'000; ++i) many.push_back(std::sin(i));
  EXPECT_LT(draw(curves_of(many, many)).size(), 5'000'000u);
  Plane plane{.title = "p"};
  plane.items.push_back({"items", Ink::items, {}, {}});
  for (const double x : many) plane.items[0].at.emplace_back(x, 0);
  EXPECT_LT(draw(plane).size(), 200'000u);
}

TEST(Curves, NameEverySeriesInTheLegend) {
  Curves curves = curves_of({1, 2}, {1, 2});
  curves.series[0].name = "the first";
  curves.vertical.push_back({1.5, "a mark"});
  EXPECT_THAT(draw(curves), testing::AllOf(HasSubstr(">the first<"), HasSubstr(">a mark<"), HasSubstr(">items<")));
}

TEST(Planes, DrawAUnitAsLongInBothDirections) {
  Plane plane{.title = "p"};
  plane.gaussians.push_back({"g", Ink::after, {3, -2}, Eigen::Matrix2d::Identity().eval()});
  double low_x = 1e9, high_x = 0, low_y = 1e9, high_y = 0;
  for (const Element& element : read_svg(draw(plane)).elements) {
    if (element.name != "path") continue;
    std::istringstream parts(element.attributes.at("d"));
    for (std::string x, y; parts >> x >> y;) {
      const double at_x = std::stod(x.substr(1)), at_y = std::stod(y);
      low_x = std::min(low_x, at_x), high_x = std::max(high_x, at_x);
      low_y = std::min(low_y, at_y), high_y = std::max(high_y, at_y);
    }
  }
  EXPECT_NEAR(high_x - low_x, high_y - low_y, 0.5);
  EXPECT_GT(high_x - low_x, 100);
}

TEST(Planes, OfAwkwardItemsFit) {
  for (const double size : {0.0, 1e-12, 1.0, 1e12}) {
    for (const int count : {0, 1, 3}) {
      Plane plane{.title = "p"};
      plane.items.push_back({"items", Ink::items, {}, {}});
      for (int i = 0; i < count; ++i) plane.items[0].at.emplace_back(size * static_cast<double>(i), -size);
      EXPECT_THAT(faults_of_svg(draw(plane)), IsEmpty()) << size << " " << count;
    }
  }
}

TEST(Spaces, OfAwkwardItemsFit) {
  for (const double size : {0.0, 1e-12, 1.0, 1e12}) {
    for (const int count : {0, 1, 2, 3, 5, 40}) {
      Space space{.title = "s", .items = {}};
      for (int i = 0; i < count; ++i) {
        const auto t = static_cast<double>(i);
        space.items.emplace_back(size * std::sin(t), size * std::cos(2 * t), size * std::sin(3 * t));
      }
      EXPECT_THAT(faults_of_svg(draw(space)), IsEmpty()) << size << " " << count;
    }
  }
}

TEST(Spaces, HaveEdgesOfFewItemsWhoeverDrawsThem) {
  for (const std::size_t count : {4u, 449u}) {
    Space space;
    for (std::size_t i = 0; i < count; ++i) {
      const double angle = static_cast<double>(i);
      space.items.emplace_back(std::cos(angle), std::sin(angle), std::sin(0.3 * angle));
    }
    std::size_t edges = 0;
    const double seconds =
        own_seconds_of([&] { edges = to_json(Sheet{.rows = {{space}}})["rows"][0][0]["edges"].size(); });
    EXPECT_EQ(edges, count == 4 ? 6 : 0);
    EXPECT_LT(seconds, 3);  // every triangle against every item would be half a minute
  }
}

// Euler: a polyhedron of triangles with V corners has 3V - 6 edges.
RC_GTEST_PROP(Spaces, HullsObeyEuler, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(4, 12);
  std::vector<Eigen::Vector3d> points;
  for (std::size_t i = 0; i < count; ++i) {
    const auto coordinate = [] { return *rc::gen::inRange(-100000, 100000) / 1e5; };
    points.emplace_back(coordinate(), coordinate(), coordinate());
    RC_PRE(points.back().norm() > 0.01);
    points.back().normalize();  // on a ball, every point is a corner
    for (std::size_t j = 0; j < i; ++j) RC_PRE((points[i] - points[j]).norm() > 0.05);
  }
  RC_ASSERT(hull_edges(points).size() == 3 * count - 6);
}

}  // namespace
}  // namespace didact::plot::sheet_test
