#include "plot/space.hpp"

#include "plot/plane.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace didact::plot {
namespace {

constexpr std::size_t most_hull_points = 8;

std::vector<Entry> entries(const Space& space) {
  std::vector<Entry> list;
  for (const Space::Place& place : space.places) {
    if (place.name.empty()) continue;
    list.push_back({place.name, place.ink, place.covariance ? Entry::Symbol::line_and_point : Entry::Symbol::point});
  }
  if (!space.items.empty() && !space.name.empty()) list.push_back({space.name, Ink::items, Entry::Symbol::point});
  return list;
}

double space_height(double width) {
  return std::clamp(1.04 * (width - 80) + 48, 150.0, 400.0);  // the cube is about as high as wide
}

using Cube = std::array<Range, 3>;

/// Where things in a cube come to lie on the page.
class View {
 public:
  View(const Cube& cube, const Box& area) {
    for (int axis = 0; axis < 3; ++axis) {
      low_[axis] = cube[static_cast<std::size_t>(axis)].low;
      unit_[axis] = cube[static_cast<std::size_t>(axis)].high - low_[axis];
    }
    constexpr double degrees = std::numbers::pi / 180, around = 35 * degrees, above = 22 * degrees;
    projection_ << std::cos(around), std::sin(around), 0,  //
        -std::sin(around) * std::sin(above), std::cos(around) * std::sin(above), std::cos(above);
    // The corners of the unit cube, to fit them into the area.
    Eigen::Vector2d least = Eigen::Vector2d::Constant(1e9), most = -least;
    for (int corner = 0; corner < 8; ++corner) {
      const Eigen::Vector2d at = projection_ * Eigen::Vector3d(corner & 1, corner >> 1 & 1, corner >> 2);
      least = least.cwiseMin(at);
      most = most.cwiseMax(at);
    }
    constexpr double margin = 24;
    const Eigen::Vector2d size = most - least;
    scale_ = std::min((area.width - 2 * margin - 16) / size.x(), (area.height - 2 * margin) / size.y());
    centre_ = (least + most) / 2;
    middle_ = area.centre();
  }

  Point operator()(const Eigen::Vector3d& at) const { return in_cube((at - low_).cwiseQuotient(unit_)); }
  Point in_cube(const Eigen::Vector3d& at) const {
    const Eigen::Vector2d flat = scale_ * (projection_ * at - centre_);
    return {middle_.x + flat.x(), middle_.y - flat.y()};
  }
  /// The outline of an ellipsoid is the ellipse of its projected covariance.
  std::vector<Point> outline(const Eigen::Vector3d& mean, const Eigen::Matrix3d& covariance) const {
    const Point at = (*this)(mean);
    const Eigen::Matrix<double, 2, 3> scaled = scale_ * projection_ * unit_.cwiseInverse().asDiagonal();
    const Eigen::Matrix2d flat = scaled * covariance * scaled.transpose();
    std::vector<Point> points;
    for (const Eigen::Vector2d& p : ellipse(Eigen::Vector2d::Zero(), flat, 1))
      points.push_back({at.x + p.x(), at.y - p.y()});
    return points;
  }

