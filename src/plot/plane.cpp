#include "plot/plane.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace didact::plot {
namespace {

std::vector<Entry> entries(const Plane& plane) {
  std::vector<Entry> list;
  for (const Plane::Gaussian& gaussian : plane.gaussians) {
    if (gaussian.name.empty()) continue;
    list.push_back(
        {gaussian.name, gaussian.ink, gaussian.covariance ? Entry::Symbol::line_and_point : Entry::Symbol::point});
  }
  for (const Plane::Line& line : plane.lines) {
    if (!line.name.empty()) list.push_back({line.name, line.ink, Entry::Symbol::line});
  }
  for (const Plane::Items& items : plane.items) {
    if (!items.name.empty() && !items.at.empty()) list.push_back({items.name, items.ink, Entry::Symbol::point});
  }
  return list;
}

double plane_height(double width) {
  return std::clamp(0.62 * (width - left_margin - right_margin), 180.0, 380.0);
}

/// Everything, except that ellipses far larger than the rest are left to be cut.
std::pair<Range, Range> ranges(const Plane& plane) {
  std::vector<double> x, y, far_x, far_y;
  auto add = [](const Eigen::Vector2d& at, std::vector<double>& xs, std::vector<double>& ys) {
    xs.push_back(at.x());
    ys.push_back(at.y());
  };
  for (const Plane::Items& items : plane.items) {
    for (const Eigen::Vector2d& at : items.at) add(at, x, y);
  }
  for (const Plane::Gaussian& gaussian : plane.gaussians) {
    add(gaussian.mean, x, y);
    if (!gaussian.covariance) continue;
    const bool may_be_cut = gaussian.ink == Ink::before;
    for (const Eigen::Vector2d& at : ellipse(gaussian.mean, *gaussian.covariance, 2)) {
      add(at, may_be_cut ? far_x : x, may_be_cut ? far_y : y);
    }
  }
  const auto count = static_cast<double>(x.size());
  Eigen::Vector2d centre = Eigen::Vector2d::Zero();
  for (std::size_t i = 0; i < x.size(); ++i) centre += Eigen::Vector2d(x[i], y[i]) / count;
  for (const Plane::Line& line : plane.lines) {  // as much of each as shows on which side what is
    const double square = line.normal.squaredNorm();
    if (!(square > 0) || !std::isfinite(square)) continue;
    const double aside = (line.normal.dot(centre) + line.offset) / square;
    const Eigen::Vector2d nearest = centre - aside * line.normal, beyond = nearest - aside * line.normal / 2;
    const Eigen::Vector2d along(nearest.y() - centre.y(), centre.x() - nearest.x());
    for (const Eigen::Vector2d& at :
         {beyond, Eigen::Vector2d(nearest + along / 2), Eigen::Vector2d(nearest - along / 2)}) {
      if (at.allFinite()) add(at, x, y);
    }
  }
  auto range = [](const std::vector<double>& near, const std::vector<double>& far) {
    const Range core = range_of(near).value_or(Range{-1, 1});
    const auto all = range_of(far);
    if (!all) return core;
    const double room = 0.4 * std::max(core.high - core.low, 1e-9);
    return joined(core, {std::max(all->low, core.low - room), std::min(all->high, core.high + room)});
  };
  return {range(x, far_x), range(y, far_y)};
}

/// Grown in one direction until a unit is as long in both, if they can be compared at all.
void make_equal(Range& x, Range& y, const Box& area) {
  const double size = std::max({std::abs(x.low), std::abs(x.high), std::abs(y.low), std::abs(y.high)});
  const double least = size > 0 ? 1e-6 * size : 1;
  const double wide = x.high - x.low, tall = y.high - y.low;
  constexpr double most = 8;
  const bool comparable = !(wide > least && tall > least) || std::max(wide, tall) <= most * std::min(wide, tall);
  const double scale_x = std::max(wide, least) / area.width, scale_y = std::max(tall, least) / area.height;
  const double both = std::max(scale_x, scale_y);
  auto grow = [&](Range& range, double pixels, double scale) {
    const double middle = range.low + (range.high - range.low) / 2, half = 0.5 * 1.1 * scale * pixels;
    range = {middle - half, middle + half};
  };
  grow(x, area.width, comparable ? both : scale_x);
  grow(y, area.height, comparable ? both : scale_y);
}

void draw_items(Canvas& canvas, const Plane::Items& items, const Scale& x, const Scale& y) {
  const Marker marker = marker_of(items.ink);
  Thinned thinned(items.at.size());
  for (std::size_t i = 0; i < items.at.size(); ++i) {
    if (!items.at[i].allFinite()) continue;
    const Point at{x(items.at[i].x()), y(items.at[i].y())};
    if (!thinned.take(at)) continue;
    const double copies = i < items.copies.size() ? items.copies[i] : 1;
    canvas.marker(marker, at, items.at.size() > 80 ? 2.6 : 4.2,
                  marker == Marker::cross ? thin_style(items.ink) : open_style(items.ink));
    if (copies > 1) canvas.text({at.x + 7, at.y - 5}, "×" + value_label(copies), text_style(items.ink));
  }
}

void draw_line(Canvas& canvas, const Plane::Line& line, const Scale& x, const Scale& y, const Box& area) {
  const double length = line.normal.norm();
  if (!(length > 0) || !std::isfinite(length) || !std::isfinite(line.offset)) return;
  const Eigen::Vector2d normal = line.normal / length, along(-normal.y(), normal.x());
  const Eigen::Vector2d corner(x.values().low, y.values().low);
  const double reach = std::hypot(x.values().high - x.values().low, y.values().high - y.values().low);
  const Eigen::Vector2d nearest = corner - (normal.dot(corner) + line.offset / length) * normal;
  std::vector<Point> ends;
  for (const double side : {-1.0, 1.0}) {
    const Eigen::Vector2d end = nearest + side * reach * along;
    ends.push_back({x(end.x()), y(end.y())});
  }
  canvas.path(ends, area, line_style(line.ink));
}

}  // namespace

