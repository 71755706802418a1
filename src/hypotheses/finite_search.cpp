#include "finite_search.hpp"

#include <didact/solvers/convex_search.hpp>

#include <algorithm>
#include <cmath>
#include <queue>

namespace didact::hypotheses {
namespace {

using Amounts = std::vector<std::pair<Index, double>>;

struct Node {
  double bound = -infinity;
  Index n = 0;
  Boxes boxes;
  Amounts warm;
  int depth = 0;

  bool operator<(const Node& other) const {  // the least bound first, the deeper of equals
    return bound != other.bound ? bound > other.bound : depth < other.depth;
  }
};

/// Of all sizes at once: value(m) ≥ intercept + m · slope.
struct Cut {
  double intercept, slope;
};

class Search {
 public:
  Search(const FiniteItems& items, const Objective& objective, double gap, const Stop& stop)
      : items_(items), objective_(objective), gap_(gap), stop_(stop) {
    low_ = std::max(objective.low, static_cast<Index>(items.least()));
    high_ = items.most() < static_cast<double>(objective.high) ? static_cast<Index>(items.most()) : objective.high;
    // Without a deadline the search ends by itself: after that much work no more is to be expected of it.
    const double cells = static_cast<double>(items.d.size());
    most_nodes_ = static_cast<Index>(std::clamp(4e10 / std::max(cells, 1.0), 1000.0, 20000.0));
  }

  FiniteResult run() {
    if (low_ == 0) offer({}, 0);
    if (high_ >= 1 && low_ <= high_) {
      if (!start()) return unbounded();
      branch();
    }
    result_.stopped = stop_.reason();
    result_.bound = std::min({open_, closed_, result_.total});
    return result_;
  }

 private:
  /// The relaxed problem at a size, from where it was last solved.
  RelaxedFinite relaxed(double n, double cutoff = infinity) {
    RelaxedFinite found = relax(items_, n, {}, warm_, cutoff);
    if (!found.z.empty()) warm_ = found.z;
    if (std::isfinite(found.intercept)) cuts_.push_back({found.intercept, found.least_reduced});
    return found;
  }

  double bound_by_cuts(Index n) const {
    double inner = 0;  // the loss is never negative
    for (const Cut& cut : cuts_) inner = std::max(inner, cut.intercept + static_cast<double>(n) * cut.slope);
    return objective_.total(inner, static_cast<double>(n));
  }

  void offer(Counts counts, Index n) {
    const double total = objective_.total(items_.inner(counts), static_cast<double>(n));
    if (!(total < result_.total)) return;
    result_.total = total;
    result_.counts = std::move(counts);
  }
  void attempt(const Amounts& z, Index n) {
    Counts counts = rounded(items_, z, n, stop_);
    if (!counts.empty()) offer(std::move(counts), n);
  }

  /// Which inner value a set of n must be below to win.
  double cutoff(Index n) const {
    const double left = result_.total - objective_.of_size(static_cast<double>(n));
    if (!objective_.zero_one) return left;
    return left >= 1 ? infinity : left <= 0 ? 0 : -std::log1p(-left);
  }

  /// The sizes that can win, as roots. False if more items are always better.
  bool start() {
    if (low_ > 0) attempt({}, low_);  // something to beat
    Counts greedy = grown(items_, objective_, std::min<Index>(high_, 1000), stop_);
    Index size = 0;
    for (const auto& [item, count] : greedy) size += count;
    if (size >= low_ && size <= high_) offer(std::move(greedy), size);
    const Index first = std::max<Index>(1, low_);
    if (objective_.zero_one || !objective_.convex) {
      for (Index n = first; n <= high_; ++n) {
        if (can_win(objective_.total(0, static_cast<double>(n)), result_.total)) add_root(n);
      }
      return true;
    }
    const double end = std::min(static_cast<double>(high_), worth_looking_at(objective_, result_.total));
    const double begin = std::max(static_cast<double>(low_), 1e-6);
    double n = end;
    if (objective_.linear) {
      n = minimiser_by_slope([&](double m) { return relaxed(m).slope + objective_.per_item; }, begin, end,
                             std::clamp(8.0, begin, end));
    } else {
      n = minimise_convex([&](double m) { return objective_.total(relaxed(m).value, m); }, begin, end,
                          std::clamp(8.0, begin, end))
              .at;
    }
    const RelaxedFinite best = relaxed(n);
    result_.relaxed_n = n;
    result_.relaxed_total = objective_.total(best.bound, n);
    if (static_cast<double>(high_) > trusted_size && n >= 0.75 * trusted_size) return false;
    const Index centre = std::clamp<Index>(std::llround(n), first, high_);
    for (const Index near : {centre, centre - 1, centre + 1}) {
      if (near >= first && near <= high_) attempt(relaxed(static_cast<double>(near)).z, near);
    }
    const Index left = edge(centre, first, -1), right = edge(centre, high_, 1);
    for (Index m = left; m <= right; ++m) add_root(m);
    return true;
  }