 private:
  Eigen::Matrix<double, 2, 3> projection_;
  Eigen::Vector3d low_, unit_;
  double scale_ = 1;
  Eigen::Vector2d centre_;
  Point middle_;
};

Cube cube_of(const Space& space) {
  if (space.range) return {*space.range, *space.range, *space.range};
  std::array<std::vector<double>, 3> values;
  auto add = [&](const Eigen::Vector3d& at) {
    for (std::size_t axis = 0; axis < 3; ++axis) values[axis].push_back(at[static_cast<Eigen::Index>(axis)]);
  };
  for (const Eigen::Vector3d& at : space.items) add(at);
  for (const Space::Place& place : space.places) {
    add(place.at);
    if (!place.covariance) continue;
    const Eigen::Vector3d deviation = place.covariance->diagonal().cwiseMax(0).cwiseSqrt();
    add(place.at + deviation);
    add(place.at - deviation);
  }
  std::vector<Range> ranges;
  for (const std::vector<double>& one : values) {
    const Range range = widened(range_of(one).value_or(Range{-1, 1}), 0.04);
    ranges.push_back(Scale(Scale::Kind::linear, range, {0, 1}).values());
  }
  make_comparable(ranges);
  return {ranges[0], ranges[1], ranges[2]};
}

void draw_axes(Canvas& canvas, const Space& space, const View& view, const Cube& cube) {
  auto line = [&](Eigen::Vector3d from, Eigen::Vector3d to, std::string_view style) {
    canvas.line(view.in_cube(from), view.in_cube(to), style);
  };
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Scale scale(Scale::Kind::linear, cube[axis], {0, 1});
    const std::vector<double> ticks = scale.ticks(4);
    const std::vector<std::string> labels = tick_labels(ticks);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
      const double t = scale(ticks[i]);
      if (axis == 0) {
        line({t, 0, 0}, {t, 1, 0}, "grid");
        line({t, 1, 0}, {t, 1, 1}, "grid");
        const Point at = view.in_cube({t, 0, 0});
        canvas.text({at.x - 4, at.y + 15}, labels[i], "tick", Anchor::middle);
      } else if (axis == 1) {
        line({0, t, 0}, {1, t, 0}, "grid");
        line({0, t, 0}, {0, t, 1}, "grid");
        const Point at = view.in_cube({1, t, 0});
        canvas.text({at.x + 6, at.y + 13}, labels[i], "tick");
      } else {
        line({0, 1, t}, {1, 1, t}, "grid");
        line({0, 0, t}, {0, 1, t}, "grid");
        const Point at = view.in_cube({0, 0, t});
        canvas.text({at.x - 7, at.y + 4}, labels[i], "tick", Anchor::end);
      }
    }
  }
  line({0, 0, 0}, {1, 0, 0}, "axis");
  line({1, 0, 0}, {1, 1, 0}, "axis");
  line({0, 0, 0}, {0, 0, 1}, "axis");
  const Point x = view.in_cube({0.5, 0, 0}), y = view.in_cube({1, 0.5, 0}), z = view.in_cube({0, 0, 1});
  canvas.text({x.x - 18, x.y + 29}, fitted(space.labels[0], 90, label_size), "label", Anchor::middle);
  canvas.text({y.x + 34, y.y + 27}, fitted(space.labels[1], 60, label_size), "label", Anchor::middle);
  canvas.text({z.x, z.y - 10}, fitted(space.labels[2], 90, label_size), "label", Anchor::middle);
}

}  // namespace

// Three points span a triangle of the hull where all others lie on one side of their plane.
Edges hull_edges(const std::vector<Eigen::Vector3d>& points) {
  const std::size_t n = points.size();
  std::set<std::pair<std::size_t, std::size_t>> edges;
  double size = 0;
  for (const Eigen::Vector3d& at : points) size = std::max(size, (at - points[0]).norm());
  if (n == 2) edges.insert({0, 1});
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b) {
      for (std::size_t c = b + 1; c < n; ++c) {
        const Eigen::Vector3d normal = (points[b] - points[a]).cross(points[c] - points[a]);
        if (normal.norm() <= 1e-9 * size * size) continue;
        bool above = false, below = false;
        for (const Eigen::Vector3d& at : points) {
          const double side = normal.normalized().dot(at - points[a]);
          above |= side > 1e-9 * size;
          below |= side < -1e-9 * size;
        }
        if (!(above && below)) edges.insert({{a, b}, {a, c}, {b, c}});
      }
    }
  }
  return {edges.begin(), edges.end()};
}

Edges drawn_edges(const Space& space) {
  if (!space.edges || space.items.size() > most_hull_points) return {};
  return hull_edges(space.items);
}

std::vector<std::string> remarks(const Space&) {
  return {};
}

double height(const Space& space, double width) {
  return legend_height(entries(space), width - 20) + space_height(width) + 18;
}

void draw_into(Canvas& canvas, const Space& space, const Box& box) {
  const std::vector<Entry> legend = entries(space);
  draw_legend(canvas, legend, {box.x + 10, box.y, box.width - 20, 0});
  const double top = box.y + legend_height(legend, box.width - 20);
  const Box area{box.x + 8, top, box.width - 16, box.bottom() - top};
  const Cube cube = cube_of(space);
  const View view(cube, area);
  draw_axes(canvas, space, view, cube);
  for (const auto& [a, b] : drawn_edges(space)) {
    canvas.line(view(space.items[a]), view(space.items[b]), thin_style(Ink::items));
  }
  for (const Space::Place& place : space.places) {
    const Eigen::Vector3d floor(place.at.x(), place.at.y(), cube[2].low);
    canvas.line(view(floor), view(place.at), thin_style(place.ink));
    if (place.covariance) canvas.path(view.outline(place.at, *place.covariance), area, line_style(place.ink));
    canvas.marker(marker_of(place.ink), view(place.at), 4.4, fill_style(place.ink));
  }
  Thinned thinned(space.items.size());
  for (std::size_t i = 0; i < space.items.size(); ++i) {
    const Point at = view(space.items[i]);
    if (!thinned.take(at)) continue;
    canvas.marker(Marker::ring, at, 4.4, open_style(Ink::items));
    const double copies = i < space.copies.size() ? space.copies[i] : 1;
    if (copies > 1) canvas.text({at.x + 8, at.y - 5}, "×" + value_label(copies), text_style(Ink::items));
  }
}

}  // namespace didact::plot
