#pragma once
// Items in the plane, with Gaussians as ellipses of one and two standard deviations, and straight lines.

#include "plot/frame.hpp"

#include <Eigen/Core>

namespace didact::plot {

struct Plane {
  struct Items {
    std::string name;
    Ink ink = Ink::items;
    std::vector<Eigen::Vector2d> at;
    std::vector<double> copies = {};  ///< one each if empty
  };
  struct Gaussian {
    std::string name;
    Ink ink = Ink::after;
    Eigen::Vector2d mean = Eigen::Vector2d::Zero();
    std::optional<Eigen::Matrix2d> covariance = {};  ///< without it only the mean is drawn
  };
  /// The x with normal · x + offset = 0.
  struct Line {
    std::string name;
    Ink ink = Ink::after;
    Eigen::Vector2d normal = Eigen::Vector2d::UnitX();
    double offset = 0;
  };

  std::string title;
  std::string x_label = {}, y_label = {};
  std::vector<Items> items = {};
  std::vector<Gaussian> gaussians = {};
  std::vector<Line> lines = {};
  std::vector<std::string> notes = {};
};

double height(const Plane& plane, double width);
void draw_into(Canvas& canvas, const Plane& plane, const Box& box);
std::vector<std::string> remarks(const Plane& plane);

/// The ellipse of so many standard deviations around a mean, as a closed broken line.
std::vector<Eigen::Vector2d> ellipse(const Eigen::Vector2d& mean, const Eigen::Matrix2d& covariance, double deviations);

}  // namespace didact::plot
