#include "starts.hpp"

#include "bounds.hpp"
#include "linear/reach.hpp"
#include "turning.hpp"

#include <algorithm>
#include <cmath>

namespace didact::linear {
namespace {

/// Different items in a set; where items must keep apart all of them are different.
constexpr Index most_groups = 6;
constexpr int random_starts = 3;

Index groups_of(const LinearProblem& problem, Index n) {
  return problem.effort.closeness > 0 ? n : std::min(n, most_groups);
}

/// As even as n allows.
std::vector<Index> shares(Index n, Index groups) {
  std::vector<Index> copies(static_cast<std::size_t>(groups), n / groups);
  for (Index i = 0; i < n % groups; ++i) ++copies[static_cast<std::size_t>(i)];
  return copies;
}

double scale_of(const LinearProblem& problem, const LinearState& state) {
  const double norm = state.weights.norm();
  return problem.labels_are_signs() && norm > 0 ? 1 / norm : 1;
}

/// The same set with more different items in it, a little apart so that each can go its own way.
ItemSet loosened(const LinearProblem& problem, const ItemSet& set, double apart, Random& random) {
  const Index groups = std::max(groups_of(problem, set.size()), set.rows.rows());
  const Index rows = set.rows.rows();
  ItemSet loose{Matrix(groups, set.rows.cols()), {}};
  Index at = 0;
  for (Index i = 0; i < rows; ++i) {
    const Index parts = std::min(set.copies[static_cast<std::size_t>(i)], groups / rows + (i < groups % rows ? 1 : 0));
    for (const Index copies : shares(set.copies[static_cast<std::size_t>(i)], parts)) {
      loose.rows.row(at) = set.rows.row(i);
      for (Index j = 0; j < problem.dimension; ++j) loose.rows(at, j) += apart * random.normal();
      loose.copies.push_back(copies);
      ++at;
    }
  }
  loose.rows.conservativeResize(at, Eigen::NoChange);
  return loose;
}

double random_in(Interval allowed, double scale, Random& random) {
  if (std::isfinite(allowed.low) && std::isfinite(allowed.high)) {
    return allowed.low + (allowed.high - allowed.low) * random.uniform();
  }
  return std::clamp(scale * random.normal(), allowed.low, allowed.high);
}

ItemSet random_set(const LinearProblem& problem, double scale, Index n, Index ones, Random& random) {
  const Index groups = groups_of(problem, n);
  ItemSet set{Matrix(groups, problem.dimension + 1), shares(n, groups)};
  for (Index i = 0; i < groups; ++i) {
    for (Index j = 0; j < problem.dimension; ++j) {
      set.rows(i, j) = random_in(x_interval(problem, j), scale, random);
    }
    set.rows(i, problem.dimension) = problem.labels_are_signs()
                                         ? (i < ones ? 1.0 : -1.0)
                                         : random_in(problem.y_range.value_or(Interval{}), 1, random);
  }
  return set;
}

}  // namespace

std::vector<double> allowed_labels(const LinearProblem& problem) {
  std::vector<double> labels;
  for (const double label : {-1.0, 1.0}) {
    if (!problem.y_range || (problem.y_range->low <= label && label <= problem.y_range->high)) labels.push_back(label);
  }
  return labels;
}

ItemSet clipped(const LinearProblem& problem, ItemSet items) {
  const std::vector<double> labels = allowed_labels(problem);
  for (Index i = 0; i < items.rows.rows(); ++i) {
    double& y = items.rows(i, problem.dimension);
    if (!problem.labels_are_signs()) {
      if (problem.y_range) y = std::clamp(y, problem.y_range->low, problem.y_range->high);
    } else if (std::find(labels.begin(), labels.end(), y) == labels.end()) {  // its mirror image teaches the same
      items.rows.row(i) *= -1;
    }
    for (Index j = 0; j < problem.dimension; ++j) {
      const Interval allowed = x_interval(problem, j);
      items.rows(i, j) = std::clamp(items.rows(i, j), allowed.low, allowed.high);
    }
  }
  return items;
}

std::vector<ItemSet> starts(const LinearProblem& problem, const LinearState& best, Index n, Random& random) {
  std::vector<ItemSet> sets;
  const double scale = scale_of(problem, best);
  auto add = [&](const std::optional<ItemSet>& set) {
    if (!set) return;
    sets.push_back(clipped(problem, *set));
    sets.push_back(clipped(problem, loosened(problem, *set, 0.1 * scale, random)));
  };
  add(items_turning(problem, best, n));
  if (problem.seen.rows.rows() == 0) add(items_for(problem.learner, best, n));
  const std::vector<double> labels = allowed_labels(problem);
  const Index groups = groups_of(problem, n);
  // How many items are labelled 1 matters; which of them does not.
  Index fewest = problem.labels_are_signs() && labels.front() < 0 ? 0 : groups;
  const Index most = problem.labels_are_signs() && labels.back() > 0 ? groups : 0;
  if (!problem.labels_are_signs() || fewest > most) fewest = most;
  const Index step = std::max<Index>(1, (most - fewest) / 8);
  for (Index ones = most; ones >= fewest; ones -= step) {
    for (int k = 0; k < random_starts; ++k) sets.push_back(random_set(problem, scale, n, ones, random));
  }
  return sets;
}

}  // namespace didact::linear
