#include "linear/reach.hpp"

#include "solvers/convex_search.hpp"

#include <cmath>

namespace didact::linear {
namespace {

/// What a logistic learner with a bias is pulled by with when its p items labelled 1 and its q labelled -1 have the
/// residuals Σ 1/(1 + exp(m)) = U each.   [LOG.2]
struct Balance {
  double p, q;

  double pull(double U) const { return U * (std::log((p - U) / U) + std::log((q - U) / U)); }
  double slope(double U) const { return std::log((p - U) / U) + std::log((q - U) / U) - U / (p - U) - U / (q - U) - 2; }
  double end() const { return p * q / (p + q); }  // where all margins sum to 0
  double strongest() const {
    return solvers::root_of_increasing([&](double U) { return -slope(U); }, 1e-9 * end(), end());
  }
  /// The U of the smallest margins with this pull.
  double with_pull(double pull_wanted) const {
    return solvers::root_of_increasing([&](double U) { return pull_wanted - pull(U); }, strongest(), end());
  }
};

Balance balance_of(Index n) {
  return {static_cast<double>(n / 2), static_cast<double>(n - n / 2)};
}

/// The smaller t with t/(1 + exp(t)) = h.
double margin_with_pull(double h) {
  if (h >= logistic_pull) return logistic_pull_at;
  return solvers::root_of_increasing([&](double t) { return t / (1 + std::exp(t)) - h; }, 0, logistic_pull_at);
}

/// Items on the line through w, given by where on it they are and how often.
ItemSet along(const Vector& direction, const std::vector<std::array<double, 2>>& items,
              const std::vector<Index>& copies) {
  ItemSet set{Matrix(static_cast<Index>(items.size()), direction.size() + 1), copies};
  for (std::size_t i = 0; i < items.size(); ++i) {
    set.rows.row(static_cast<Index>(i)) << items[i][0] * direction.transpose(), items[i][1];
  }
  return set;
}

ItemSet without_bias(const LinearLearner& learner, const Vector& w, Index n) {
  const double norm = w.norm(), count = static_cast<double>(n);
  if (learner.kind == LinearKind::ridge) return along(w / norm, {{1, norm + learner.lambda * norm / count}}, {n});
  const double pull = std::min(largest_pull(learner, 1), learner.lambda * norm * norm / count);
  // All of an svm's items pull with full weight, from wherever their margins make it enough.
  const double margin = learner.kind == LinearKind::svm ? pull : margin_with_pull(pull);
  return along(w / norm, {{margin / norm, 1}}, {n});
}

ItemSet with_bias(const LinearLearner& learner, const Vector& w, double b, Index n) {
  const double norm = w.norm();
  const Balance groups = balance_of(n);
  const std::vector<Index> copies = {n / 2, n - n / 2};
  if (learner.kind == LinearKind::ridge) {
    const double residual = 0.5 * learner.lambda * norm;
    return along(w / norm, {{1, b + norm + residual / groups.p}, {-1, b - norm - residual / groups.q}}, copies);
  }
  double up = 1, down = 1;  // the margins of the two groups
  if (learner.kind == LinearKind::logistic) {
    const double U = groups.with_pull(learner.lambda * norm * norm);
    up = std::log((groups.p - U) / U);
    down = std::log((groups.q - U) / U);
  }
  return along(w / norm, {{(up - b) / norm, 1}, {(-down - b) / norm, -1}}, copies);
}

/// How many of n items are labelled 1 if w = 0 and this b is what they teach.   [LIN.4]
std::optional<Index> ones_for(const LinearLearner& learner, double b, Index n) {
  constexpr double tolerance = 1e-12;
  auto near = [&](double value) { return std::abs(b - value) <= tolerance; };
  if (n == 0) return near(0) ? std::optional<Index>(0) : std::nullopt;
  if (learner.kind == LinearKind::svm) {
    if (near(1)) return n;
    if (near(-1)) return 0;
    return near(0) && n % 2 == 0 ? std::optional<Index>(n / 2) : std::nullopt;
  }
  if (near(0)) return n % 2 == 0 ? n / 2 : n;  // no b is best where all labels are equal, and it stays at 0
  const double count = static_cast<double>(n);
  const Index p = std::llround(count / (1 + std::exp(-b)));
  if (p < 1 || p >= n) return {};
  return near(std::log(static_cast<double>(p) / (count - static_cast<double>(p)))) ? std::optional<Index>(p)
                                                                                   : std::nullopt;
}

std::optional<ItemSet> of_no_weights(const LinearLearner& learner, const LinearState& state, Index n) {
  const Vector zero = Vector::Zero(state.weights.size());
  if (!learner.bias) return along(zero, {{0, learner.kind == LinearKind::ridge ? 0.0 : 1.0}}, {n});
  if (learner.kind == LinearKind::ridge) return along(zero, {{0, state.bias}}, {n});
  const auto ones = ones_for(learner, state.bias, n);
  if (!ones) return {};
  if (*ones == n) return along(zero, {{0, 1}}, {n});
  if (*ones == 0) return along(zero, {{0, -1}}, {n});
  return along(zero, {{0, 1}, {0, -1}}, {*ones, n - *ones});
}

}  // namespace

double largest_pull(const LinearLearner& learner, Index n) {
  const double count = static_cast<double>(n);
  if (n < (learner.bias ? 2 : 1)) return 0;
  switch (learner.kind) {
    case LinearKind::ridge:
      return infinity;
    case LinearKind::svm:
      return learner.bias ? 2 * static_cast<double>(n / 2) : count;
    case LinearKind::logistic: {
      if (!learner.bias || n % 2 == 0) return count * logistic_pull;
      const Balance groups = balance_of(n);
      return groups.pull(groups.strongest());
    }
  }
  return 0;
}

double reach(const LinearLearner& learner, Index n) {
  return std::sqrt(largest_pull(learner, n) / learner.lambda);
}

double least_magnitude(const LinearLearner& learner, Index n, double norm) {
  if (norm == 0 || learner.kind == LinearKind::ridge) return 0;
  // λ‖w‖ = Σ a_i y_i (u·x_i) ≤ √(Σ a_i²) √(Σ ‖x_i‖²): the least follows from the largest Σ a_i².
  if (learner.kind == LinearKind::svm) {
    return std::pow(learner.lambda * norm, 2) /
           (learner.bias ? 2 * static_cast<double>(n / 2) : static_cast<double>(n));
  }
  const double count = static_cast<double>(n);
  const double margin = margin_with_pull(learner.lambda * norm * norm / count);
  return count * std::pow(margin / norm, 2);
}

std::optional<ItemSet> items_for(const LinearLearner& learner, const LinearState& state, Index n) {
  if (n == 0) return ItemSet{Matrix(0, state.weights.size() + 1), {}};
  if (state.weights.norm() == 0) return of_no_weights(learner, state, n);
  return learner.bias ? with_bias(learner, state.weights, state.bias, n) : without_bias(learner, state.weights, n);
}

}  // namespace didact::linear
