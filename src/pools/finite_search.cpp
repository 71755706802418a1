#include "finite_search.hpp"

#include "relaxed_sizes.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <queue>

namespace didact::pools {
namespace {

/// So many nodes are many.
constexpr Index patience = 300;

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

class Search {
 public:
  Search(const FiniteItems& items, const Objective& objective, Enough enough, const Stop& stop,
         const ProgressReport& progress)
      : items_(items),
        objective_(objective),
        gap_(enough.gap),
        later_gap_(std::max(enough.gap, enough.later)),
        stop_(stop),
        progress_(progress),
        low_(std::max(objective.low, static_cast<Index>(items.least()))),
        high_(items.most() < static_cast<double>(objective.high) ? static_cast<Index>(items.most()) : objective.high),
        relaxed_(items, objective, low_, high_, enough.gap, stop) {
    // Without a deadline the search ends by itself: after that much work no more is to be expected of it.
    const double cells = items.work();
    most_nodes_ = static_cast<Index>(std::clamp(4e10 / std::max(cells, 1.0), 1000.0, 20000.0));
  }

  FiniteResult run() {
    if (low_ == 0) offer({}, 0);
    if (high_ >= 1 && low_ <= high_) {
      if (!start()) return unbounded();
      branch();
    }
    result_.stopped = stop_.reason();
    result_.enough = gap_;
    result_.bound = std::min({open_, closed_, result_.total});
    report(result_.bound, true);
    return result_;
  }

 private:
  void offer(Counts counts, Index n) {
    const double total = objective_.total(items_.inner(counts), static_cast<double>(n));
    if (!(total < result_.total)) return;
    result_.total = total;
    result_.counts = std::move(counts);
    size_ = n;
  }
  void attempt(const RelaxedFinite& found, Index n) {
    const std::vector<Index> among = promising_items(items_, found);
    const double enough = found.bound + gap_ / 4 * std::max(1.0, std::abs(found.bound));
    Counts counts = rounded(items_, found.z, n, stop_, among, gap_ > 0 ? enough : -infinity);
    if (!counts.empty()) offer(std::move(counts), n);
    if (!stop_) return;
    counts = rounded(items_, {}, n, stop_);  // parts of what was not solved to the end may be worse than anything
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
    if (!(stop_ && result_.total < infinity)) items_.size() <= many_items ? grow() : grow_of_some();
    const Index first = std::max<Index>(1, low_);
    if (objective_.zero_one || !objective_.convex) {
      for (Index n = first; n <= high_; ++n) {
        if (stop_ && result_.total < infinity) {  // an effort of any shape is at least its price per item
          open_ = objective_.judged(items_.function().least()) + objective_.per_item * static_cast<double>(n);
          return true;
        }
        if (can_win(objective_.total(items_.function().least(), static_cast<double>(n)), result_.total)) add_root(n);
      }
      return true;
    }
    const RelaxedSizes::Best best = relaxed_.best(
        std::min(static_cast<double>(high_), worth_looking_at(objective_, result_.total, items_.function().least())));
    result_.relaxed_n = best.n;
    if (std::isfinite(best.at.bound)) result_.relaxed_total = objective_.total(best.at.bound, best.n);
    report(best.least, true);
    if (stop_ && result_.total < infinity) {
      open_ = best.least;
      return true;
    }
    if (!stop_ && static_cast<double>(high_) > trusted_size && best.n >= 0.75 * trusted_size) return false;
    const Index centre = std::clamp<Index>(std::llround(best.n), first, high_);
    result_.relaxed_sum = sum_of(best.at.z);
    for (const Index near : {centre, centre - 1, centre + 1}) {
      if (near < first || near > high_ || (stop_ && result_.total < infinity)) continue;
      attempt(relaxed_.at(static_cast<double>(near)), near);
      report(best.least, true);
      if (stop_ || enough(best.least)) break;
    }
    const bool done = stop_ || enough(best.least);
    Index left = done ? centre : edge(centre, first, -1), right = done ? centre : edge(centre, high_, 1);
    if (!done) widen(first, left, right);
    if (done || stop_) {
      open_ = best.least;
      return true;
    }
    for (Index m = left; m <= right; ++m) add_root(m);
    return true;
  }

  /// Something to beat.
  void grow() {
    if (Counts least = low_ > 0 ? rounded(items_, {}, low_, stop_) : Counts{}; !least.empty()) {
      offer(std::move(least), low_);
    }
    Counts greedy = grown(items_, objective_, std::min<Index>(high_, 1000), stop_);
    Index size = 0;
    for (const auto& [item, count] : greedy) size += count;
    if (size >= low_ && size <= high_) offer(std::move(greedy), size);
  }

