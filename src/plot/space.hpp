#pragma once
// Items in space, seen from the side and a little from above: nothing looks larger for being nearer.

#include "plot/frame.hpp"

#include <Eigen/Core>

#include <array>

namespace didact::plot {

struct Space {
  /// A point with a stem down to the floor.
  struct Place {
    std::string name;
    Ink ink = Ink::after;
    Eigen::Vector3d at = Eigen::Vector3d::Zero();
    std::optional<Eigen::Matrix3d> covariance = {};  ///< drawn as the outline of its body of one standard deviation
  };

  std::string title;
  std::array<std::string, 3> labels = {"x₁", "x₂", "x₃"};
  std::string name = "items";
  std::vector<Eigen::Vector3d> items;
  std::vector<double> copies = {};
  bool edges = true;  ///< of the items' convex hull, where they are few
  std::vector<Place> places = {};
  std::optional<Range> range = {};  ///< of all three axes, else that of the data
  std::vector<std::string> notes = {};
};

double height(const Space& space, double width);
void draw_into(Canvas& canvas, const Space& space, const Box& box);
std::vector<std::string> remarks(const Space& space);

/// Pairs of points, the edges of their convex hull's triangles; of two or three points all there are.
using Edges = std::vector<std::pair<std::size_t, std::size_t>>;
Edges hull_edges(const std::vector<Eigen::Vector3d>& points);
/// Those that are drawn, whoever draws: none where the items are many.
Edges drawn_edges(const Space& space);

}  // namespace didact::plot
