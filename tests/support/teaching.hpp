#pragma once
// What a teaching problem asks, taken literally: the impedance of any set, and the best set by trying them.

#include "truth.hpp"
#include <didact/didact.hpp>

#include <algorithm>
#include <functional>
#include <random>

namespace didact::testing {

/// A problem with one learner.
template <class L>
Problem<L> problem_of(L learner, typename L::Target target, Effort effort = {}, ItemRules items = {}) {
  Problem<L> problem;
  problem.learners = {{1, std::move(learner)}};
  problem.target = std::move(target);
  problem.effort = std::move(effort);
  problem.items = std::move(items);
  return problem;
}

template <class L>
Problem<L> with_size(Problem<L> problem, Index least, std::optional<Index> most) {
  problem.min_size = least;
  problem.max_size = most;
  return problem;
}

/// The loss of one learner: at the point, or its mean over the teacher's belief.
template <class L>
double target_loss(const L& learner, const TargetOf<L>& target, const Matrix& items) {
  if (const auto* point = std::get_if<typename L::Target>(&target)) return true_loss(learner, *point, items);
  if (const auto* points = std::get_if<std::vector<Weighted<typename L::Target>>>(&target)) {
    double mean = 0;
    for (const auto& [weight, value] : *points) mean += weight * true_loss(learner, value, items);
    return mean;
  }
  return belief_loss(learner, std::get<L>(target), items);
}

/// As the format's table of efforts has it.
template <class L>
double true_effort(const Problem<L>& problem, const Matrix& items) {
  const Effort& effort = problem.effort;
  const double n = static_cast<double>(items.rows());
  double cost = effort.per_item * n + (items.rows() > 0 ? effort.fixed : 0) + effort.magnitude * items.squaredNorm() +
                effort.per_unit * items.cwiseAbs().sum();
  if (!effort.per_category.empty()) {
    for (Index i = 0; i < items.rows(); ++i) cost += effort.per_category[static_cast<std::size_t>(items(i, 0)) - 1];
  }
  if (effort.closeness > 0) {
    double closest = infinity;
    for (Index i = 0; i < items.rows(); ++i) {
      for (Index j = 0; j < i; ++j) closest = std::min(closest, (items.row(i) - items.row(j)).norm());
    }
    cost += effort.closeness / closest;
  }
  if (effort.of_size) cost += effort.of_size(n);
  if (effort.convex_of_size.value) cost += effort.convex_of_size.value(n);
  if (effort.convex.value) {
    Vector s = Vector::Zero(problem.learners[0].value.prior().lambda1.size());
    for (Index i = 0; i < items.rows(); ++i) s += problem.learners[0].value.T(items.row(i));
    cost += effort.convex.value(n, s);
  }
  return cost;
}

template <class L>
double true_impedance(const Problem<L>& problem, const Matrix& items) {
  double loss = problem.judge == Judge::worst ? -infinity : 0;
  for (const auto& [weight, learner] : problem.learners) {
    if (problem.judge == Judge::worst) {
      loss = std::max(loss, target_loss(learner, problem.target, items));
    } else if (weight > 0) {
      loss += weight * target_loss(learner, problem.target, items);
    }
  }
  return loss + true_effort(problem, items);
}

/// The sizes a problem allows, up to `most`.
template <class L>
std::pair<Index, Index> size_window(const Problem<L>& problem, Index most) {
  if (problem.max_size) most = std::min(most, *problem.max_size);
  if (problem.limits.max_items) most = std::min(most, *problem.limits.max_items);
  return {problem.min_size, most};
}

struct Found {
  double impedance = infinity;
  Matrix items;