std::vector<Eigen::Vector2d> ellipse(const Eigen::Vector2d& mean, const Eigen::Matrix2d& covariance,
                                     double deviations) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> axes(covariance);
  const Eigen::Matrix2d root = axes.eigenvectors() * axes.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal();
  constexpr int sides = 72;
  std::vector<Eigen::Vector2d> points;
  for (int i = 0; i <= sides; ++i) {
    const double angle = 2 * std::numbers::pi * i / sides;
    points.emplace_back(mean + deviations * root * Eigen::Vector2d(std::cos(angle), std::sin(angle)));
  }
  return points;
}

std::vector<std::string> remarks(const Plane&) {
  return {};
}

double height(const Plane& plane, double width) {
  return legend_height(entries(plane), width - 20) + label_height({plane.y_label}) + plane_height(width) +
         x_axis_height({plane.x_label});
}

void draw_into(Canvas& canvas, const Plane& plane, const Box& box) {
  const std::vector<Entry> legend = entries(plane);
  draw_legend(canvas, legend, {box.x + 10, box.y, box.width - 20, 0});
  const Axis x_axis{.label = plane.x_label}, y_axis{.label = plane.y_label};
  const double top = box.y + legend_height(legend, box.width - 20) + label_height(y_axis);
  const Box area{box.x + left_margin, top, box.width - left_margin - right_margin,
                 box.bottom() - top - x_axis_height(x_axis)};
  auto [x_range, y_range] = ranges(plane);
  make_equal(x_range, y_range, area);
  const Scale x(Scale::Kind::linear, x_range, {area.x, area.right()});
  const Scale y(Scale::Kind::linear, y_range, {area.bottom(), area.y});
  draw_y_axis(canvas, y, y_axis, area);
  draw_x_axis(canvas, x, x_axis, area);
  for (const Plane::Items& items : plane.items) draw_items(canvas, items, x, y);
  for (const Plane::Line& line : plane.lines) draw_line(canvas, line, x, y, area);
  for (const Plane::Gaussian& gaussian : plane.gaussians) {
    for (const double deviations : {2.0, 1.0}) {
      if (!gaussian.covariance) continue;
      std::vector<Point> points;
      for (const Eigen::Vector2d& at : ellipse(gaussian.mean, *gaussian.covariance, deviations)) {
        points.push_back({x(at.x()), y(at.y())});
      }
      canvas.path(points, area, line_style(gaussian.ink));
    }
  }
  for (const Plane::Gaussian& gaussian : plane.gaussians) {
    canvas.marker(marker_of(gaussian.ink), {x(gaussian.mean.x()), y(gaussian.mean.y())}, 4, fill_style(gaussian.ink));
  }
}

}  // namespace didact::plot
