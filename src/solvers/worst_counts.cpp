#include "solvers/worst_counts.hpp"

#include <queue>

namespace didact::solvers {
namespace {
constexpr double proof_tolerance = 1e-11;
}

WorstCounts::WorstCounts(CountsModel model, Impedance impedance)
    : model_(std::move(model)), impedance_(std::move(impedance)), learners_(model_.weights().size()) {}

struct WorstCounts::Node {
  Counts low, high;
  WorstCase<Counts> found;
  bool operator<(const Node& other) const { return found.bound > other.found.bound; }  // least bound first
};

template <class Minimiser>
WorstCase<WorstCounts::Counts> WorstCounts::weigh(Minimiser minimiser, const Stop& stop) {
  auto minimise = [&](const std::vector<double>& weights) {
    model_.set_weights(weights);
    Weighing<Counts> weighing{minimiser(model_), std::vector<double>(learners_)};
    for (std::size_t j = 0; j < learners_; ++j) weighing.impedances[j] = impedance_(j, weighing.solution);
    return weighing;
  };
  return solve_worst_case<Counts>(learners_, minimise, 1e-12, stop);
}

WorstCounts::Bound WorstCounts::relaxed(double n, const Stop& stop) {
  auto real_counts = [n](const CountsModel& model) {
    Counts s(model.categories(), 0.0);
    model.lambda_of_size(n, s);
    return s;
  };
  WorstCase<Counts> found = weigh(real_counts, stop);
  return {found.bound, std::move(found.solution)};
}

/// The category where two minimisers of (nearly) the best weights disagree most, and a value between them; without two,
/// the category with the most room.
std::pair<std::size_t, double> WorstCounts::where_to_split(const Node& node, double n) const {
  std::size_t branch = 0;
  double widest = 0;
  if (node.found.has_sides && !node.found.left.empty()) {
    for (std::size_t k = 0; k < node.low.size(); ++k) {
      const double width = std::abs(node.found.left[k] - node.found.right[k]);
      if (width > widest) widest = width, branch = k;
    }
    if (widest > 0) return {branch, std::floor(std::midpoint(node.found.left[branch], node.found.right[branch]))};
  }
  for (std::size_t k = 0; k < node.low.size(); ++k) {
    const double room = std::min(node.high[k], n) - node.low[k];
    if (room > widest) widest = room, branch = k;
  }
  if (widest == 0) return {node.low.size(), 0};
  return {branch, std::clamp(node.found.solution[branch], node.low[branch], std::min(node.high[branch], n) - 1)};
}

WorstCounts::Bound WorstCounts::solve(double n, const Stop& stop) {
  Bound best;
  double best_value = infinity, closed_bound = infinity;
  std::priority_queue<Node> open;
  auto add = [&](Counts low, Counts high, double bound) {
    double least = 0, most = 0;
    for (std::size_t k = 0; k < low.size(); ++k) {
      if (low[k] > high[k]) return;
      least += low[k];
      most += high[k];
    }
    if (least > n || most < n) return;
    model_.low() = low;
    model_.high() = high;
    WorstCase<Counts> found = weigh([n](const CountsModel& m) { return MarginalWalk(m, n, n).counts_at(n); }, stop);
    found.bound = model_.stop() ? bound : std::max(bound, found.bound);  // counts that were cut short bound nothing
    if (found.best < best_value) {
      best_value = found.best;
      best.counts = found.solution;
    }
    open.push({std::move(low), std::move(high), std::move(found)});
  };
  add(Counts(model_.low()), Counts(model_.high()), -infinity);
  while (!open.empty() && !stop) {
    if (open.top().found.bound >= best_value - proof_tolerance * std::max(1.0, std::abs(best_value))) break;
    const Node node = open.top();
    open.pop();
    const auto [k, split] = where_to_split(node, n);
    if (k == node.low.size()) {  // a single point: its own value is all there is
      closed_bound = std::min(closed_bound, node.found.best);
      continue;
    }
    Counts high = node.high, low = node.low;
    high[k] = split;
    low[k] = split + 1;
    add(node.low, std::move(high), node.found.bound);
    add(std::move(low), node.high, node.found.bound);
  }
  best.value = std::min(best_value, open.empty() ? closed_bound : std::min(closed_bound, open.top().found.bound));
  return best;
}

}  // namespace didact::solvers
