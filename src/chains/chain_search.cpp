#include "chain_search.hpp"

#include "chain_prices.hpp"
#include "chain_repair.hpp"
#include "learners/walks.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

namespace didact::chains {
namespace {

/// How much is done before giving up, in counts looked at: some seconds.
constexpr double most_work = 2e9;

class ChainSearch {
 public:
  ChainSearch(const ChainRows& model, const Rows& first, const Limit& limit, double gap, const Stop& stop)
      : model_(model), limit_(limit), gap_(gap), stop_(stop) {
    consider(first);
  }

  SearchResult run() {
    begin();
    while (!open_.empty() && found_.value - open_.top().bound > enough()) {
      if (work_ > most_work || (found_.stopped = stop_.reason()) != StopReason::none) break;
      const Node node = open_.top();
      open_.pop();
      branch(node);
    }
    found_.bound = std::min(found_.value, open_.empty() ? infinity : open_.top().bound);
    return found_;
  }

 private:
  struct Node {
    Box box;
    std::vector<double> prices;
    std::vector<double> totals;  ///< of the rows, on average over the prices tried
    Rows rows;                   ///< each row's best at the prices
    Rows apart;                  ///< counts that were met, with states that no start reaches; or none
    double bound = -infinity;
    bool operator<(const Node& other) const { return bound > other.bound; }  // the least bound comes first
  };

  /// What a bound may be below the best and still be no worse: rounding, or what was asked for.
  double enough() const { return std::max(gap_, 1e-11) * std::max(1.0, std::abs(found_.value)); }

  /// Whether these can be walked; if so, and if they are better than what is known, they are kept.
  bool consider(const Rows& rows) {
    if (!unreached(counts_of(rows)).empty()) return false;
    const double value = model_.impedance(rows);
    if (value < found_.value) found_.rows = rows, found_.value = value;
    return true;
  }

  static std::vector<Index> totals_of(const Rows& rows) {
    std::vector<Index> totals;
    for (const auto& row : rows) totals.push_back(std::accumulate(row.begin(), row.end(), Index{0}));
    return totals;
  }

  /// Counts for the totals of the rows at ever better prices, repaired: the better the counts, the fewer totals are
  /// left, and the better the prices. Then steps from there.
  void begin() {
    Node root{limit_(found_.value), std::vector<double>(model_.states(), 0.0)};
    constexpr int times = 4, rounds = 100;
    for (int time = 0; time < times && (time == 0 || (!stop_ && work_ < most_work)); ++time) {
      ascend(root, rounds);
      if (stop_) break;
      const Rows near = repaired(model_, root.box, root.rows);
      if (near.empty()) continue;
      consider(near);
      if (stop_) break;
      value_of(root.box, totals_of(near));
      root.box = limit_(found_.value);
    }
    descend(root.box, totals_of(found_.rows), found_.value);
    root.box = limit_(found_.value);
    if (!stop_) ascend(root, rounds);
    push(std::move(root));
  }

  void ascend(Node& node, int rounds) {
    PriceSearch search(model_, node.box, node.prices);
    auto meet = [&](const Rows& rows) {
      if (!consider(rows)) node.apart = rows;
    };
    search.run(rounds, most_work - work_, found_.value, enough(), meet, stop_);
    node.bound = std::max(node.bound, search.bound());
    node.prices = search.prices();
    node.rows = search.rows();
    node.totals = search.mean_totals();
    work_ += search.work();
  }

  /// Of the best counts with these totals, if they can be walked.
  double value_of(const Box& box, const std::vector<Index>& totals) {
    for (std::size_t row = 0; row < totals.size(); ++row) {
      if (totals[row] < box.low[row] || totals[row] > box.high[row]) return infinity;
    }
    const Flow flow = best_flow(model_, box, totals);
    work_ += flow.work;
    return flow.value < infinity && consider(flow.rows) ? flow.value : infinity;
  }

