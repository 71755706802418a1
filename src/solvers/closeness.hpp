#pragma once
// The effort c / (least distance between two items), on top of any problem whose items are numbers.   [CLOSE]

#include "solvers/sized_problem.hpp"

#include <memory>

namespace didact::solvers {

/// A problem without its closeness effort, and what it takes to add it.
struct CloseProblem {
  std::unique_ptr<SizedProblem> base;                     ///< with all other efforts
  std::function<double(double n, const Vector& s)> loss;  ///< what the items cost by their number and statistic alone
  bool squares = false;                                   ///< the statistic is (Σx, Σxxᵀ), not Σx
  bool kinks = false;                                     ///< the loss is the worst of several
  ItemDomain domain;
  double closeness = 0;
  double magnitude = 0;
  /// The base with another magnitude effort, its origin moved; empty where there is none such. It may be
  /// negative, above `least_magnitude`.
  std::function<std::unique_ptr<SizedProblem>(double magnitude, const Vector& origin)> at_magnitude;
  double least_magnitude = 0;
};

/// c·ratio/D + scatter·D² is what n items a distance δ apart cost, D = δ·n(n-1)/2: exactly for whole n, or convex in n
/// and no more than that.   [CLOSE.3]
struct SpacingShape {
  double ratio;
  double scatter;
};

/// Items on a line.   [CLOSE.1]
std::unique_ptr<SizedProblem> close_on_a_line(CloseProblem problem);
/// Items in several dimensions.   [CLOSE.5]
std::unique_ptr<SizedProblem> close_in_space(CloseProblem problem);

inline std::unique_ptr<SizedProblem> with_closeness(CloseProblem problem) {
  return problem.domain.dimension() == 1 ? close_on_a_line(std::move(problem)) : close_in_space(std::move(problem));
}

/// What these items cost, closeness and all.
double close_impedance(const CloseProblem& problem, const Matrix& rows);
/// The summed statistic.
Vector close_statistic(const CloseProblem& problem, const Matrix& rows);

/// The coordinate along which items can part for ever at no cost, or -1.
Index free_coordinate(const CloseProblem& problem);
/// The best of n items where that is so: what is approached, and items far apart.   [CLOSE.2]
AtSize spread_without_end(const CloseProblem& problem, Index n, Index coordinate, const Stop& stop);

/// n numbers at least `distance` apart, as even as that allows, with this sum: whole if it and the distance are and
/// `whole` says so.
Vector evenly_apart(Index n, double sum, double distance, bool whole);

/// The best items found near these: descent with the least distance as a variable of its own, then whole steps.
/// [CLOSE.6]
Matrix descend_apart(const CloseProblem& problem, Matrix rows, const Stop& stop);

}  // namespace didact::solvers