  /// The same quickly, of a few of very many.
  void grow_of_some() {
    constexpr Index few = 2000, small = 100;
    if (low_ > small) return;
    Counts greedy = grown(items_, objective_, std::min(high_, small), stop_, some_items(items_, few));
    Index size = 0;
    for (const auto& [item, count] : greedy) size += count;
    if (size >= low_) offer(std::move(greedy), size);
  }

  /// The farthest size in a direction that can win; the value is convex in the size. Means nothing when told to stop.
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
    return centre + direction * inside;
  }
  bool wins(Index n) {
    const double size = static_cast<double>(n);
    if (!can_win(relaxed_.bound(n), result_.total)) return false;
    return can_win(objective_.total(relaxed_.at(size, cutoff(n)).bound, size), result_.total);
  }

  /// The edges hold if the centre is where the relaxed value is least. Where the worst of several learners counts, its
  /// slopes jump and can mislead: so sizes outside join as long as no tangent rules them out.
  void widen(Index first, Index& left, Index& right) {
    if (items_.size() > many_items && can_win(relaxed_.bound(left), result_.total)) return;  // each look is dear
    constexpr int most_rounds = 200;
    for (int round = 0; !stop_; ++round) {
      LeastWhole least{0, infinity};
      if (left > first) least = relaxed_.least_within(first, left - 1);
      if (right < high_) {
        if (const LeastWhole above = relaxed_.least_within(right + 1, high_); above.value < least.value) least = above;
      }
      if (!can_win(least.value, result_.total)) return;
      if (round == most_rounds) {
        closed_ = std::min(closed_, least.value);
        return;
      }
      const auto n = static_cast<Index>(least.at);
      if (!wins(n)) continue;
      left = std::min(left, n);
      right = std::max(right, n);
    }
  }

  Vector sum_of(const Amounts& z) const {
    Vector sum = items_.function().origin();
    for (const auto& [item, amount] : z) sum += amount * items_.statistic(item);
    return sum;
  }

  void add_root(Index n) { queue_.push({relaxed_.bound(n), n, {}, {}, 0}); }

  /// Within what was asked for, or within what is called optimal.
  bool enough(double bound) const {
    constexpr double optimal = 5e-10;
    if (result_.total == infinity) return false;
    return result_.total - bound <= std::max(gap_, optimal) * std::max(1.0, std::abs(result_.total));
  }

  /// Tells whoever listens, ever more rarely.
  void report(double bound, bool now) {
    if (!progress_) return;
    const std::chrono::duration<double> since = Clock::now() - started_;
    if (!now && since.count() < next_report_) return;
    next_report_ = std::max(since.count() + 0.5, 1.25 * since.count());
    progress_({since.count(), result_.nodes, bound, result_.total, size_});
  }

  void branch() {
    while (!queue_.empty() && can_win(queue_.top().bound, result_.total)) {
      report(queue_.top().bound, false);
      if (result_.nodes >= patience) gap_ = later_gap_;
      if (stop_ || result_.nodes >= most_nodes_ || enough(queue_.top().bound)) {
        open_ = queue_.top().bound;
        return;
      }
      Node node = queue_.top();
      queue_.pop();
      if (node.depth == 0) {  // cuts may have come since
        const double bound = relaxed_.bound(node.n);
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
    const RelaxedFinite found = node.depth == 0 ? relaxed_.at(size, cutoff(node.n))
                                                : relaxed_.within(node.n, node.boxes, node.warm, cutoff(node.n));
    if (found.z.empty() && found.bound < infinity) return queue_.push(node);  // told to stop
    const double bound = std::max(node.bound, objective_.total(found.bound, size));
    if (!can_win(bound, result_.total)) return;
    const Index fraction = most_fractional(found.z);
    if (fraction < 0) {
      Counts counts;
      for (const auto& [item, z] : found.z) counts.emplace_back(item, std::llround(z));
      closed_ = std::min(closed_, bound);
      return offer(std::move(counts), node.n);
    }
    if (node.depth == 0 || result_.nodes % 32 == 0) attempt(found, node.n);
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
  double gap_, later_gap_;
  const Stop& stop_;
  const ProgressReport& progress_;
  using Clock = std::chrono::steady_clock;
  Clock::time_point started_ = Clock::now();
  double next_report_ = 0.5;
  Index size_ = 0;  ///< of the incumbent
  Index low_, high_, most_nodes_ = 0;
  RelaxedSizes relaxed_;
  std::priority_queue<Node> queue_;
  FiniteResult result_;
  double open_ = infinity, closed_ = infinity;  ///< bounds of what was not searched, and of what was to the end
};

}  // namespace

FiniteResult search(const FiniteItems& items, const Objective& objective, Enough enough, const Stop& stop,
                    const ProgressReport& progress) {
  return Search(items, objective, enough, stop, progress).run();
}

}  // namespace didact::pools