  /// Steps of the totals that lead down, ever shorter ones.
  void descend(const Box& box, std::vector<Index> totals, double value) {
    for (Index length = 8; length > 0; length /= 2) {
      for (bool better = true; better;) {
        better = false;
        for (const auto& move : moves()) {
          if (stop_ || work_ > 0.5 * most_work) return;
          std::vector<Index> next = totals;
          for (std::size_t row = 0; row < next.size(); ++row) next[row] += length * move[row];
          const double there = value_of(box, next);
          if (!(there < value)) continue;
          totals = std::move(next);
          value = there;
          better = true;
        }
      }
    }
  }

  /// One row's total up or down, and two rows' where they are few.
  const std::vector<std::vector<Index>>& moves() {
    if (!moves_.empty()) return moves_;
    constexpr std::size_t few = 12;
    const std::size_t R = model_.rows();
    for (std::size_t a = 0; a < R; ++a) {
      for (const Index up : {1, -1}) {
        std::vector<Index> one(R, 0);
        one[a] = up;
        moves_.push_back(one);
        for (std::size_t b = 0; b < a && R <= few; ++b) {
          for (const Index also : {1, -1}) {
            moves_.push_back(one);
            moves_.back()[b] = also;
          }
        }
      }
    }
    return moves_;
  }

  void push(Node node) {
    if (found_.value - node.bound > enough()) open_.push(std::move(node));
  }

  void branch(const Node& node) {
    if (node.box.single()) return finish(node);
    if (!node.apart.empty()) return connect(node, node.apart);
    std::size_t row = 0;
    double furthest = -1;
    for (std::size_t i = 0; i < model_.rows(); ++i) {
      if (node.box.low[i] == node.box.high[i]) continue;
      const double off = std::abs(node.totals[i] - std::round(node.totals[i]));
      if (off > furthest) row = i, furthest = off;
    }
    const Index low = node.box.low[row], high = node.box.high[row];
    const Index middle = std::clamp(static_cast<Index>(std::floor(node.totals[row])), low, high - 1);
    Box below = node.box, above = node.box;
    below.high[row] = middle;
    above.low[row] = middle + 1;
    add_child(node, std::move(below));
    add_child(node, std::move(above));
  }

  void add_child(const Node& parent, Box box) {
    constexpr int rounds = 24;
    Node child{std::move(box), parent.prices, parent.totals, {}, {}, parent.bound};
    ascend(child, rounds);
    push(std::move(child));
  }

  /// All totals are given: the counts are found exactly.
  void finish(const Node& node) {
    const Flow flow = best_flow(model_, node.box, node.box.low);
    work_ += flow.work;
    if (flow.value < found_.value && !consider(flow.rows)) connect(node, flow.rows);
  }

  /// Some way into the states that these counts do not reach is used, the first, the second but not the first, …; or
  /// none, and then these states are not left.
  void connect(const Node& node, const Rows& apart) {
    const std::vector<Index> islands = unreached(counts_of(apart));
    auto is_island = [&](std::size_t state) {
      return std::find(islands.begin(), islands.end(), static_cast<Index>(state)) != islands.end();
    };
    Box rest = node.box;
    for (std::size_t row = 0; row < model_.rows(); ++row) {
      if (row > 0 && is_island(row - 1)) continue;
      for (const Index island : islands) {
        const auto j = static_cast<std::size_t>(island);
        if (rest.barred[row][j] || !model_.possible(row, j)) continue;
        Box entered = rest;
        entered.used[row][j] = true;
        add_child(node, std::move(entered));
        rest.barred[row][j] = true;
      }
    }
    for (const Index island : islands) {
      const auto row = static_cast<std::size_t>(island) + 1;
      if (rest.low[row] > 0) return;
      rest.high[row] = 0;
    }
    add_child(node, std::move(rest));
  }

  const ChainRows& model_;
  const Limit& limit_;
  double gap_;
  const Stop& stop_;
  SearchResult found_;
  std::priority_queue<Node> open_;
  std::vector<std::vector<Index>> moves_;
  double work_ = 0;
};

}  // namespace

SearchResult search_chain(const ChainRows& model, const Rows& first, const Limit& limit, double gap, const Stop& stop) {
  return ChainSearch(model, first, limit, gap, stop).run();
}

}  // namespace didact::chains
