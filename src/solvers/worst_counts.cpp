#include <algorithm>
#include <cmath>
#include <didact/solvers/worst_counts.hpp>
#include <queue>

namespace didact {

WorstCounts::WorstCounts(CountsModel model, Impedance impedance)
    : model_(std::move(model)), impedance_(std::move(impedance)), learners_(model_.weights().size()) {}

/// What maximising over the weights showed: the bound, the best counts met, and two minimisers that disagree.
struct WorstCounts::Dual {
  double bound = -infinity;
  double best = infinity;  ///< worst-case impedance of `counts`
  std::vector<double> counts;
  std::vector<double> weights;
  std::vector<double> left, right;
};

struct WorstCounts::Node {
  double bound;
  std::vector<double> low, high;
  Dual dual;
  bool operator<(const Node& other) const { return bound > other.bound; }  // least bound first
};

/// Maximises the concave w ↦ min_s Σ w_j impedance_j(s) by exact line searches between pairs of learners.
template <class Minimiser>
WorstCounts::Dual WorstCounts::best_weights(Minimiser minimiser) {
  Dual dual;
  dual.weights.assign(learners_, 1.0 / static_cast<double>(learners_));
  auto evaluate = [&](const std::vector<double>& weights, std::vector<double>& losses) {
    model_.set_weights(weights);
    std::vector<double> s = minimiser(model_);
    double mean = 0, worst = -infinity;
    for (std::size_t j = 0; j < learners_; ++j) {
      losses[j] = impedance_(j, s);
      if (weights[j] > 0) mean += weights[j] * losses[j];
      worst = std::max(worst, losses[j]);
    }
    if (mean > dual.bound) {
      dual.bound = mean;
      dual.weights = weights;
    }
    if (worst < dual.best) {
      dual.best = worst;
      dual.counts = s;
    }
    return s;
  };
  std::vector<double> losses(learners_);
  const auto closed = [&] { return dual.best - dual.bound <= 1e-11 * std::max(1.0, std::abs(dual.best)); };
  for (int round = 0; round < 40 && !closed(); ++round) {
    const double before = dual.bound;
    // Weight moves from the learner that is best off to the one that is worst off, as far as the bound rises.
    evaluate(dual.weights, losses);
    const std::size_t to = std::max_element(losses.begin(), losses.end()) - losses.begin();
    std::size_t from = to;
    for (std::size_t j = 0; j < learners_; ++j) {
      if (dual.weights[j] > 0 && (from == to || losses[j] < losses[from])) from = j;
    }
    if (from == to) break;
    const std::vector<double> base = dual.weights;
    double low = 0, high = base[from];
    for (int step = 0; step < 50 && high - low > 1e-13; ++step) {
      const double move = step == 0 ? high : std::midpoint(low, high);
      std::vector<double> weights = base;
      weights[from] -= move;
      weights[to] += move;
      std::vector<double> s = evaluate(weights, losses);
      const bool too_far = losses[to] < losses[from];
      (too_far ? dual.right : dual.left) = std::move(s);
      (too_far ? high : low) = move;
      if (!too_far && step == 0) break;
      if (closed()) break;
    }
    if (dual.bound - before <= 1e-12 * std::max(1.0, std::abs(before)) && round > 0) break;
  }
  return dual;
}

WorstCounts::Bound WorstCounts::relaxed(double n) {
  const Dual dual = best_weights([n](const CountsModel& model) {
    std::vector<double> s(model.categories(), 0.0);
    model.lambda_of_size(n, s);
    return s;
  });
  return {dual.bound, dual.counts};
}

WorstCounts::Bound WorstCounts::solve(double n, const Stop& stop) {
  auto minimiser = [n](const CountsModel& model) { return MarginalWalk(model, n, n).counts_at(n); };
  Bound best;
  double best_value = infinity;
  double open_bound = infinity;
  std::priority_queue<Node> open;
  auto add = [&](std::vector<double> low, std::vector<double> high) {
    double least = 0, most = 0;
    for (std::size_t k = 0; k < low.size(); ++k) {
      if (low[k] > high[k]) return;
      least += low[k];
      most += high[k];
    }
    if (least > n || most < n) return;
    model_.low() = low;
    model_.high() = high;
    Dual dual = best_weights(minimiser);
    if (dual.best < best_value) {
      best_value = dual.best;
      best.counts = dual.counts;
    }
    const double bound = dual.bound;
    open.push({bound, std::move(low), std::move(high), std::move(dual)});
  };
  add(model_.low(), model_.high());
  const double tolerance = 1e-11;
  while (!open.empty()) {
    if (open.top().bound >= best_value - tolerance * std::max(1.0, std::abs(best_value))) break;
    if (stop) break;
    Node node = open.top();
    open.pop();
    // Branch where two minimisers of (nearly) the best weights disagree most; their mean violates neither.
    std::size_t branch = 0;
    double widest = 0;
    if (!node.dual.left.empty() && !node.dual.right.empty()) {
      for (std::size_t k = 0; k < node.low.size(); ++k) {
        const double width = std::abs(node.dual.left[k] - node.dual.right[k]);
        if (width > widest) {
          widest = width;
          branch = k;
        }
      }
    }
    double split = 0;
    if (widest > 0) {
      split = std::floor(std::midpoint(node.dual.left[branch], node.dual.right[branch]));
    } else {
      for (std::size_t k = 0; k < node.low.size(); ++k) {
        const double room = std::min(node.high[k], n) - node.low[k];
        if (room > widest) {
          widest = room;
          branch = k;
        }
      }
      if (widest == 0) {  // a single point: nothing below it is open
        open_bound = std::min(open_bound, node.dual.best);
        continue;
      }
      split = std::clamp(node.dual.counts[branch], node.low[branch], std::min(node.high[branch], n) - 1);
    }
    std::vector<double> high = node.high;
    high[branch] = split;
    add(node.low, high);
    std::vector<double> low = node.low;
    low[branch] = split + 1;
    add(low, node.high);
  }
  if (!open.empty()) open_bound = std::min(open_bound, open.top().bound);
  best.value = std::min(open_bound, best_value);
  return best;
}

}  // namespace didact