  void consider(double value, const Matrix& set) {
    if (value < impedance) impedance = value, items = set;
  }
};

/// Every set of up to `most` of these items (rows), with repetition unless the problem wants them distinct.
template <class L>
Found exhaustive(const Problem<L>& problem, const Matrix& candidates, Index most) {
  const auto [least, last] = size_window(problem, most);
  const Index gap = problem.items.distinct ? 1 : 0;
  Found best;
  for (Index n = least; n <= last; ++n) {
    Matrix items(n, candidates.cols());
    std::function<void(Index, Index)> extend = [&](Index at, Index from) {
      if (at == n) return best.consider(true_impedance(problem, items), items);
      for (Index k = from; k < candidates.rows(); ++k) {
        items.row(at) = candidates.row(k);
        extend(at + 1, k + gap);
      }
    };
    extend(0, 0);
  }
  return best;
}

/// low, low + 1, …, high as items.
inline Matrix whole_items(double low, double high) {
  return Vector::LinSpaced(static_cast<Index>(high - low) + 1, low, high);
}

/// The points of {low, …, high}² as items.
inline Matrix whole_pairs(double low, double high) {
  const Vector side = whole_items(low, high);
  Matrix pairs(side.size() * side.size(), 2);
  for (Index i = 0; i < pairs.rows(); ++i) pairs.row(i) << side[i / side.size()], side[i % side.size()];
  return pairs;
}

/// Nelder and Mead's simplex, restarted from its best corner until that no longer helps.
template <class Function>
std::pair<double, Vector> nelder_mead(Function f, const Vector& start, double width, int evaluations = 4000) {
  const Index D = start.size();
  Vector best = start;
  double best_value = f(start);
  for (double size = width; evaluations > 0 && size > 1e-7; size *= 0.1) {
    std::vector<std::pair<double, Vector>> corners{{best_value, best}};
    for (Index i = 0; i < D; ++i) {
      const Vector x = best + (i % 2 ? -size : size) * Vector::Unit(D, i);
      corners.push_back({f(x), x});
    }
    auto by_value = [](const auto& a, const auto& b) { return a.first < b.first; };
    for (int step = 0; step < 200 * D && evaluations > 0; ++step) {
      std::sort(corners.begin(), corners.end(), by_value);
      if (corners[D].first - corners[0].first <= 1e-14 * (1 + std::abs(corners[0].first))) break;
      Vector centre = Vector::Zero(D);
      for (Index i = 0; i < D; ++i) centre += corners[i].second / static_cast<double>(D);
      auto along = [&](double t) {
        const Vector x = centre + t * (corners[D].second - centre);
        --evaluations;
        return std::pair{f(x), x};
      };
      const auto reflected = along(-1);
      if (reflected.first < corners[0].first) {
        const auto expanded = along(-2);
        corners[D] = expanded.first < reflected.first ? expanded : reflected;
      } else if (reflected.first < corners[D - 1].first) {
        corners[D] = reflected;
      } else {
        const auto contracted = along(reflected.first < corners[D].first ? -0.5 : 0.5);
        if (contracted.first < std::min(reflected.first, corners[D].first)) {
          corners[D] = contracted;
        } else {
          for (Index i = 1; i <= D; ++i) {
            corners[i].second = (corners[i].second + corners[0].second) / 2;
            corners[i].first = f(corners[i].second);
            --evaluations;
          }
        }
      }
    }
    std::sort(corners.begin(), corners.end(), by_value);
    if (corners[0].first < best_value) std::tie(best_value, best) = corners[0];
  }
  return {best_value, best};
}

/// The best n real items found by direct search over the items themselves, from `starts` random sets and one given.
template <class L>
Found direct_search(const Problem<L>& problem, Index n, int starts, const Matrix& hint = {}, unsigned seed = 1) {
  const L& learner = problem.learners[0].value;
  const ItemDomain domain = narrowed(learner.domain(), problem.items);
  const Index D = domain.dimension();
  auto items_of = [&](const Vector& x) {
    Matrix items = Matrix::Map(x.data(), n, D);
    for (Index j = 0; j < D; ++j)
      items.col(j) = items.col(j).cwiseMax(domain.range[j].low).cwiseMin(domain.range[j].high);
    return items;
  };
  auto f = [&](const Vector& x) { return true_impedance(problem, items_of(x)); };
  Found best;
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  Random random(seed, 99);
  const auto* point = std::get_if<typename L::Target>(&problem.target);
  for (int start = 0; start < starts + (hint.rows() == n ? 1 : 0); ++start) {
    Matrix X(n, D);
    double width = 0.5;
    if (start < starts) {
      const double spread = start % 3 == 2 ? 3 : start % 3 == 1 ? 0.3 : 1;
      for (Index i = 0; i < n; ++i) {
        if (point) {
          X.row(i) = learner.sample(*point, random).transpose();
        } else {
          for (Index j = 0; j < D; ++j) X(i, j) = 2 * normal(engine);
        }
      }
      const Eigen::RowVectorXd mean = X.colwise().mean();
      for (Index i = 0; i < n; ++i) X.row(i) = mean + spread * (X.row(i) - mean);
    } else {
      X = hint;
      width = 0.01;
    }
    const auto [value, x] = nelder_mead(f, Vector::Map(X.data(), X.size()), width, 600 * static_cast<int>(n * D) + 600);
    best.consider(value, items_of(x));
  }
  return best;
}

/// The best of some sets next to a given one, for problems too large to search: the items pushed about at several
/// scales.
template <class L>
Found neighbours(const Problem<L>& problem, const Matrix& items, int count = 300) {
  const ItemDomain domain = narrowed(problem.learners[0].value.domain(), problem.items);
  Random random(5);
  Found best;
  for (int i = 0; i < count; ++i) {
    Matrix moved = items;
    const double width = std::pow(10.0, -6 * random.uniform());
    for (double& x : moved.reshaped()) x += width * random.normal();
    for (Index j = 0; j < moved.cols(); ++j) {
      moved.col(j) = moved.col(j).cwiseMax(domain.range[j].low).cwiseMin(domain.range[j].high);
    }
    best.consider(true_impedance(problem, moved), moved);
  }
  return best;
}

}  // namespace didact::testing
