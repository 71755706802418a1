#include "turning.hpp"

#include "linear/reach.hpp"
#include "pointwise.hpp"
#include "solvers/convex_search.hpp"

#include <cmath>

namespace didact::linear {
namespace {

/// What the new items must supply: Σ a y x = g, and with a bias Σ a y = beta, a = -y ℓ'.
struct Missing {
  Vector g;
  double beta = 0;
};

Missing missing(const LinearProblem& problem, const LinearState& state) {
  Missing part{problem.learner.lambda * state.weights};
  for (Index i = 0; i < problem.seen.rows.rows(); ++i) {
    const Vector x = problem.seen.rows.row(i).head(problem.dimension);
    const double f = x.dot(state.weights) + state.bias;
    const double slope = static_cast<double>(problem.seen.copies[static_cast<std::size_t>(i)]) *
                         pointwise(problem.learner.kind, f, problem.seen.rows(i, problem.dimension), 0).slope;
    part.g += slope * x;
    part.beta += slope;
  }
  return part;
}

ItemSet rows_of(const std::vector<std::pair<Vector, double>>& items, std::vector<Index> copies) {
  ItemSet set{Matrix(static_cast<Index>(items.size()), items[0].first.size() + 1), std::move(copies)};
  for (std::size_t i = 0; i < items.size(); ++i) {
    set.rows.row(static_cast<Index>(i)) << items[i].first.transpose(), items[i].second;
  }
  return set;
}

std::optional<ItemSet> turning_ridge(const LinearLearner& learner, const LinearState& state, const Missing& part,
                                     Index n) {
  const double norm = part.g.norm(), count = static_cast<double>(n);
  const Vector u = norm > 0 ? Vector(part.g / norm) : Vector(Vector::Zero(part.g.size()));
  const double f = u.dot(state.weights);
  if (!learner.bias) return rows_of({{u, f + norm / count}}, {n});
  if (n == 1) {
    if (part.beta == 0) return {};
    const Vector x = part.g / part.beta;
    return rows_of({{x, x.dot(state.weights) + state.bias + part.beta}}, {1});
  }
  const double p = static_cast<double>(n / 2), q = count - p;
  const double up = 0.5 * (part.beta + norm) / p, down = 0.5 * (part.beta - norm) / q;
  return rows_of({{u, f + state.bias + up}, {-u, -f + state.bias + down}}, {n / 2, n - n / 2});
}

std::optional<ItemSet> turning_without_bias(const LinearLearner& learner, const LinearState& state, const Missing& part,
                                            Index n) {
  const double count = static_cast<double>(n), pull = part.g.dot(state.weights) / count;
  if (learner.kind == LinearKind::svm) {
    if (pull > 1 + 1e-12) return {};
    return rows_of({{part.g / count, 1}}, {n});
  }
  if (pull > logistic_pull) return {};
  const auto excess = [&](double t) { return t / (1 + std::exp(t)) - pull; };
  const double margin = solvers::root_of_increasing(excess, std::min(0.0, 2 * pull - 1), logistic_pull_at);
  return rows_of({{part.g * ((1 + std::exp(margin)) / count), 1}}, {n});
}

/// Two groups with these shares in all, one on either side, at these margins.
std::optional<ItemSet> two_groups(const LinearState& state, const Missing& part, std::pair<double, double> shares,
                                  std::pair<double, double> margins, Index p, Index q) {
  const double squared = state.weights.squaredNorm();
  const Vector along = state.weights / squared;
  const Vector aside = part.g - part.g.dot(state.weights) * along;
  const Vector up = (margins.first - state.bias) * along + aside / (2 * shares.first);
  const Vector down = (-margins.second - state.bias) * along - aside / (2 * shares.second);
  return rows_of({{up, 1}, {down, -1}}, {p, q});
}

std::optional<ItemSet> turning_with_bias(const LinearLearner& learner, const LinearState& state, const Missing& part,
                                         Index n) {
  if (n < 2 || state.weights.norm() == 0) return {};
  const double pull = part.g.dot(state.weights) + state.bias * part.beta;
  if (learner.kind == LinearKind::svm) {  // all at the margin
    const double up = 0.5 * (pull + part.beta), down = 0.5 * (pull - part.beta);
    if (!(up > 0 && down > 0)) return {};
    const auto p = static_cast<Index>(std::ceil(up * (1 - 1e-12))),
               q = static_cast<Index>(std::ceil(down * (1 - 1e-12)));
    if (p + q > n) return {};
    return two_groups(state, part, {up, down}, {1, 1}, p + (n - p - q), q);
  }
  for (Index p = 1; p < n; ++p) {
    const double ones = static_cast<double>(p), others = static_cast<double>(n - p);
    const double low = std::max(0.0, part.beta), high = std::min(ones, others + part.beta);
    auto margins = [&](double U) {
      return std::pair{std::log((ones - U) / U), std::log((others - U + part.beta) / (U - part.beta))};
    };
    auto excess = [&](double U) {
      const auto [up, down] = margins(U);
      return U * up + (U - part.beta) * down - pull;
    };
    constexpr int steps = 64;
    for (int k = steps - 1; k > 1 && low < high; --k) {  // from the smallest margins on
      const double right = low + (high - low) * k / steps, left = low + (high - low) * (k - 1) / steps;
      if (!(excess(right) <= 0 && excess(left) > 0)) continue;
      const double U = solvers::root_of_increasing([&](double at) { return -excess(at); }, left, right);
      return two_groups(state, part, {U, U - part.beta}, margins(U), p, n - p);
    }
  }
  return {};
}

}  // namespace

std::optional<ItemSet> items_turning(const LinearProblem& problem, const LinearState& state, Index n) {
  const Missing part = missing(problem, state);
  if (problem.learner.kind == LinearKind::ridge) return turning_ridge(problem.learner, state, part, n);
  return problem.learner.bias ? turning_with_bias(problem.learner, state, part, n)
                              : turning_without_bias(problem.learner, state, part, n);
}

}  // namespace didact::linear
