#include "chain_flow.hpp"

namespace didact::chains {
namespace {

/// Successive shortest paths: rows begin at their own best, states that are entered too rarely take one unit after the
/// other from those with more than they need, each along the cheapest chain of exchanges within rows.
class Transport {
 public:
  Transport(const ChainRows& model, const Box& box, const std::vector<Index>& totals)
      : model_(model), box_(box), totals_(totals), entered_(model.states(), 0) {}

  Flow solve() {
    if (!begin()) return {{}, work_};
    for (std::size_t j = 0; j < model_.states(); ++j) {
      while (entered_[j] < left(j)) {
        if (!supply(j)) return {{}, work_};
      }
    }
    return {rows_, work_, model_.impedance(rows_)};
  }

 private:
  Index left(std::size_t j) const { return totals_[j + 1]; }

  bool begin() {
    Box fixed = box_;
    fixed.low = fixed.high = totals_;
    const std::vector<double> free(model_.states(), 0.0);
    ChainRows::Best best;
    for (std::size_t row = 0; row < model_.rows(); ++row) {
      model_.best(row, fixed, free, 0, best);
      if (best.value == infinity) return false;
      for (std::size_t j = 0; j < free.size(); ++j) entered_[j] += best.counts[j];
      work_ += static_cast<double>(totals_[row] + 1) * static_cast<double>(free.size());
      rows_.push_back(best.counts);
    }
    return true;
  }

  /// What it costs a row to give up one count of `from` for one of `to`.
  double exchange(std::size_t row, std::size_t from, std::size_t to) const {
    const Index has = rows_[row][from];
    if (has <= (box_.used[row][from] ? 1 : 0) || box_.barred[row][to] || !model_.possible(row, to)) return infinity;
    return model_.increment(row, to, rows_[row][to]) - model_.increment(row, from, has - 1);
  }

  struct Arc {
    double cost = infinity;
    std::size_t row = 0;
  };
  std::vector<std::vector<Arc>> arcs() const {
    const std::size_t S = model_.states();
    std::vector<std::vector<Arc>> all(S, std::vector<Arc>(S));
    for (std::size_t row = 0; row < model_.rows(); ++row) {
      for (std::size_t from = 0; from < S; ++from) {
        if (rows_[row][from] == 0) continue;
        for (std::size_t to = 0; to < S; ++to) {
          const double cost = from == to ? infinity : exchange(row, from, to);
          if (cost < all[from][to].cost) all[from][to] = {cost, row};
        }
      }
    }
    return all;
  }

  /// One unit more for the state, from wherever it is cheapest (Bellman and Ford).
  bool supply(std::size_t state) {
    const std::size_t S = model_.states();
    const auto all = arcs();
    work_ += 2 * static_cast<double>(model_.rows() * S * S);
    std::vector<double> distance(S, infinity);
    std::vector<std::size_t> before(S, S);
    for (std::size_t j = 0; j < S; ++j) {
      if (entered_[j] > left(j)) distance[j] = 0;
    }
    bool changed = true;
    for (std::size_t round = 0; changed && round < S; ++round) {
      changed = false;
      for (std::size_t from = 0; from < S; ++from) {
        if (distance[from] == infinity) continue;
        for (std::size_t to = 0; to < S; ++to) {
          constexpr double rounding = 1e-12;  // a circle that gains no more than this gains nothing
          if (!(distance[from] + all[from][to].cost < distance[to] - rounding)) continue;
          distance[to] = distance[from] + all[from][to].cost;
          before[to] = from;
          changed = true;
        }
      }
    }
    if (distance[state] == infinity) return false;
    std::size_t to = state;
    for (std::size_t steps = 0; before[to] != S && steps <= S; ++steps, to = before[to]) {
      const std::size_t row = all[before[to]][to].row;
      --rows_[row][before[to]];
      ++rows_[row][to];
    }
    --entered_[to];
    ++entered_[state];
    return true;
  }

  const ChainRows& model_;
  const Box& box_;
  const std::vector<Index>& totals_;
  Rows rows_;
  std::vector<Index> entered_;
  double work_ = 0;
};

}  // namespace

Flow best_flow(const ChainRows& model, const Box& box, const std::vector<Index>& totals) {
  return Transport(model, box, totals).solve();
}

}  // namespace didact::chains
