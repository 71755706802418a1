#include "spread.hpp"

#include "../core/decompositions.hpp"
#include "bounds.hpp"
#include "linear/reach.hpp"

#include <cmath>

namespace didact::linear {
namespace {

/// `count` different whole numbers that sum to 0, none of them among -beyond … beyond unless it is the only one.
std::vector<double> balanced(Index count, double beyond) {
  if (count == 1) return {0};
  std::vector<double> places;
  double sum = 0;
  for (Index i = 1; i < count; ++i) sum += places.emplace_back(beyond + static_cast<double>(i));
  places.push_back(-sum);
  return places;
}

Vector direction_of(const LinearProblem& problem, const LinearState& state) {
  const double norm = state.weights.norm();
  return norm > 0 ? Vector(state.weights / norm) : Vector(Vector::Unit(problem.dimension, 0));
}

/// n items along a line, at these places and with these labels.
ItemSet along(const Vector& u, const std::vector<double>& places, const std::vector<double>& labels) {
  const auto n = static_cast<Index>(places.size());
  ItemSet items{Matrix(n, u.size() + 1), std::vector<Index>(places.size(), 1)};
  for (Index i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    items.rows.row(i) << places[at] * u.transpose(), labels[at];
  }
  return items;
}

/// Only one residual is needed, or two with a bias; the other items lie on the plane, anywhere.
ItemSet spread_ridge(const LinearProblem& problem, const LinearState& state, Index n, double far) {
  const double norm = state.weights.norm(), residual = problem.learner.lambda * norm / far;
  std::vector<double> places, labels;
  for (Index i = 0; i < n; ++i) {
    const bool first = i == 0, second = i == 1 && problem.learner.bias;
    const double off = second ? residual : !first ? 0 : problem.learner.bias ? -residual : residual;
    places.push_back(far * static_cast<double>(i + 1));
    labels.push_back(places.back() * norm + state.bias + off);
  }
  return along(direction_of(problem, state), places, labels);
}

/// What is orthogonal to w does not matter as long as the items of each label balance it.
std::optional<ItemSet> spread_aside(const LinearProblem& problem, const LinearState& state, Index n, double far) {
  const auto items = items_for(problem.learner, state, n);
  if (!items || problem.dimension < 2 || (problem.learner.bias && n < 3)) return {};
  ItemSet spread{items->expanded(), std::vector<Index>(static_cast<std::size_t>(n), 1)};
  const Matrix w = direction_of(problem, state);
  const Vector aside = Qr(w).Q().col(1);
  double beyond = 0;
  Index at = 0;
  for (const Index copies : items->copies) {
    const std::vector<double> places = balanced(copies, beyond);
    for (const double place : places) spread.rows.row(at++).head(problem.dimension) += far * place * aside.transpose();
    beyond = std::abs(places.back());
  }
  return spread;
}

/// One item of an svm pulls and the others are beyond its margin, where they do nothing.
std::optional<ItemSet> spread_beyond_margin(const LinearProblem& problem, const LinearState& state, Index n,
                                            double far) {
  const double norm = state.weights.norm(), pull = problem.learner.lambda * norm;
  if (problem.learner.kind != LinearKind::svm || problem.learner.bias || pull * norm > 1) return {};
  std::vector<double> places = {pull};
  for (Index i = 1; i < n; ++i) places.push_back(far * std::max(1.0, 1 / norm) * static_cast<double>(i));
  return along(direction_of(problem, state), places, std::vector<double>(places.size(), 1));
}

/// No weights: items that balance each other, or that have one label where a bias makes up for it.
std::optional<ItemSet> spread_for_nothing(const LinearProblem& problem, const LinearState& state, Index n, double far) {
  double label = 1;
  if (problem.learner.bias) {
    const bool svm = problem.learner.kind == LinearKind::svm;
    if (svm ? std::abs(state.bias) != 1 : state.bias != 0) return {};
    if (svm) label = state.bias;
  }
  std::vector<double> places = balanced(n, 0);
  for (double& place : places) place *= far;
  return along(direction_of(problem, state), places, std::vector<double>(places.size(), label));
}

std::optional<ItemSet> spread(const LinearProblem& problem, const LinearState& state, Index n, double far) {
  if (problem.learner.kind == LinearKind::ridge) return spread_ridge(problem, state, n, far);
  if (state.weights.norm() == 0) return spread_for_nothing(problem, state, n, far);
  if (auto items = spread_aside(problem, state, n, far)) return items;
  return spread_beyond_margin(problem, state, n, far);
}

bool is_allowed(const LinearProblem& problem, const ItemSet& items) {
  const auto inside = [](Interval allowed, auto values) {
    return (values.array() >= allowed.low).all() && (values.array() <= allowed.high).all();
  };
  for (Index j = 0; j < problem.dimension; ++j) {
    if (!inside(x_interval(problem, j), items.rows.col(j))) return false;
  }
  return !problem.y_range || inside(*problem.y_range, items.rows.col(problem.dimension));
}

}  // namespace

std::optional<ItemSet> spread_items(const LinearProblem& problem, const LinearState& state, Index n, double far) {
  constexpr double as_far_as_one_likes = 1e100;
  for (const bool mirrored : {false, true}) {
    if (mirrored && problem.learner.bias) break;
    const auto image = [&](std::optional<ItemSet> items) {
      if (items && mirrored) items->rows *= -1;  // without a bias it teaches the same
      return items;
    };
    const auto farthest = image(spread(problem, state, n, as_far_as_one_likes));
    if (!farthest || !is_allowed(problem, *farthest)) continue;
    auto items = image(spread(problem, state, n, far));
    if (is_allowed(problem, *items)) return items;
  }
  return {};
}

}  // namespace didact::linear
