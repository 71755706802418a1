// Learners of vectors: the plane, space, or their means coordinate by coordinate.

#include "report/scene.hpp"

#include <cmath>

namespace didact::report {
namespace {

Index dimension_of(const Scene& scene) {
  for (const View& view : views(scene)) {
    if (const Json& mean = member(*view.state, "mean"); mean.is_array()) return static_cast<Index>(mean.size());
  }
  return scene.items ? scene.items->rows.cols() : 0;
}

std::string label_of(const Scene& scene, Index coordinate) {
  const auto& columns = scene.learners.items.columns;
  return static_cast<std::size_t>(coordinate) < columns.size() ? columns[static_cast<std::size_t>(coordinate)]
                                                               : "x" + std::to_string(coordinate + 1);
}

/// A state's mean, and its covariance (which the problem knows, where the state has none) if it is finite.
struct Normal {
  std::string name;
  plot::Ink ink;
  Vector mean;
  std::optional<Matrix> covariance;
};

std::vector<Normal> normals(const Scene& scene, Index D) {
  std::vector<Normal> list;
  for (const View& view : views(scene)) {
    const auto mean = vector_in(member(*view.state, "mean"), D);
    if (!mean) continue;
    const Json& own = member(*view.state, "covariance");
    const auto covariance = matrix_in(own.is_array() ? own : scene.known("covariance"), D);
    list.push_back({view.name + (covariance ? "" : " (infinite covariance)"), view.ink, *mean, covariance});
  }
  return list;
}

std::vector<double> copies_of(const Scene& scene) {
  return {scene.items->copies.begin(), scene.items->copies.end()};
}

plot::Plane plane_of(const Scene& scene) {
  plot::Plane plane{.title = "Items, and what is expected of them: ellipses of one and two standard deviations",
                    .x_label = label_of(scene, 0),
                    .y_label = label_of(scene, 1)};
  for (const Normal& normal : normals(scene, 2)) {
    plane.gaussians.push_back({normal.name, normal.ink, Eigen::Vector2d(normal.mean), {}});
    if (normal.covariance) plane.gaussians.back().covariance = Eigen::Matrix2d(*normal.covariance);
  }
  if (!scene.has_items()) return plane;
  plot::Plane::Items items{.name = "items", .copies = copies_of(scene)};
  for (Index i = 0; i < scene.items->rows.rows(); ++i) {
    items.at.emplace_back(scene.items->rows(i, 0), scene.items->rows(i, 1));
  }
  plane.items.push_back(std::move(items));
  return plane;
}

plot::Space space_of(const Scene& scene) {
  plot::Space space{.title = "Items, and what is expected of them: outlines of one standard deviation",
                    .labels = {label_of(scene, 0), label_of(scene, 1), label_of(scene, 2)}};
  for (const Normal& normal : normals(scene, 3)) {
    space.places.push_back({normal.name, normal.ink, Eigen::Vector3d(normal.mean), {}});
    if (normal.covariance) space.places.back().covariance = Eigen::Matrix3d(*normal.covariance);
  }
  if (!scene.has_items()) return space;
  space.copies = copies_of(scene);
  for (Index i = 0; i < scene.items->rows.rows(); ++i) {
    space.items.emplace_back(scene.items->rows(i, 0), scene.items->rows(i, 1), scene.items->rows(i, 2));
  }
  return space;
}

plot::Bars coordinates_of(const Scene& scene, Index D) {
  plot::Bars bars{.title = "The mean, coordinate by coordinate", .x_label = "coordinate", .y_label = "mean"};
  for (Index j = 0; j < D; ++j) bars.categories.push_back(label_of(scene, j));
  for (const View& view : views(scene)) {
    bars.series.push_back({view.name, view.ink, list_in(member(*view.state, "mean"))});
  }
  return bars;
}

plot::Bars deviations_of(const Scene& scene, Index D) {
  plot::Bars bars{.title = "The standard deviation, coordinate by coordinate",
                  .x_label = "coordinate",
                  .y_label = "standard deviation"};
  for (Index j = 0; j < D; ++j) bars.categories.push_back(label_of(scene, j));
  for (const Normal& normal : normals(scene, D)) {
    if (!normal.covariance) {
      bars.notes.push_back("Left out: " + normal.name + ".");
      continue;
    }
    const Vector deviations = normal.covariance->diagonal().cwiseMax(0).cwiseSqrt();
    bars.series.push_back({normal.name, normal.ink, {deviations.begin(), deviations.end()}});
  }
  return bars;
}

}  // namespace

Rows vector_rows(const Scene& scene) {
  const Index D = dimension_of(scene);
  if (D == 2) return {{plane_of(scene)}};
  if (D == 3) return {{space_of(scene)}};
  Rows rows = {{coordinates_of(scene, D)}};
  if (plot::Bars deviations = deviations_of(scene, D); !deviations.series.empty()) {
    rows.push_back({std::move(deviations)});
  }
  return rows;
}

}  // namespace didact::report