  /// The farthest size in a direction that can win; the value is convex in the size.
  Index edge(Index centre, Index end, Index direction) {
    Index inside = 0, outside = std::abs(end - centre) + 1;
    for (Index distance = 1; distance < outside && !stop_; distance = std::min(2 * distance, outside)) {
      if (!wins(centre + direction * distance)) outside = distance;
      if (distance < outside) inside = distance;
    }
    while (outside - inside > 1 && !stop_) {
      const Index middle = inside + (outside - inside) / 2;
      (wins(centre + direction * middle) ? inside : outside) = middle;
    }
    return centre + direction * (stop_ ? std::min<Index>(outside - 1, std::abs(end - centre)) : inside);
  }
  bool wins(Index n) {
    const double size = static_cast<double>(n);
    return can_win(objective_.total(relaxed(size, cutoff(n)).bound, size), result_.total);
  }

  void add_root(Index n) { queue_.push({bound_by_cuts(n), n, {}, {}, 0}); }

  /// Within what was asked for, or within what is called optimal.
  bool enough() const {
    constexpr double optimal = 5e-10;
    if (result_.total == infinity) return false;
    return result_.total - queue_.top().bound <= std::max(gap_, optimal) * std::max(1.0, std::abs(result_.total));
  }

  void branch() {
    while (!queue_.empty() && can_win(queue_.top().bound, result_.total)) {
      if (stop_ || result_.nodes >= most_nodes_ || enough()) {
        open_ = queue_.top().bound;
        return;
      }
      Node node = queue_.top();
      queue_.pop();
      if (node.depth == 0) {  // cuts may have come since
        const double bound = bound_by_cuts(node.n);
        if (bound > node.bound + 1e-12 * std::max(1.0, std::abs(bound))) {
          node.bound = bound;
          queue_.push(std::move(node));
          continue;
        }
      }
      expand(node);
    }
  }

  void expand(const Node& node) {
    ++result_.nodes;
    const double size = static_cast<double>(node.n);
    const RelaxedFinite found = relax(items_, size, node.boxes, node.depth == 0 ? warm_ : node.warm, cutoff(node.n));
    if (node.depth == 0 && std::isfinite(found.intercept)) cuts_.push_back({found.intercept, found.least_reduced});
    const double bound = std::max(node.bound, objective_.total(found.bound, size));
    if (!can_win(bound, result_.total)) return;
    const Index fraction = most_fractional(found.z);
    if (fraction < 0) {
      Counts counts;
      for (const auto& [item, z] : found.z) counts.emplace_back(item, std::llround(z));
      closed_ = std::min(closed_, bound);
      return offer(std::move(counts), node.n);
    }
    if (node.depth == 0 || result_.nodes % 32 == 0) attempt(found.z, node.n);
    const auto [item, z] = found.z[static_cast<std::size_t>(fraction)];
    const Column column = items_.column(item, node.boxes);
    push_child(node, found.z, bound, {item, column.low, std::floor(z)});
    push_child(node, found.z, bound, {item, std::floor(z) + 1, column.high});
  }

  void push_child(const Node& parent, const Amounts& warm, double bound, Box box) {
    Node child{bound, parent.n, parent.boxes, warm, parent.depth + 1};
    const auto same = [&](const Box& other) { return other.item == box.item; };
    const auto it = std::find_if(child.boxes.begin(), child.boxes.end(), same);
    if (it == child.boxes.end()) {
      child.boxes.push_back(box);
    } else {
      *it = box;
    }
    queue_.push(std::move(child));
  }

  static Index most_fractional(const Amounts& z) {
    constexpr double whole = 1e-7;
    Index best = -1;
    double widest = whole;
    for (std::size_t j = 0; j < z.size(); ++j) {
      const double distance = std::abs(z[j].second - std::round(z[j].second));
      if (distance > widest) widest = distance, best = static_cast<Index>(j);
    }
    return best;
  }

  FiniteResult unbounded() {
    result_.unbounded = true;
    result_.bound = result_.relaxed_total;
    return result_;
  }

  const FiniteItems& items_;
  const Objective& objective_;
  double gap_;
  const Stop& stop_;
  Index low_ = 0, high_ = 0, most_nodes_ = 0;
  Amounts warm_;
  std::vector<Cut> cuts_;
  std::priority_queue<Node> queue_;
  FiniteResult result_;
  double open_ = infinity, closed_ = infinity;  ///< bounds of what was not searched, and of what was to the end
};

}  // namespace

FiniteResult search(const FiniteItems& items, const Objective& objective, double gap, const Stop& stop) {
  return Search(items, objective, gap, stop).run();
}

}  // namespace didact::hypotheses
